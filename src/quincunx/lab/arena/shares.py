"""Shares of wins in an arena, with intervals that know which games had the same dice.

The games of one round share their dice, so they are not independent; rounds are. A share therefore gets
Wilson's interval, which holds near 0 and 1 where others fail, for as many independent games as would vary
as much as the rounds do. With paired dice that is usually more than were played: this is what they are for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.lab.stats.estimate import Estimate, wilson

FEW = 10
"""With fewer rounds their spread is too uncertain to make an interval narrower."""


@dataclass
class RoundTally:
    """Wins and chances to win of one round, and in how many games."""

    wins: float = 0.0
    chances: float = 0.0
    games: int = 0


def share(rounds: Sequence[RoundTally]) -> Estimate:
    """Wins for each chance, with its 95% interval.

    >>> found = share([RoundTally(1, 2, 2), RoundTally(2, 2, 2)] * 10)
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (0.75, 0.62, 0.84)
    """
    counted = [tally for tally in rounds if tally.chances]
    trials = sum(tally.chances for tally in counted)
    if not trials:
        return Estimate(math.nan, 0.0, 1.0)
    value = math.fsum(tally.wins for tally in counted) / trials
    worth = _worth(counted, value, trials)
    return wilson(value * worth, worth)


def _worth(rounds: Sequence[RoundTally], value: float, trials: float) -> float:
    """How many independent games would tell as much."""
    if len(rounds) < 2 or not 0 < value < 1:
        # Several seats in one game do not win or lose independently.
        return min(trials, sum(tally.games for tally in rounds))
    squares = math.fsum((tally.wins - value * tally.chances) ** 2 for tally in rounds)
    variance = squares * len(rounds) / (len(rounds) - 1) / trials**2
    # Where the dice alone decide, rounds do not vary at all; nothing is that certain.
    most = trials if len(rounds) < FEW else trials * max(1.0, trials / len(rounds))
    return min(most, value * (1 - value) / variance) if variance else most


def elo(share: float) -> float:
    """A share of the wins between two as a difference in Elo.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return 400 * math.log10(share / (1 - share))


def expected(difference: float, players: int) -> float:
    """The share of the wins that one bot has among equal others, if it is so much Elo above them.

    >>> expected(0, 4), round(expected(400, 4), 2)
    (0.25, 0.77)
    """
    odds: float = 10 ** (difference / 400)
    return odds / (odds + max(players, 2) - 1)
