"""Jinja for the pages, and for each game's own board."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from quincunx import __version__, games
from quincunx.match import proof
from quincunx.match.match import Match
from quincunx.text.grammar import WATCHER, Look
from quincunx.web.keep import Decision, Keep, Region
from quincunx.web.quick_templates import QuickEnvironment
from quincunx.web.view import MatchView

HERE = Path(__file__).parent
PLAIN_BOARD = "_plain_board.html"
BETWEEN = "<!-- part -->"


def _board(name: str) -> str | None:
    """The text of `games/GAME/board.html`, or of a template beside it, from the game's own folder."""
    folder, _, rest = name.partition("/")
    game, _, file = rest.partition("/")
    if folder != "games" or not re.fullmatch(r"\w+\.(html|svg)", file) or game not in games.GAMES:
        return None
    path = games.load(game).folder / file
    return path.read_text(encoding="utf-8") if path.exists() else None


ENVIRONMENT = QuickEnvironment(
    loader=jinja2.ChoiceLoader([jinja2.FileSystemLoader(HERE / "templates"), jinja2.FunctionLoader(_board)]),
    autoescape=True,
    extensions=[Keep, Region, Decision],
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,  # Else the disk is asked at every use whether a template has changed.
)
ENVIRONMENT.globals |= {"version": __version__, "proof": proof}


def render(template: str, **context: Any) -> str:
    return ENVIRONMENT.get_template(template).render(**context)


def render_parts(names: tuple[str, ...], **context: Any) -> dict[str, str]:
    """The templates of that name in `parts/`."""
    return dict(zip(names, _joined(names).render(**context).split(BETWEEN), strict=True))


@cache
def _joined(names: tuple[str, ...]) -> jinja2.Template:
    """One template of all of them: it is half as much work for Jinja as each by itself."""
    loader = ENVIRONMENT.loader
    assert loader is not None
    sources = [loader.get_source(ENVIRONMENT, f"parts/{name}.html")[0] for name in names]
    return ENVIRONMENT.from_string(BETWEEN.join(sources))


def draw_board(shown: MatchView, match: Match, look: Look, reader: int | None = None) -> Markup:
    """The game's own board for the seat of this view; a plain list if the game has none. Its sentences
    speak to that seat, or to another `reader`."""
    seat = WATCHER if shown.seat is None else shown.seat
    template = ENVIRONMENT.select_template([f"games/{shown.game.name}/board.html", PLAIN_BOARD])
    if template.name == PLAIN_BOARD:
        return Markup(template.render(view=shown.game.view(match.state, seat)))
    context = shown.game.board(match.state, seat, match.voice(seat if reader is None else reader, look))
    shown.won = match.result.winners if match.result else []
    return Markup(template.render(**context, match=shown, seat=shown.seat, legal=shown.legal))
