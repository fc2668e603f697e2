"""What a designer asks: which of two variants, and which numbers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx import games
from quincunx.cli.shared import AsJson, GameName, Jobs, On, OwnBots, console, print_json

if TYPE_CHECKING:
    from quincunx.lab.compare import Comparison
    from quincunx.lab.progress import Told
    from quincunx.lab.tune_results import Tuned

SEATS = "The bots: `greedy,greedy,random`."


def compare(
    game: GameName,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="VARIANT…",
            help="Files or names of shipped variants; `original` is the game as it is. The first is what the "
            "others are compared with.",
        ),
    ],
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metric", metavar="KEY", help="What to compare, as often as needed; the usual if none."
        ),
    ] = None,
    number: Annotated[int, typer.Option("--games", min=64, help="At most so many games of each.")] = 2000,
    seats: Annotated[str, typer.Option(help=SEATS)] = "",
    within: Annotated[
        float, typer.Option(min=0, metavar="PERCENT", help="A smaller difference does not matter.")
    ] = 2.0,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    jobs: Jobs = None,
    on: On = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE.html", help="Write a page: the differences, and all reports side by side."
        ),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(
            min=0, metavar="SECONDS", help="For the page: time for skill, levels, play without single pieces."
        ),
    ] = 20.0,
    as_json: AsJson = False,
) -> None:
    """Find out what a variant changes.

    All play the same seeds, until every answer is clear or the games are used up.

    Example: `quincunx compare king-of-tokyo original short --seats greedy,greedy,greedy`
    """
    from quincunx.files import check_output, write_safely
    from quincunx.lab import compare as lab
    from quincunx.lab.progress import with_steps
    from quincunx.lab.study_files import check
    from quincunx.players import read_bots

    chosen = games.load(game)
    if len(names) == 1:
        names = [lab.OWN_NUMBERS, *names]
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
            metrics or (),
            seed,
            within / 100,
            jobs=jobs,
            progress=lambda done, total: told("playing", done, total),
            on=on,
        )
        return found, found.html(jobs, budget, told, on) if out is not None else ""

    found, page = with_steps(console(stderr=True), chosen.header.title, play)
    if out is not None:
        write_safely(out, page.encode())
    if as_json:
        print_json(found.to_dict())
    else:
        console().print(found.summary())


def tune(
    game: GameName,
    goal: Annotated[
        Path, typer.Option("--goal", metavar="GOALS.toml", help="Which numbers may move, and what is wanted.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Where variants, page and figures go; `tuned-GAME` if not given."
        ),
    ] = None,
    budget: Annotated[
        int | None, typer.Option(min=1, help="Candidates, instead of what the file says.")
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed finds the same.")] = "1",
    jobs: Jobs = None,
    on: On = "",
    bot: OwnBots = None,
    as_json: AsJson = False,
) -> None:
    """Search for numbers that meet your goals.

    Writes variants ready to play and a page. Interrupted, the same command goes on.

    Example: `quincunx tune king-of-tokyo --goal goals.toml`
    """
    import msgspec

    from quincunx import bots
    from quincunx.files import check_output, check_writable
    from quincunx.lab import tune as lab
    from quincunx.lab.goals import read_goals
    from quincunx.lab.progress import with_steps
    from quincunx.lab.tune_page import html
    from quincunx.lab.tune_screen import TuneReport

    for code in bot or []:
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
        console().print(TuneReport(tuned))
        console().print(f"Written to {folder}: {', '.join(path.name for path in written)}.")
