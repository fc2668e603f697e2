"""Standalone HTML pages, with their style, SVG charts and tables, for screen and paper."""

import re
from collections.abc import Sequence
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

LETTER, GAP = 6.5, 12.0
"""The approximate width of a letter of a label, and the least gap between two labels."""


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
