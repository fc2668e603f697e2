"""A match where a notebook shows it: the board as the browser draws it, or as a terminal does."""

from html import escape
from io import StringIO

from rich.console import Console

from quincunx.match.match import Match
from quincunx.match.players import only_person

WIDTH = 100


def draw(match: Match) -> str:
    """HTML for the one person of the match, or for those who only watch."""
    seat = only_person(match.seats)
    try:
        from quincunx.web.picture import board_page
    except ModuleNotFoundError:
        return f"<pre>{escape(as_text(match, seat))}</pre>"
    # In a page of its own, whose style cannot spill into the notebook's, nor the notebook's into it.
    page = escape(board_page(match, seat))
    return f'<iframe srcdoc="{page}" sandbox style="width: 100%; height: 40em; border: 0"></iframe>'


def as_text(match: Match, seat: int) -> str:
    """The board as a terminal draws it, without colours."""
    screen = Console(file=StringIO(), width=WIDTH, color_system=None)
    screen.print(match.game.draw(match.state, max(seat, 0), match.voice(seat)))
    assert isinstance(screen.file, StringIO)
    return f"{match}\n{screen.file.getvalue()}"
