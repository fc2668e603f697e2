"""The mean difference between paired games (same seeds), with bounds that stay valid at any stopping time.

Checking an ordinary 95% interval after every batch and stopping when it excludes zero is wrong far more than
one time in twenty. These bounds are a confidence sequence (Robbins' normal mixture, with the variance
estimated as games come in) and may be checked at every batch. They are about half as wide again as an
interval for a number of games fixed beforehand.
"""

import math
from collections.abc import Sequence

from quincunx.lab.stats.estimate import Estimate, Z

ERROR = 0.05
"""The chance that a whole comparison, over all metrics and looks, reports a difference that is not there."""

FEWEST = 64
"""The fewest pairs that give bounds: the normal approximation needs some."""

SHARPEST = 400
"""The number of pairs that the bounds are tuned for; they are nearly as tight for ten times fewer or more."""

Values = Sequence[float | None]
"""A metric's value in each game; None where the game has no value."""


def mean(values: Values) -> float | None:
    """Return the mean of the values that are not None.

    >>> mean([1, None, 2])
    1.5
    """
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def difference(ours: Values, theirs: Values, error: float = ERROR, same: bool = False) -> Estimate | None:
    """Return how much larger `ours` is on average than `theirs`; None while there are too few values.

    The games are paired by their place in the two sequences. `same` says that both sides are known to be
    the same variant; otherwise the bounds allow for a rare difference that has not come up yet.

    >>> found = difference([3.0, 5.0] * 50, [2.0, 3.0] * 50)
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (1.5, 1.34, 1.66)
    """
    found = _deviation(ours, theirs)
    if found is None or min(_known(ours), _known(theirs)) < FEWEST:
        return None
    value, deviation = found
    pairs = len(ours)
    reach = deviation * boundary(pairs, error)
    if not same:
        # A difference that shows in one game of very many may not have come up yet.
        known = [value for value in (*ours, *theirs) if value is not None]
        reach = max(reach, (max(known) - min(known)) * math.log(2 / error) / pairs)
    return Estimate(value, value - reach, value + reach)


def planned(ours: Values, theirs: Values) -> Estimate | None:
    """Return the difference with an ordinary 95% interval, for a number of games that was fixed beforehand.

    >>> found = planned([3.0, 5.0] * 50, [2.0, 3.0] * 50)
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (1.5, 1.4, 1.6)
    """
    found = _deviation(ours, theirs)
    if found is None:
        return None
    value, deviation = found
    reach = Z * deviation / math.sqrt(len(ours))
    return Estimate(value, value - reach, value + reach)


def _known(values: Values) -> int:
    return sum(value is not None for value in values)


def _deviation(ours: Values, theirs: Values) -> tuple[float, float] | None:
    """Return the difference of the means and the standard deviation of one pair; None without values."""
    our_mean, their_mean = mean(ours), mean(theirs)
    if our_mean is None or their_mean is None:
        return None
    pairs = len(ours)
    our_share, their_share = _known(ours) / pairs, _known(theirs) / pairs
    squares = 0.0
    for our, their in zip(ours, theirs, strict=True):
        deviation_of_pair = (our - our_mean) / our_share if our is not None else 0.0
        deviation_of_pair -= (their - their_mean) / their_share if their is not None else 0.0
        squares += deviation_of_pair * deviation_of_pair
    return our_mean - their_mean, math.sqrt(squares / max(1, pairs - 1))


def boundary(pairs: int, error: float) -> float:
    """Return the distance from the mean to either bound, in standard deviations of one pair.

    >>> round(boundary(400, 0.05) * 20, 2), round(boundary(40_000, 0.05) * 200, 2)
    (3.04, 3.58)
    """
    tail = -2 * math.log(error)
    weight = (tail + math.log(tail) + 1) / SHARPEST
    grown = pairs * weight + 1
    return math.sqrt(grown * math.log(grown / error**2) / (pairs * pairs * weight))


def looks(games: int) -> list[int]:
    """Return the numbers of games after which the bounds are checked: each half as many again as the last.

    >>> looks(500)
    [64, 96, 144, 216, 324, 486, 500]
    """
    found: list[int] = []
    at = FEWEST
    while at < games:
        found.append(at)
        at += at // 2
    return [*found, games]
