"""Sums over the games of a run: small to store, and the same however the run was split up."""

import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from quincunx.core.observer import Cell
from quincunx.lab.report.measure import MOST_REASONS
from quincunx.lab.report.metrics import METRICS
from quincunx.lab.simulate.observed_run import ObservedRun
from quincunx.lab.stats.estimate import Estimate, Z, wilson

LENGTH, SCORE = "turns", "score"
"""Distributions that are drawn: the length of games, and the winning scores."""
COUNTED = [metric for metric in METRICS if metric.over_games is None]
"""The metrics that are means over games."""


GROUPS = 64
"""Number of groups of games, by game number: two runs have the same dice in the same group."""


class Sum(msgspec.Struct):
    """Sums of values that give their mean, its interval, and the interval of the difference to another run
    with the same dice."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    counts: list[int] = []
    """The number of values in each group."""
    totals: list[float] = []
    """The sum of values in each group."""

    @classmethod
    def of(cls, values: Sequence[float | None], first: int) -> "Sum":
        """Return the sums of values of games in order, None where a game has none; `first` is the first
        game's number."""
        counts, totals = [0] * GROUPS, [0.0] * GROUPS
        for number, value in enumerate(values, first):
            if value is not None:
                counts[number % GROUPS] += 1
                totals[number % GROUPS] += value
        squares = math.fsum(value * value for value in values if value is not None)
        return cls(sum(counts), math.fsum(totals), squares, counts, totals)

    def add(self, other: "Sum") -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.counts = [
            one + more for one, more in zip(self.counts or [0] * GROUPS, other.counts, strict=True)
        ]
        self.totals = [
            one + more for one, more in zip(self.totals or [0.0] * GROUPS, other.totals, strict=True)
        ]

    def above(self, other: "Sum") -> Estimate:
        """Return the difference of the means with its 95% interval. It is made of the groups' differences, so
        that luck which both have in common, because of the same dice, cancels out.

        >>> luck = [1.0, 5.0, 3.0, 9.0] * 32
        >>> better = Sum.of([value + 1 for value in luck], 0)
        >>> better.above(Sum.of(luck, 0))
        Estimate(value=1.0, low=1.0, high=1.0)
        """
        ours, theirs = self.total / self.count, other.total / other.count
        told = [
            (self.totals[at] - ours * self.counts[at]) / self.count
            - (other.totals[at] - theirs * other.counts[at]) / other.count
            for at in range(GROUPS)
            if self.counts[at] or other.counts[at]
        ]
        groups = len(told)
        reach = Z * math.sqrt(math.fsum(one * one for one in told) * groups / max(1, groups - 1))
        gap = ours - theirs
        return Estimate(gap, gap - reach, gap + reach)

    def mean(self) -> Estimate:
        """Return the mean with its 95% interval.

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
    """Counts of endings, by kind and sentence; "" collects the rest of many sentences."""
    sums: dict[str, Sum] = {}
    """Sums of each metric, by its key."""
    spreads: dict[str, dict[float, int]] = {}
    """Counts of each value, by distribution."""

    def add(self, other: "Tally") -> None:
        """Add the games of another tally."""
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
        """Return the share of games that a seat wins."""
        return wilson(self.wins[seat], self.games)


def tally(watched: ObservedRun) -> Tally:
    """Return the sums of observed games."""
    games, players = watched.plan.games, watched.players
    found = Tally(games, [math.fsum(watched.numbers(f"won {seat + 1}")) for seat in range(players)])
    for kind, reason in zip(watched.column("ending"), watched.column("reason"), strict=True):
        found._add_endings(str(kind), {str(reason): 1})
    for metric in COUNTED:
        found_sum = Sum.of(metric.values(watched), watched.first)
        if found_sum.count:
            found.sums[metric.key] = found_sum
    found.spreads[LENGTH] = dict(Counter(watched.numbers("turns")))
    if players > 1:
        columns = [watched.column(f"score {seat + 1}") for seat in range(players)]
        won = [watched.column(f"won {seat + 1}") for seat in range(players)]
        scores = (_best([c[game] for c in columns], [w[game] for w in won]) for game in range(games))
        found.spreads[SCORE] = dict(Counter(score for score in scores if score is not None))
    return found


def _best(scores: list[Cell | None], won: list[Cell | None]) -> float | None:
    """Return the winner's score, or None without one."""
    best = [float(score or 0) for score, share in zip(scores, won, strict=True) if share]
    return max(best, default=None)
