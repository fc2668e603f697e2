"""`quincunx replay`."""

from pathlib import Path

import click

from quincunx.cli.options import json_option, record_argument
from quincunx.cli.output import console, print_json


@click.command()
@record_argument
@click.option("--at", type=click.IntRange(0), metavar="N", help="The position after N moves.")
@json_option
def command(record: Path, at: int | None, as_json: bool) -> None:
    """Step through a match, forward and back.

    Example: `quincunx replay match.json --at 41`
    """
    from quincunx.match import record as records
    from quincunx.match.match import from_record
    from quincunx.terminal.replay import show

    saved = records.read(record)
    if as_json:
        match = from_record(saved, at)
        print_json({"moves": saved.moves[:at], "position": match.game.to_dict(match.state)})
    else:
        show(saved, console(), at, record)
