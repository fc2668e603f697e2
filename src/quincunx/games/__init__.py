"""The games: our own, and those of installed packages. To register one of ours, add its line.

A package names its games as entry points of the group `quincunx.games`: name and module, as here. A file with
a game is named by its path, or in the environment variable QUINCUNX_GAMES.
"""

import os
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from quincunx import renamed
from quincunx.core.errors import UserError, nearest

if TYPE_CHECKING:
    from quincunx.core.game import Game

OURS = {
    "bitcoin-mining": "quincunx.games.bitcoin_mining.game",
    "idle-six": "quincunx.games.idle_six.game",
    "king-of-tokyo": "quincunx.games.king_of_tokyo.game",
    "nomenklatura": "quincunx.games.nomenklatura.game",
    "total-eclips": "quincunx.games.total_eclips.game",
}

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The form of a game's name: names are typed, and are parts of file names and of addresses."""

FILES = "QUINCUNX_GAMES"
"""The environment variable with the files of games, for this process and those that it starts."""

GAMES: dict[str, str]
"""The module of every game by the game's name. Packages are looked for at the first access."""


def __getattr__(name: str) -> Any:
    if name == "GAMES":
        return _found()[0]
    raise AttributeError(f"module 'quincunx.games' has no attribute '{name}'")


@cache
def _found() -> tuple[dict[str, str], dict[str, str]]:
    """Return every game's module by name; and by name why a package's game is refused."""
    from importlib.metadata import entry_points  # slow to import, and most commands name a game of ours

    offered: dict[str, dict[str, str]] = {}
    for point in entry_points(group="quincunx.games"):
        package = point.dist.name if point.dist else point.module
        offered.setdefault(point.name, {})[package] = point.module
    refused = {name: _why_refused(name, list(packages)) for name, packages in sorted(offered.items())}
    added = {name: module for name in refused if not refused[name] for module in offered[name].values()}
    files = {_name_of(Path(path)): path for path in _files()}
    return {**OURS, **added, **files}, {name: why for name, why in refused.items() if why}


def _files() -> list[str]:
    return [path for path in os.environ.get(FILES, "").split(os.pathsep) if path]


def _name_of(file: Path) -> str:
    """Return the name of the game in a file: `hill-race` for `hill_race.py`, or for `hill_race/game.py`."""
    return (file.absolute().parent.name if file.stem == "game" else file.stem).replace("_", "-")


def add_file(path: str) -> str:
    """Register the game in a Python file, here and in processes started later, and return its name.

    Loading it runs the file: this is for those at the keyboard, never for what comes over a network.
    """
    file = Path(path).absolute()
    name = _name_of(file)
    if not file.is_file():
        raise UserError(f"There is no file {path}.")
    if not NAME.fullmatch(name):
        raise UserError(
            f"{path} cannot hold a game: call it by small letters and digits, as in `hill_race.py`."
        )
    if str(file) not in _files():
        if name in _found()[0]:
            raise UserError(f"There is a game `{name}` already; give {path} another name.")
        os.environ[FILES] = os.pathsep.join([*_files(), str(file)])
        _found.cache_clear()
    return name


def file_of(name: str) -> str:
    """Return the file that was registered for a game; empty if it is ours or a package's."""
    return next((path for path in _files() if _name_of(Path(path)) == name), "")


def _why_refused(name: str, packages: list[str]) -> str:
    named = " and ".join(f"`{package}`" for package in sorted(packages))
    if name in OURS:
        return f"The package {named} has a game `{name}`, but Quincunx has one already; rename theirs."
    if len(packages) > 1:
        return f"The packages {named} each have a game `{name}`; uninstall all but one of them."
    if not NAME.fullmatch(name):
        return (
            f"The package {named} calls a game `{name}`; a name is small letters and digits with `-` between."
        )
    return ""


def load(name: str) -> "Game[Any]":
    """Return the game of that name, or the one in that file: `idle-six`, `./pig.py`."""
    if name.endswith(".py"):
        name = add_file(name)
    module = OURS.get(name) or _module(name)
    try:
        return _checked(name, module)
    except UserError as mistake:
        raise UserError(f"The game `{name}` of `{module}` cannot be used: {mistake}") from mistake


def load_all() -> "tuple[list[Game[Any]], list[str]]":
    """Return every game that works, and a sentence about each that does not."""
    loaded: list[Game[Any]] = []
    problems = list(_found()[1].values())
    for name in _found()[0]:
        try:
            loaded.append(load(name))
        except UserError as mistake:
            problems.append(str(mistake))
    return loaded, problems


