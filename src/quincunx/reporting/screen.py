"""Tables and small bars for the terminal, shared by every command that measures."""

from collections.abc import Sequence
from typing import Protocol

from rich import box
from rich.table import Table

BAR = 20


class Bounded(Protocol):
    """A value with its bounds."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


def table(title: str, *columns: str) -> Table:
    """Return an empty table with these columns."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    made.add_column(title, overflow="fold")
    for column in columns:
        # On a narrow screen cells are wrapped and not cut: half a number would be a wrong one.
        made.add_column(column, justify="right" if column else "left", overflow="fold")
    return made


def share_cells(share: Bounded, plain: bool) -> list[str]:
    """Return the cells for a share: its value, its bounds and a bar."""
    bounds = span(f"{share.low:.1%}", f"{share.high:.1%}", plain)
    return [f"{share.value:.1%}", bounds, bar(share.value, plain)]


def span(low: str, high: str, plain: bool) -> str:
    """Return two bounds with a dash between them."""
    return f"{low} {'-' if plain else '–'} {high}"  # noqa: RUF001


def bar(share: float, plain: bool) -> str:
    """Return a share as a bar.

    >>> bar(0.53, False), bar(0.53, True)
    ('██████████▋', '###########')
    """
    if plain:
        return "#" * round(share * BAR)
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def skyline(counts: Sequence[int], plain: bool) -> str:
    """Return a histogram one line high.

    >>> skyline([0, 1, 4, 8], False), skyline([0, 1, 4, 8], True)
    (' ▁▄█', ' .=#')
    """
    levels = " .:-=+*%#" if plain else " ▁▂▃▄▅▆▇█"
    # Rounded up, so that anything that happened at all shows.
    return "".join(levels[-(-count * (len(levels) - 1) // max(counts))] for count in counts)
