"""Finding one's way: the greeting, the list of games, the rulebooks."""

import sys
from typing import Annotated, Any

import typer

from quincunx import __version__, games
from quincunx.cli.playing import play
from quincunx.cli.serving import serve
from quincunx.cli.shared import AsJson, GameName, console, print_json
from quincunx.compiled import is_compiled
from quincunx.core.mistake import nearest


def quincunx(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Five board games to play, prove and tune.

    Example: `quincunx play idle-six`
    """
    if version:
        print(version_line())
        raise typer.Exit
    if context.invoked_subcommand is None:
        greet()


def version_line() -> str:
    how = "compiled with mypyc" if is_compiled() else "plain Python: the same games, slower simulation"
    return f"quincunx {__version__} ({how})"


def greet() -> None:
    """Say hello, show the games, and start the one that is chosen, or the browser's server."""
    out = console()
    out.print("[bold]Quincunx[/bold]: five board games to play, prove and tune.")
    if not is_compiled():
        out.print(version_line(), style="dim")
    out.print(table_of_games(numbered=True))
    names = list(games.GAMES)
    if not sys.stdin.isatty():
        out.print(
            f"Play one: [bold]quincunx play {names[0]}[/bold]. In the browser: [bold]quincunx serve[/bold]. "
            "All commands: [bold]quincunx --help[/bold]"
        )
        return
    numbered = {str(number): name for number, name in enumerate(names, 1)}
    question = "Which one will you play? Its number, `table` for the browser, or Enter to leave: "
    while answer := out.input(question).strip():
        if answer == "table":
            return serve()
        name = numbered.get(answer, answer)
        if name in games.GAMES:
            return play(name)
        out.print(f"There is no game `{answer}`{nearest(answer, names)}", markup=False)


def table_of_games(numbered: bool = False) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=True, header_style="dim")
    if numbered:
        table.add_column("")
    for heading in ("Game", "Players", "Minutes", ""):
        table.add_column(heading, overflow="fold")
    for number, name in enumerate(games.GAMES, 1):
        header = games.load(name).header
        cells = [f"[bold]{name}[/bold]", span(header.players), span(header.minutes), header.summary]
        table.add_row(*([str(number)] if numbered else []), *cells)
    return table


def span(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low}-{high}"


def list_games(as_json: AsJson = False) -> None:
    """Show the games.

    Example: `quincunx list --json`
    """
    if as_json:
        import msgspec

        print_json([{"name": name, **msgspec.to_builtins(games.load(name).header)} for name in games.GAMES])
    else:
        console().print(table_of_games())


def rules(game: GameName) -> None:
    """Read a game's rulebook.

    Example: `quincunx rules idle-six`
    """
    from quincunx.terminal.pages import show_rules

    show_rules(games.load(game), console())
