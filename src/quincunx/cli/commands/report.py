"""`quincunx report`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import games
from quincunx.cli import options
from quincunx.cli.choices import CommandWithChoices, options_option, read_changes
from quincunx.cli.output import console, print_json

if TYPE_CHECKING:
    from quincunx.lab.progress import Told
    from quincunx.lab.report.files import Report


@click.command(cls=CommandWithChoices)
@options.game_argument
@options.games_option(2000, "How many games.")
@options.seats_option("The bots: `greedy,greedy,greedy`.")
@options.seed_option("gives the same games")
@options.variant_option
@options_option
@options.jobs_option
@options.on_option
@click.option("--out", type=options.FILE, metavar="FILE.html", help="The page; GAME.html if not given.")
@options.budget_option("Time for skill, levels and play without single pieces.")
@options.json_option
def command(
    game: str,
    number: int,
    seats: str,
    seed: str,
    variant: Path | None,
    option: Sequence[str],
    jobs: int | None,
    on: str,
    out: Path | None,
    budget: float,
    as_json: bool,
) -> None:
    """Write a page on how a game plays, for its designer.

    It shows length, fairness, leaders, luck and what each piece is worth, and says what stands out. It needs
    no other file. Beside it, Parquet files have a row for each game and for each piece on offer to a
    player. With `--json` the figures are printed, and files are written only if `--out` names one.

    Example: `quincunx report king-of-tokyo --seats greedy,greedy,greedy,greedy`
    """
    from quincunx.files import check_output
    from quincunx.lab.progress import with_steps
    from quincunx.lab.report.files import check
    from quincunx.lab.report.files import report as lab
    from quincunx.match.players import read_bots

    chosen = games.load(game)
    changes = read_changes(chosen, variant, option)
    path = out if out is not None or as_json else Path(f"{chosen.name}.html")
    check(path)
    if path is not None:
        check_output(path, variant)
    bots = read_bots(seats) if seats else []

    def make(told: "Told") -> "tuple[Report, list[Path]]":
        made = lab(chosen, bots, number, seed, changes, jobs, budget, told, on, str(variant or ""))
        told("drawing the page", 0, 1)
        return made, made.save(path) if path is not None else []

    made, written = with_steps(console(stderr=True), chosen.header.title, make)
    if as_json:
        print_json(made.to_dict())
        return
    screen = console()
    for finding in made.study.findings:
        screen.print(f"- {finding.text}", markup=False)
    screen.print("Written: " + ", ".join(str(file) for file in written), markup=False)
