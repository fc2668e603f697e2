"""Charts and tables of a run beside the original, as data. Templates draw them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.core.game import Game
from quincunx.lab.report.measure import MOST_REASONS
from quincunx.lab.stats.estimate import Estimate, quantile, wilson
from quincunx.lab.stats.format import say
from quincunx.reporting.page import round_steps
from quincunx.web.desk.form import pretty
from quincunx.web.desk.tally import COUNTED, LENGTH, SCORE, Tally
from quincunx.web.matches.chart import Mark

WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 38, 10, 10, 26
MOST_BINS = 24
ROW = 46
"""Height of a row with two bars: the variant's and the original's."""
BAR = 12
MOST_ENDINGS = 8


@dataclass
class Column:
    """A bar of a histogram."""

    x: float
    y: float
    width: float
    height: float


@dataclass
class Histogram:
    """A distribution of values: bars for the variant, a line for the original."""

    id: str
    title: str
    summary: str
    bars: list[Column]
    line: str
    across: list[Mark]
    up: list[Mark]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    floor: int = HEIGHT - BOTTOM
    right: int = WIDTH - RIGHT


@dataclass
class Bar:
    """A share with its confidence bounds."""

    width: float
    low: float
    high: float
    text: str


@dataclass
class Shares:
    """A row of bars: for a seat, or for a way to end."""

    label: str
    y: float
    variant: Bar
    original: Bar | None


@dataclass
class Bars:
    id: str
    title: str
    summary: str
    rows: list[Shares]
    even: float | None
    """The place of the line for equal shares; None for no line."""
    height: int
    width: int = WIDTH
    left: int = 0
    bar: int = BAR


@dataclass
class Figure:
    """A row of the table: one metric, with and without the changes."""

    name: str
    sentence: str
    variant: str
    original: str
    difference: str
    clear: bool
    """Whether the difference is unlikely to be chance."""


def figures(variant: Tally, original: Tally | None) -> list[Figure]:
    """Return the table of the metrics that both runs have."""
    rows: list[Figure] = []
    for metric in COUNTED:
        mine = variant.sums.get(metric.key)
        if mine is None:
            continue
        ours = mine.mean()
        theirs = original.sums.get(metric.key) if original else None
        row = Figure(metric.name, metric.sentence, number(ours.value, metric.unit), "", "", False)
        if theirs is not None:
            gap = mine.above(theirs)
            row.original = number(theirs.mean().value, metric.unit)
            reach = gap.high - gap.value
            row.difference = f"{number(gap.value, metric.unit, True)} ± {number(reach, metric.unit)}"
            row.clear = abs(gap.value) > reach
        rows.append(row)
    return rows


def number(value: float, unit: str, signed: bool = False) -> str:
    """Return a metric's value as text, with a true minus sign.

    >>> number(0.253, "share"), number(13.24, "turns"), number(-0.5, "", True), number(2500.4, "")
    ('25.3%', '13.2', '\N{MINUS SIGN}0.50', '2,500')
    """
    return say(value, unit == "share", signed and value != 0).replace("-", "\N{MINUS SIGN}")


def histograms(game: Game[Any], variant: Tally, original: Tally | None) -> list[Histogram]:
    titles = {LENGTH: "How long: turns of a game", SCORE: f"What wins: {game.header.score} of the winner"}
    found: list[Histogram] = []
    for name, title in titles.items():
        mine = variant.spreads.get(name)
        if mine:
            theirs = original.spreads.get(name) if original else None
            found.append(_histogram(f"chart-{name}", title, mine, theirs or {}))
    return found


def _histogram(name: str, title: str, mine: dict[float, int], theirs: dict[float, int]) -> Histogram:
    low, high = min([*mine, *theirs]), max([*mine, *theirs])
    whole = all(float(value).is_integer() for value in [*mine, *theirs])
    step = max(1.0, math.ceil((high - low + 1) / MOST_BINS)) if whole else (high - low) / MOST_BINS or 1.0
    bins = max(1, int((high - low) / step) + 1) if whole else MOST_BINS
    ours, old = _shares(mine, low, step, bins), _shares(theirs, low, step, bins)
    top = max([*ours, *old, 0.01])
    wide = (WIDTH - LEFT - RIGHT) / bins

    def x(place: float) -> float:
        return round(LEFT + place * wide, 1)

    def y(share: float) -> float:
        return round(HEIGHT - BOTTOM - share / top * (HEIGHT - TOP - BOTTOM), 1)

    bars = [
        Column(x(at), y(share), round(max(1.0, wide - 1), 1), round(y(0) - y(share), 1))
        for at, share in enumerate(ours)
        if share
    ]
    points = [f"{x(at)},{y(share)} {x(at + 1)},{y(share)}" for at, share in enumerate(old)]
    line = f"{x(0)},{y(0)} {' '.join(points)} {x(bins)},{y(0)}" if theirs else ""
    middle = 0.5 if whole and step == 1 else 0.0
    across = [Mark(x((at - low) / step + middle), f"{at:,}") for at in round_steps(low, high, 6)]
    up = [Mark(y(share), f"{share:.0%}") for share in (top / 2, top)]
    summary = f"{title}. Half of the games are below {_median(mine):,g}"
    summary += f"; in the original below {_median(theirs):,g}." if theirs else "."
    return Histogram(name, title, summary, bars, line, across, up)


def _shares(values: dict[float, int], low: float, step: float, bins: int) -> list[float]:
    counts = [0] * bins
    for value, times in values.items():
        counts[min(int((value - low) / step), bins - 1)] += times
    games = sum(counts) or 1
    return [count / games for count in counts]


def _median(values: dict[float, int]) -> float:
    return quantile([value for value in sorted(values) for _ in range(values[value])], 0.5)


def bars(seats: Sequence[str], variant: Tally, original: Tally | None) -> list[Bars]:
    """Return the charts of wins by seat, if there are several seats, and of endings."""
    charts: list[Bars] = []
    both = [variant, original] if original and original.games else [variant]
    if len(variant.wins) > 1:
        rows = [(name, [tally.share(seat) for tally in both]) for seat, name in enumerate(seats)]
        charts.append(_bars("chart-seats", "Who wins: share of each seat", rows, 1 / len(seats)))
    rows = [
        (label, [wilson(count, tally.games) for count, tally in zip(counts, both, strict=True)])
        for label, counts in _endings(both)
    ]
    charts.append(_bars("chart-endings", "How games end", rows, None))
    return charts


def _bars(name: str, title: str, rows: list[tuple[str, list[Estimate]]], even: float | None) -> Bars:
    most = max([estimate.high for _, shares in rows for estimate in shares], default=1.0) or 1.0
    room = WIDTH - 60

    def bar(share: Estimate) -> Bar:
        width, low, high = (round(value / most * room, 1) for value in (share.value, share.low, share.high))
        return Bar(width, low, high, f"{share.value:.1%}")

    drawn = [
        Shares(label, at * ROW, bar(shares[0]), bar(shares[1]) if len(shares) > 1 else None)
        for at, (label, shares) in enumerate(rows)
    ]
    told = "; ".join(
        f"{row.label} {row.variant.text}" + (f", in the original {row.original.text}" if row.original else "")
        for row in drawn
    )
    line = round(even / most * room, 1) if even is not None else None
    return Bars(name, title, f"{title}. {told}.", drawn, line, ROW * len(rows))


def _endings(both: Sequence[Tally]) -> list[tuple[str, list[int]]]:
    """Return counts of endings, grouped so that they compare: a kind with many different sentences is one
    row."""
    kinds = dict.fromkeys(kind for tally in both for kind in tally.endings)
    rows: list[tuple[str, list[int]]] = []
    for kind in kinds:
        told = [tally.endings.get(kind, {}) for tally in both]
        reasons = list(dict.fromkeys(reason for each in told for reason in each))
        if all(len(each) <= 1 for each in told):
            # Such as "14 points" and "20 points".
            rows.append((" / ".join(reasons), [sum(each.values()) for each in told]))
        elif len(reasons) <= MOST_REASONS:
            rows += [(reason, [each.get(reason, 0) for each in told]) for reason in reasons]
        else:
            rows.append((pretty(kind.replace(" ", "-")), [sum(each.values()) for each in told]))
    rows.sort(key=lambda row: -row[1][0])
    return rows[:MOST_ENDINGS]
