"""Shares, means and spreads of measured values, each with its 95% confidence interval."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from statistics import NormalDist
from typing import overload

import msgspec

Z = 1.959964
"""The half-width of a 95% normal interval, in standard errors."""

BINS = 12

MOST_VALUES = 20_000
"""The most distinct values that `Counts` keeps exactly; beyond it they are rounded, to bound memory."""


class Estimate(msgspec.Struct):
    """A measured value with the bounds of its 95% interval."""

    value: float
    low: float
    high: float

    def over(self, parts: float) -> "Estimate":
        """Return the estimate divided by a number, such as that of equal parts."""
        return Estimate(self.value / parts, self.low / parts, self.high / parts)


class Spread(msgspec.Struct):
    """The distribution of a number over many games."""

    mean: Estimate
    min: float
    low: float
    """The 5% quantile."""
    median: float
    high: float
    """The 95% quantile."""
    max: float
    histogram: list[int]
    """The number of games in each of several equal bins from min to max."""


class Counts:
    """A tally of how often each value came up.

    With very many different values all of them are rounded to four digits, so the order in which they came
    makes no difference.
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


def total(times: Mapping[float, int]) -> float:
    """Return the sum of tallied values, independent of their order."""
    return math.fsum(value * found for value, found in times.items())


def wilson(successes: float, trials: float) -> Estimate:
    """Return a share with Wilson's interval, which is a little too wide if wins were shared.

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
    """Return the mean with its normal interval, quantiles and histogram of values or of tallied values.

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
    """A sorted sequence of values, stored as a tally."""

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
    """Return the value below which the share `part` of the ordered values lies.

    >>> quantile([0, 10, 20], 0.25)
    5.0
    """
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = math.ceil(place)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def histogram(values: Sequence[float] | Mapping[float, int]) -> list[int]:
    """Return the number of values in each equal bin from the lowest to the highest.

    >>> histogram([1, 1, 2, 4])
    [2, 1, 0, 1]
    """
    times = Counter(values)
    low = min(times)
    width = max(times) - low
    if all(float(value).is_integer() for value in times):
        # Every bin covers the same number of whole numbers.
        step: float = math.ceil((width + 1) / BINS)
        counts = [0] * (int(width / step) + 1)
    else:
        step = width / BINS or 1.0
        counts = [0] * BINS
    for value, found in times.items():
        counts[min(int((value - low) / step), len(counts) - 1)] += found
    return counts


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean with its interval: Wilson's if every value is 0 or 1, else the normal one.

    The bounds stay within what is possible: at least 0 if no value is negative, at most 1 for shares.

    >>> mean([0.0, 0.5, 1.0])
    Estimate(value=0.5, low=0.0, high=1.0)
    """
    count = len(values)
    value = math.fsum(values) / count
    if all(each in (0.0, 1.0) for each in values):
        return wilson(value * count, count)
    if count == 1:
        return Estimate(value, value, value)
    variance = math.fsum((each - value) ** 2 for each in values) / (count - 1)
    reach = Z * math.sqrt(variance / count)
    low, high = value - reach, value + reach
    if min(values) >= 0:
        low = max(0.0, low)
        high = min(1.0, high) if max(values) <= 1 else high
    return Estimate(value, low, high)


def picked_z(number: int) -> float:
    """Return the half-width of a 95% interval for the most extreme of `number` values, in standard errors.

    >>> round(picked_z(1), 2), round(picked_z(4), 2)
    (1.96, 2.5)
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, number))
