"""What came out of the games of a run, in sums: small to store, and the same however it was split up."""

import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from quincunx.core.observer import Cell
from quincunx.lab.report.metrics import METRICS
from quincunx.lab.simulate.observed_run import ObservedRun
from quincunx.lab.stats.estimate import Estimate, Z, wilson

LENGTH, SCORE = "turns", "score"
"""The spreads that are drawn: how long games are, and what wins them."""
MOST_REASONS = 8
"""A kind of ending that is told in more sentences than these is counted as one."""
COUNTED = [metric for metric in METRICS if metric.over_games is None]
"""The metrics of a run: those that are means over its games."""


GROUPS = 64
"""Games are counted in so many groups, by their number: two runs have the same dice in the same group."""


class Sum(msgspec.Struct):
    """Enough of many values to know their mean, how sure it is, and how sure the difference to another
    run is that had the same dice."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    counts: list[int] = []
    """How many values each group has."""
    totals: list[float] = []
    """What they come to."""

    @classmethod
    def of(cls, values: Sequence[float | None], first: int) -> "Sum":
        """The values of games in their order, None where a game has none; `first` is the number of the
        first game."""
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
        """How much larger the mean is than another's, with its 95% interval. What both have in common,
        because their games had the same dice, cancels out: the interval is made of the groups' differences.

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


def tally(watched: ObservedRun) -> Tally:
    """The sums of games that were looked on."""
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
    """The score of whoever won; None if nobody did."""
    best = [float(score or 0) for score, share in zip(scores, won, strict=True) if share]
    return max(best, default=None)
