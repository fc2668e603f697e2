"""`quincunx bench`."""

from collections.abc import Sequence

import click

from quincunx import games
from quincunx.cli.options import GAME, json_option
from quincunx.cli.output import console, every_game, print_json


@click.command()
@click.argument("names", nargs=-1, type=GAME, metavar="[GAME…]")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    default=2.0,
    show_default=True,
    help="How long to measure each.",
)
@click.option(
    "--against",
    metavar="PYTHON",
    help="The Python of an environment with an older Quincunx, to compare.",
)
@json_option
def command(names: Sequence[str], seconds: float, against: str | None, as_json: bool) -> None:
    """Measure how fast the games are on one core.

    Random decisions, games between bots and copies of positions; compiled and plain.

    Example: `quincunx bench idle-six --against old/.venv/bin/python`
    """
    from quincunx.lab.bench import measure as lab

    chosen = [games.load(name) for name in names] if names else every_game()
    report = lab.bench([game.name for game in chosen], seconds, against)
    if as_json:
        print_json(report.to_dict())
    else:
        console().print(report.table())
