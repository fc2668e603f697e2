"""The charts of a report, drawn by Vega-Altair as SVG that takes its text colour from the page."""

import math
from collections.abc import Sequence
from typing import Any

from quincunx.core.errors import UserError
from quincunx.lab.report.measure import PieceStudy, Study
from quincunx.lab.stats.estimate import Estimate, Spread
from quincunx.reporting.page import chart as framed

# Okabe and Ito's palette for colour-blind readers; these five show on white and on black.
BLUE, ORANGE, GREEN, PINK, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"
WIDTH, HEIGHT = 620, 200
ROW = 22
CROWDED = 0.7
"""The share of the chart's width beyond which a point's name is written to its left."""
INK = "currentColor"

Rows = list[dict[str, Any]]


def svg(chart: Any, title: str) -> str:
    """Return the chart as SVG to embed in a page, without background and in the page's text colour."""
    import vl_convert

    axis = {"labelColor": INK, "titleColor": INK, "gridColor": INK, "gridOpacity": 0.15, "domainColor": INK}
    axis |= {"tickColor": INK, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    config = {
        "background": None,
        # Extra room for the names of rows: a browser's letters may be wider than those measured here.
        "padding": {"left": 30, "right": 14, "top": 6, "bottom": 4},
        "font": "system-ui, sans-serif",
        "axis": axis,
        # Numbers at the edges stay below their ticks, and none overlap.
        "axisX": {"labelFlush": False, "labelOverlap": "greedy"},
        "axisY": {"labelLimit": 220},
        "legend": {
            "labelColor": INK,
            "titleColor": INK,
            "labelFontSize": 12,
            "orient": "top",
            "title": None,
            "columnPadding": 24,
        },
        "view": {"stroke": None},
        "text": {"color": INK, "fontSize": 12},
        "rule": {"color": INK},
    }
    drawn = vl_convert.vegalite_to_svg(chart.to_dict() | {"config": config})
    return framed(drawn, title, "chart")


def load() -> Any:
    """Return the altair module; raise UserError with the install command if it is missing."""
    try:
        import altair
        import vl_convert  # noqa: F401
    except ImportError:
        raise UserError("A report's charts need Altair: `pip install 'quincunx[lab]'`.") from None
    return altair


def share_across(field: str, title: str) -> Any:
    """Return a horizontal axis from 0% to 100%."""
    alt = load()
    axis, scale = alt.Axis(format="%", tickCount=10), alt.Scale(domain=[0, 1])
    return alt.X(field, title=title, axis=axis, scale=scale)


def _data(rows: Rows) -> Any:
    return load().Data(values=rows)


def histogram(spread: Spread, axis: str, title: str) -> str:
    """Draw a histogram of games, with the median marked."""
    alt = load()
    step = (spread.max - spread.min) / len(spread.histogram) or 1.0
    whole = all(float(end).is_integer() for end in (spread.min, spread.max))
    first = spread.min
    if whole:
        step = math.ceil((spread.max - spread.min + 1) / 12)
        # With one bar per number, centre it on the number.
        first -= 0.5 if step == 1 else 0.0
    total = sum(spread.histogram)
    rows = [
        {"from": first + step * at, "to": first + step * (at + 1), "share": count / total}
        for at, count in enumerate(spread.histogram)
    ]
    bars = alt.Chart(_data(rows)).mark_bar(color=BLUE, opacity=0.85, binSpacing=1)
    bars = bars.encode(
        x=alt.X(
            "from:Q",
            bin="binned",
            title=axis,
            axis=alt.Axis(grid=False, **({"tickMinStep": 1} if whole else {})),
        ),
        x2="to:Q",
        y=alt.Y("share:Q", title="share of games", axis=alt.Axis(format="%", tickCount=4)),
    )
    middle = alt.Chart(_data([{"at": spread.median, "name": f"median {spread.median:g}"}]))
    rule = middle.mark_rule(strokeDash=[4, 3], strokeWidth=1.5).encode(x="at:Q")
    text = middle.mark_text(align="left", dx=5, y=6).encode(x="at:Q", text="name:N")
    return svg((bars + rule + text).properties(width=WIDTH, height=HEIGHT - 40), title)


def intervals(
    rows: Sequence[tuple[str, Estimate]],
    axis: str,
    title: str,
    even: float | None = None,
    form: str = "%",
    colours: Sequence[str] = (),
) -> str:
    """Draw one row per value with its bounds, and a dashed line at `even`."""
    alt = load()
    data = [
        {"name": name, "value": one.value, "low": one.low, "high": one.high, "colour": colour}
        for (name, one), colour in zip(rows, colours or [BLUE] * len(rows), strict=True)
    ]
    base = alt.Chart(_data(data)).encode(
        y=alt.Y("name:N", sort=None, title=None), color=alt.Color("colour:N", scale=None)
    )
    x = alt.X("low:Q", title=axis, scale=alt.Scale(zero=False), axis=alt.Axis(format=form, tickCount=6))
    layers = base.mark_rule(strokeWidth=2.5).encode(x=x, x2="high:Q")
    layers += base.mark_point(filled=True, size=70, opacity=1).encode(x="value:Q")
    if even is not None:
        layers += alt.Chart(_data([{"even": even}])).mark_rule(strokeDash=[4, 3]).encode(x="even:Q")
    return svg(layers.properties(width=WIDTH - 180, height=ROW * max(2, len(data))), title)


def bars(rows: Sequence[tuple[str, float]], axis: str, title: str, across: bool = False) -> str:
    """Draw shares as vertical bars, or with `across` as horizontal ones."""
    alt = load()
    chart = alt.Chart(_data([{"name": name, "share": share} for name, share in rows])).mark_bar(color=BLUE)
    share = alt.Axis(format="%", tickCount=4)
    if across:
        chart = chart.encode(
            x=alt.X("share:Q", title=axis, axis=share), y=alt.Y("name:N", sort=None, title=None)
        )
        return svg(chart.properties(width=WIDTH - 180, height=ROW * max(2, len(rows))), title)
    chart = chart.encode(
        x=alt.X("name:N", sort=None, title=axis, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("share:Q", title="share of games", axis=share),
    )
    return svg(chart.properties(width=WIDTH, height=HEIGHT - 40), title)


def runaway(study: Study) -> str:
    """Draw how often the leader wins, over the course of a game."""
    alt = load()
    rows = [
        {"after": one.after, "wins": one.wins.value, "low": one.wins.low, "high": one.wins.high}
        for one in study.leading
        if not math.isnan(one.wins.value)
    ]
    base = alt.Chart(_data(rows)).encode(x=share_across("after:Q", "share of the turns played"))
    y = alt.Y("low:Q", title="the leader wins", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    band = base.mark_area(color=BLUE, opacity=0.25).encode(y=y, y2="high:Q")
    line = base.mark_line(color=BLUE, point=alt.OverlayMarkDef(color=BLUE, size=40)).encode(y="wins:Q")
    fair = alt.Chart(_data([{"fair": 1 / study.players, "name": "by chance alone", "at": 1}]))
    rule = fair.mark_rule(strokeDash=[4, 3]).encode(y="fair:Q")
    text = fair.mark_text(align="right", dy=9).encode(x="at:Q", y="fair:Q", text="name:N")
    return svg((band + line + rule + text).properties(width=WIDTH, height=HEIGHT + 20), "Runaway leader")


def shares(study: Study) -> str:
    """Draw the shares of skill, luck and both together as one bar."""
    alt = load()
    found = study.shares
    assert found is not None
    named = [
        ("who plays", found.skill, BLUE),
        ("the dice a seat gets", found.luck, ORANGE),
        ("play and dice together", found.rest, "#999999"),
    ]
    rows = [{"name": name, "share": one.value, "place": place} for place, (name, one, _) in enumerate(named)]
    chart = alt.Chart(_data(rows)).mark_bar(height=30)
    chart = chart.encode(
        x=share_across("share:Q", "share of the differences between results"),
        color=alt.Color(
            "name:N", scale=alt.Scale(domain=[n for n, _, _ in named], range=[c for _, _, c in named])
        ),
        order="place:Q",
    )
    return svg(chart.properties(width=WIDTH, height=50), "Skill and luck")


def pieces(study: Study) -> str:
    """Draw each piece by how often it is taken and by its worth."""
    alt = load()
    rows: Rows = [
        {"name": one.title, "rate": one.rate.value, "worth": one.worth.value, "verdict": kind(one)}
        for one in study.pieces
        if one.worth is not None
    ]
    kinds = list(COLOURS.items())
    base = alt.Chart(_data(rows)).encode(
        x=share_across("rate:Q", "taken by those who could"),
        y=alt.Y("worth:Q", title="worth, in shares of a win", axis=alt.Axis(format="+%")),
    )
    points = base.mark_point(filled=True, size=55, opacity=0.9).encode(
        color=alt.Color(
            "verdict:N", scale=alt.Scale(domain=[n for n, _ in kinds], range=[c for _, c in kinds])
        ),
        shape=alt.Shape(
            "verdict:N",
            scale=alt.Scale(domain=[n for n, _ in kinds], range=["triangle-up", "triangle-down", "circle"]),
        ),
    )
    names = _apart(sorted(rows, key=lambda row: -abs(row["worth"])))[:8]
    # Names go to the side of the point where there is room.
    left = base.properties(data=_data([row for row in names if row["rate"] > CROWDED]))
    right = base.properties(data=_data([row for row in names if row["rate"] <= CROWDED]))
    text = left.mark_text(align="right", dx=-7, fontSize=11).encode(text="name:N")
    text += right.mark_text(align="left", dx=7, fontSize=11).encode(text="name:N")
    zero = alt.Chart(_data([{"zero": 0}])).mark_rule(strokeDash=[4, 3]).encode(y="zero:Q")
    return svg((zero + points + text).properties(width=WIDTH, height=HEIGHT + 80), "What pieces are worth")


def _apart(rows: Rows) -> Rows:
    """Return the rows whose names would not overlap the name of an earlier row."""
    worths = [row["worth"] for row in rows]
    close = (max(worths, default=0) - min(worths, default=0)) / 18
    kept: Rows = []
    for row in rows:
        if all(
            abs(row["worth"] - one["worth"]) > close or abs(row["rate"] - one["rate"]) > 0.3 for one in kept
        ):
            kept.append(row)
    return kept


COLOURS = {"strong": ORANGE, "weak": PINK, "neither": BLUE}
"""The colour of a piece by the kind of its verdict."""


def kind(piece: PieceStudy) -> str:
    """Return the kind of a piece's verdict, a key of `COLOURS`."""
    if piece.verdict.endswith(("must have", "strong")):
        return "strong"
    return "weak" if piece.verdict.endswith("weak") else "neither"
