"""`quincunx arena`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import games
from quincunx.cli import options
from quincunx.cli.choices import CommandWithChoices, options_option, read_changes
from quincunx.cli.output import console, print_json

if TYPE_CHECKING:
    from quincunx.lab.arena.run import Arena
    from quincunx.lab.progress import Progress


@click.command(cls=CommandWithChoices)
@options.game_argument
@click.option(
    "--bots",
    type=options.SEATS,
    required=True,
    metavar="BOTS",
    help="The bots to compare: `greedy,random,mybot.py:Careful`.",
)
@options.games_option(400, "How many games, rounded up to whole rounds.")
@click.option(
    "--against",
    type=options.SEATS,
    default="",
    metavar="BOT",
    help="Each of the bots alone against this one in all other seats.",
)
@click.option("--players", type=click.IntRange(1), metavar="N", help="How many players sit at a table.")
@click.option(
    "--stop",
    default="",
    metavar="LOW,HIGH",
    help="End as soon as a bot is known to be at most LOW or at least HIGH Elo above `--against`.",
)
@click.option(
    "--keep",
    type=options.FILE,
    metavar="FILE",
    help="Add every game to this file; the same command goes on from it.",
)
@options.seed_option("gives the same dice")
@options.variant_option
@options_option
@options.jobs_option
@options.on_option
@options.rows_option
@options.page_option
@options.json_option
@options.time_limit_option(0.0)
def command(
    game: str,
    bots: str,
    number: int,
    against: str,
    players: int | None,
    stop: str,
    keep: Path | None,
    seed: str,
    variant: Path | None,
    option: Sequence[str],
    jobs: int | None,
    on: str,
    out: Path | None,
    html: Path | None,
    as_json: bool,
    time_limit: float,
) -> None:
    """Find out which bot is stronger.

    Every line-up is rotated through all seats with the same dice. Shares come with 95% intervals.

    Example: `quincunx arena king-of-tokyo --bots mybot.py:Careful --against greedy --players 4`
    """
    from quincunx.files import check_output, check_page, write_safely
    from quincunx.lab.arena import run as lab
    from quincunx.lab.arena.sequential import Hypotheses
    from quincunx.lab.progress import with_bar
    from quincunx.lab.simulate.row_files import check_path
    from quincunx.match.players import read_bots

    chosen = games.load(game)
    changes = read_changes(chosen, variant, option)
    names = read_bots(bots)
    rival = read_bots(against)[0] if against else ""
    hypotheses = Hypotheses.read(stop) if stop else None
    if out is not None:
        check_path(out)
        check_output(out, variant, keep)
    if html is not None:
        check_page(html)
        check_output(html, variant, keep)
    if keep is not None:
        check_output(keep, variant)

    def play(progress: "Progress") -> "Arena":
        return lab.arena(
            chosen,
            names,
            number,
            rival,
            players,
            seed,
            changes,
            jobs,
            hypotheses,
            keep,
            progress,
            time_limit or None,
            on,
        )

    try:
        played = with_bar(console(stderr=True), chosen.header.title, play)
    except KeyboardInterrupt:
        print(interrupted(keep), file=sys.stderr)
        raise
    if as_json:
        print_json(played.to_dict())
    else:
        console().print(played.summary())
    if out is not None:
        played.export(out)
    if html is not None:
        write_safely(html, played.html().encode())


def interrupted(keep: Path | None) -> str:
    """Return a sentence on what an interrupted arena has kept, and how to resume it."""
    if keep is None:
        return "Interrupted: no game was kept. With `--keep FILE` the same command goes on where it ended."
    return f"Interrupted: finished games are kept in {keep}; the same command goes on from there."
