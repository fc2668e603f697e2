"""Finding one's way: the greeting, the list of games, the rulebooks."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx import __version__, games
from quincunx.cli.playing import play
from quincunx.cli.serving import serve
from quincunx.cli.shared import AsJson, GameName, console, every_game, print_json
from quincunx.compiled import is_compiled
from quincunx.core.mistake import nearest

if TYPE_CHECKING:
    from quincunx.core.game import Game


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
    known = every_game()
    out.print(table_of_games(known, numbered=True))
    names = [game.name for game in known]
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
        if name in names:
            return play(name)
        out.print(f"There is no game `{answer}`{nearest(answer, names)}", markup=False)


def table_of_games(listed: "list[Game[Any]]", numbered: bool = False) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=True, header_style="dim")
    if numbered:
        table.add_column("")
    for heading in ("Game", "Players", "Minutes", ""):
        table.add_column(heading, overflow="fold")
    for number, game in enumerate(listed, 1):
        header = game.header
        cells = [f"[bold]{game.name}[/bold]", span(header.players), span(header.minutes), header.summary]
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

        print_json([{"name": game.name, **msgspec.to_builtins(game.header)} for game in every_game()])
    else:
        console().print(table_of_games(every_game()))


def rules(game: GameName) -> None:
    """Read a game's rulebook.

    Example: `quincunx rules idle-six`
    """
    from quincunx.terminal.pages import show_rules

    show_rules(games.load(game), console())
