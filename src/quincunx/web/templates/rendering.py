"""The Jinja environment of all templates, including those in the games' folders."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from quincunx import __version__, games, input_limits
from quincunx.match import proof
from quincunx.web.templates.fragment_cache import Decision, Keep, Region

HERE = Path(__file__).parents[1]
BETWEEN = "<!-- part -->"


def _board(name: str) -> str | None:
    """Return the source of `games/GAME/FILE` from the game's own folder, or None."""
    folder, _, rest = name.partition("/")
    game, _, file = rest.partition("/")
    if folder != "games" or not re.fullmatch(r"\w+\.(html|svg)", file) or game not in games.GAMES:
        return None
    path = games.load(game).find_file(file)
    return path.read_text(encoding="utf-8") if path.exists() else None


ENVIRONMENT = jinja2.Environment(
    loader=jinja2.ChoiceLoader([jinja2.FileSystemLoader(HERE / "templates"), jinja2.FunctionLoader(_board)]),
    autoescape=True,
    extensions=[Keep, Region, Decision],
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,  # Otherwise each use checks the disk for changes.
)
ENVIRONMENT.globals |= {"version": __version__, "proof": proof, "limits": input_limits}


def render(template: str, **context: Any) -> str:
    return ENVIRONMENT.get_template(template).render(**context)


def render_parts(names: tuple[str, ...], **context: Any) -> dict[str, str]:
    """Return the drawn templates of those names in `parts/`."""
    return dict(zip(names, _joined(names).render(**context).split(BETWEEN), strict=True))


@cache
def _joined(names: tuple[str, ...]) -> jinja2.Template:
    """Return one template of all of them, which Jinja renders in half the time."""
    loader = ENVIRONMENT.loader
    assert loader is not None
    sources = [loader.get_source(ENVIRONMENT, f"parts/{name}.html")[0] for name in names]
    return ENVIRONMENT.from_string(BETWEEN.join(sources))


def compile_all(together: tuple[str, ...]) -> None:
    """Compile all templates and those drawn `together`, so that no visitor waits a third of a second."""
    _joined(together)
    folder = HERE / "templates"
    for file in folder.rglob("*.html"):
        ENVIRONMENT.get_template(file.relative_to(folder).as_posix())
    for game in games.load_all()[0]:
        ENVIRONMENT.select_template([f"games/{game.name}/board.html", "_plain_board.html"])
