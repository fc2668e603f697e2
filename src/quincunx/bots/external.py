"""Bots that are not part of Quincunx: yours, or those of an installed package."""

import inspect
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from quincunx import renamed
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State

Factory = Callable[..., Bot]
"""A class of bots, or a function that makes one. It is called with the game if it takes an argument."""

CODE = re.compile(r"(?P<source>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)")
"""`mybot.py:Careful` or `my_package:Careful`: a file or a module, then the class or function."""

GROUP = "quincunx.bots"
"""The entry points by which an installed package offers bots."""


@dataclass(frozen=True)
class OwnBot:
    """A bot by its name, and what makes it: its code in words, the class, a function, or the bot itself."""

    name: str
    code: str | Factory | Bot

    def __str__(self) -> str:
        """The bot in a sentence: `Careful (mybot.py:Careful)`."""
        return f"{self.name} ({self.code})" if isinstance(self.code, str) else self.name

    def make(self, game: Game[Any]) -> Bot:
        """A bot for one seat of one match; a UserError if that cannot be done."""
        made = self.code if isinstance(self.code, Bot) else self._new(game)
        old = renamed.overridden(type(made), Bot, renamed.BOT)
        if old:
            raise UserError(f"{self} cannot be used: {old}.")
        return made

    def _new(self, game: Game[Any]) -> Bot:
        assert not isinstance(self.code, Bot)
        factory = find(self.code) if isinstance(self.code, str) else self.code
        try:
            made = factory(game) if _needs_an_argument(factory) else factory()
        except Exception as error:
            raise UserError(f"{self} cannot be made: {type(error).__name__}: {error}.") from error
        if not isinstance(made, Bot):
            raise UserError(f"{self} makes {made!r}, which is no bot: derive its class from `quincunx.Bot`.")
        return made


def _needs_an_argument(factory: Factory) -> bool:
    try:
        inspect.signature(factory).bind()
    except TypeError:
        return True
    except ValueError:
        # A compiled class without a constructor of its own has no signature.
        return False
    return False


def from_python(given: Factory | Bot) -> OwnBot:
    """A class, a function or a bot as it is given in Python; it is called as its class or function is.

    >>> class Careful(Bot): ...
    >>> from_python(Careful).name, from_python(Careful()).name
    ('Careful', 'Careful')
    """
    named = type(given) if isinstance(given, Bot) else given
    if not callable(named):
        raise UserError(
            f"{given!r} is no bot: give a name such as `greedy`, a class, or a function that makes one."
        )
    name = getattr(named, "__name__", type(named).__name__)
    return OwnBot(name if name.isidentifier() else "bot", given)


@cache
def find(code: str) -> Factory:
    """The class or function that a text like `mybot.py:Careful` names."""
    parts = CODE.fullmatch(code)
    if parts is None:
        raise UserError(
            f"`{code}` names no bot: write a file or a module and its class, as in `mybot.py:Careful`."
        )
    source, name = parts["source"], parts["name"]
    # What it prints is no part of what a command answers.
    with redirect_stdout(sys.stderr):
        module = _run_file(_brought.get(source, Path(source))) if source.endswith(".py") else _import(source)
    factory = getattr(module, name, None)
    if not callable(factory):
        public = [known for known, value in vars(module).items() if _is_bot_class(value)]
        raise UserError(
            f"There is no class or function `{name}` in {source}{nearest(name, public) if public else '.'}"
        )
    found: Factory = factory
    return found


_brought: dict[str, Path] = {}
"""Where files lie here that were named on another machine."""


def bring(source: str, path: Path) -> None:
    """From now on the file of that name is this one: it was sent here from another machine."""
    _brought[source] = path
    find.cache_clear()


def file_of(code: str) -> str:
    """The file in a bot's code, empty if there is none.

    >>> file_of("mybot.py:Careful"), file_of("my_package:Careful")
    ('mybot.py', '')
    """
    source = code.rpartition(":")[0]
    return source if source.endswith(".py") else ""


def _is_bot_class(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def _run_file(path: Path) -> Any:
    """The module in a file. It may import what lies beside it."""
    if not path.is_file():
        raise UserError(f"There is no file {path}.")
    # A name of its own: a bot in `random.py` must not take the place of Python's module.
    spec = spec_from_file_location(f"bot in {path.absolute()}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    _look_in(path.absolute().parent)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UserError(f"{path} cannot be loaded: {type(error).__name__}: {error}.") from error
    return module


def _import(name: str) -> Any:
    """A module: installed, or in the folder that a command is given in."""
    _look_in(Path.cwd())
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise UserError(
                f"There is no bot or module `{name}` here; a file is named with its ending, `{name}.py`."
            ) from None
        raise UserError(f"The module `{name}` cannot be loaded: {error}.") from error
    except Exception as error:
        raise UserError(f"The module `{name}` cannot be loaded: {type(error).__name__}: {error}.") from error


def _look_in(folder: Path) -> None:
    # At the end, so that nothing there takes the place of a module that is already known.
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


class Missing(Bot):
    """Sits where a record has a bot that is not known here: its moves can be read, but it makes none."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        raise UserError("nobody said where its code is")


@cache
def installed() -> dict[str, OwnBot]:
    """The bots that installed packages offer, by name."""
    from importlib.metadata import entry_points

    return {point.name: OwnBot(point.name, point.value) for point in entry_points(group=GROUP)}
