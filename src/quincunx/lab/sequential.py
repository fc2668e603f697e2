"""A test that ends when enough is known, with error rates that hold although one looks after every round.

It is the generalised sequential probability ratio test that chess engines are tested with: two hypotheses
about how much Elo one bot is above another, and a sum that drifts towards the one that is true. Whoever
stops at the first bound it crosses is wrong at most as often as asked. A round, all rotations with the same
dice, counts as one observation, so that paired dice shorten the test instead of spoiling it.
"""

import math
from dataclasses import dataclass

from quincunx.core.mistake import Mistake
from quincunx.lab.arena_shares import expected

ERROR = 0.05
"""How often each of the two answers may be wrong."""

BOUND = math.log((1 - ERROR) / ERROR)
"""The sum at which one of the two is accepted."""

FEWEST = 8
"""Rounds before the spread between rounds can be relied on at all."""


@dataclass(frozen=True)
class Hypotheses:
    """At most `low` Elo above the other, or at least `high`."""

    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> "Hypotheses":
        """The bounds of `0,30`.

        >>> Hypotheses.read("0, 30")
        Hypotheses(low=0.0, high=30.0)
        """
        try:
            low, high = (float(word) for word in text.split(","))
        except ValueError:
            low = high = 0.0
        if not low < high:
            raise Mistake(f"`--stop {text}` needs two Elo differences, the lower first, as in `--stop 0,30`.")
        return cls(low, high)


class Sequential:
    """The test of one bot against equal others. Rounds are added in their order.

    >>> test = Sequential(Hypotheses(0, 50), players=2)
    >>> for share in [0.5, 1.0, 1.0, 0.5, 1.0] * 8:
    ...     test.add(share)
    >>> test.accepted, test.rounds
    ('high', 13)
    """

    def __init__(self, hypotheses: Hypotheses, players: int) -> None:
        self.rounds = 0
        self.ratio = 0.0
        """The logarithm of the likelihood ratio: up speaks for `high`, down for `low`."""
        self.accepted = ""
        """`high` or `low`; empty while it is open."""
        self._low = expected(hypotheses.low, players)
        self._high = expected(hypotheses.high, players)
        self._mean = 0.0
        # As if one round before had varied as single games do: a few equal rounds are no certainty.
        self._squares = self._low * (1 - self._low) / max(players, 2)

    def add(self, share: float) -> None:
        """The bot's share of the wins in the next round. What comes after a verdict does not count."""
        if self.accepted:
            return
        self.rounds += 1
        step = share - self._mean
        self._mean += step / self.rounds
        self._squares += step * (share - self._mean)
        variance = self._squares / self.rounds
        lead = 2 * self._mean - self._low - self._high
        self.ratio = self.rounds * (self._high - self._low) * lead / (2 * variance)
        if self.rounds >= FEWEST and abs(self.ratio) >= BOUND:
            self.accepted = "high" if self.ratio > 0 else "low"
