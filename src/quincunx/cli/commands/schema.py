"""`quincunx schema`."""

import click

from quincunx import games
from quincunx.cli.options import game_argument, json_option
from quincunx.cli.output import console, print_json


@click.command()
@game_argument
@json_option
def command(game: str, as_json: bool) -> None:
    """Show what scenarios and variants may say.

    Example: `quincunx schema idle-six`
    """
    from quincunx import schema as schemas
    from quincunx.terminal.schema import show_schema

    chosen = games.load(game)
    if as_json:
        print_json(schemas.describe(chosen))
    else:
        show_schema(chosen, console())
