"""Changing a game's numbers and seeing what comes of it: keys, simulation, speed."""

from typing import Annotated

import typer

from quincunx import games
from quincunx.cli.choices import Options, read_changes
from quincunx.cli.shared import (
    AsJson,
    GameName,
    Jobs,
    On,
    RowsFile,
    TimeLimit,
    VariantFile,
    console,
    every_game,
    print_json,
)
from quincunx.core.mistake import Mistake


def schema(game: GameName, as_json: AsJson = False) -> None:
    """Show what scenarios and variants may say.

    Example: `quincunx schema idle-six`
    """
    from quincunx import schema as schemas
    from quincunx.terminal.pages import show_schema

    chosen = games.load(game)
    if as_json:
        print_json(schemas.describe(chosen))
    else:
        show_schema(chosen, console())


def simulate(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    seats: Annotated[
        str, typer.Option(help="The bots: `greedy,greedy,random`, `greedy,mybot.py:Careful`.")
    ] = "",
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    variant: VariantFile = None,
    option: Options = None,
    jobs: Jobs = None,
    on: On = "",
    out: RowsFile = None,
    as_json: AsJson = False,
    time_limit: TimeLimit = 0.0,
) -> None:
    """Let bots play many games and see what comes out.

    They change seats from game to game, so that a bot's share owes nothing to its seat.

    Example: `quincunx simulate idle-six --games 10000 --out games.parquet`
    """
    from quincunx.files import check_output
    from quincunx.lab import simulate as lab
    from quincunx.lab.row_files import check_path
    from quincunx.players import read_bots

    chosen = games.load(game)
    changes = read_changes(chosen, variant, option)
    bots = read_bots(seats or ",".join(["greedy"] * chosen.header.players[0]))
    if out is not None:
        check_path(out)
        check_output(out, variant)
    simulation = lab.with_progress(
        chosen, bots, number, seed, changes, jobs, console(stderr=True), time_limit or None, on, out
    )
    if as_json:
        print_json(simulation.to_dict())
    else:
        console().print(simulation.summary())
    if simulation.problem:
        raise Mistake(simulation.problem)


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Some games; all if none is named.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure each.")] = 2.0,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PYTHON", help="The Python of an environment with an older Quincunx, to compare."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games are on one core.

    Random decisions, games between bots and copies of positions; compiled and plain.

    Example: `quincunx bench idle-six --against old/.venv/bin/python`
    """
    from quincunx.lab import bench as lab

    chosen = [games.load(name) for name in names] if names else every_game()
    report = lab.bench([game.name for game in chosen], seconds, against)
    if as_json:
        print_json(report.to_dict())
    else:
        console().print(report.table())
