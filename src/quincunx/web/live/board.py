"""Draws the game's board for one viewer."""

from markupsafe import Markup

from quincunx.match.match import Match
from quincunx.text.grammar import WATCHER, Look
from quincunx.web.live.view import MatchView
from quincunx.web.templates.rendering import ENVIRONMENT

PLAIN_BOARD = "_plain_board.html"


def draw_board(shown: MatchView, match: Match, look: Look, reader: int | None = None) -> Markup:
    """Return the game's own board for the view's seat, or a table of the position if it has none. Its
    sentences address that seat, or another `reader`."""
    seat = WATCHER if shown.seat is None else shown.seat
    template = ENVIRONMENT.select_template([f"games/{shown.game.name}/board.html", PLAIN_BOARD])
    context = shown.game.screens.web(match.state, seat, match.voice(seat if reader is None else reader, look))
    shown.won = match.result.winners if match.result else []
    return Markup(template.render(**context, match=shown, seat=shown.seat, legal=shown.legal))
