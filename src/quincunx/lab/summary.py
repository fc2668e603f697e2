"""What came out of a simulation: shares and averages, each with its 95% confidence interval."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, overload

import msgspec

from quincunx.lab.rows import Batch, rotate_seats
from quincunx.lab.standard import SCORE, WON

Z = 1.959964
"""How many standard errors either way hold the truth 95 times in 100."""

BINS = 12

MOST_VALUES = 20_000
"""More different values than these are rounded: memory would grow with every game."""


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


class Counts:
    """How often each value came up: all that is needed of them, however many there are.

    Of very many different values only four digits are kept, of all or of none of them: so the order in
    which they come makes no difference.
    """

    def __init__(self) -> None:
        self._times: Counter[float] = Counter()
        self._rounded = False

    def add(self, values: Iterable[float]) -> None:
        self._times.update(values)
        if len(self._times) > MOST_VALUES:
            self._rounded = True
            self._round()

    def _round(self) -> None:
        exact, self._times = self._times, Counter()
        for value, times in exact.items():
            self._times[float(f"{value:.3e}")] += times

    @property
    def times(self) -> Counter[float]:
        if self._rounded:
            self._round()
        return self._times


class Totals:
    """What the results are made of. Games are added in any order, and none of them is kept."""

    def __init__(self, bots: list[str]) -> None:
        self.games = 0
        self._bots = bots
        self._turns = Counts()
        self._decisions = Counts()
        # Who sits where repeats after as many games as there are players: one for each seat in these.
        self._scores = [Counts() for _ in range(len(bots) ** 2)]
        self._wins = [Counts() for _ in range(len(bots) ** 2)]
        self._endings: Counter[str] = Counter()
        self._first_ending: dict[str, int] = {}
        self._lost: Counter[str] = Counter()
        self._faults: dict[str, tuple[int, str]] = {}

    def add(self, part: Batch) -> None:
        self.games += len(part)
        columns, reasons = part.columns, part.columns["reason"]
        self._turns.add(columns["turns"])
        self._decisions.add(columns["decisions"])
        players = len(self._bots)
        for place in range(players * players):
            game, seat = divmod(place, players)
            begin = (game - part.first) % players
            self._scores[place].add(columns[SCORE[seat]][begin::players])
            self._wins[place].add(columns[WON[seat]][begin::players])
        self._endings.update(reasons)
        for reason in set(reasons):
            first = part.first + reasons.index(reason)
            self._first_ending[reason] = min(first, self._first_ending.get(reason, first))
        self._lost += part.lost
        for bot, sentence in part.faults.items():
            self._faults[bot] = min((part.first, sentence), self._faults.get(bot, (part.first, sentence)))

    def summary(self) -> Summary:
        players = range(len(self._bots))
        return Summary(
            games=self.games,
            seats=[self._seat(seat) for seat in players] if len(players) > 1 else [],
            by_bot=[self._bot(bot) for bot in dict.fromkeys(self._bots)],
            turns=spread(self._turns.times),
            decisions=spread(self._decisions.times),
            endings=self._all_endings(),
        )

    def _seat(self, seat: int) -> SeatResult:
        wins = _together(self._wins[seat :: len(self._bots)])
        return SeatResult(seat + 1, wilson(total(wins), self.games))

    def _bot(self, bot: str) -> BotResult:
        """All seats of a bot together: in one game their wins depend on each other."""
        seats = self._bots.count(bot)
        places = [
            game * len(self._bots) + seat
            for game in range(len(self._bots))
            for seat, name in enumerate(rotate_seats(self._bots, game))
            if name == bot
        ]
        wins = _together([self._wins[place] for place in places])
        scores = _together([self._scores[place] for place in places])
        _, fault = self._faults.get(bot, (0, ""))
        share = wilson(total(wins), self.games).over(seats)
        return BotResult(bot, seats, share, spread(scores), self._lost[bot], fault)

    def _all_endings(self) -> list[Ending]:
        def rank(reason: str) -> tuple[int, int]:
            return -self._endings[reason], self._first_ending[reason]

        return [
            Ending(reason, self._endings[reason], wilson(self._endings[reason], self.games))
            for reason in sorted(self._endings, key=rank)
        ]


def _together(parts: Sequence[Counts]) -> Counter[float]:
    whole: Counter[float] = Counter()
    for part in parts:
        whole.update(part.times)
    return whole


def total(times: Mapping[float, int]) -> float:
    """The sum of values that came up so often; the same in whatever order."""
    return math.fsum(value * found for value, found in times.items())


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


def spread(values: Sequence[float] | Mapping[float, int]) -> Spread:
    """Mean with its normal interval, quantiles and histogram; of values, or of how often each came up.

    >>> spread([1, 2, 3, 4, 5]).median
    3.0
    >>> spread({1: 2, 3: 1}) == spread([1, 3, 1])
    True
    """
    times = Counter(values)
    ordered = _Ordered(times)
    return Spread(
        mean=_mean(times),
        min=ordered[0],
        low=quantile(ordered, 0.05),
        median=quantile(ordered, 0.5),
        high=quantile(ordered, 0.95),
        max=ordered[-1],
        histogram=histogram(times),
    )


class _Ordered(Sequence[float]):
    """Values in order that are known by how often each came up."""

    def __init__(self, times: Mapping[float, int]) -> None:
        self._values = sorted(times)
        self._ends = list(accumulate(times[value] for value in self._values))

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, place: int) -> float: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[float]: ...
    def __getitem__(self, place: int | slice) -> float | Sequence[float]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        return self._values[bisect_right(self._ends, place % len(self))]


def _mean(times: Mapping[float, int]) -> Estimate:
    count = sum(times.values())
    mean = total(times) / count
    if count == 1:
        return Estimate(mean, mean, mean)
    squares = math.fsum((value - mean) ** 2 * found for value, found in times.items())
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


def histogram(values: Sequence[float] | Mapping[float, int]) -> list[int]:
    """How many values lie in each equal step from the lowest to the highest.

    >>> histogram([1, 1, 2, 4])
    [2, 1, 0, 1]
    """
    times = Counter(values)
    low = min(times)
    width = max(times) - low
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
