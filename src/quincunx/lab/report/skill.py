"""Skill and luck: how much of a result depends on the player, and how much stronger each level is."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum
from typing import Any

import msgspec

from quincunx import bots, games
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.lab.simulate.batch import rotate_seats
from quincunx.lab.simulate.observed_run import ObservedGame
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.workers import WorkerPool, until
from quincunx.lab.stats.estimate import Estimate, Z, mean
from quincunx.match import variant

LEVELS = ["random", "easy", "normal", "hard"]
BLOCKS = 20
"""The number of blocks of deals for the jackknife that gives the intervals."""
PROBES = 4
"""The number of positions at which a level is timed."""
LONG = 0.5
"""The seconds for one decision after which a level counts as too slow to be timed further."""
FEWEST = 40
"""The fewest games or deals that give an estimate."""
MOST = 1000

Deal = list[list[float]]
"""The result of each seat, for each way to seat the bots."""


class SkillShares(msgspec.Struct):
    """The shares of the differences between results by their source; the three add up to 1."""

    strong: str
    weak: str
    deals: int
    skill: Estimate
    """The share explained by the bot that plays."""
    luck: Estimate
    """The share explained by the dice that a seat gets, whichever bot sits there."""
    rest: Estimate
    """The remaining share, which grows from both together."""


class LevelStep(msgspec.Struct):
    """One level against the next weaker one in all other seats."""

    level: str
    below: str
    games: int
    share: Estimate | None
    """The share of wins, or in a solo game the mean score; None if a game takes too long."""
    fair: float
    seconds: float
    """The approximate time for one game."""


@dataclass(frozen=True)
class Rotated:
    """Plays every deal once for each way to seat the bots, with the same dice."""

    plan: GamePlan
    fields: tuple[tuple[str, ...], ...]
    """The bots by seat for each game of a deal."""

    def play(self, numbers: range) -> Iterator[list[tuple[int, Deal]]]:
        """Yield for each deal its number and the results of each way to seat the bots."""
        game = games.load(self.plan.game)
        changes = variant.numbers(game, self.plan.variant)
        for number in numbers:
            yield [(number, [self._seats(game, changes, number, field) for field in self.fields])]

    def _seats(self, game: Game[Any], changes: Any, number: int, field: Sequence[str]) -> list[float]:
        players = bots.table(field, game)
        stage = ObservedGame(game, changes, players, f"{self.plan.seed}:same dice:{number}")
        stage.play_unseen()
        result = game.result(stage.state)
        if len(field) == 1:
            return [float(result.scores[0])]
        return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(len(field))]


def shares(plan: GamePlan, seconds: float, workers: WorkerPool, strong: str, weak: str) -> SkillShares | None:
    """Return the shares of skill and luck between two bots; None if there was no time for enough deals.

    Every deal is played with the same dice for each rotation of the seats; a solo game, once by each bot.
    """
    players = len(plan.bots)
    if players == 1:
        fields: tuple[tuple[str, ...], ...] = ((strong,), (weak,))
    else:
        alternating = [strong if seat % 2 == 0 else weak for seat in range(players)]
        fields = tuple(tuple(rotate_seats(alternating, shift)) for shift in range(players))
    played = _dealt(Rotated(plan, fields), until(seconds, MOST, 1), workers)
    if len(played) < FEWEST:
        return None
    size = len(played) // BLOCKS
    blocks = [played[at : at + size] for at in range(0, size * BLOCKS, size)]
    whole = parts(played, fields, strong)
    rest = [
        parts([one for other in blocks if other is not block for one in other], fields, strong)
        for block in blocks
    ]
    three = [_jackknifed(whole[at], [one[at] for one in rest]) for at in range(3)]
    return SkillShares(strong, weak, len(played), *three)


def _dealt(player: Rotated, chunks: Iterator[range], workers: WorkerPool) -> list[Deal]:
    """Return the deals in order of their numbers, so that the same deals give the same figures."""
    return [got for _, got in sorted(workers.play(player, chunks))]


def parts(played: Sequence[Deal], fields: Sequence[Sequence[str]], strong: str) -> list[float]:
    """Return the shares of skill, luck and rest in the variance between the results of seats.

    It is an analysis of variance with the bot as a fixed effect and the dice of a seat as a random one.

    >>> won = [[[1.0, 0.0], [0.0, 1.0]]] * 4
    >>> [round(share, 2) for share in parts(won, [("a", "b"), ("b", "a")], "a")]
    [1.0, 0.0, 0.0]
    """
    sides: dict[bool, list[float]] = {True: [], False: []}
    for games_of in played:
        for field, got in zip(fields, games_of, strict=True):
            for name, value in zip(field, got, strict=True):
                sides[name == strong].append(value)
    means = {side: fsum(values) / len(values) for side, values in sides.items()}
    total = [value for values in sides.values() for value in values]
    middle = fsum(total) / len(total)
    skill = fsum(len(values) * (means[side] - middle) ** 2 for side, values in sides.items()) / len(total)
    repeats = len(fields)
    between = within = 0.0
    groups = 0
    for games_of in played:
        for seat in range(len(fields[0])):
            left = [
                got[seat] - means[field[seat] == strong] for field, got in zip(fields, games_of, strict=True)
            ]
            centre = fsum(left) / repeats
            between += repeats * centre**2
            within += fsum((value - centre) ** 2 for value in left)
            groups += 1
    noise = within / (groups * (repeats - 1))
    luck = max(0.0, (between / groups - noise) / repeats)
    whole = skill + luck + noise or 1.0
    return [skill / whole, luck / whole, noise / whole]


def _jackknifed(value: float, without: Sequence[float]) -> Estimate:
    count = len(without)
    middle = fsum(without) / count
    error = math.sqrt((count - 1) / count * fsum((each - middle) ** 2 for each in without))
    return Estimate(value, max(0.0, value - Z * error), min(1.0, value + Z * error))


def steps(plan: GamePlan, budget: float, workers: WorkerPool, decisions: float) -> list[LevelStep]:
    """Measure each level against the level below in all other seats, with as few players as the game allows
    and as many games as there is time for."""
    players = games.load(plan.game).header.players[0] if len(plan.bots) > 1 else 1
    decisions *= players / len(plan.bots)
    plan = GamePlan(plan.game, plan.bots[:players], plan.games, plan.seed, plan.variant)
    pairs = list(pairwise(LEVELS)) if players > 1 else [("", level) for level in LEVELS[1:]]
    each = budget / len(pairs)
    found: list[LevelStep] = []
    for below, level in pairs:
        # The time is estimated first, because one game of a search may take all of it.
        workers.tick()
        seconds = _seconds(plan, level, decisions / players)
        if below:
            seconds += _seconds(plan, below, decisions * (players - 1) / players)
        got: list[float] = []
        if seconds * FEWEST < each * workers.jobs:
            begun = time.monotonic()
            got = _step(plan, level, below, each, workers)
            seconds = (time.monotonic() - begun) * workers.jobs / max(1, len(got))
        share = mean(got) if len(got) >= FEWEST else None
        found.append(LevelStep(level, below, len(got) if share else 0, share, 1 / players, seconds))
    return found


def _step(plan: GamePlan, level: str, below: str, seconds: float, workers: WorkerPool) -> list[float]:
    """Return the level's result in each game, as it rotates through the seats."""
    players = len(plan.bots)
    field = [level, *[below] * (players - 1)]
    fields = tuple(tuple(rotate_seats(field, -shift)) for shift in range(players))
    dealt = _dealt(Rotated(plan, fields), until(seconds, MOST, 1), workers)
    return [games_of[shift][shift if players > 1 else 0] for games_of in dealt for shift in range(players)]


