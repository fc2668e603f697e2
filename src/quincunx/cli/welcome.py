"""The greeting of `quincunx` without a command, and the table of games."""

import shutil
import sys
import textwrap

import click

from quincunx import __version__, games
from quincunx.cli.output import every_heading
from quincunx.compiled import is_compiled
from quincunx.core.errors import nearest

NARROWEST = 30
"""The least width of a summary, even in a narrower terminal."""


def version_line() -> str:
    how = "compiled with mypyc" if is_compiled() else "plain Python: the same games, slower simulation"
    return f"quincunx {__version__} ({how})"


def greet(context: click.Context) -> None:
    """Show the games, and start the one that is chosen, or the web server."""
    click.echo(f"{click.style('Quincunx', bold=True)}: five board games to play, prove and tune.")
    if not is_compiled():
        click.secho(version_line(), dim=True)
    known = every_heading()
    click.echo(f"\n{table_of_games(known, numbered=True)}\n")
    names = [heading.name for heading in known]
    if not sys.stdin.isatty():
        play, serve, more = (
            click.style(f"quincunx {words}", bold=True) for words in (f"play {names[0]}", "serve", "--help")
        )
        click.echo(f"Play one: {play}. In the browser: {serve}. All commands: {more}")
        return
    numbered = {str(number): name for number, name in enumerate(names, 1)}
    question = "Which one will you play? Its number, `table` for the browser, or Enter to leave: "
    while answer := input(question).strip():
        if answer == "table":
            return run(context, "serve")
        name = numbered.get(answer, answer)
        if name in names:
            return run(context, "play", name)
        click.echo(f"There is no game `{answer}`{nearest(answer, names)}")


def run(context: click.Context, *words: str) -> None:
    """Run a command as if it had been typed."""
    assert isinstance(context.command, click.Group)
    found = context.command.get_command(context, words[0])
    assert found is not None
    with found.make_context(words[0], list(words[1:]), parent=context) as inner:
        found.invoke(inner)


def table_of_games(listed: list[games.Heading], numbered: bool = False) -> str:
    """Return the games as a table; the summary gets the width that the other columns leave."""
    rows = [[heading.name, span(heading.players), span(heading.minutes)] for heading in listed]
    titles = ["Game", "Players", "Minutes"]
    if numbered:
        rows = [[str(number), *row] for number, row in enumerate(rows, 1)]
        titles = ["", *titles]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    left = sum(widths) + 3 * len(widths)
    room = max(shutil.get_terminal_size().columns - left - 1, NARROWEST)

    def line(cells: list[str], **style: bool) -> str:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        return " " + "   ".join(click.style(cell, **style) for cell in padded)

    lines = [line(titles, dim=True)]
    for row, heading in zip(rows, listed, strict=True):
        first, *more = textwrap.wrap(heading.summary, room)
        lines += [f"{line(row, bold=True)}   {first}", *(" " * (left + 1) + each for each in more)]
    return "\n".join(lines)


def span(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low}-{high}"
