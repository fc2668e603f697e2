"""Jinja for the pages: the environment of all templates, among them those in the folders of the games."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from quincunx import __version__, games
from quincunx.match import proof
from quincunx.web.templates.fragment_cache import Decision, Keep, Region

HERE = Path(__file__).parents[1]
BETWEEN = "<!-- part -->"


def _board(name: str) -> str | None:
    """The text of `games/GAME/board.html`, or of a template beside it, from the game's own folder."""
    folder, _, rest = name.partition("/")
    game, _, file = rest.partition("/")
    if folder != "games" or not re.fullmatch(r"\w+\.(html|svg)", file) or game not in games.GAMES:
        return None
    path = games.load(game).folder / file
    return path.read_text(encoding="utf-8") if path.exists() else None


ENVIRONMENT = jinja2.Environment(
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
