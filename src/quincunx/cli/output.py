"""Output shared by several commands: the console, JSON, and games that fail to load."""

import sys
from typing import TYPE_CHECKING, Any, TypeVar

from quincunx import games

if TYPE_CHECKING:
    from rich.console import Console

    from quincunx.core.game import Game

T = TypeVar("T")


def console(stderr: bool = False) -> "Console":
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)


def every_game() -> "list[Game[Any]]":
    """Return all games that load; report the others on stderr: one broken package stops no command."""
    return _working(games.load_all())


def every_heading() -> list[games.Heading]:
    """Return the headings of all games that load; report the others on stderr."""
    return _working(games.headings())


def _working(found: tuple[list[T], list[str]]) -> list[T]:
    for problem in found[1]:
        print(f"quincunx: {problem}", file=sys.stderr)
    return found[0]


def print_json(data: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
