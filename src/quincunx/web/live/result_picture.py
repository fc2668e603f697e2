"""Draws the result of a match as a picture to share."""

import re
import textwrap
from functools import cache

from quincunx.web.matches.ending import EndingShown
from quincunx.web.matches.setup import COLOURS
from quincunx.web.templates.rendering import HERE, render

LONGEST_LINE = 44
MOST_LINES = 3


@cache
def seat_colours() -> dict[str, str]:
    """Return the seats' colours on a light page, from the style sheet: a picture has none."""
    style = (HERE / "static" / "style.css").read_text(encoding="utf-8")
    found = {name: re.search(rf"--{name}: (#\w+);", style) for name in COLOURS}
    return {name: value[1] for name, value in found.items() if value}


def draw_result(title: str, headline: str, ending: EndingShown) -> str:
    """Return an SVG of 1200 by 630, the size that most sites show."""
    lines = textwrap.wrap(headline, LONGEST_LINE, max_lines=MOST_LINES, placeholder=" …")
    return render("result.svg", title=title, lines=lines, ending=ending, colours=seat_colours())
