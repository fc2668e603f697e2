"""The result of a match as a picture to be sent to others."""

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
    """The colours of seats on a light page, from the style sheet, for a picture that has none."""
    style = (HERE / "static" / "style.css").read_text(encoding="utf-8")
    found = {name: re.search(rf"--{name}: (#\w+);", style) for name in COLOURS}
    return {name: value[1] for name, value in found.items() if value}


def draw_result(title: str, headline: str, ending: EndingShown) -> str:
    """An SVG of 1200 by 630, which is what most places show."""
    lines = textwrap.wrap(headline, LONGEST_LINE, max_lines=MOST_LINES, placeholder=" …")
    return render("result.svg", title=title, lines=lines, ending=ending, colours=seat_colours())
