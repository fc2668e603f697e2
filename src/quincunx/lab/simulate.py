"""Many games between bots, on all cores, and what came out."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx import bots as known_bots
from quincunx import games as known_games
from quincunx import variant as variants
from quincunx.bots.own import Factory, OwnBot, from_python
from quincunx.core.bot import Bot
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

    def __repr__(self) -> str:
        shares = ", ".join(f"{bot.bot} {bot.share.value:.1%}" for bot in self.results.by_bot)
        games = f"{len(self.games):,} game{'s' if len(self.games) > 1 else ''}"
        return f"<Simulation of {self.plan.game}: {games}; wins per seat: {shares}>"

    @property
    def lost(self) -> dict[str, int]:
        """How many decisions bots have lost, by name: to errors, to illegal moves, or by taking too
        long. Why, is in `results.by_bot`."""
        return dict(self.games.lost)

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
    game: Game[Any] | str,
    bots: Sequence[str | Factory],
    games: int,
    seed: str = "1",
    variant: dict[str, Any] | None = None,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
    time_limit: float | None = None,
) -> Simulation:
    """Play a number of games between bots: names, classes, or functions that make one.

    The same seed gives the same rows, however many processes (`jobs`, all cores if None) play them.
    `progress` is told how many more are done. `time_limit` is how many seconds a bot that is not ours
    may think about a decision; with none a bot that never answers is waited for.

    Examples:
        >>> played = simulate("king-of-tokyo", ["greedy", "random"], games=20, jobs=1)
        >>> played
        <Simulation of king-of-tokyo: 20 games; wins per seat: greedy 100.0%, random 0.0%>
        >>> played.results.turns.median, played.rows[0].reason
        (11.0, '20 points')
    """
    name = game if isinstance(game, str) else game.name
    names, own = _entrants(bots)
    plan = Plan(name, names, games, seed, variant or {}, own, time_limit)
    _check(plan, known_games.load(name))
    jobs = min(jobs or cores(), games)
    start = time.perf_counter()
    parts: list[Columns] = []
    # Closed at once, whatever interrupts it: that ends the processes.
    with closing(play_here(plan) if jobs == 1 else play_in_processes(plan, jobs)) as played:
        for part in played:
            parts.append(part)
            if progress is not None:
                progress(len(part))
    columns = Columns(names, seed)
    for part in sorted(parts, key=lambda part: part.first):
        columns.extend(part)
    return Simulation(plan, columns, summarize(columns), time.perf_counter() - start)


def _entrants(bots: Sequence[str | Factory]) -> tuple[list[str], dict[str, OwnBot]]:
    """The bots by name, and those that are not ours. Different ones of one name get a number."""
    names: list[str] = []
    own: dict[str, OwnBot] = {}
    for bot in bots:
        if isinstance(bot, str) and bot in known_bots.BOTS:
            names.append(bot)
            continue
        if isinstance(bot, Bot):
            kind = type(bot).__name__
            raise Mistake(f"Give the class `{kind}` to a simulation, not one bot: each game needs a new one.")
        entrant = known_bots.named(bot) if isinstance(bot, str) else from_python(bot)
        name, number = entrant.name, 2
        while name in known_bots.BOTS or own.get(name, entrant).code != entrant.code:
            name, number = f"{entrant.name} {number}", number + 1
        own[name] = OwnBot(name, entrant.code)
        names.append(name)
    return names, own


def _check(plan: Plan, game: Game[Any]) -> None:
    """What is wrong with a plan is said here, not by a process among many."""
    game.seat(len(plan.bots))
    if plan.games < 1:
        raise Mistake("A simulation needs at least one game.")
    for bot in plan.own.values():
        known_bots.make(bot, game)
    variants.numbers(game, plan.variant)


def with_progress(
    game: Game[Any],
    bots: Sequence[str | Factory],
    games: int,
    seed: str,
    variant: dict[str, Any],
    jobs: int | None,
    console: "Console",
    time_limit: float | None = None,
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

        return simulate(game, bots, games, seed, variant, jobs, advance, time_limit)
