"""Plots as SVG with axes, marks and a legend, which take their text colour from the page around them."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from quincunx.reporting.page import COLOURS, GAP, LETTER, Scale, chart, look_of, round_steps

if TYPE_CHECKING:
    from quincunx.reporting.screen import Bounded

# Okabe and Ito's palette for colour-blind readers; these five show on white and on black.
BLUE, ORANGE, GREEN, PINK, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"
GREY = "#999999"
INK = "currentColor"
SERIES = [BLUE, ORANGE, GREEN, PINK, SKY]
"""The colours of several series, in order; a sixth has the first colour again."""
SHAPES = {
    "circle": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "square": "M-3.7-3.7h7.4v7.4h-7.4z",
    "triangle-up": "M0-5L5 4H-5z",
    "diamond": "M0-5.5L5.5 0 0 5.5-5.5 0z",
    "cross": "M-1.6-5h3.2v3.4H5v3.2H1.6V5h-3.2V1.6H-5v-3.2h3.4z",
    "triangle-down": "M0 5L5-4H-5z",
}

WIDTH, HEIGHT = 680, 200
TOP, RIGHT, BOTTOM = 10, 34, 44
SIDE = 64
"""The room left of a plot for numbers; names of rows take what they need."""
LEGEND = 24
LINE, ROW = 16, 22
"""The heights of a series within a row, and of a row with one series."""


class Key(NamedTuple):
    """An entry of a legend."""

    name: str
    colour: str
    shape: str = "circle"


class Axis(NamedTuple):
    """The ends of an axis, its ticks with their labels, and its title."""

    low: float
    high: float
    ticks: list[tuple[float, str]]
    title: str = ""


def axis(
    values: Iterable[float], title: str = "", share: bool = False, signed: bool = False, most: int = 6
) -> Axis:
    """Return an axis with round ticks that holds all values; a `share` is shown in percent.

    >>> [label for _, label in axis([0, 0.38], share=True, most=4).ticks]
    ['0%', '10%', '20%', '30%', '40%']
    """
    known = [*values]
    low, high = min(known), max(known)
    wide = high - low or abs(high) / 2 or 1.0
    power = 10.0 ** math.floor(math.log10(wide / most))
    step = next(times * power for times in (1, 2, 5, 10, 20) if wide / (times * power) <= most)
    first, last = math.floor(low / step + 1e-9), math.ceil(max(high, low + wide) / step - 1e-9)
    digits = max(0, -math.floor(math.log10(step) + 1e-9) - 2 * share)
    ticks = [
        (at * step, f"{at * step:{'+' * (signed and at != 0)},.{digits}{'%' if share else 'f'}}")
        for at in range(first, last + 1)
    ]
    return Axis(first * step, last * step, ticks, title)


def shares(title: str) -> Axis:
    """Return an axis from 0% to 100%."""
    return axis([0, 1], title, share=True, most=10)


def groups(names: Sequence[str], title: str = "") -> Axis:
    """Return an axis with a place of width 1 for each name."""
    return Axis(0, len(names), [(at + 0.5, name) for at, name in enumerate(names)], title)


class Plot:
    """A plot of marks at values of two axes. With `rows`, the vertical axis has names, the first on top."""

    def __init__(
        self, x: Axis, y: Axis, height: float = HEIGHT, keys: Sequence[Key] = (), rows: bool = False
    ) -> None:
        self._parts: list[str] = []
        top = TOP + LEGEND * bool(keys)
        self._height = top + height + (BOTTOM if x.title else BOTTOM / 2)
        widest = max((len(label) for _, label in y.ticks), default=0) if rows else 0
        left = max(SIDE, 10 + LETTER * 1.1 * widest)
        self.x = Scale(x.low, x.high, left, WIDTH - RIGHT)
        self.y = Scale(y.low, y.high, *((top, top + height) if rows else (top + height, top)))
        free = 0.0
        for at, label in x.ticks:
            place, width = self.x(at), len(label) * LETTER
            if place - width / 2 >= free:
                self._write(place, top + height + 17, label, "middle")
                free = place + width / 2 + GAP / 2
            self._parts.append(_line("grid", place, top, place, top + height))
        for at, label in y.ticks:
            self._write(left - 7, self.y(at) + 4, label, "end")
            self._parts.append(_line("grid", left, self.y(at), WIDTH - RIGHT, self.y(at)))
        self._write((left + WIDTH - RIGHT) / 2, top + height + 36, x.title, "middle")
        if y.title:
            middle = top + height / 2
            turned = f'transform="rotate(-90 14 {middle})" text-anchor="middle"'
            self._parts.append(f'<text x="14" y="{middle}" {turned}>{escape(y.title)}</text>')
        right = left
        for name, colour, shape in keys:
            self._parts.append(_mark(right + 5, TOP + 2, colour, shape))
            self._write(right + 15, TOP + 6, name)
            right += 40 + LETTER * len(name)

    def _write(self, x: float, y: float, words: str, anchor: str = "start") -> None:
        self._parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>')

    def text(self, x: float, y: float, words: str, dx: float = 0, dy: float = 4) -> None:
        """Write words beside a place: to its left if `dx` is negative."""
        self._write(self.x(x) + dx, self.y(y) + dy, words, "end" if dx < 0 else "start")

    def point(self, x: float, y: float, colour: str = BLUE, shape: str = "circle") -> None:
        self._parts.append(_mark(self.x(x), self.y(y), colour, shape))

    def ring(self, x: float, y: float) -> None:
        """Draw a small, soft circle."""
        place = f'cx="{self.x(x)}" cy="{self.y(y)}"'
        self._parts.append(f'<circle {place} r="2.5" fill="none" stroke="{INK}" opacity="0.5"/>')

    def line(self, low: float, high: float, y: float, colour: str = INK, width: float = 2.5) -> None:
        """Draw a horizontal line between two values."""
        look = f'stroke="{colour}" stroke-width="{width}"'
        self._parts.append(_line("", self.x(low), self.y(y), self.x(high), self.y(y), look))

    def mark_value(self, x: float | None = None, y: float | None = None) -> None:
        """Draw a dashed line across the plot at a value of either axis."""
        across = (self.x.start, self.x.end) if x is None else (self.x(x), self.x(x))
        up = (self.y.start, self.y.end) if y is None else (self.y(y), self.y(y))
        self._parts.append(_line("at", across[0], up[0], across[1], up[1]))

    def box(self, x: tuple[float, float], y: tuple[float, float], colour: str, opacity: float = 1) -> None:
        """Draw a rectangle between two values of each axis, with a gap to its neighbours."""
        (left, right), (top, bottom) = sorted(map(self.x, x)), sorted(map(self.y, y))
        size = f'x="{left + 0.5:.1f}" y="{top:.1f}" width="{max(0.5, right - left - 1):.1f}"'
        look = f'height="{bottom - top:.1f}" fill="{colour}" opacity="{opacity}"'
        self._parts.append(f"<rect {size} {look}/>")

    def curve(
        self, points: Iterable[tuple[float, float]], colour: str = INK, filled: bool = False, kind: str = ""
    ) -> None:
        """Draw a line through points, or with `filled` the area within them. A style sheet draws a `kind`."""
        look = f'fill="{colour}" opacity="0.2"' if filled else f'fill="none" stroke="{colour}"'
        places = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)
        self._parts.append(f'<polyline class="{kind}" {look} stroke-width="2" points="{places}"/>')

    def number(self, x: float, number: int, least: float) -> float:
        """Draw a numbered line up from a value, and return the place of the number: at `least` or beyond."""
        self.mark_value(x=x)
        place = max(self.x(x), least)
        self._write(place, TOP - 1, str(number), "middle")
        return place

    def html(self, title: str) -> str:
        """Return the plot in a box that scrolls sideways."""
        inside = "".join(self._parts)
        return chart(f'<svg viewBox="0 0 {WIDTH} {self._height:g}">{inside}</svg>', title, "chart")


def _line(kind: str, x1: float, y1: float, x2: float, y2: float, look: str = "") -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {look}/>'


def _mark(x: float, y: float, colour: str, shape: str) -> str:
    return f'<path transform="translate({x:.1f} {y:.1f})" fill="{colour}" d="{SHAPES[shape]}"/>'


def line_chart(
    title: str,
    series: Sequence[Sequence[float]],
    ticks: Sequence[tuple[int, str]],
    shares: bool = False,
    marks: Sequence[int] = (),
    colours: Sequence[str] = COLOURS,
) -> str:
    """Return a chart of numbers over time, with a line for each seat: of shares from 0% to 100%, or with
    whole numbers at the axis. `marks` are the places to number."""
    values = [value for line in series for value in line]
    low, high = math.floor(min(values)), math.ceil(max(values))
    steps = round_steps(low, max(high, low + 1), 4)
    y = Axis(low, max(high, low + 1), [(step, f"{step:,}") for step in steps])
    x = Axis(0, max(1, len(series[0]) - 1), list(ticks))
    plot = Plot(x, axis([0, 1], share=True, most=5) if shares else y, HEIGHT + 40)
    place = 0.0
    for number, at in enumerate(marks, 1):
        # The numbers of marks that lie close together are moved apart.
        place = plot.number(at, number, place + GAP)
    for seat, line in enumerate(series):
        plot.curve(enumerate(line), kind=look_of(seat, colours))
    return plot.html(title)


def keys(names: Sequence[str]) -> list[Key]:
    """Return a colour and a shape for each of several series."""
    shapes = list(SHAPES)[: len(SERIES)]
    return [Key(name, SERIES[at % 5], shapes[at % 5]) for at, name in enumerate(names)]


def intervals(
    rows: Sequence[tuple[str, Sequence["Bounded | None"]]],
    x_title: str,
    title: str,
    even: float | None = None,
    share: bool = True,
    signed: bool = False,
    names: Sequence[str] = ("",),
    colours: Sequence[str] = (),
) -> str:
    """Return a plot of values with their bounds: in each row a line for each series, and a dashed line at
    `even`. With one series each row may have a colour of its own."""
    known = [one for _, found in rows for one in found if one is not None and not math.isnan(one.value)]
    ends = [end for one in known for end in (one.low, one.high)] or [0.0]
    x = axis([*ends, *([] if even is None else [even])], x_title, share, signed)
    several = len(names) > 1
    height = ROW * max(2, len(rows)) if not several else LINE * len(names) * len(rows) + 8 * len(rows)
    series = keys(names)
    plot = Plot(x, groups([name for name, _ in rows]), height, series if several else (), rows=True)
    if even is not None:
        plot.mark_value(x=even)
    for row, (_, found) in enumerate(rows):
        for at, (one, key) in enumerate(zip(found, series, strict=True)):
            if one in known:
                assert one is not None
                colour = colours[row] if colours else key.colour
                y = row + (at + 1) / (len(names) + 1)
                plot.line(one.low, one.high, y, colour)
                plot.point(one.value, y, colour, key.shape)
    return plot.html(title)
