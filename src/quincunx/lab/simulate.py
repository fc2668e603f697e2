"""Many games between bots, on all cores, and what came out.

from quincunx.lab.simulate import simulate

print(simulate("idle-six", ["greedy"], 1000).results.turns.mean)
"""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx import bots as known_bots
from quincunx import games as known_games
from quincunx import variant as variants
from quincunx.core.game import Game
from quincunx.core.mistake import Mistake
from quincunx.lab.rows import Columns, Row, export
from quincunx.lab.summary import Summary, summarize
from quincunx.lab.workers import Plan, cores, play_here, play_in_processes

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


@dataclass(frozen=True)
class Simulation:
    """The games that were played, in order, and their results."""

    plan: Plan
    games: Columns
    results: Summary
    seconds: float

    @cached_property
    def rows(self) -> list[Row]:
        """One row per game, in order."""
        return self.games.rows()

    def to_dict(self) -> dict[str, Any]:
        """The results for programs: the same for the same seed."""
        plan = self.plan
        asked = {"game": plan.game, "bots": plan.bots, "seed": plan.seed, "variant": plan.variant}
        return asked | self.results.to_dict()

    def summary(self) -> "RenderableType":
        """The results for people."""
        from quincunx.lab.report import Report

        return Report(known_games.load(self.plan.game).header, self.results, self.seconds)

    def export(self, path: Path) -> None:
        """One row per game, to `.csv` or `.parquet`."""
        export(self.rows, path)


def simulate(
    game_name: str,
    bots: list[str],
    games: int,
    seed: str = "1",
    variant: dict[str, Any] | None = None,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play a number of games; `progress` is told how many more are done.

    The same seed gives the same rows, however many processes (`jobs`, all cores if None) play them.
    """
    plan = Plan(game_name, bots, games, seed, variant or {})
    _check(plan, known_games.load(game_name))
    jobs = min(jobs or cores(), games)
    start = time.perf_counter()
    parts: list[Columns] = []
    # Closed at once, whatever interrupts it: that ends the processes.
    with closing(play_here(plan) if jobs == 1 else play_in_processes(plan, jobs)) as played:
        for part in played:
            parts.append(part)
            if progress is not None:
                progress(len(part))
    columns = Columns(bots, seed)
    for part in sorted(parts, key=lambda part: part.first):
        columns.extend(part)
    return Simulation(plan, columns, summarize(columns), time.perf_counter() - start)


def _check(plan: Plan, game: Game[Any]) -> None:
    """What is wrong with a plan is said here, not by a process among many."""
    game.seat(len(plan.bots))
    if plan.games < 1:
        raise Mistake("A simulation needs at least one game.")
    for bot in plan.bots:
        known_bots.make(bot, game)
    variants.numbers(game, plan.variant)


def with_progress(
    game: Game[Any],
    bots: list[str],
    games: int,
    seed: str,
    variant: dict[str, Any],
    jobs: int | None,
    console: "Console",
) -> Simulation:
    """Simulate with a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    # Without a thread of its own: processes are started while the bar is on the screen.
    bar = Progress(
        *columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal
    )
    with bar:
        task = bar.add_task(game.header.title, total=games)

        def advance(done: int) -> None:
            bar.update(task, advance=done, refresh=True)

        return simulate(game.name, bots, games, seed, variant, jobs, advance)
