"""One position as a page without a server: to look at, with nothing to click."""

from markupsafe import Markup

from quincunx.core.voice import Look
from quincunx.match import Match
from quincunx.web.new_match import COLOURS
from quincunx.web.templating import HERE, draw_board, render
from quincunx.web.view import MatchView, SeatShown, Toggle

STYLES = ("style.css", "pieces.css")


def board_page(match: Match, viewer: int) -> str:
    """The game's own board as that seat, or a WATCHER, may see it."""
    styles = [HERE / "static" / name for name in STYLES] + [match.game.folder / "board.css"]
    css = "\n".join(path.read_text(encoding="utf-8") for path in styles if path.exists())
    return render("picture.html", title=repr(match), css=css, board=draw_alone(match, viewer))


def draw_alone(match: Match, viewer: int) -> Markup:
    """The board alone, told to those who only watch if the viewer is no seat."""
    return draw_board(_view(match, None if viewer < 0 else viewer), match, Look())


def _view(match: Match, seat: int | None) -> MatchView:
    """What boards are drawn from; nothing is legal here, so nothing can be clicked."""
    return MatchView(
        id="",
        game=match.game,
        title=match.game.header.title,
        seat=seat,
        seats=[_seat(match, number, seat) for number in range(len(match.seats))],
        phase="over" if match.over else "playing",
        your_move=False,
        turns=match.state.turns(),
        at=len(match.steps),
        several=False,
        is_creator=False,
        toggles=[Toggle(name, meaning, True) for name, meaning in match.game.toggles.items()],
    )


def _seat(match: Match, number: int, viewer: int | None) -> SeatShown:
    player = match.seats[number]
    return SeatShown(
        number=number + 1,
        name=player.name,
        colour=COLOURS[number % len(COLOURS)],
        is_bot=bool(player.bot),
        level=player.bot,
        is_you=number == viewer,
        to_act=number in match.state.actors(),
        connected=True,
        away=False,
        taken=True,
        muted=False,
    )
