"""`quincunx compare`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import games
from quincunx.cli import options
from quincunx.cli.output import console, print_json

if TYPE_CHECKING:
    from quincunx.lab.compare.comparison import Comparison
    from quincunx.lab.progress import Told


@click.command()
@options.game_argument
@click.argument("variants", nargs=-1, required=True, type=options.VARIANT_NAME, metavar="VARIANT…")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="KEY",
    help="A metric to compare, as often as needed; by default the usual ones.",
)
@options.games_option(2000, "The most games of each variant.", least=64)
@options.seats_option("The bots: `greedy,greedy,random`.")
@click.option(
    "--within",
    type=click.FloatRange(0),
    metavar="PERCENT",
    default=2.0,
    show_default=True,
    help="A smaller difference does not matter.",
)
@options.seed_option("gives the same games")
@options.jobs_option
@options.on_option
@click.option(
    "--out",
    type=options.FILE,
    metavar="FILE.html",
    help="Write a page: the differences, and all reports side by side.",
)
@options.budget_option("For the page: time for skill, levels, play without single pieces.")
@options.json_option
def command(
    game: str,
    variants: tuple[str, ...],
    metrics: tuple[str, ...],
    number: int,
    seats: str,
    within: float,
    seed: str,
    jobs: int | None,
    on: str,
    out: Path | None,
    budget: float,
    as_json: bool,
) -> None:
    """Find out what a variant changes.

    A VARIANT is a file, the name of a shipped variant, or `original` for the game as it is. The others are
    compared with the first. All play the same seeds, until every answer is clear or the games are used up.

    Example: `quincunx compare king-of-tokyo original short --seats greedy,greedy,greedy`
    """
    from quincunx.files import check_output, write_safely
    from quincunx.lab.compare import comparison as lab
    from quincunx.lab.compare.page import html
    from quincunx.lab.compare.screen import ComparisonScreen
    from quincunx.lab.progress import with_steps
    from quincunx.lab.report.files import check
    from quincunx.match.players import read_bots

    chosen = games.load(game)
    names = variants if len(variants) > 1 else (lab.OWN_NUMBERS, *variants)
    contenders = [lab.contender(name, chosen) for name in names]
    bots = read_bots(seats or ",".join(["greedy"] * chosen.header.players[0]))
    if out is not None:
        check(out)
        check_output(out, *map(Path, names))

    def play(told: "Told") -> "tuple[Comparison, str]":
        found = lab.compare(
            chosen,
            contenders,
            bots,
            number,
            metrics,
            seed,
            within / 100,
            jobs=jobs,
            progress=lambda done, total: told("playing", done, total),
            on=on,
        )
        return found, html(found, jobs, budget, told, on) if out is not None else ""

    found, page = with_steps(console(stderr=True), chosen.header.title, play)
    if out is not None:
        write_safely(out, page.encode())
    if as_json:
        print_json(found.to_dict())
    else:
        console().print(ComparisonScreen(found))
