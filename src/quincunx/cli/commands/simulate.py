"""`quincunx simulate`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import games
from quincunx.cli import options
from quincunx.cli.choices import CommandWithChoices, options_option, read_changes
from quincunx.cli.output import console, print_json
from quincunx.core.errors import UserError

if TYPE_CHECKING:
    from quincunx.lab.progress import Progress
    from quincunx.lab.simulate.simulation import Simulation


@click.command(cls=CommandWithChoices)
@options.game_argument
@options.games_option(1000, "How many games.")
@options.seats_option("The bots: `greedy,greedy,random`, `greedy,mybot.py:Careful`.")
@options.seed_option("gives the same games")
@options.variant_option
@options_option
@options.jobs_option
@options.on_option
@options.rows_option
@options.json_option
@options.time_limit_option(0.0)
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
    as_json: bool,
    time_limit: float,
) -> None:
    """Let bots play many games and see what comes out.

    They change seats from game to game, so that no bot gains from its seat.

    Example: `quincunx simulate idle-six --games 10000 --out games.parquet`
    """
    from quincunx.files import check_output
    from quincunx.lab.progress import counted, with_bar
    from quincunx.lab.simulate.row_files import check_path
    from quincunx.lab.simulate.simulation import simulate
    from quincunx.match.players import read_bots

    chosen = games.load(game)
    changes = read_changes(chosen, variant, option)
    bots = read_bots(seats or ",".join(["greedy"] * chosen.header.players[0]))
    if out is not None:
        check_path(out)
        check_output(out, variant)

    def play(show: "Progress") -> "Simulation":
        told, limit = counted(show, number), time_limit or None
        return simulate(chosen, bots, number, seed, changes, jobs, told, limit, on, out, keep=False)

    simulation = with_bar(console(stderr=True), chosen.header.title, play)
    if as_json:
        print_json(simulation.to_dict())
    else:
        console().print(simulation.summary())
    if simulation.problem:
        raise UserError(simulation.problem)
