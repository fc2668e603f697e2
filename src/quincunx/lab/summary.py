"""What came out of a simulation: shares and averages, each with its 95% confidence interval."""

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from quincunx.lab.rows import Columns, seated

Z = 1.959964
"""How many standard errors either way hold the truth 95 times in 100."""

BINS = 12


class Estimate(msgspec.Struct):
    """A measured value, and the bounds within which the true one probably lies."""

    value: float
    low: float
    high: float

    def over(self, parts: int) -> "Estimate":
        """The same for each of several equal parts."""
        return Estimate(self.value / parts, self.low / parts, self.high / parts)


class Spread(msgspec.Struct):
    """How a number varies from game to game."""

    mean: Estimate
    min: float
    low: float
    """One game in twenty is below."""
    median: float
    high: float
    """One game in twenty is above."""
    max: float
    histogram: list[int]
    """How many games, in equal steps from min to max."""


class SeatResult(msgspec.Struct):
    seat: int
    """From 1."""
    share: Estimate


class BotResult(msgspec.Struct):
    bot: str
    seats: int
    share: Estimate
    """Of the wins, for each seat the bot has."""
    scores: Spread
    lost: int = 0
    """How many decisions it lost: random moves were made instead."""
    fault: str = ""
    """What it did when it first lost one, as a sentence."""


class Ending(msgspec.Struct):
    reason: str
    games: int
    share: Estimate


class Summary(msgspec.Struct):
    """The results. A solo game has no shares by seat: all wins are the player's."""

    games: int
    seats: list[SeatResult]
    by_bot: list[BotResult]
    turns: Spread
    decisions: Spread
    endings: list[Ending]
    """The most frequent first."""

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def summarize(games: Columns) -> Summary:
    players = range(len(games.bots))
    return Summary(
        games=len(games),
        seats=[_seat(games, seat) for seat in players] if len(players) > 1 else [],
        by_bot=[_bot(games, bot) for bot in dict.fromkeys(games.bots)],
        turns=spread(games.turns),
        decisions=spread(games.decisions),
        endings=_endings(games),
    )


def _seat(games: Columns, seat: int) -> SeatResult:
    return SeatResult(seat + 1, wilson(sum(games.wins[seat :: len(games.bots)]), len(games)))


def _bot(games: Columns, bot: str) -> BotResult:
    """All seats of a bot together: in one game their wins depend on each other."""
    seats = games.bots.count(bot)
    wins = sum(_entries(games, games.wins, bot))
    scores = _entries(games, games.scores, bot)
    share = wilson(wins, len(games)).over(seats)
    return BotResult(bot, seats, share, spread(scores), games.lost[bot], games.faults.get(bot, ""))


def _entries(games: Columns, column: "array[float]", bot: str) -> "array[float]":
    """A bot's entries in a column that has one for each seat: who sits where repeats after some games."""
    players = len(games.bots)
    found = array("d")
    for number in range(players):
        for seat, name in enumerate(seated(games.bots, games.first + number)):
            if name == bot:
                found += column[number * players + seat :: players * players]
    return found


def _endings(games: Columns) -> list[Ending]:
    counts = Counter(games.reasons)
    return [Ending(reason, count, wilson(count, len(games))) for reason, count in counts.most_common()]


def wilson(successes: float, trials: float) -> Estimate:
    """A share with Wilson's interval. Parts of successes, from shared wins, make it a little wide.

    >>> share = wilson(8, 10)
    >>> round(share.value, 3), round(share.low, 3), round(share.high, 3)
    (0.8, 0.49, 0.943)
    """
    share = successes / trials
    weight = Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(share * (1 - share) / trials + weight / trials / 4) / (1 + weight)
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def spread(values: Sequence[float]) -> Spread:
    """Mean with its normal interval, quantiles and histogram.

    >>> spread([1, 2, 3, 4, 5]).median
    3.0
    """
    ordered = sorted(values)
    return Spread(
        mean=_mean(ordered),
        min=ordered[0],
        low=quantile(ordered, 0.05),
        median=quantile(ordered, 0.5),
        high=quantile(ordered, 0.95),
        max=ordered[-1],
        histogram=histogram(ordered),
    )


def _mean(values: Sequence[float]) -> Estimate:
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, mean, mean)
    # Games often come out alike: each value is looked at once.
    squares = math.fsum((value - mean) ** 2 * times for value, times in Counter(values).items())
    variance = squares / (count - 1)
    reach = Z * math.sqrt(variance / count)
    return Estimate(mean, mean - reach, mean + reach)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which that part of the ordered values lies.

    >>> quantile([0, 10, 20], 0.25)
    5.0
    """
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = math.ceil(place)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def histogram(ordered: Sequence[float]) -> list[int]:
    """How many values lie in each equal step from the lowest to the highest.

    >>> histogram([1, 1, 2, 4])
    [2, 1, 0, 1]
    """
    low = ordered[0]
    width = ordered[-1] - low
    times = Counter(ordered)
    if all(float(value).is_integer() for value in times):
        # Steps that each hold equally many whole numbers.
        step: float = math.ceil((width + 1) / BINS)
        counts = [0] * (int(width / step) + 1)
    else:
        step = width / BINS or 1.0
        counts = [0] * BINS
    for value, found in times.items():
        counts[min(int((value - low) / step), len(counts) - 1)] += found
    return counts
