"""Standalone HTML pages, with their style, SVG charts and tables, for screen and paper."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

BOUNDS = re.compile(r"\([^()<>]*\)")
WHOLE = r'<span class="whole">\g<0></span>'
FEW = 3
"""The most columns of a table whose numbers keep their bounds on the same line."""
STYLE = Path(__file__).with_suffix(".css")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")
"""The colours of seats, as in the browser; more seats than colours begin again with the first."""

WIDTH, HEIGHT = 860, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 16, 30
EDGE = 40
"""The distance from the right edge within which a label is right-aligned, to stay inside."""
LETTER, GAP = 6.5, 12.0
"""The approximate width of a letter of a label, and the least gap between two labels."""
STEPS = 4
"""The most steps of an axis."""


def page(title: str, body: Sequence[str], style: str = "") -> str:
    """Return a whole HTML page, with its style inline, or linked if `style` is an address."""
    inline = f"<style>{STYLE.read_text(encoding='utf-8')}</style>"
    look = f'<link rel="stylesheet" href="{escape(style)}">' if style else inline
    inside = "\n".join(body)
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'{look}</head>\n<body><main class="report">\n{inside}\n</main></body></html>\n'
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], text: Sequence[int] = (0,)) -> str:
    """Return a table of cells that are HTML already; the columns in `text` are words, the others numbers.
    Bounds in brackets are never broken across lines."""
    kind = [' class="text"' if column in text else "" for column in range(len(head))]
    top = "".join(
        f'<th scope="col"{kind[at]}>{cell}</th>' if cell else "<td></td>" for at, cell in enumerate(head)
    )
    lines = [
        "<tr>"
        + "".join(
            f"<td{kind[at]}>{cell if at in text else BOUNDS.sub(WHOLE, cell)}</td>"
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    ]
    many = ' class="many"' if len(head) > FEW else ""
    inside = f"<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return wide(f"<table{many}>{inside}</table>", "Table")


def wide(inside: str, name: str, kind: str = "") -> str:
    """Return a box for content that may be wider than the screen; it scrolls sideways, also by keyboard."""
    look = f"wide {kind}".rstrip()
    return f'<div class="{look}" tabindex="0" role="group" aria-label="{escape(name)}">{inside}</div>'


def chart(svg: str, title: str, kind: str = "") -> str:
    """Return an SVG in a scrolling box, with its title as the label for screen readers."""
    return wide(svg.replace("<svg", f'<svg role="img" aria-label="{escape(title)}"', 1), "Chart", kind)


def look_of(seat: int, colours: Sequence[str] = COLOURS) -> str:
    """Return the CSS classes of a seat's line: its colour, and a dash pattern for colour-blind readers."""
    return f"series colour-{colours[seat % len(colours)]} dashes-{seat % len(COLOURS) + 1}"


def key(names: Sequence[str], colours: Sequence[str] = COLOURS) -> str:
    """Return the legend of a chart with a line for each seat."""
    items = "".join(
        '<li><svg viewBox="0 0 32 10" aria-hidden="true">'
        f'<path class="{look_of(seat, colours)}" d="M1 5H31"/></svg>{escape(name)}</li>'
        for seat, name in enumerate(names)
    )
    return f'<ul class="key">{items}</ul>'


@dataclass(frozen=True)
class Scale:
    """A linear map from values to coordinates along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        width = self.high - self.low or 1.0
        return round(self.start + (value - self.low) / width * (self.end - self.start), 1)


def line_chart(
    title: str,
    series: Sequence[Sequence[float]],
    ticks: Sequence[tuple[int, str]],
    form: Callable[[float], str],
    span: tuple[float, float] | None = None,
    marks: Sequence[int] = (),
    colours: Sequence[str] = COLOURS,
) -> str:
    """Return a chart of numbers over time, with a line for each seat. `marks` are the places to number.
    Without a span the axis has whole numbers."""
    values = [value for line in series for value in line]
    low, high, steps = _even(span) if span else _whole(min(values), max(values))
    x = Scale(0, max(1, len(series[0]) - 1), LEFT, WIDTH - RIGHT)
    y = Scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">']
    for value in steps:
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value)}" y2="{y(value)}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{form(value)}</text>')
    parts += _labels_below([(x(at), label) for at, label in ticks])
    right = 0.0
    for number, at in enumerate(marks, 1):
        parts.append(f'<line class="at" x1="{x(at)}" x2="{x(at)}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        # The numbers of marks that lie close together are moved apart.
        right = max(x(at), right + GAP)
        parts.append(f'<text class="ink" x="{right}" y="12" text-anchor="middle">{number}</text>')
    for seat, line in enumerate(series):
        points = " ".join(f"{x(at)},{y(value)}" for at, value in enumerate(line))
        parts.append(f'<polyline class="{look_of(seat, colours)}" points="{points}"/>')
    # It scrolls sideways on a phone, where it would be too small to read.
    return wide("".join(parts) + "</svg>", "Chart")


def _even(span: tuple[float, float]) -> tuple[float, float, list[float]]:
    low, high = span
    return low, high, [low + (high - low) * step / STEPS for step in range(STEPS + 1)]


def _whole(least: float, most: float) -> tuple[float, float, list[float]]:
    """Return the ends of an axis as whole numbers, and its whole-numbered steps.

    >>> _whole(24.8, 26.0), _whole(3, 3)
    ((24, 26, [24.0, 25.0, 26.0]), (3, 4, [3.0, 4.0]))
    """
    low, high = math.floor(least), math.ceil(most)
    high = max(high, low + 1)
    return low, high, [float(step) for step in round_steps(low, high, STEPS)]


def round_steps(low: float, high: float, most: int) -> list[int]:
    """Return whole numbers from low to high, a round step apart.

    >>> round_steps(0, 20, 4), round_steps(1, 9, 6), round_steps(0, 730, 4)
    ([0, 5, 10, 15, 20], [2, 4, 6, 8], [0, 200, 400, 600])
    """
    step = next(
        times * 10**power
        for power in range(30)
        for times in (1, 2, 5)
        if (high - low) / (times * 10**power) <= most
    )
    first = -(-int(low) // step) * step
    return list(range(first, int(high) + 1, step))


def _labels_below(labels: Sequence[tuple[float, str]]) -> list[str]:
    """Return the labels below a chart, without those that would touch the one before."""
    parts: list[str] = []
    free = 0.0
    for x, label in labels:
        at_edge, width = x >= WIDTH - EDGE, len(label) * LETTER
        left = x - (width if at_edge else width / 2)
        if left >= free:
            free = left + width + GAP
            anchor = "end" if at_edge else "middle"
            parts.append(f'<text x="{x}" y="{HEIGHT - 10}" text-anchor="{anchor}">{escape(label)}</text>')
    return parts
