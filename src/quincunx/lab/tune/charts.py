"""Charts of a tuning search."""

import math
from itertools import pairwise
from typing import Any

from quincunx.lab.tune.history import TriedCandidate, missing
from quincunx.lab.tune.results import Tuned
from quincunx.reporting.plot import BLUE, INK, ORANGE, ROW, Axis, Key, Plot, axis, groups

NEAR = 0.08
"""The distance, as a share of the chart's width, below which two labels would overlap."""
COMPROMISES = [Key("original", ORANGE, "square"), Key("compromise", BLUE)]
GOALS = [Key("met", BLUE), Key("missed", ORANGE, "cross")]


def compromises(tuned: Tuned) -> str:
    """Draw every candidate tried: how much it changes against how far it misses the goals."""
    weights = [goal.weight for goal in tuned.goals.goals]

    def place(one: TriedCandidate) -> tuple[float, float]:
        lacks = math.fsum(map(float.__mul__, weights, missing(tuned.goals, one)))
        return tuned.goals.change(one.places), math.log1p(lacks)

    tried = [place(one) for one in tuned.tried if not one.problem]
    best = [place(one.tried) for one in tuned.candidates]
    top = max(y for _, y in tried + best)
    numbers = [0.0, *(digit * 10.0**power for power in range(-1, 9) for digit in (1, 2, 5))]
    # Near 0 the axis is linear, far from it logarithmic.
    above = [number for number in numbers if number >= 0.5 or math.log1p(number) > top / 4 or not number]
    ticks = [(math.log1p(number), f"{number:,g}") for number in above if math.log1p(number) <= top]
    x = axis([0.0, *(x for x, _ in tried + best)], "changed, in numbers")
    plot = Plot(x, Axis(0, top * 1.05 or 1, ticks, "missing, in tolerances"), 260, COMPROMISES)
    for at in tried:
        plot.ring(*at)
    for number, at in enumerate(best):
        _, colour, shape = COMPROMISES[bool(number)]
        plot.point(*at, colour, shape)
        plot.text(*at, str(number or ""), dx=8, dy=-6)
    return plot.html("All that was tried")


def goal(tuned: Tuned, at: int) -> str:
    """Draw the value of one goal's metric in the original and in each compromise, beside the target."""
    measures = [one.tried.measures[at] for one in tuned.candidates]
    wanted = tuned.goals.goals[at]
    least, most = wanted.bounds()
    ends = [end for one in measures for end in (one.value - one.reach, one.value + one.reach)]
    known = [bound for bound in (least, most) if bound is not None]
    x = axis([*ends, *known], f"{tuned.labels[at]}; wanted {tuned.wanted(at)}", tuned.shares[at])
    names = groups([tuned.name(place) for place in range(len(measures))])
    plot = Plot(x, names, ROW * len(measures) + 10, GOALS, rows=True)
    met = x.low if least is None else least, x.high if most is None else most
    plot.box(met, (names.low, names.high), BLUE, 0.15)
    for place, one in enumerate(measures):
        _, colour, shape = GOALS[bool(wanted.missing(one.value))]
        plot.line(one.value - one.reach, one.value + one.reach, place + 0.5, INK, 1)
        plot.point(one.value, place + 0.5, colour, shape)
    return plot.html(tuned.labels[at])


def sensitivity(tuned: Tuned, at: int) -> str:
    """Draw the effect of each number on one goal when that number alone is changed, with bounds."""
    rows: list[dict[str, Any]] = [
        {"key": one.key, "value": value, "label": value, "one": measures[at], "colour": colour}
        for one in tuned.sensitivity
        for value, measures, colour in zip(one.values, one.measures, (ORANGE, BLUE), strict=False)
        if measures
    ]
    if not rows:
        return ""
    ends = [row["one"].step + sign * row["one"].step_reach for row in rows for sign in (-1, 1)]
    _merge_labels(rows, NEAR * (max(ends) - min(ends)))
    x = axis([0.0, *ends], f"change of {tuned.labels[at]}", tuned.shares[at], signed=True)
    names = list(dict.fromkeys(row["key"] for row in rows))
    plot = Plot(x, groups(names), (ROW + 8) * len(names), rows=True)
    plot.mark_value(x=0)
    for row in rows:
        step, reach, y = row["one"].step, row["one"].step_reach, names.index(row["key"]) + 0.5
        plot.box((0, step), (y - 0.17, y + 0.17), row["colour"], 0.6)
        plot.line(step - reach, step + reach, y, INK, 1)
        plot.text(step, y, row["label"], dx=5 if step >= 0 else -5, dy=-6)
    return plot.html(f"What changes {tuned.labels[at]}")


def _merge_labels(rows: list[dict[str, Any]], near: float) -> None:
    """Give two bars of a number one shared label where they end at nearly the same place."""
    for first, other in pairwise(rows):
        ours, theirs = first["one"].step, other["one"].step
        if first["key"] == other["key"] and (ours < 0) == (theirs < 0) and abs(ours - theirs) <= near:
            first["label"], other["label"] = "", f"{first['value']} or {other['value']}"
