"""Bots that are not part of Quincunx: yours, or those of an installed package."""

import inspect
import os
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from quincunx import renamed
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.run_file import look_in, run_file
from quincunx.core.state import State

Factory = Callable[..., Bot]
"""A bot class, or a function that makes a bot. It is called with the game if it takes an argument."""

CODE = re.compile(r"(?P<source>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)")
"""The code of a bot, `mybot.py:Careful` or `my_package:Careful`: a file or a module, then the class or
function."""

GROUP = "quincunx.bots"
"""The entry point group by which an installed package offers bots."""


@dataclass(frozen=True)
class OwnBot:
    """A bot that is not ours: its name, its code as text, and the class, function or instance."""

    name: str
    code: str | Factory | Bot

    def __str__(self) -> str:
        """Return the bot for a sentence: `Careful (mybot.py:Careful)`."""
        return f"{self.name} ({self.code})" if isinstance(self.code, str) else self.name

    def make(self, game: Game[Any]) -> Bot:
        """Return a bot for one seat of one match; a UserError if that fails."""
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
    """Return a class, function or instance given in Python as an OwnBot, named after its class or function.

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


def find(code: str) -> Factory:
    """Return the class or function that a text like `mybot.py:Careful` names, in the current folder."""
    return _find(code, os.getcwd())


@cache
def _find(code: str, folder: str) -> Factory:
    parts = CODE.fullmatch(code)
    if parts is None:
        raise UserError(
            f"`{code}` names no bot: write a file or a module and its class, as in `mybot.py:Careful`."
        )
    source, name = parts["source"], parts["name"]
    # Its output is kept out of the command's own output.
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
"""The local paths of files that were named on another machine."""


def bring(source: str, path: Path) -> None:
    """Register a local copy of a file that was named on another machine."""
    _brought[source] = path
    _find.cache_clear()


def file_of(code: str) -> str:
    """Return the file in a bot's code, empty if there is none.

    >>> file_of("mybot.py:Careful"), file_of("my_package:Careful")
    ('mybot.py', '')
    """
    source = code.rpartition(":")[0]
    return source if source.endswith(".py") else ""


def _is_bot_class(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def _run_file(path: Path) -> Any:
    """Return the module in a file."""
    try:
        # A name of its own: a bot in `random.py` must not take the place of Python's module.
        return run_file(path, f"bot in {path.absolute()}")
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{path} cannot be loaded: {type(error).__name__}: {error}.") from error


def _import(name: str) -> Any:
    """Return a module that is installed, or in the current folder."""
    look_in(Path.cwd())
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


class Missing(Bot):
    """A placeholder for a record's bot that is not known here: its moves can be read, but it makes none."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        raise UserError("nobody said where its code is")


@cache
def installed() -> dict[str, OwnBot]:
    """Return the bots that installed packages offer, by name."""
    from importlib.metadata import entry_points

    return {point.name: OwnBot(point.name, point.value) for point in entry_points(group=GROUP)}
