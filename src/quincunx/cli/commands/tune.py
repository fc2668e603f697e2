"""`quincunx tune`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import games
from quincunx.cli import options
from quincunx.cli.output import console, print_json

if TYPE_CHECKING:
    from quincunx.lab.progress import Told
    from quincunx.lab.tune.results import Tuned


@click.command()
@options.game_argument
@click.option(
    "--goal",
    type=options.FILE,
    required=True,
    metavar="GOALS.toml",
    help="A file that says which numbers may change and what is wanted.",
)
@click.option(
    "--out",
    type=options.FILE,
    metavar="FOLDER",
    help="Where variants, page and figures go; `tuned-GAME` if not given.",
)
@click.option(
    "--budget", type=click.IntRange(1), metavar="N", help="Candidates, instead of what the file says."
)
@options.seed_option("finds the same")
@options.jobs_option
@options.on_option
@options.own_bots_option
@options.json_option
def command(
    game: str,
    goal: Path,
    out: Path | None,
    budget: int | None,
    seed: str,
    jobs: int | None,
    on: str,
    bot: Sequence[str],
    as_json: bool,
) -> None:
    """Search for numbers that meet your goals.

    Writes variants ready to play and a page. If it was interrupted, the same command goes on.

    Example: `quincunx tune king-of-tokyo --goal goals.toml`
    """
    import msgspec

    from quincunx import bots
    from quincunx.files import check_output, check_writable
    from quincunx.lab.progress import with_steps
    from quincunx.lab.tune import search as lab
    from quincunx.lab.tune.goals import read_goals
    from quincunx.lab.tune.page import html
    from quincunx.lab.tune.screen import TuningScreen

    for code in bot:
        bots.add(code)
    chosen = games.load(game)
    goals = read_goals(goal, chosen)
    if budget is not None:
        goals = msgspec.structs.replace(goals, budget=budget)
    folder = out or Path(f"tuned-{game}")
    check_output(folder)
    check_writable(folder / lab.JOURNAL)

    def search(told: "Told") -> "tuple[Tuned, list[Path]]":
        def played(done: int, total: int) -> None:
            told("playing", done, total)

        tuned = lab.tune(chosen, goals, folder, seed, jobs, played, on=on)
        told("drawing the page", 0, 1)
        return tuned, tuned.write(folder, html(tuned))

    tuned, written = with_steps(console(stderr=True), chosen.header.title, search)
    if as_json:
        print_json(tuned.to_dict())
    else:
        console().print(TuningScreen(tuned))
        console().print(f"Written to {folder}: {', '.join(path.name for path in written)}.")
