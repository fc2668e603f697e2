"""The setup shared by all adapters: a game by name, a number of players and an optional variant."""

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
    """Return a module that comes with an extra; raise UserError with the install command if it is missing."""
    try:
        return import_module(module)
    except ImportError as missing:
        name = (missing.name or module).partition(".")[0]
        raise UserError(f"`{name}` is not installed: run `pip install 'quincunx[{extra}]'`.") from None


class EnvironmentSetup:
    """A game with players and variant, its actions and its observation entries."""

    def __init__(self, name: str, players: int | None = None, changes: variant.Variant | None = None) -> None:
        self.changes = changes or {}
        self.game = games.load(name)
        self.players = self.game.header.players[0] if players is None else players
        self.game.require_player_count(self.players)
        self.numbers = variant.numbers(self.game, self.changes)
        self.start: State = self.game.new_initial_state(self.players, self.numbers)
        self.space = self.game.encoding.space(self.players, self.numbers)
        self.moves = self.space.moves
        """The name of every action, by its index."""
        self.entries = self.space.entries(self.start)
        """The name of every entry of an observation."""

    def play(self) -> Play:
        return Play(self.space, self.start, self.game.header.secrets)

    def opponents(self, names: str | list[str] | None) -> Opponents:
        """Return a function that makes the bots: one kind for all seats but the learner's, or one for each
        seat after it."""
        if names is None or self.players == 1:
            return _nobody
        kinds = [names] * (self.players - 1) if isinstance(names, str) else names
        if len(kinds) != self.players - 1:
            raise UserError(f"{self.players - 1} opponents are needed, not {len(kinds)}.")
        for kind in kinds:
            bots.make(kind, self.game)

        def seated(learner: int) -> list[Bot | None]:
            by_distance: list[Bot | None] = [None, *(bots.make(kind, self.game) for kind in kinds)]
            places = [(seat - learner) % self.players for seat in range(self.players)]
            table = [by_distance[place] for place in places]
            bots.introduce(table, [["", *kinds][place] for place in places])
            return table

        return seated


def _nobody(learner: int) -> list[Bot | None]:
    return []


def rendered(setup: EnvironmentSetup, state: Any, seat: int) -> str:
    """Return a seat's board as the terminal draws it, without colours."""
    from io import StringIO

    from rich.console import Console

    from quincunx.text.grammar import Look, Voice

    voice = Voice(setup.game.phrases.seat_names(setup.numbers, setup.players), seat, Look(width=100))
    console = Console(file=StringIO(), width=100, color_system=None)
    with console.capture() as screen:
        console.print(setup.game.screens.terminal(state, seat, voice))
    return screen.get()
