"""`quincunx list`."""

import click

from quincunx.cli.options import json_option
from quincunx.cli.output import every_game, every_heading, print_json
from quincunx.cli.welcome import table_of_games


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Show the games.

    Example: `quincunx list --json`
    """
    if as_json:
        import msgspec

        print_json([{"name": game.name, **msgspec.to_builtins(game.header)} for game in every_game()])
    else:
        click.echo(table_of_games(every_heading()))
