"""The charts of a report. Where several variants are shown, each has the same colour and shape in all."""

import math
from collections.abc import Sequence

from quincunx.lab.report.measure import PieceStudy, Study
from quincunx.lab.stats.estimate import Spread
from quincunx.reporting.plot import (
    BLUE,
    GREY,
    HEIGHT,
    ORANGE,
    PINK,
    ROW,
    Key,
    Plot,
    axis,
    groups,
    keys,
)
from quincunx.reporting.plot import shares as all_shares

CROWDED = 0.7
"""The share of the chart's width beyond which a point's name is written to its left."""
COLOURS = {
    "strong": Key("strong", ORANGE, "triangle-up"),
    "weak": Key("weak", PINK, "triangle-down"),
    "neither": Key("neither", BLUE),
}
"""The look of a piece by the kind of its verdict."""


def histogram(spread: Spread, x_title: str, title: str) -> str:
    """Draw a histogram of games, with the median marked."""
    step = (spread.max - spread.min) / len(spread.histogram) or 1.0
    first = spread.min
    if all(float(end).is_integer() for end in (spread.min, spread.max)):
        step = math.ceil((spread.max - spread.min + 1) / 12)
        # With one bar per number, centre it on the number.
        first -= 0.5 if step == 1 else 0.0
    total = sum(spread.histogram)
    x = axis([spread.min, spread.max], x_title, most=max(1, min(10, round(spread.max - spread.min))))
    x = x._replace(low=first, high=first + step * len(spread.histogram))
    x = x._replace(ticks=[tick for tick in x.ticks if x.low <= tick[0] <= x.high])
    y = axis([0, max(spread.histogram) / total], "share of games", share=True, most=4)
    plot = Plot(x, y, HEIGHT - 40)
    for at, count in enumerate(spread.histogram):
        plot.box((first + step * at, first + step * (at + 1)), (0, count / total), BLUE, 0.85)
    plot.mark_value(x=spread.median)
    plot.text(spread.median, y.high, f"median {spread.median:g}", dx=5, dy=8)
    return plot.html(title)


def ranges(names: Sequence[str], spreads: Sequence[Spread], x_title: str, title: str) -> str:
    """Draw how a number varies from game to game: a thin line for all games, a thick one for nine in ten, a
    point at the median."""
    x = axis([end for one in spreads for end in (one.min, one.max)], x_title)
    plot = Plot(x, groups(names), max(50, 26 * len(names)), rows=True)
    for at, (one, key) in enumerate(zip(spreads, keys(names), strict=True)):
        plot.line(one.min, one.max, at + 0.5, key.colour, 1)
        plot.line(one.low, one.high, at + 0.5, key.colour, 7)
        plot.point(one.median, at + 0.5, key.colour, key.shape)
    return plot.html(title)


def bars(rows: Sequence[tuple[str, float]], title_of_axis: str, title: str, across: bool = False) -> str:
    """Draw shares as vertical bars, or with `across` as horizontal ones."""
    names, found = groups([name for name, _ in rows]), [share for _, share in rows]
    share = axis([0, *found], title_of_axis if across else "share of games", share=True, most=4)
    if across:
        plot = Plot(share, names, ROW * max(2, len(rows)), rows=True)
    else:
        plot = Plot(names._replace(title=title_of_axis), share, HEIGHT - 40)
    for at, value in enumerate(found):
        sides = (at + 0.1, at + 0.9), (0.0, value)
        plot.box(*(sides[::-1] if across else sides), BLUE)
    return plot.html(title)


def runaway(names: Sequence[str], studies: Sequence[Study]) -> str:
    """Draw how often the leader wins over the course of a game, a line for each variant."""
    series = keys(names)
    y = axis([0, 1], "the leader wins", share=True)
    plot = Plot(all_shares("share of the turns played"), y, HEIGHT + 20, series if len(names) > 1 else ())
    fair = 1 / studies[0].players
    plot.mark_value(y=fair)
    plot.text(1, fair, "by chance alone", dx=-1, dy=15)
    for key, study in zip(series, studies, strict=True):
        known = [(one.after, one.wins) for one in study.leading if not math.isnan(one.wins.value)]
        above = [(at, wins.high) for at, wins in known]
        plot.curve([*above, *((at, wins.low) for at, wins in reversed(known))], key.colour, filled=True)
        plot.curve([(at, wins.value) for at, wins in known], key.colour)
        for at, wins in known:
            plot.point(at, wins.value, key.colour, key.shape)
    return plot.html("Runaway leader")


def shares(study: Study) -> str:
    """Draw the shares of skill, luck and both together as one bar."""
    found = study.shares
    assert found is not None
    named = {
        Key("who plays", BLUE, "square"): found.skill,
        Key("the dice a seat gets", ORANGE, "square"): found.luck,
        Key("play and dice together", GREY, "square"): found.rest,
    }
    plot = Plot(all_shares("share of the differences between results"), groups([""]), 50, list(named))
    at = 0.0
    for key, one in named.items():
        plot.box((at, at + one.value), (0.2, 0.8), key.colour)
        at += one.value
    return plot.html("Skill and luck")


def pieces(study: Study) -> str:
    """Draw each piece by how often it is taken and by its worth."""
    known = [(one, one.rate.value, one.worth.value) for one in study.pieces if one.worth is not None]
    worths = [worth for _, _, worth in known]
    y = axis([0, *worths], "worth, in shares of a win", share=True, signed=True)
    plot = Plot(all_shares("taken by those who could"), y, HEIGHT + 80, list(COLOURS.values()))
    plot.mark_value(y=0)
    for one, rate, worth in known:
        plot.point(rate, worth, look(one).colour, look(one).shape)
    named: list[tuple[float, float]] = []
    close = (max(worths) - min(worths)) / 18
    for one, rate, worth in sorted(known, key=lambda row: -abs(row[2])):
        # A name that would overlap another one is left out.
        if len(named) < 8 and all(abs(worth - y) > close or abs(rate - x) > 0.3 for x, y in named):
            named.append((rate, worth))
            plot.text(rate, worth, one.title, dx=-8 if rate > CROWDED else 8)
    return plot.html("What pieces are worth")


def look(piece: PieceStudy) -> Key:
    """Return the look of a piece by the kind of its verdict."""
    if piece.verdict.endswith(("must have", "strong")):
        return COLOURS["strong"]
    return COLOURS["weak" if piece.verdict.endswith("weak") else "neither"]
