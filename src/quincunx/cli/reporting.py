"""Reports of a game for its designer."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx import games
from quincunx.cli.choices import Options, read_changes
from quincunx.cli.shared import AsJson, GameName, Jobs, On, VariantFile, console, print_json

if TYPE_CHECKING:
    from quincunx.lab.progress import Told
    from quincunx.lab.study_files import Report


def report(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 2000,
    seats: Annotated[str, typer.Option(help="The bots: `greedy,greedy,greedy`.")] = "",
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    variant: VariantFile = None,
    option: Options = None,
    jobs: Jobs = None,
    on: On = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="The page; GAME.html if not given.")
    ] = None,
    budget: Annotated[
        float,
        typer.Option(min=0, metavar="SECONDS", help="Time for skill, levels and play without single pieces."),
    ] = 20.0,
    as_json: AsJson = False,
) -> None:
    """Write a page on how a game plays, for its designer.

    It has length, fairness, leaders, luck and what each piece is worth, and says what stands out. It needs
    no other file. Beside it, Parquet files have a row for each game and for each piece that
    met a player. With `--json` the figures are printed, and files are written only if `--out` names one.

    Example: `quincunx report king-of-tokyo --seats greedy,greedy,greedy,greedy`
    """
    from quincunx.files import check_output
    from quincunx.lab.progress import with_steps
    from quincunx.lab.study_files import check
    from quincunx.lab.study_files import report as lab
    from quincunx.players import read_bots

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
