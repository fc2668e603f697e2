"""Shares of wins in an arena, with intervals that account for shared dice, and their Elo differences.

Games of one round share their dice, so only rounds are independent. A share gets Wilson's interval for the
number of independent games that would vary as much as the rounds do, usually more than were played.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.lab.stats.estimate import Estimate, wilson

FEW = 10
"""The fewest rounds whose spread is certain enough to make an interval narrower."""


@dataclass
class RoundTally:
    """The wins, chances to win, and games of one round."""

    wins: float = 0.0
    chances: float = 0.0
    games: int = 0


def share(rounds: Sequence[RoundTally]) -> Estimate:
    """Return the wins per chance, with a 95% interval.

    >>> found = share([RoundTally(1, 2, 2), RoundTally(2, 2, 2)] * 10)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.75, 0.62, 0.84)
    """
    counted = [tally for tally in rounds if tally.chances]
    trials = sum(tally.chances for tally in counted)
    if not trials:
        return Estimate(math.nan, 0.0, 1.0)
    value = math.fsum(tally.wins for tally in counted) / trials
    effective = _effective_games(counted, value, trials)
    return wilson(value * effective, effective)


def _effective_games(rounds: Sequence[RoundTally], value: float, trials: float) -> float:
    """Return the number of independent games that would carry as much information."""
    if len(rounds) < 2 or not 0 < value < 1:
        # Several seats in one game do not win or lose independently.
        return min(trials, sum(tally.games for tally in rounds))
    squares = math.fsum((tally.wins - value * tally.chances) ** 2 for tally in rounds)
    variance = squares * len(rounds) / (len(rounds) - 1) / trials**2
    # Where the dice alone decide, rounds do not vary at all; nothing is that certain.
    most = trials if len(rounds) < FEW else trials * max(1.0, trials / len(rounds))
    return min(most, value * (1 - value) / variance) if variance else most


def elo(share: float) -> float:
    """Return the Elo difference for a share of the wins between two.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return 400 * math.log10(share / (1 - share))


def expected(difference: float, players: int) -> float:
    """Return the share of the wins of a bot that is `difference` Elo above its equal opponents.

    >>> expected(0, 4), round(expected(400, 4), 2)
    (0.25, 0.77)
    """
    odds: float = 10 ** (difference / 400)
    return odds / (odds + max(players, 2) - 1)
