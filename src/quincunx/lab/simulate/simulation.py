"""`simulate`: many games between bots on all cores, and their results."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx import bots as known_bots
from quincunx import games as known_games
from quincunx.bots.external import Factory, OwnBot, from_python
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.lab.simulate.batch import GameBatch, GameRow, join
from quincunx.lab.simulate.observed_run import run_plan
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.results import Summary, Totals
from quincunx.lab.simulate.row_files import RowsFile
from quincunx.lab.simulate.workers import worker_count
from quincunx.match import variant as variants

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Simulation:
    """A finished simulation: the games that were played and their results."""

    plan: GamePlan
    kept: GameBatch | None
    """All games in order; None if they were not kept."""
    results: Summary
    seconds: float
    problem: str = ""
    """A sentence that says why the file of rows was not written; empty if it was."""

    def __repr__(self) -> str:
        shares = ", ".join(f"{bot.bot} {bot.share.value:.1%}" for bot in self.results.by_bot)
        games = f"{self.results.games:,} game{'s' if self.results.games > 1 else ''}"
        return f"<Simulation of {self.plan.game}: {games}; wins per seat: {shares}>"

    @property
    def lost(self) -> dict[str, int]:
        """The number of decisions lost by each bot that lost any: to errors, illegal moves or time. The
        first reason is in `results.by_bot`."""
        return {bot.bot: bot.lost for bot in self.results.by_bot if bot.lost}

    @cached_property
    def rows(self) -> list[GameRow]:
        """One row per game, in order."""
        return self.games.rows()

    @property
    def games(self) -> GameBatch:
        """The games in order; raises UserError if they were not kept."""
        if self.kept is None:
            raise UserError("The rows of this simulation were not kept: simulate with `keep=True`.")
        return self.kept

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data for programs, the same for the same seed."""
        plan = self.plan
        asked = {"game": plan.game, "bots": plan.bots, "seed": plan.seed, "variant": plan.variant}
        return {**asked, **msgspec.to_builtins(self.results)}

    def summary(self) -> "RenderableType":
        """Return the results as tables for the terminal."""
        from quincunx.lab.simulate.screen import SimulationScreen

        return SimulationScreen(known_games.load(self.plan.game).header, self.results, self.seconds)

    def export(self, path: Path) -> None:
        """Write one row per game to a `.csv` or `.parquet` file."""
        with RowsFile(path) as file:
            file.add(self.games)


def simulate(
    game: Game[Any] | str,
    bots: Sequence[str | Factory],
    games: int,
    seed: str = "1",
    variant: dict[str, Any] | None = None,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
    time_limit: float | None = None,
    on: str = "",
    out: Path | None = None,
    keep: bool = True,
) -> Simulation:
    """Play many games between bots, given as names, classes or functions that make a bot.

    The same seed gives the same rows, whether `jobs` processes play them (one for each core if None) or the
    Ray cluster that `on` names: an address, or `ray` for a cluster of this machine that is started here and
    ends with this process. `progress` is called with the number of games just finished. `time_limit` is the
    most seconds a custom bot may take for a decision; without it a bot that never answers blocks the run.

    `out` names a `.csv` or `.parquet` file that gets the rows while the games are played. With `keep=False`
    no rows stay in memory, so it does not grow with the number of games. If the disk fills up, the games go
    on, and `problem` says that there is no file.

    Examples:
        >>> played = simulate("king-of-tokyo", ["greedy", "random"], games=20, jobs=1)
        >>> played
        <Simulation of king-of-tokyo: 20 games; wins per seat: greedy 100.0%, random 0.0%>
        >>> played.results.turns.median, played.rows[0].reason
        (11.0, '20 points')
    """
    plan = make_plan(game, bots, games, seed, variant or {}, time_limit)
    jobs = worker_count(jobs, on)
    start = time.perf_counter()
    totals = Totals(plan.bots)
    kept: list[GameBatch] = []
    with ExitStack() as until:
        file = until.enter_context(RowsFile(out, going_on=True)) if out is not None else None
        # Closed on any interruption, which ends the processes.
        played = until.enter_context(closing(run_plan(plan, (), jobs, on)))
        for part in played:
            totals.add(part)
            if file is not None:
                file.add(part)
            if keep:
                kept.append(part)
            if progress is not None:
                progress(len(part))
    problem = file.problem if file is not None else ""
    kept_games = join(kept) if keep else None
    return Simulation(plan, kept_games, totals.summary(), time.perf_counter() - start, problem)


def make_plan(
    game: Game[Any] | str,
    bots: Sequence[str | Factory],
    games: int,
    seed: str,
    variant: dict[str, Any],
    time_limit: float | None = None,
) -> GamePlan:
    """Return the plan of a simulation; raise UserError if its bots, seats or numbers are impossible."""
    chosen = known_games.load(game) if isinstance(game, str) else game
    names, own = resolve_bots(bots, chosen)
    chosen.require_player_count(len(names))
    if games < 1:
        raise UserError("A simulation needs at least one game.")
    variants.numbers(chosen, variant)
    return GamePlan(chosen.name, names, games, seed, variant, own, time_limit)


def resolve_bots(bots: Sequence[str | Factory], game: Game[Any]) -> tuple[list[str], dict[str, OwnBot]]:
    """Return the names of the bots, and the custom ones by name. Different bots of one name get a number."""
    names: list[str] = []
    own: dict[str, OwnBot] = {}
    for bot in bots:
        if isinstance(bot, str) and bot in known_bots.BOTS:
            names.append(bot)
            continue
        if isinstance(bot, Bot):
            kind = type(bot).__name__
            raise UserError(
                f"Give the class `{kind}` to a simulation, not one bot: each game needs a new one."
            )
        entrant = known_bots.named(bot) if isinstance(bot, str) else from_python(bot)
        name, number = entrant.name, 2
        while name in known_bots.BOTS or own.get(name, entrant).code != entrant.code:
            name, number = f"{entrant.name} {number}", number + 1
        own[name] = OwnBot(name, entrant.code)
        names.append(name)
    for each in own.values():
        # A bot that cannot be made is reported here, not by each of many processes.
        known_bots.make(each, game)
    return names, own
