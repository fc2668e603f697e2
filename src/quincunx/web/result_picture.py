"""The result of a match as a picture to be sent to others."""

import textwrap

from quincunx.web.ending import EndingShown
from quincunx.web.templating import render

COLOURS = {
    "red": "#c3352b",
    "blue": "#2563b8",
    "green": "#2b7d43",
    "yellow": "#b58900",
    "purple": "#7b47a8",
    "orange": "#d4661a",
    "black": "#3a3d44",
}
"""The colours of seats where no style sheet is at hand."""
LONGEST_LINE = 44
MOST_LINES = 3


def draw_result(title: str, headline: str, ending: EndingShown) -> str:
    """An SVG of 1200 by 630, which is what most places show."""
    lines = textwrap.wrap(headline, LONGEST_LINE, max_lines=MOST_LINES, placeholder=" …")
    return render("result.svg", title=title, lines=lines, ending=ending, colours=COLOURS)
