"""A test that ends when enough is known, with error rates that hold although one looks after every round.

It is the generalised sequential probability ratio test that chess engines are tested with: two hypotheses
about how much Elo one bot is above another, and a sum that drifts towards the one that is true. Whoever
stops at the first bound it crosses is wrong about as often as asked. The games of a round have the same
dice; how much less (or more) rounds vary than independent games would is measured as it goes, so that
shared dice shorten the test instead of spoiling it.
"""

import math
from dataclasses import dataclass

from quincunx.core.errors import UserError
from quincunx.lab.arena.shares import expected

ERROR = 0.05
"""How often each of the two answers may be wrong."""

BOUND = math.log(0.96 / 0.04)
"""The sum at which one of the two is accepted. A little above what the error rate asks for, because how
rounds vary is itself only measured: simulated tests then keep to it."""

FEWEST = 8
"""Rounds before there can be a verdict."""

PRIOR_ROUNDS = 4
"""So many rounds are taken to have varied as independent games do, before the first is played."""


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
            raise UserError(
                f"`--stop {text}` needs two Elo differences, the lower first, as in `--stop 0,30`."
            )
        return cls(low, high)


class Sequential:
    """The test of one bot against equal others. Rounds are added in their order.

    >>> test = Sequential(Hypotheses(0, 50), players=2)
    >>> for share in [0.5, 1.0, 1.0, 0.5, 1.0] * 8:
    ...     test.add(share)
    >>> test.accepted, test.rounds
    ('high', 18)
    """

    def __init__(self, hypotheses: Hypotheses, players: int) -> None:
        self.rounds = 0
        self.ratio = 0.0
        """The logarithm of the likelihood ratio: up speaks for `high`, down for `low`."""
        self.accepted = ""
        """`high` or `low`; empty while it is open."""
        self._games = players
        low, high = expected(hypotheses.low, players), expected(hypotheses.high, players)
        self._won = math.log(high / low)
        self._lost = math.log((1 - high) / (1 - low))
        self._mean = 0.0
        self._squares = 0.0

    def add(self, share: float) -> None:
        """The bot's share of the wins in the next round. What comes after a verdict does not count."""
        if self.accepted:
            return
        self.rounds += 1
        step = share - self._mean
        self._mean += step / self.rounds
        self._squares += step * (share - self._mean)
        # The ratio of independent games, for as many as tell what these do.
        games = self.rounds * self._games / self._correlation()
        self.ratio = games * (self._mean * self._won + (1 - self._mean) * self._lost)
        if self.rounds >= FEWEST and abs(self.ratio) >= BOUND:
            self.accepted = "high" if self.ratio > 0 else "low"

    def _correlation(self) -> float:
        """How much rounds vary, where 1 is as much as rounds of independent games would."""
        # One game more of either result: a bot that has won all so far is not certain to go on so.
        games = self.rounds * self._games
        mean = (self._mean * games + 1) / (games + 2)
        varied = self._squares * self._games / (mean * (1 - mean))
        return (varied + PRIOR_ROUNDS) / (self.rounds - 1 + PRIOR_ROUNDS)
