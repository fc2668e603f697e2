"""`arena`: bots against each other with balanced seats and shared dice, until a test has an answer."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx import games as known_games
from quincunx.bots.external import Factory
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.lab.arena.games import ArenaRunner, KeptGames, Played
from quincunx.lab.arena.plan import ArenaPlan, check, players_at_a_table
from quincunx.lab.arena.results import ArenaResults, Verdicts, results
from quincunx.lab.arena.sequential import Hypotheses
from quincunx.lab.simulate.batch import GameRow
from quincunx.lab.simulate.row_files import export
from quincunx.lab.simulate.simulation import resolve_bots
from quincunx.lab.simulate.workers import run_chunks, worker_count
from quincunx.match import variant as variants

if TYPE_CHECKING:
    from rich.console import RenderableType

CHUNK_SECONDS = 0.2
"""The approximate time a chunk takes to play: one game of slow bots, many games of quick ones."""

MOST_IN_A_CHUNK = 50


@dataclass(frozen=True)
class Arena:
    """A finished arena: the games that were played, in order, and their results."""

    plan: ArenaPlan
    games: list[Played]
    results: ArenaResults
    seconds: float

    @cached_property
    def rows(self) -> list[GameRow]:
        """One row per game, in order."""
        return [game.row(self.plan) for game in self.games]

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data for programs."""
        return {**self.plan.to_dict(), **msgspec.to_builtins(self.results)}

    def summary(self) -> "RenderableType":
        """Return the results as tables for the terminal."""
        from quincunx.lab.arena.screen import ArenaScreen

        return ArenaScreen(known_games.load(self.plan.game).header, self.plan, self.results, self.seconds)

    def export(self, path: Path) -> None:
        """Write one row per game to a `.csv` or `.parquet` file."""
        export(self.rows, path)

    def html(self) -> str:
        """Return the results as HTML that needs no other file."""
        from quincunx.lab.arena.page import html

        return html(known_games.load(self.plan.game).header, self.plan, self.results)


def arena(
    game: Game[Any] | str,
    bots: Sequence[str | Factory],
    games: int,
    against: str | Factory = "",
    players: int | None = None,
    seed: str = "1",
    variant: dict[str, Any] | None = None,
    jobs: int | None = None,
    stop: Hypotheses | None = None,
    keep: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    time_limit: float | None = None,
    on: str = "",
) -> Arena:
    """Let bots play each other, or each of them `against` one bot in all other seats.

    Every line-up is rotated through all seats with the same dice, so `games` is rounded up to whole rounds.
    `stop` ends the games of a bot once the sequential test has an answer. `keep` names a file that gets every
    game as it is played; the same call resumes from it. `progress` is called with the number of games played
    and the number in all. `on` names a Ray cluster that plays them, as for `simulate`.

    Examples:
        >>> played = arena("king-of-tokyo", ["greedy"], games=40, against="random", players=4, jobs=1)
        >>> played.results.bots[0].bot, played.results.bots[0].share.low > 0.8
        ('greedy', True)
    """
    chosen = known_games.load(game) if isinstance(game, str) else game
    plan = _plan(chosen, bots, against, players, seed, variant or {}, time_limit)
    check(plan, games)
    variants.numbers(chosen, plan.variant)
    run = _Run(plan, plan.whole(games), stop, KeptGames(keep, plan) if keep else None)
    start = time.perf_counter()
    jobs = worker_count(jobs, on)
    if progress is not None:
        progress(*run.progress())
    # Closed on any interruption, which ends the processes.
    with closing(run.play(jobs, on)) as played:
        for part in played:
            run.take(part)
            if progress is not None:
                progress(*run.progress())
    ordered = run.whole()
    return Arena(plan, ordered, results(plan, ordered, run.tests), time.perf_counter() - start)


def _plan(
    game: Game[Any],
    bots: Sequence[str | Factory],
    against: str | Factory,
    players: int | None,
    seed: str,
    variant: dict[str, Any],
    time_limit: float | None,
) -> ArenaPlan:
    names, own = resolve_bots([*bots, against] if against else bots, game)
    rival = names.pop() if against else ""
    seats = players_at_a_table(game, names, rival, players)
    return ArenaPlan(game.name, names, rival, seats, seed, variant, own, time_limit)


class _Run:
    """The state of a running arena: the games played, and those still to play."""

    def __init__(self, plan: ArenaPlan, total: int, stop: Hypotheses | None, kept: KeptGames | None) -> None:
        if stop is not None and not plan.against:
            raise UserError("`--stop` tests bots against one: name it with `--against`.")
        self._plan = plan
        self._total = total
        self._kept = kept
        self.games = {game.number: game for game in kept.games if game.number < total} if kept else {}
        self.tests = Verdicts(plan, stop) if stop is not None else None
        self._dealt = 0
        self._begun = time.monotonic()
        self._new = 0
        if self.tests is not None:
            self.tests.follow(self.games)

    def take(self, part: Sequence[Played]) -> None:
        """Add games that were just played."""
        if self._kept is not None:
            self._kept.add(part)
        self._new += len(part)
        self.games |= {game.number: game for game in part}
        if self.tests is not None:
            self.tests.follow(self.games)

    def whole(self) -> list[Played]:
        """Return the games in order, without rotations cut short by a verdict: they would favour seats."""
        size = self._plan.players
        played = Counter(number // size for number in self.games)
        return [self.games[number] for number in sorted(self.games) if played[number // size] == size]

    def play(self, jobs: int, on: str) -> Generator[list[Played], None, None]:
        return run_chunks(ArenaRunner(self._plan), self._chunks(jobs), jobs, self._plan.own.values(), on)

    def _chunks(self, jobs: int) -> Iterator[list[int]]:
        """Yield the numbers of the games to play in chunks, smaller ones if games take long."""
        chunk: list[int] = []
        for number in range(self._total):
            if number in self.games or not self._needed(number):
                continue
            chunk.append(number)
            if len(chunk) >= self._chunk_size(jobs):
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def _needed(self, number: int) -> bool:
        return self.tests is None or self.tests.open(self._plan.line_up(number))

    def _chunk_size(self, jobs: int) -> int:
        pace = self._new / max(time.monotonic() - self._begun, 0.001) / jobs
        return max(1, min(MOST_IN_A_CHUNK, int(pace * CHUNK_SECONDS)))

    def progress(self) -> tuple[int, int]:
        """Return the number of games played and the number in all, which shrinks with every verdict."""
        if self.tests is None:
            return len(self.games), self._total
        needed = sum(1 for number in range(self._total) if number in self.games or self._needed(number))
        return len(self.games), needed
