"""Charts of a tuning search, as SVG that takes its colours from the page around it."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from quincunx.core.errors import UserError
from quincunx.lab.tune.history import missing
from quincunx.lab.tune.results import Tuned
from quincunx.reporting.page import chart as framed

if TYPE_CHECKING:
    import altair

INK, SOFT, LINE, FIRST, SECOND = "#010203", "#020304", "#030405", "#040506", "#050607"
"""Placeholders for the page's colours, replaced when the chart is drawn."""

COLOURS = {INK: "--ink", SOFT: "--soft", LINE: "--line", FIRST: "--c0", SECOND: "--c1"}
WIDTH = 560
ROW = 22
TEXT = 12
NEAR = 0.08
"""The distance, as a share of the chart's width, below which two labels would overlap."""
LETTER = 7
"""The width allowed for a letter of a label, in pixels."""


def compromises(tuned: Tuned) -> str:
    """Draw every candidate tried: how much it changes against how far it misses the goals."""
    alt = _altair()
    weights = [goal.weight for goal in tuned.goals.goals]

    def point(one: Any, name: str, kind: str) -> dict[str, Any]:
        lacks = math.fsum(map(float.__mul__, weights, missing(tuned.goals, one)))
        return {"change": tuned.goals.change(one.places), "missing": lacks, "name": name, "kind": kind}

    rows = [point(one, "", "tried") for one in tuned.tried if not one.problem]
    best = [
        point(one.tried, str(at) if at else "", "compromise" if at else "original")
        for at, one in enumerate(tuned.candidates)
    ]
    x = alt.X("change:Q", title="changed, in numbers")
    y = alt.Y("missing:Q", title="missing, in tolerances", scale=alt.Scale(type="symlog", constant=1))
    kinds = alt.Scale(domain=["original", "compromise"], range=[SECOND, FIRST])
    shapes = alt.Scale(domain=["original", "compromise"], range=["square", "circle"])
    tried = alt.Chart(_data(rows)).mark_point(color=SOFT, opacity=0.5, size=25).encode(x=x, y=y)
    shown = alt.Chart(_data(best)).encode(x=x, y=y)
    marks = shown.mark_point(filled=True, size=90, opacity=1).encode(
        color=alt.Color("kind:N", scale=kinds, legend=alt.Legend(title=None, orient="top")),
        shape=alt.Shape("kind:N", scale=shapes, legend=alt.Legend(title=None, orient="top")),
    )
    names = shown.mark_text(align="left", dx=8, dy=-6, color=INK).encode(text="name:N")
    return draw((tried + marks + names).properties(width=WIDTH, height=260), "All that was tried")


def goal(tuned: Tuned, at: int) -> str:
    """Draw the value of one goal's metric in the original and in each compromise, beside the target."""
    alt = _altair()
    measures = [one.tried.measures[at] for one in tuned.candidates]
    wanted = tuned.goals.goals[at]
    rows = [
        {
            "name": tuned.name(place),
            "value": found.value,
            "low": found.value - found.reach,
            "high": found.value + found.reach,
            "met": "missed" if wanted.missing(found.value) else "met",
        }
        for place, found in enumerate(measures)
    ]
    bounds = wanted.bounds()
    known = [bound for bound in bounds if bound is not None]
    low = min(*known, *(found.value - found.reach for found in measures))
    high = max(*known, *(found.value + found.reach for found in measures))
    room = (high - low) * 0.06 or 1.0
    low, high = low - room, high + room
    band = {"from": low if bounds[0] is None else bounds[0], "to": high if bounds[1] is None else bounds[1]}
    style = ".0%" if tuned.shares[at] else ",.4~g"
    scale = alt.Scale(domain=[low, high], nice=False, zero=False)
    x = alt.X("value:Q", title=f"{tuned.labels[at]}; wanted {tuned.wanted(at)}", scale=scale)
    x = x.axis(format=style)
    y = alt.Y("name:N", sort=None, title=None, axis=_labels([row["name"] for row in rows]))
    area = alt.Chart(_data([band])).mark_rect(color=FIRST, opacity=0.15)
    area = area.encode(x=alt.X("from:Q", scale=scale), x2="to:Q")
    base = alt.Chart(_data(rows)).encode(y=y)
    lines = base.mark_rule(color=INK).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    kinds = alt.Scale(domain=["met", "missed"], range=[FIRST, SECOND])
    shapes = alt.Scale(domain=["met", "missed"], range=["circle", "cross"])
    marks = base.mark_point(filled=True, size=90, opacity=1).encode(
        x=x,
        color=alt.Color("met:N", scale=kinds, legend=alt.Legend(title=None, orient="top")),
        shape=alt.Shape("met:N", scale=shapes, legend=alt.Legend(title=None, orient="top")),
    )
    return draw((area + lines + marks).properties(width=WIDTH, height=ROW * len(rows) + 10), tuned.labels[at])


