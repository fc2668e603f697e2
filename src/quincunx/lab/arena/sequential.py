"""The sequential test of an arena: a generalised sequential probability ratio test, as for chess engines.

It compares two hypotheses about the Elo difference of two bots after every round, and may stop at once when
one is accepted. Games of a round share their dice; how much less (or more) rounds vary than independent games
is estimated as they come in, so that shared dice shorten the test and keep its error rates.
"""

import math
from dataclasses import dataclass

from quincunx.core.errors import UserError
from quincunx.lab.arena.shares import expected

ERROR = 0.05
"""The error rate of each of the two answers."""

BOUND = math.log(0.96 / 0.04)
"""The log-likelihood ratio at which a hypothesis is accepted: a little more than the error rate asks for,
because the variance of rounds is itself estimated. Simulated tests keep to the error rate with it."""

FEWEST = 8
"""The fewest rounds before a verdict."""

PRIOR_ROUNDS = 4
"""The weight, in rounds, of the prior assumption that rounds vary as independent games do."""


@dataclass(frozen=True)
class Hypotheses:
    """The two hypotheses: a bot is at most `low` Elo above the other, or at least `high`."""

    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> "Hypotheses":
        """Read the two bounds from a text such as `0,30`.

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
    """The test of one bot against equal others. Rounds are added in order.

    >>> test = Sequential(Hypotheses(0, 50), players=2)
    >>> for share in [0.5, 1.0, 1.0, 0.5, 1.0] * 8:
    ...     test.add(share)
    >>> test.accepted, test.rounds
    ('high', 18)
    """

    def __init__(self, hypotheses: Hypotheses, players: int) -> None:
        self.rounds = 0
        self.ratio = 0.0
        """The log-likelihood ratio: positive favours `high`, negative `low`."""
        self.accepted = ""
        """The accepted hypothesis, `high` or `low`; empty while the test is open."""
        self._games = players
        low, high = expected(hypotheses.low, players), expected(hypotheses.high, players)
        self._won = math.log(high / low)
        self._lost = math.log((1 - high) / (1 - low))
        self._mean = 0.0
        self._squares = 0.0

    def add(self, share: float) -> None:
        """Add the bot's share of the wins in the next round; ignored after a verdict."""
        if self.accepted:
            return
        self.rounds += 1
        step = share - self._mean
        self._mean += step / self.rounds
        self._squares += step * (share - self._mean)
        # The ratio for independent games, at the number that would carry the same information.
        games = self.rounds * self._games / self._correlation()
        self.ratio = games * (self._mean * self._won + (1 - self._mean) * self._lost)
        if self.rounds >= FEWEST and abs(self.ratio) >= BOUND:
            self.accepted = "high" if self.ratio > 0 else "low"

    def _correlation(self) -> float:
        """Return how much rounds vary, where 1 is as much as rounds of independent games."""
        # One game is added for each result: a bot that has won all so far is not certain to win the next.
        games = self.rounds * self._games
        mean = (self._mean * games + 1) / (games + 2)
        varied = self._squares * self._games / (mean * (1 - mean))
        return (varied + PRIOR_ROUNDS) / (self.rounds - 1 + PRIOR_ROUNDS)
