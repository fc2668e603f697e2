"""Tables and small bars for the terminal, which every command that measures draws with."""

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
    """An empty table with these columns."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    made.add_column(title, overflow="fold")
    for column in columns:
        # Folded where the screen is narrow: half a number would be a wrong one.
        made.add_column(column, justify="right" if column else "left", overflow="fold")
    return made


def share_cells(share: Bounded, plain: bool) -> list[str]:
    """A share, its bounds, and a bar."""
    bounds = span(f"{share.low:.1%}", f"{share.high:.1%}", plain)
    return [f"{share.value:.1%}", bounds, bar(share.value, plain)]


def span(low: str, high: str, plain: bool) -> str:
    """From one bound to the other."""
    return f"{low} {'-' if plain else '–'} {high}"  # noqa: RUF001


def bar(share: float, plain: bool) -> str:
    """A share as a bar.

    >>> bar(0.53, False), bar(0.53, True)
    ('██████████▋', '###########')
    """
    if plain:
        return "#" * round(share * BAR)
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def skyline(counts: Sequence[int], plain: bool) -> str:
    """A histogram one line high.

    >>> skyline([0, 1, 4, 8], False), skyline([0, 1, 4, 8], True)
    (' ▁▄█', ' .=#')
    """
    levels = " .:-=+*%#" if plain else " ▁▂▃▄▅▆▇█"
    # What happened at all is seen.
    return "".join(levels[-(-count * (len(levels) - 1) // max(counts))] for count in counts)