def _seconds(plan: GamePlan, level: str, decisions: float) -> float:
    """Return an upper estimate of a bot's time for one game, from its slowest decision in a few positions."""
    game = games.load(plan.game)
    changes = variant.numbers(game, plan.variant)
    slowest = 0.0
    for probe in range(PROBES):
        rng = Rng(f"{plan.seed}:probe:{probe}")
        state = game.new_initial_state(len(plan.bots), changes)
        other = game.bots.policy()
        made = 0
        while (
            made < decisions * len(plan.bots) * (probe + 1) / (PROBES + 1)
            and (seat := state.current_player()) != TERMINAL
        ):
            if seat == CHANCE:
                state.move(CHANCE, state.sample_outcome(rng))
                continue
            seen = state.resample_hidden(seat, rng) if game.header.secrets else state
            state.move(seat, other.choose(seen, seat, rng))
            made += 1
        while (seat := state.current_player()) == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        if seat != TERMINAL:
            seen = state.resample_hidden(seat, rng) if game.header.secrets else state
            names = ["normal"] * len(plan.bots)
            names[seat] = level
            bot = bots.table(names, game)[seat]
            begun = time.perf_counter()
            bot.choose(seen, seat, rng)
            slowest = max(slowest, time.perf_counter() - begun)
            if slowest > LONG:
                break
    return slowest * decisions
