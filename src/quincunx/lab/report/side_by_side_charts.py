"""Charts that show several variants, each with the same colour and shape in all of them."""

import math
from collections.abc import Sequence
from typing import Any

from quincunx.lab.report.charts import BLUE, GREEN, HEIGHT, ORANGE, PINK, SKY, WIDTH, load, share_across, svg
from quincunx.lab.report.measure import Study
from quincunx.lab.stats.estimate import Estimate, Spread

SERIES = [BLUE, ORANGE, GREEN, PINK, SKY]
"""The colours of the variants, in order; a sixth variant has the first colour again."""
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross"]
LINE = 16
"""The height of one variant within a row."""


def _scales(names: Sequence[str]) -> dict[str, Any]:
    alt = load()
    colours = [SERIES[at % len(SERIES)] for at in range(len(names))]
    shapes = [SHAPES[at % len(SHAPES)] for at in range(len(names))]
    return {
        "color": alt.Color("variant:N", scale=alt.Scale(domain=names, range=colours)),
        "shape": alt.Shape("variant:N", scale=alt.Scale(domain=names, range=shapes)),
    }


def grouped(
    names: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Estimate | None]]],
    axis: str,
    title: str,
    even: float | None = None,
    form: str = "%",
) -> str:
    """Draw values with their bounds: in each row a line for each variant."""
    alt = load()
    data = [
        {"name": name, "variant": variant, "value": one.value, "low": one.low, "high": one.high}
        for name, found in rows
        for variant, one in zip(names, found, strict=True)
        if one is not None and not math.isnan(one.value)
    ]
    base = alt.Chart(alt.Data(values=data)).encode(
        y=alt.Y("name:N", sort=None, title=None),
        yOffset=alt.YOffset("variant:N", sort=list(names)),
        color=_scales(names)["color"],
    )
    x = alt.X("low:Q", title=axis, scale=alt.Scale(zero=False), axis=alt.Axis(format=form, tickCount=6))
    layers = base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q")
    layers += base.mark_point(filled=True, size=55, opacity=1).encode(
        x="value:Q", shape=_scales(names)["shape"]
    )
    if even is not None:
        layers += alt.Chart(alt.Data(values=[{"even": even}])).mark_rule(strokeDash=[4, 3]).encode(x="even:Q")
    height = max(40, LINE * len(names) * len(rows) + 8 * len(rows))
    return svg(layers.properties(width=WIDTH - 180, height=height), title)


def ranges(names: Sequence[str], spreads: Sequence[Spread], axis: str, title: str) -> str:
    """Draw how a number varies from game to game: a thin line for all games, a thick one for nine in ten, a
    point at the median."""
    alt = load()
    data = [
        {
            "variant": name,
            "min": one.min,
            "low": one.low,
            "median": one.median,
            "high": one.high,
            "max": one.max,
        }
        for name, one in zip(names, spreads, strict=True)
    ]
    base = alt.Chart(alt.Data(values=data)).encode(y=alt.Y("variant:N", sort=None, title=None))
    scales = _scales(names)
    colour = scales["color"].legend(None)
    whole = all(float(end).is_integer() for one in spreads for end in (one.min, one.max))
    ticks = alt.Axis(format=",d", tickMinStep=1) if whole else alt.Axis()
    x = alt.X("min:Q", title=axis, scale=alt.Scale(zero=False), axis=ticks)
    layers = base.mark_rule(strokeWidth=1).encode(x=x, x2="max:Q", color=colour)
    layers += base.mark_rule(strokeWidth=7, opacity=0.6).encode(x="low:Q", x2="high:Q", color=colour)
    layers += base.mark_point(filled=True, size=80, opacity=1).encode(
        x="median:Q", color=colour, shape=scales["shape"].legend(None)
    )
    return svg(layers.properties(width=WIDTH - 180, height=max(50, 26 * len(names))), title)


def runaway(names: Sequence[str], studies: Sequence[Study]) -> str:
    """Draw how often the leader wins over the course of a game, a line for each variant."""
    alt = load()
    data = [
        {
            "variant": name,
            "after": one.after,
            "wins": one.wins.value,
            "low": one.wins.low,
            "high": one.wins.high,
        }
        for name, study in zip(names, studies, strict=True)
        for one in study.leading
        if not math.isnan(one.wins.value)
    ]
    base = alt.Chart(alt.Data(values=data)).encode(x=share_across("after:Q", "share of the turns played"))
    scales = _scales(names)
    y = alt.Y("low:Q", title="the leader wins", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    bands = base.mark_area(opacity=0.2).encode(y=y, y2="high:Q", color=scales["color"])
    lines = base.mark_line().encode(y="wins:Q", color=scales["color"])
    points = base.mark_point(filled=True, size=45, opacity=1).encode(y="wins:Q", **scales)
    fair = alt.Chart(alt.Data(values=[{"fair": 1 / studies[0].players, "name": "by chance alone", "at": 1}]))
    rule = fair.mark_rule(strokeDash=[4, 3]).encode(y="fair:Q")
    text = fair.mark_text(align="right", dy=9).encode(x="at:Q", y="fair:Q", text="name:N")
    layers = bands + lines + points + rule + text
    return svg(layers.properties(width=WIDTH, height=HEIGHT + 20), "Runaway leader")
