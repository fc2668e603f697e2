"""Games of bots played before observers, in this process or many, and the columns the observers counted."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from quincunx import bots
from quincunx.bots.sandbox import Referee
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game
from quincunx.core.observer import Cell, Observer
from quincunx.core.playout import ask, contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.lab.simulate.batch import GameBatch, PieceOffers, join, rotate_seats
from quincunx.lab.simulate.observer import Standard
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.runner import GameRunner
from quincunx.lab.simulate.workers import run_chunks, worker_count
from quincunx.match import variant

Row = dict[str, Cell]

STANDARD = "standard"
PLAYTEST = "playtest"


@dataclass(frozen=True)
class ObservedRun:
    """Observed games: a column for each thing counted, with an entry for each game in order."""

    plan: GamePlan
    batch: GameBatch
    seconds: float

    @property
    def players(self) -> int:
        return self.plan.players

    @property
    def first(self) -> int:
        """The number of the first game."""
        return self.batch.first

    @property
    def offers(self) -> PieceOffers:
        """The table of pieces on offer; empty unless the standard observer took part."""
        return self.batch.offers

    @cached_property
    def columns(self) -> dict[str, list[Cell | None]]:
        """The columns by name; None where a game has no value."""
        return self.batch.filled()

    def column(self, name: str) -> list[Cell | None]:
        """Return a column; all None if no game had a value."""
        return self.columns.get(name) or [None] * self.plan.games

    def numbers(self, name: str) -> list[float]:
        """Return the values of a column, without the games that have none."""
        return [float(value) for value in self.column(name) if value is not None]


def watch(
    plan: GamePlan,
    observers: Sequence[str] = (STANDARD,),
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
    on: str = "",
) -> ObservedRun:
    """Play the games of a plan, numbered from `first`, and return what the observers counted.

    The games are those of `simulate`: the same bots, seats and dice. The columns are the same however many
    processes (`jobs`, all cores if None) or which cluster (`on`) play them. Observers are named: `standard`
    counts what any game has, `playtest` what the game's designer asked, in columns that begin with
    `playtest `.
    """
    begun = time.perf_counter()
    batches: list[GameBatch] = []
    with closing(run_plan(plan, observers, worker_count(jobs, on), on, first)) as played:
        for batch in played:
            batches.append(batch)
            if progress is not None:
                progress(len(batch))
    return ObservedRun(plan, join(batches), time.perf_counter() - begun)


def run_plan(
    plan: GamePlan, observers: Sequence[str], jobs: int, on: str = "", first: int = 0
) -> Generator[GameBatch, None, None]:
    """Play the games of a plan, numbered from `first`, and yield them in batches, in any order."""
    jobs = min(jobs, plan.games)
    chunks = (range(chunk.start + first, chunk.stop + first) for chunk in plan.chunks(jobs))
    return run_chunks(PlanRunner(plan, tuple(observers)), chunks, jobs, plan.own.values(), on)


def joined(parts: Sequence[ObservedRun]) -> ObservedRun:
    """Return consecutive runs of one plan as a single run."""
    whole = join(one.batch for one in parts)
    plan = replace(parts[0].plan, games=len(whole))
    return ObservedRun(plan, whole, sum(one.seconds for one in parts))


def observe(
    game: Game[Any],
    seats: Sequence[str],
    games: int,
    observer: Observer,
    seed: str = "1",
    changes: variant.Variant | None = None,
) -> list[Row]:
    """Play games in this process before one observer of yours, and return its rows. The games are those that
    `simulate` plays."""
    numbers = variant.numbers(game, changes or {})
    rows: list[Row] = []
    referee = Referee()
    for bot in seats:
        bots.make(bot, game)
    for number in range(games):
        players = bots.table(rotate_seats(list(seats), number), game, referee)
        played = ObservedGame(game, numbers, players, f"{seed}:{number}")
        rows.append(played.play(number, [observer])[0])
    return rows


class ObservedGame:
    """One game that can be played before observers."""

    def __init__(self, game: Game[Any], numbers: Any, players: list[Bot], seed: str) -> None:
        self.state: State = game.new_initial_state(len(players), numbers)
        self._players = players
        self._secrets = game.header.secrets
        self._dice = Rng(f"{seed}:dice")
        self._bots = Rng(f"{seed}:bots")

    def play_unseen(self) -> int:
        """Play to the end without observers, and return the number of decisions."""
        return contest(self.state, self._players, self._dice, self._bots, self._secrets)

    def play_until(self, turns: int) -> bool:
        """Play until the game ends or more than `turns` turns have passed; return whether it ended."""
        state = self.state
        while (seat := state.current_player()) != TERMINAL:
            if state.turns() > turns:
                return False
            if seat == CHANCE:
                state.move(CHANCE, state.sample_outcome(self._dice))
            else:
                state.move(seat, ask(self._players[seat], state, seat, self._bots, self._secrets))
        return True

    def play(self, number: int, observers: Sequence[Observer]) -> list[Row]:
        """Play to the end and return a row of each observer. Hooks that none overrides cost nothing."""
        state, secrets, dice, bot_rng = self.state, self._secrets, self._dice, self._bots
        players = self._players
        decides = [observer.decides for observer in observers if _overrides(observer, "decides")]
        turn_begins = [observer.turn_begins for observer in observers if _overrides(observer, "turn_begins")]
        hears = [observer.event for observer in observers if _overrides(observer, "event")]
        for observer in observers:
            observer.number = number
            observer.begins(state)
        if hears:
            state.log = []
        turn, now = state.turns(), state.turns
        actor, move, sample = state.current_player, state.move, state.sample_outcome
        while (seat := actor()) != TERMINAL:
            if seat == CHANCE:
                move(CHANCE, sample(dice))
            else:
                action = ask(players[seat], state, seat, bot_rng, secrets)
                for decide in decides:
                    decide(state, seat, action)
                move(seat, action)
            if hears:
                for event in state.log or ():
                    for hear in hears:
                        hear(state, event)
                state.log = []
            if turn_begins and now() != turn:
                turn = now()
                for begin in turn_begins:
                    begin(state)
        return [observer.ends(state) for observer in observers]


def _overrides(observer: Observer, hook: str) -> bool:
    return getattr(type(observer), hook) is not getattr(Observer, hook)


class PlanRunner(GameRunner[GamePlan, GameBatch]):
    """Plays games of a plan before the named observers; without observers only results are kept."""

    def __init__(self, plan: GamePlan, observers: tuple[str, ...] = ()) -> None:
        super().__init__(plan)
        self._named = observers
        self._standard = Standard(self.game, self.numbers) if STANDARD in observers else None
        self._observers = [self._make(name) for name in observers]
        self._alone = self._standard if len(observers) == 1 else None
        """The standard observer if it is the only one: it skips most games."""
        self._prefixes = ["" if name == STANDARD else f"{name} " for name in observers]

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanRunner, (self.plan, self._named)

    def _make(self, name: str) -> Observer:
        if name == STANDARD and self._standard is not None:
            return self._standard
        if name == PLAYTEST:
            return self.game.lab.observer()
        raise UserError(f"There is no observer `{name}`{nearest(name, [STANDARD, PLAYTEST])}")

    def begin(self, first: int) -> GameBatch:
        batch = GameBatch(self.plan.bots, self.plan.seed, first)
        if self._standard is not None:
            batch.offers = self._standard.fresh()
        return batch

    def add(self, number: int, part: GameBatch) -> None:
        plan, sentences = self.plan, list[str]()
        # Built-in bots are trusted: without a referee they play faster.
        referee = Referee(plan.time_limit, sentences.append) if plan.own else None
        players = bots.table(rotate_seats(plan.bots, number), self.game, referee, plan.own)
        played = ObservedGame(self.game, self.numbers, players, f"{plan.seed}:{number}")
        rows: list[Row] = []
        decisions = 0
        if self._observers and (self._alone is None or self._alone.looks_at(number)):
            rows = played.play(number, self._observers)
        else:
            decisions = played.play_unseen()
        result = self.game.result(played.state)
        reason = self.game.phrases.tell(result.why, self.voice, self.numbers)
        if not self._observers:
            part.add_result(result.scores, result.winners, played.state.turns(), decisions, reason)
        else:
            if self._alone is not None and not rows:
                rows = [self._alone.outcome(played.state, result, decisions)]
            whole: Row = {"reason": reason}
            for prefix, row in zip(self._prefixes, rows, strict=True):
                whole.update({prefix + name: value for name, value in row.items()} if prefix else row)
            part.add(whole)
        if referee is not None and sentences:
            part.add_lost(number, referee.lost, sentences)
