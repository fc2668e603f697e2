"""The difference between two rows of games with the same seeds, with bounds that hold whenever one stops.

Whoever looks at an ordinary 95% interval after every batch and stops when it excludes zero is wrong far more
often than one time in twenty. These bounds are a confidence sequence (Robbins' normal mixture, with the
variance measured as it goes): the chance that the truth is ever outside, at any look, is the stated one.
An interval for a number of games fixed beforehand would be about two thirds as wide: that is the price of
being allowed to stop.

The same seeds make the games of two variants alike where the variants are, so that the difference of a pair
varies less than two games of different seeds would.
"""

import math
from collections.abc import Sequence

from quincunx.lab.stats.estimate import Estimate, Z

ERROR = 0.05
"""How often a whole comparison, with all its metrics and looks, may name a difference that is not there."""

FEWEST = 64
"""Pairs before anything is said: what rests on the normal law needs some."""

SHARPEST = 400
"""The bounds are tightest around so many pairs, and nearly so for ten times fewer or more."""

Values = Sequence[float | None]
"""A metric's value in each game, None where the game has none."""


def mean(values: Values) -> float | None:
    """The mean of those that have a value.

    >>> mean([1, None, 2])
    1.5
    """
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def difference(ours: Values, theirs: Values, error: float = ERROR, same: bool = False) -> Estimate | None:
    """How much larger `ours` is on average, for games in the same order; None while too little is known.

    Games without a value count as far as they tell how many have one: this is the difference of two
    means, and its variance that of what each pair adds to it. `same` says that both sides are known to
    be the same game, so that a rare difference need not be feared where none was seen.

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
        # What differs in one game of very many may not have come up yet.
        known = [value for value in (*ours, *theirs) if value is not None]
        reach = max(reach, (max(known) - min(known)) * math.log(2 / error) / pairs)
    return Estimate(value, value - reach, value + reach)


def planned(ours: Values, theirs: Values) -> Estimate | None:
    """The same with an ordinary 95% interval, for a number of games that was fixed beforehand.

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
    """The difference of the means, and by how much a pair's share in it varies; None without values."""
    our_mean, their_mean = mean(ours), mean(theirs)
    if our_mean is None or their_mean is None:
        return None
    pairs = len(ours)
    our_part, their_part = _known(ours) / pairs, _known(theirs) / pairs
    squares = 0.0
    for our, their in zip(ours, theirs, strict=True):
        told = (our - our_mean) / our_part if our is not None else 0.0
        told -= (their - their_mean) / their_part if their is not None else 0.0
        squares += told * told
    return our_mean - their_mean, math.sqrt(squares / max(1, pairs - 1))


def boundary(pairs: int, error: float) -> float:
    """How many standard deviations of one pair the bounds are away from the mean.

    >>> round(boundary(400, 0.05) * 20, 2), round(boundary(40_000, 0.05) * 200, 2)
    (3.04, 3.58)
    """
    tail = -2 * math.log(error)
    weight = (tail + math.log(tail) + 1) / SHARPEST
    grown = pairs * weight + 1
    return math.sqrt(grown * math.log(grown / error**2) / (pairs * pairs * weight))


def looks(games: int) -> list[int]:
    """After how many games one looks: soon at first, then ever half as many more.

    >>> looks(500)
    [64, 96, 144, 216, 324, 486, 500]
    """
    found: list[int] = []
    at = FEWEST
    while at < games:
        found.append(at)
        at += at // 2
    return [*found, games]
