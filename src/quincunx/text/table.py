"""The table of a position in a terminal, for games that draw nothing of their own."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.text import plain
from quincunx.text.grammar import Voice


def draw(view: Mapping[str, Any], voice: Voice) -> RenderableType:
    each, between = plain.table(view, len(voice.names))
    seats = Table(box=None, pad_edge=False)
    for title in ["", *each]:
        seats.add_column(Text(title), overflow="fold", justify="right" if title else "left")
    for seat in range(len(voice.names)):
        seats.add_row(Text(voice.who(seat)), *[Text(column[seat]) for column in each.values()])
    rest = Table(box=None, pad_edge=False, show_header=False)
    rest.add_column(overflow="fold")
    rest.add_column(overflow="fold")
    for title, value in between.items():
        rest.add_row(Text(title), Text(value))
    return Group(*[table for table, filled in ((seats, each), (rest, between)) if filled])
