"""What came out of the games of a run, in sums: small to store, and the same however it was split up."""

import math
from collections import Counter

import msgspec

from quincunx.core.observer import Cell
from quincunx.lab.metrics import METRICS
from quincunx.lab.summary import Estimate, Z, wilson
from quincunx.lab.watch import Watched

LENGTH, SCORE = "turns", "score"
"""The spreads that are drawn: how long games are, and what wins them."""
MOST_REASONS = 8
"""A kind of ending that is told in more sentences than these is counted as one."""
COUNTED = [metric for metric in METRICS if metric.over_games is None]
"""The metrics of a run: those that are means over its games."""


class Sum(msgspec.Struct):
    """Enough of many values to know their mean and how sure it is."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, other: "Sum") -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self) -> Estimate:
        """With its 95% interval.

        >>> Sum(4, 8.0, 20.0).mean().value
        2.0
        """
        value = self.total / self.count
        variance = max(0.0, self.squares - self.total * value) / max(1, self.count - 1)
        reach = Z * math.sqrt(variance / self.count)
        return Estimate(value, value - reach, value + reach)


class Tally(msgspec.Struct):
    """Sums over games. `wins` has an entry for each seat."""

    games: int = 0
    wins: list[float] = []
    endings: dict[str, dict[str, int]] = {}
    """How often games ended, by kind and by the sentence that tells it; "" for the rest of many sentences."""
    sums: dict[str, Sum] = {}
    """By the key of a metric."""
    spreads: dict[str, dict[float, int]] = {}
    """How often each value came."""

    def add(self, other: "Tally") -> None:
        """The games of another tally, too."""
        self.games += other.games
        mine = self.wins or [0.0] * len(other.wins)
        self.wins = [one + more for one, more in zip(mine, other.wins, strict=True)]
        for kind, told in other.endings.items():
            self._add_endings(kind, told)
        for key, sum_ in other.sums.items():
            self.sums.setdefault(key, Sum()).add(sum_)
        for name, spread in other.spreads.items():
            values = self.spreads.setdefault(name, {})
            for value, times in spread.items():
                values[value] = values.get(value, 0) + times

    def _add_endings(self, kind: str, told: dict[str, int]) -> None:
        known = self.endings.setdefault(kind, {})
        for reason, times in told.items():
            if reason not in known and len(known) > MOST_REASONS:
                reason = ""
            known[reason] = known.get(reason, 0) + times

    def share(self, seat: int) -> Estimate:
        """How often that seat wins."""
        return wilson(self.wins[seat], self.games)


def tally(watched: Watched) -> Tally:
    """The sums of games that were looked on."""
    games, players = watched.plan.games, watched.players
    found = Tally(games, [math.fsum(watched.numbers(f"won {seat + 1}")) for seat in range(players)])
    for kind, reason in zip(watched.column("ending"), watched.column("reason"), strict=True):
        found._add_endings(str(kind), {str(reason): 1})
    for metric in COUNTED:
        values = [value for value in metric.values(watched) if value is not None]
        if values:
            found.sums[metric.key] = Sum(
                len(values), math.fsum(values), math.fsum(value * value for value in values)
            )
    found.spreads[LENGTH] = dict(Counter(watched.numbers("turns")))
    if players > 1:
        columns = [watched.column(f"score {seat + 1}") for seat in range(players)]
        won = [watched.column(f"won {seat + 1}") for seat in range(players)]
        scores = (_best([c[game] for c in columns], [w[game] for w in won]) for game in range(games))
        found.spreads[SCORE] = dict(Counter(score for score in scores if score is not None))
    return found


def _best(scores: list[Cell | None], won: list[Cell | None]) -> float | None:
    """The score of whoever won; None if nobody did."""
    best = [float(score or 0) for score, share in zip(scores, won, strict=True) if share]
    return max(best, default=None)
