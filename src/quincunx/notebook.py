"""The display of a match in a notebook: the board as in the browser, or as in a terminal."""

from html import escape
from io import StringIO

from rich.console import Console

from quincunx.match.match import Match
from quincunx.match.players import only_person

WIDTH = 100


def draw(match: Match) -> str:
    """Return HTML of the match as its only person sees it, or as a watcher does."""
    seat = only_person(match.seats)
    try:
        from quincunx.web.live.picture import board_page
    except ModuleNotFoundError:
        return f"<pre>{escape(as_text(match, seat))}</pre>"
    # An iframe keeps the styles of the board and of the notebook apart.
    page = escape(board_page(match, seat))
    return f'<iframe srcdoc="{page}" sandbox style="width: 100%; height: 40em; border: 0"></iframe>'


def as_text(match: Match, seat: int) -> str:
    """Return the board as a terminal draws it, without colours."""
    screen = Console(file=StringIO(), width=WIDTH, color_system=None)
    screen.print(match.game.screens.terminal(match.state, max(seat, 0), match.voice(seat)))
    assert isinstance(screen.file, StringIO)
    return f"{match}\n{screen.file.getvalue()}"
