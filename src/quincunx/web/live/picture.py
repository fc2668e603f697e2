"""Draws one position as a page that needs no server and has nothing to click."""

from markupsafe import Markup

from quincunx.match.match import Match
from quincunx.text.grammar import Look
from quincunx.web.live.board import draw_board
from quincunx.web.live.view import MatchView, SeatShown, Toggle
from quincunx.web.matches.setup import COLOURS, colour
from quincunx.web.storage.models import Seat
from quincunx.web.templates.rendering import HERE, render

STYLES = ("style.css", "pieces.css")


def board_page(match: Match, viewer: int) -> str:
    """Return the page of a match as a seat may see it, or WATCHER."""
    styles = [HERE / "static" / name for name in STYLES] + [match.game.find_file("board.css")]
    css = "\n".join(path.read_text(encoding="utf-8") for path in styles if path.exists())
    return render("picture.html", title=repr(match), css=css, board=draw_alone(match, viewer))


def draw_alone(match: Match, viewer: int) -> Markup:
    """Return the board alone, with sentences for spectators if the viewer is no seat."""
    return draw_board(_view(match, None if viewer < 0 else viewer), match, Look())


def _view(match: Match, seat: int | None) -> MatchView:
    """Return the view to draw from. It has no legal moves, so nothing can be clicked."""
    sitting = [
        Seat(number, player.name, number, bot=player.bot, taken=True)
        for number, player in enumerate(match.seats)
    ]
    colour(sitting)
    return MatchView(
        id="",
        game=match.game,
        title=match.game.header.title,
        seat=seat,
        seats=[_seat(match, each, seat) for each in sitting],
        phase="over" if match.over else "playing",
        your_move=False,
        turns=match.state.turns(),
        at=len(match.steps),
        several=False,
        is_creator=False,
        toggles=[Toggle(name, meaning, True) for name, meaning in match.game.screens.toggles.items()],
    )


def _seat(match: Match, seat: Seat, viewer: int | None) -> SeatShown:
    return SeatShown(
        number=seat.number + 1,
        name=seat.name,
        colour=COLOURS[seat.colour],
        is_bot=bool(seat.bot),
        level=seat.bot,
        is_you=seat.number == viewer,
        to_act=seat.number in match.state.players_to_move(),
        connected=True,
        away=False,
        taken=True,
        muted=False,
    )
