"""`quincunx rules`."""

import click

from quincunx import games
from quincunx.cli.options import game_argument
from quincunx.cli.output import console


@click.command()
@game_argument
def command(game: str) -> None:
    """Read a game's rulebook.

    Example: `quincunx rules idle-six`
    """
    from rich.markdown import Markdown

    from quincunx.terminal.screen import page

    page(console(), Markdown(games.rulebook(game)))
