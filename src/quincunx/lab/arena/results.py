"""What came out of an arena: shares of wins, pairs, ratings, and the verdicts of a test that may end it."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from quincunx.lab.arena.games import Played
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.arena.ratings import rate
from quincunx.lab.arena.sequential import Hypotheses, Sequential
from quincunx.lab.arena.shares import RoundTally, share
from quincunx.lab.stats.estimate import Estimate, Spread, spread


class BotStanding(msgspec.Struct):
    """How one bot did."""

    bot: str
    games: int
    """In which it sat at least once."""
    share: Estimate
    """Of the wins, for each seat it had. Alone at the table everybody wins: look at the scores."""
    fair: float
    """The share it would have among equals."""
    rating: Estimate | None
    """By openskill, which starts everybody at 25; None if that is not installed."""
    scores: Spread
    milliseconds: float
    """Of processor time for a decision, on average."""
    lost: int
    """How many decisions it lost: random moves were made instead."""
    fault: str
    """What it did when it first lost one, as a sentence."""


class Pair(msgspec.Struct):
    """Two bots that met."""

    bot: str
    other: str
    share: Estimate
    """How much of the wins that either had was the first one's, seat for seat."""


class TestVerdict(msgspec.Struct):
    """What the sequential test says about a bot."""

    bot: str
    low: float
    high: float
    rounds: int
    ratio: float
    accepted: str


class ArenaResults(msgspec.Struct):
    games: int
    rounds: int
    """With dice of their own; a round's games share them."""
    bots: list[BotStanding]
    """The best first."""
    pairs: list[Pair]
    tests: list[TestVerdict]

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


class Verdicts:
    """The tests of all bots against one. They see whole rounds in order, whichever came in first, so that
    a verdict does not depend on how many processes play."""

    def __init__(self, plan: ArenaPlan, hypotheses: Hypotheses) -> None:
        self._plan = plan
        self._hypotheses = hypotheses
        self._tests = {bot: Sequential(hypotheses, plan.players) for bot in plan.bots}

    def follow(self, games: dict[int, Played]) -> None:
        """Take in all rounds that are whole by now."""
        for line_up, (bot, test) in enumerate(self._tests.items()):
            while not test.accepted and (found := self._share(games, line_up, bot, test.rounds)) is not None:
                test.add(found)

    def _share(self, games: dict[int, Played], line_up: int, bot: str, number: int) -> float | None:
        plan = self._plan
        first = number * plan.block + line_up * plan.players
        if plan.players == 1:
            rival = number * plan.block + len(plan.bots)
            if first not in games or rival not in games:
                return None
            return better(games[first].returns[0], games[rival].returns[0])
        numbers = range(first, first + plan.players)
        if any(game not in games for game in numbers):
            return None
        return math.fsum(games[game].wins[plan.seated(game).index(bot)] for game in numbers) / plan.players

    def open(self, line_up: int) -> bool:
        """Whether games of this line-up are still needed."""
        tests = list(self._tests.values())
        if line_up >= len(tests):
            return any(not test.accepted for test in tests)
        return not tests[line_up].accepted

    def told(self) -> list[TestVerdict]:
        low, high = self._hypotheses.low, self._hypotheses.high
        return [
            TestVerdict(bot, low, high, test.rounds, test.ratio, test.accepted)
            for bot, test in self._tests.items()
        ]


def better(one: float, other: float) -> float:
    """1 if the first is more, a half if both are the same.

    >>> better(-20, -21), better(3, 3)
    (1.0, 0.5)
    """
    return 0.5 if one == other else float(one > other)


def results(plan: ArenaPlan, games: Sequence[Played], tests: Verdicts | None) -> ArenaResults:
    """Everything that the games say; they are in the order of their numbers."""
    names = [*plan.bots, *([plan.against] if plan.against else [])]
    ratings = rate(plan, games)
    bots = [_standing(plan, games, bot, ratings.get(bot)) for bot in names]
    pairs = [_pair(plan, games, *pair) for pair in combinations(names, 2)]
    return ArenaResults(
        games=len(games),
        rounds=len({plan.round(game.number) for game in games}),
        bots=sorted(bots, key=_rank, reverse=True) if plan.players > 1 else bots,
        pairs=[pair for pair in pairs if not math.isnan(pair.share.value)],
        tests=tests.told() if tests else [],
    )


def _rank(standing: BotStanding) -> float:
    return standing.share.value


def _standing(plan: ArenaPlan, games: Sequence[Played], bot: str, rating: Estimate | None) -> BotStanding:
    rounds: defaultdict[int, RoundTally] = defaultdict(RoundTally)
    scores: list[float] = []
    asked = sat = lost = 0
    thought = 0.0
    faults: list[str] = []
    for game in games:
        seats = [seat for seat, name in enumerate(plan.seated(game.number)) if name == bot]
        tally = rounds[plan.round(game.number)]
        for seat in seats:
            tally.wins += game.wins[seat]
            tally.chances += 1
            scores.append(game.scores[seat])
            asked += game.asked[seat]
            thought += game.thought[seat]
        tally.games += bool(seats)
        sat += bool(seats)
        lost += game.lost.get(bot, 0)
        faults += [fault for fault in game.faults if fault.startswith(f"{bot} ")]
    return BotStanding(
        bot=bot,
        games=sat,
        share=share(list(rounds.values())),
        fair=1 / plan.players,
        rating=rating,
        scores=spread(scores),
        milliseconds=1000 * thought / max(asked, 1),
        lost=lost,
        fault=faults[0] if faults else "",
    )


def _pair(plan: ArenaPlan, games: Sequence[Played], bot: str, other: str) -> Pair:
    rounds: defaultdict[int, RoundTally] = defaultdict(RoundTally)
    if plan.players == 1:
        alone = {(plan.seated(game.number)[0], plan.round(game.number)): game.returns[0] for game in games}
        for name, number in alone:
            if name == bot and (other, number) in alone:
                rounds[number] = RoundTally(better(alone[bot, number], alone[other, number]), 1, 1)
        return Pair(bot, other, share(list(rounds.values())))
    for game in games:
        seated = plan.seated(game.number)
        if bot in seated and other in seated:
            tally = rounds[plan.round(game.number)]
            won, lost = (_wins_a_seat(game, seated, name) for name in (bot, other))
            tally.games += 1
            tally.wins += won
            tally.chances += won + lost
    return Pair(bot, other, share(list(rounds.values())))


def _wins_a_seat(game: Played, seated: Iterable[str], bot: str) -> float:
    wins = [win for win, name in zip(game.wins, seated, strict=True) if name == bot]
    return math.fsum(wins) / len(wins)
