"""Playing games of bots while observers look on, in all processes, and gathering what they counted."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from quincunx import bots, games, variant
from quincunx.bots.guard import Referee
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.observer import Cell, Observer
from quincunx.core.playout import ask, contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State
from quincunx.core.voice import Voice
from quincunx.lab.rows import seated
from quincunx.lab.standard import Encounters, Standard
from quincunx.lab.workers import SECONDS, Plan, deal, hands

Row = dict[str, Cell]

STANDARD = "standard"
PLAYTEST = "playtest"


@dataclass(frozen=True)
class Watched:
    """Games that were looked on: a column for each thing counted, an entry for each game in order."""

    plan: Plan
    columns: dict[str, list[Cell | None]]
    """None where a game has no value."""
    seconds: float
    first: int = 0
    """The number of the first game."""
    encounters: Encounters = field(default_factory=lambda: Encounters([]))
    """How each piece met each seat, if the standard observer looked on."""

    @property
    def players(self) -> int:
        return len(self.plan.bots)

    def column(self, name: str) -> list[Cell | None]:
        """A column; all None if no game had a value."""
        return self.columns.get(name) or [None] * self.plan.games

    def numbers(self, name: str) -> list[float]:
        """The values of a column, of those games that have one."""
        return [float(value) for value in self.column(name) if value is not None]


def watch(
    plan: Plan,
    observers: Sequence[str] = (STANDARD,),
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
    on: str = "",
) -> Watched:
    """Play the games of a plan, numbered from `first`, and gather what observers count.

    The games are those of `simulate`: the same bots, seats and dice. The columns are the same however many
    processes (`jobs`, all cores if None) or which cluster (`on`) play them. Observers are named: `standard`
    counts what any game has, `playtest` what the game's designer asked, in columns that begin with
    `playtest `.
    """
    begun = time.perf_counter()
    watcher = Watcher(plan, tuple(observers))
    jobs = min(hands(jobs, on), plan.games)
    chunks = (_shifted(chunk, first) for chunk in plan.chunks(jobs))
    parts: list[Part] = []
    with closing(deal(watcher, chunks, jobs, plan.own.values(), on)) as played:
        for part in played:
            parts.append(part)
            if progress is not None:
                progress(len(part))
    whole = Part(first, watcher.pieces)
    for part in sorted(parts, key=lambda part: part.first):
        whole.extend(part)
    return Watched(plan, whole.filled(), time.perf_counter() - begun, first, whole.encounters)


def joined(parts: Sequence[Watched]) -> Watched:
    """Games that were watched in several goes, one after the other, as if in one."""
    first = parts[0]
    whole = Part(first.first, first.encounters.pieces)
    for one in parts:
        part = Part(one.first, one.encounters.pieces)
        part.games, part.columns, part.encounters = one.plan.games, one.columns, one.encounters
        whole.extend(part)
    plan = replace(first.plan, games=whole.games)
    return Watched(plan, whole.filled(), sum(one.seconds for one in parts), first.first, whole.encounters)


def observe(
    game: Game[Any],
    seats: Sequence[str],
    games: int,
    observer: Observer,
    seed: str = "1",
    changes: variant.Variant | None = None,
) -> list[Row]:
    """Play games in this process under one observer of yours, and return its rows. The bots and dice are
    those of `simulate`."""
    numbers = variant.numbers(game, changes or {})
    rows: list[Row] = []
    referee = Referee()
    for bot in seats:
        bots.make(bot, game)
    for number in range(games):
        players = bots.table(seated(list(seats), number), game, referee)
        stage = Stage(game, numbers, players, f"{seed}:{number}")
        rows.append(stage.play(number, [observer])[0])
    return rows


def _shifted(chunk: range, first: int) -> range:
    return range(chunk.start + first, chunk.stop + first)


class Stage:
    """One game to be played before observers."""

    def __init__(self, game: Game[Any], numbers: Any, players: list[Bot], seed: str) -> None:
        self.state: State = game.new(len(players), numbers)
        self._players = players
        self._secrets = game.header.secrets
        self._dice = Rng(f"{seed}:dice")
        self._bots = Rng(f"{seed}:bots")

    def play_unseen(self) -> int:
        """Play to the end as `simulate` does; the number of decisions."""
        return contest(self.state, self._players, self._dice, self._bots, self._secrets)

    def play_until(self, turns: int) -> bool:
        """Play to the end, or until so many turns have passed; whether the game ended."""
        state = self.state
        while (seat := state.actor()) != OVER:
            if state.turns() > turns:
                return False
            if seat == CHANCE:
                state.move(CHANCE, state.sample(self._dice))
            else:
                state.move(seat, ask(self._players[seat], state, seat, self._bots, self._secrets))
        return True

    def play(self, number: int, observers: Sequence[Observer]) -> list[Row]:
        """Play to the end; a row of each observer. Only what one of them overrides is looked for."""
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
        actor, move, sample = state.actor, state.move, state.sample
        while (seat := actor()) != OVER:
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


class Part:
    """What observers counted in consecutive games."""

    def __init__(self, first: int, pieces: Sequence[str]) -> None:
        self.first = first
        self.games = 0
        self.columns: dict[str, list[Cell | None]] = {}
        """A column ends with its last value: what follows is None."""
        self.encounters = Encounters(pieces)

    def __len__(self) -> int:
        return self.games

    def add(self, row: Mapping[str, Cell]) -> None:
        """One more game."""
        columns = self.columns
        for name, value in row.items():
            column = columns.get(name)
            if column is None:
                columns[name] = column = []
            if len(column) < self.games:
                column.extend([None] * (self.games - len(column)))
            column.append(value)
        self.games += 1

    def extend(self, more: "Part") -> None:
        """Append the games that come right after these."""
        for name, values in more.columns.items():
            column = self.columns.setdefault(name, [])
            column.extend([None] * (self.games - len(column)))
            column.extend(values)
        self.games += more.games
        self.encounters.extend(more.encounters)

    def filled(self) -> dict[str, list[Cell | None]]:
        """The columns, all of one length."""
        return {name: column + [None] * (self.games - len(column)) for name, column in self.columns.items()}


class Watcher:
    """Plays any game of a plan before the named observers. It can be sent to another process."""

    def __init__(self, plan: Plan, observers: tuple[str, ...]) -> None:
        self._plan = plan
        self._named = observers
        self._game = games.load(plan.game)
        self._numbers = variant.numbers(self._game, plan.variant)
        self._voice = Voice(self._game.seat_names(self._numbers, len(plan.bots)))
        self._standard = Standard(self._game, self._numbers) if STANDARD in observers else None
        self._observers = [self._make(name) for name in observers]
        self._alone = self._standard if len(observers) == 1 else None
        """The standard observer, if no other wants to see every game."""
        self._prefixes = ["" if name == STANDARD else f"{name} " for name in observers]

    def __reduce__(self) -> tuple[type["Watcher"], tuple[Plan, tuple[str, ...]]]:
        return Watcher, (self._plan, self._named)

    def _make(self, name: str) -> Observer:
        if name == STANDARD and self._standard is not None:
            return self._standard
        if name == PLAYTEST:
            return self._game.playtest()
        raise Mistake(f"There is no observer `{name}`{nearest(name, [STANDARD, PLAYTEST])}")

    @property
    def pieces(self) -> list[str]:
        return self._standard.encounters.pieces if self._standard is not None else []

    def play(self, numbers: range) -> Iterator[Part]:
        """The games of these numbers, in order, part by part as time passes."""
        part = Part(numbers.start, self.pieces)
        begun = time.monotonic()
        for number in numbers:
            part.add(self._play(number))
            if number == numbers[-1] or time.monotonic() - begun > SECONDS:
                if self._standard is not None:
                    part.encounters = self._standard.fresh()
                yield part
                part = Part(number + 1, self.pieces)
                begun = time.monotonic()

    def _play(self, number: int) -> Row:
        plan, game = self._plan, self._game
        # Our own bots are not watched for mistakes, and pay nothing for it.
        referee = Referee(plan.time_limit) if plan.own else None
        players = bots.table(seated(plan.bots, number), game, referee, plan.own)
        stage = Stage(game, self._numbers, players, f"{plan.seed}:{number}")
        if self._alone is None or self._alone.looks_at(number):
            rows = stage.play(number, self._observers)
            result = game.result(stage.state)
        else:
            decisions = stage.play_unseen()
            result = game.result(stage.state)
            rows = [self._alone.outcome(stage.state, result, decisions)]
        whole: Row = {"reason": game.tell(result.why, self._voice, self._numbers)}
        for prefix, row in zip(self._prefixes, rows, strict=True):
            whole.update({prefix + name: value for name, value in row.items()} if prefix else row)
        return whole