class Heading(NamedTuple):
    """A game's line in the list of games."""

    name: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    summary: str


def headings() -> tuple[list[Heading], list[str]]:
    """Return every game's heading, and a sentence about each game that does not work. Our rules are not
    loaded."""
    found: list[Heading] = []
    problems = list(_found()[1].values())
    for name in _found()[0]:
        try:
            found.append(_our_heading(name) if name in OURS else _heading_of(load(name)))
        except UserError as mistake:
            problems.append(str(mistake))
    return found, problems


def _our_heading(name: str) -> Heading:
    import tomllib  # most commands do without

    text = (_our_folder(name) / "game.toml").read_text(encoding="utf-8")
    header = tomllib.loads(text.partition("[game]\n")[2].partition("\n[")[0])
    return Heading(name, tuple(header["players"]), tuple(header["minutes"]), header["summary"])


def rulebook(name: str) -> str:
    """Return a game's rulebook, whole. Our rules are not loaded."""
    if name in OURS:
        return (_our_folder(name) / "RULES.md").read_text(encoding="utf-8")
    return load(name).rulebook()


def _our_folder(name: str) -> Path:
    return Path(__file__).parent / OURS[name].split(".")[2]


def _heading_of(game: "Game[Any]") -> Heading:
    return Heading(game.name, game.header.players, game.header.minutes, game.header.summary)


def _module(name: str) -> str:
    modules, refused = _found()
    if name in modules:
        return modules[name]
    if name in refused:
        raise UserError(refused[name])
    near = nearest(name, modules)
    path = "" if near.endswith("?") else f" A game in a file is named by its path, `./{name}.py`."
    raise UserError(f"There is no game `{name}`{near}{path}")


def _checked(name: str, module: str) -> "Game[Any]":
    """Return the game of that module; raise UserError if it is not what it was registered as."""
    from quincunx.core.game import Game  # slow to import, and names of games are asked for without it

    try:
        game = _imported(module).GAME
    except UserError:
        raise
    except Exception as error:
        raise UserError(_what_failed(error, module)) from error
    if not isinstance(game, Game):
        raise UserError("its `GAME` is no `Game`.")
    old = _old_names(game)
    if old:
        raise UserError(f"{old}.")
    if game.name != name:
        place = (
            f"call its file `{game.name.replace('-', '_')}.py`"
            if ".py" in module
            else "register it by that name"
        )
        raise UserError(f"it calls itself `{game.name}`, so {place}.")
    try:
        assert game.header
    except FileNotFoundError:
        raise UserError(
            f"there is no `game.toml` in {game.folder}; add it to the files of the package."
        ) from None
    except KeyError:
        raise UserError("its `game.toml` has no `[game]` table.") from None
    except ValueError as error:
        raise UserError(f"its `game.toml` cannot be read: {error}.") from None
    return game


def _imported(module: str) -> Any:
    """Return a game's module: one that is installed, or the one in a file."""
    if not module.endswith(".py"):
        return import_module(module)
    from quincunx.core.run_file import run_file

    name = f"game_in_{_name_of(Path(module)).replace('-', '_')}"
    return sys.modules.get(name) or run_file(Path(module), name)


def _old_names(game: "Game[Any]") -> str:
    """Return which old names the game or its positions override, as a sentence without its stop."""
    from quincunx.core.game import Game
    from quincunx.core.state import State

    states = [
        kind
        for base in getattr(type(game), "__orig_bases__", ())
        for kind in get_args(base)
        if isinstance(kind, type) and issubclass(kind, State)
    ]
    found = [renamed.overridden(kind, State, renamed.STATE) for kind in states]
    return "; ".join(filter(None, [renamed.overridden(type(game), Game, renamed.GAME), *found]))


def _what_failed(error: Exception, module: str) -> str:
    """Return what went wrong in a game's code, and where."""
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("quincunx_core_"):
        return (
            "it was compiled for another Quincunx; install it again, with `--force-reinstall --no-cache-dir`."
        )
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "importlib" not in frame.filename and frame.filename != __file__]
    where = f", line {own[-1].lineno} of {own[-1].filename}" if own else ""
    said = " ".join(str(error).split()).rstrip(".")
    run = module if module.endswith(".py") else f"-c 'import {module}'"
    return f"{type(error).__name__}: {said}{where}. `python {run}` shows more."
