"""The results of an arena: shares of wins, pairs, ratings, and the verdicts of the sequential test."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from quincunx.lab.arena.games import Played
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.arena.ratings import rate
from quincunx.lab.arena.sequential import Hypotheses, Sequential
from quincunx.lab.arena.shares import RoundTally, share
from quincunx.lab.stats.estimate import Estimate, Spread, spread


class BotStanding(msgspec.Struct):
    """The results of one bot."""

    bot: str
    games: int
    """The number of games in which it sat at least once."""
    share: Estimate
    """Its share of the wins per seat it had; meaningless in a solo game, where every game is won."""
    fair: float
    """The share it would have if all bots were equal."""
    rating: Estimate | None
    """The openskill rating, which starts at 25; None if openskill is not installed."""
    scores: Spread
    milliseconds: float
    """The mean processor time for a decision."""
    lost: int
    """The number of decisions it lost: random moves were made instead."""
    fault: str
    """A sentence about the first decision it lost."""


class Pair(msgspec.Struct):
    """The result of two bots against each other."""

    bot: str
    other: str
    share: Estimate
    """The first one's share of the wins that either had, per seat."""


class TestVerdict(msgspec.Struct):
    """The state of the sequential test of one bot."""

    bot: str
    low: float
    high: float
    rounds: int
    ratio: float
    accepted: str


class ArenaResults(msgspec.Struct):
    games: int
    rounds: int
    """The number of rounds, each with its own dice, which its games share."""
    bots: list[BotStanding]
    """The bots, best first; in a solo game, as given."""
    pairs: list[Pair]
    tests: list[TestVerdict]


class Verdicts:
    """The sequential tests of all bots against one. They take whole rounds in order, so that a verdict does
    not depend on how many processes play."""

    def __init__(self, plan: ArenaPlan, hypotheses: Hypotheses) -> None:
        self._plan = plan
        self._hypotheses = hypotheses
        self._tests = {bot: Sequential(hypotheses, plan.players) for bot in plan.bots}

    def follow(self, games: dict[int, Played]) -> None:
        """Add all rounds that are complete by now."""
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
        """Whether games of this line-up are still needed for a verdict."""
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
    """Return 1 if the first is more, 0.5 if both are equal, else 0.

    >>> better(-20, -21), better(3, 3)
    (1.0, 0.5)
    """
    return 0.5 if one == other else float(one > other)


def results(plan: ArenaPlan, games: Sequence[Played], tests: Verdicts | None) -> ArenaResults:
    """Return the results of games, which are given in the order of their numbers."""
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
