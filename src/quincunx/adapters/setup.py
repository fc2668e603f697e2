"""What all adapters begin with: a game by name, for a number of players, with a variant or without."""

from importlib import import_module
from types import ModuleType
from typing import Any

from quincunx import bots, games
from quincunx.adapters.batch import Opponents, Play
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.state import State
from quincunx.match import variant


def needed(module: str, extra: str) -> ModuleType:
    """A module that comes with an extra; a UserError that says how to install it if it is missing."""
    try:
        return import_module(module)
    except ImportError as missing:
        name = (missing.name or module).partition(".")[0]
        raise UserError(f"`{name}` is not installed: run `pip install 'quincunx[{extra}]'`.") from None


class Setup:
    """A game as it is set up, with its moves as a list and its observations by name."""

    def __init__(self, name: str, players: int | None = None, changes: variant.Variant | None = None) -> None:
        self.changes = changes or {}
        self.game = games.load(name)
        self.players = self.game.header.players[0] if players is None else players
        self.game.require_player_count(self.players)
        self.numbers = variant.numbers(self.game, self.changes)
        self.start: State = self.game.new(self.players, self.numbers)
        self.space = self.game.space(self.players, self.numbers)
        self.moves = self.space.moves
        """Every move by name; its place is the action."""
        self.entries = self.space.entries(self.start)
        """What each number of an observation is."""

    def play(self) -> Play:
        return Play(self.space, self.start, self.game.header.secrets)

    def opponents(self, names: str | list[str] | None) -> Opponents:
        """Bots for every seat but the learner's: one kind for all, or one for each seat after it."""
        if names is None or self.players == 1:
            return _nobody
        kinds = [names] * (self.players - 1) if isinstance(names, str) else names
        if len(kinds) != self.players - 1:
            raise UserError(f"{self.players - 1} opponents are needed, not {len(kinds)}.")
        for kind in kinds:
            bots.make(kind, self.game)

        def seated(learner: int) -> list[Bot | None]:
            around: list[Bot | None] = [None, *(bots.make(kind, self.game) for kind in kinds)]
            places = [(seat - learner) % self.players for seat in range(self.players)]
            table = [around[place] for place in places]
            bots.introduce(table, [["", *kinds][place] for place in places])
            return table

        return seated


def _nobody(learner: int) -> list[Bot | None]:
    return []


def rendered(setup: Setup, state: Any, seat: int) -> str:
    """The screen of that seat, as the terminal draws it, without colours."""
    from io import StringIO

    from rich.console import Console

    from quincunx.text.grammar import Look, Voice

    voice = Voice(setup.game.seat_names(setup.numbers, setup.players), seat, Look(width=100))
    console = Console(file=StringIO(), width=100, color_system=None)
    with console.capture() as screen:
        console.print(setup.game.draw(state, seat, voice))
    return screen.get()