def sensitivity(tuned: Tuned, at: int) -> str:
    """Draw the effect of each number on one goal when that number alone is changed, with bounds."""
    alt = _altair()
    rows = []
    for one in tuned.sensitivity:
        for place, (value, measures) in enumerate(zip(one.values, one.measures, strict=True)):
            if measures:
                found = measures[at]
                rows.append(
                    {
                        "key": one.key,
                        "value": value,
                        "label": value,
                        "step": found.step,
                        "low": found.step - found.step_reach,
                        "high": found.step + found.step_reach,
                        "end": "first end" if place == 0 else "other end",
                    }
                )
    if not rows:
        return ""
    _merge_labels(rows)
    style = "+.0%" if tuned.shares[at] else "+,.4~g"
    y = alt.Y("key:N", sort=None, title=None, axis=_labels([one.key for one in tuned.sensitivity]))
    x = alt.X("step:Q", title=f"change of {tuned.labels[at]}", axis=alt.Axis(format=style))
    base = alt.Chart(_data(rows)).encode(y=y)
    zero = alt.Chart(_data([{"at": 0}])).mark_rule(color=SOFT).encode(x="at:Q")
    kinds = alt.Scale(domain=["first end", "other end"], range=[SECOND, FIRST])
    colour = alt.Color("end:N", scale=kinds, legend=None)
    bars = base.mark_bar(height=10, opacity=0.6).encode(x=x, x2=alt.datum(0), color=colour)
    lines = base.mark_rule(color=INK).encode(x="low:Q", x2="high:Q")
    right = base.transform_filter("datum.step >= 0").mark_text(align="left", dx=5, dy=-8, color=INK)
    left = base.transform_filter("datum.step < 0").mark_text(align="right", dx=-5, dy=-8, color=INK)
    texts = right.encode(x="step:Q", text="label:N") + left.encode(x="step:Q", text="label:N")
    height = (ROW + 8) * len({row["key"] for row in rows})
    chart = (zero + bars + lines + texts).properties(width=WIDTH, height=height)
    return draw(chart, f"What changes {tuned.labels[at]}")


def _labels(names: Sequence[Any]) -> Any:
    """Return an axis that leaves room for the longest name."""
    return _altair().Axis(labelLimit=400, minExtent=LETTER * max(len(str(name)) for name in names))


def _merge_labels(rows: list[dict[str, Any]]) -> None:
    """Give two bars of a number one shared label where they end at nearly the same place."""
    near = NEAR * (max(row["high"] for row in rows) - min(row["low"] for row in rows))
    for first, other in pairwise(rows):
        same_side = (first["step"] < 0) == (other["step"] < 0)
        if first["key"] == other["key"] and same_side and abs(first["step"] - other["step"]) <= near:
            first["label"], other["label"] = "", f"{first['value']} or {other['value']}"


def draw(chart: "altair.LayerChart", title: str) -> str:
    """Return a chart as SVG to embed in a page."""
    import vl_convert

    axis = {
        "labelColor": SOFT,
        "titleColor": SOFT,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "titleFontWeight": "normal",
        "labelFontSize": TEXT,
        "titleFontSize": TEXT,
        "tickCount": 7,
    }
    styled = chart.configure(
        background="transparent",
        font="system-ui, sans-serif",
        axis=axis,
        legend={"labelColor": INK, "titleColor": SOFT, "labelFontSize": TEXT, "columnPadding": 20},
        text={"fontSize": TEXT},
        padding=10,
        view={"stroke": LINE},
    )
    svg: str = vl_convert.vegalite_to_svg(styled.to_dict())
    for placeholder, name in COLOURS.items():
        svg = svg.replace(placeholder, f"var({name})")
    return framed(svg, title)


def _data(rows: list[dict[str, Any]]) -> Any:
    return _altair().Data(values=rows)


def _altair() -> Any:
    try:
        import altair
    except ImportError:
        raise UserError("Charts need Altair: `pip install 'quincunx[lab]'`.") from None
    return altair
