"""A game as people meet it: its header, its numbers, and its positions and moves in words.

Everything here is beside the hot path. A game's `show.py` subclasses `Game` and ends with
`GAME = TheGame()`; the registry in `quincunx.games` names that.
"""

import re
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from quincunx.core.bot import Bot
from quincunx.core.convert import convert
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import CHANCE, IllegalMove, State

if TYPE_CHECKING:
    from rich.console import RenderableType

WATCHER = -4
"""The seat of those who have none: they see and read what everyone may."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The `[game]` table of a game.toml."""

    title: str
    designer: str
    """Empty if the rulebook does not say."""
    summary: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    returns: str
    """What `returns` adds up to, in words."""
    score: str
    """What a final score counts: "turns", "BTC"."""
    secrets: bool = False
    """Whether some seat may know what another may not."""
    compiled: list[str] = []
    """The modules of the folder that are compiled on install: the rules and the bot."""


class MoveName(NamedTuple):
    """How a kind of move is written and what it does."""

    pattern: str
    meaning: str

    @property
    def verb(self) -> str:
        return self.pattern.split()[0]


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """Who won, and why. Seats count from 0; several winners share the win."""

    winners: list[int]
    scores: list[float]
    reason: str


@dataclass
class Look:
    """How a person wants the table drawn."""

    unicode: bool = True
    width: int = 80
    off: set[str] = field(default_factory=set)
    """The game's toggles that are switched off."""


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One game. `numbers_type` is the shape of its game.toml, `snapshot_type` that of `to_dict`."""

    name: ClassVar[str]
    numbers_type: ClassVar[type[msgspec.Struct]]
    snapshot_type: ClassVar[type[msgspec.Struct]]
    moves: ClassVar[list[MoveName]]
    toggles: ClassVar[dict[str, str]] = {}
    """What a person may switch on the screen: name, and what it shows."""

    @cached_property
    def folder(self) -> Path:
        """Where the game lives: its numbers, rulebook and boards are beside its code."""
        return Path(sys.modules[type(self).__module__].__file__ or "").parent

    @cached_property
    def toml(self) -> dict[str, Any]:
        """game.toml without its header: everything a variant may change."""
        return {key: value for key, value in self._file.items() if key != "game"}

    @cached_property
    def header(self) -> Header:
        return convert(self._file["game"], Header, "game.toml")

    @cached_property
    def _file(self) -> dict[str, Any]:
        file: dict[str, Any] = msgspec.toml.decode((self.folder / "game.toml").read_bytes())
        return file

    def components(self) -> list[str]:
        """What the game is played with and has rules of its own: each is shown by a scenario."""
        return []

    @property
    def player_counts(self) -> range:
        low, high = self.header.players
        return range(low, high + 1)

    def seat(self, players: int) -> None:
        """A Mistake if so many cannot play."""
        if players not in self.player_counts:
            low, high = self.header.players
            fits = f"{low} to {high} players" if low < high else f"{low} player{'s' if low > 1 else ''}"
            raise Mistake(f"{self.header.title} is for {fits}, not {players}.")

    def rulebook(self) -> str:
        """RULES.md, whole."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def numbers(self, data: dict[str, Any], source: str = "game.toml") -> Any:
        """The numbers of a whole (merged) game.toml, checked, in the form the rules use."""
        numbers = convert(data, self.numbers_type, source)
        try:
            return self.prepare(numbers)
        except ValueError as error:
            raise Mistake(f"{source}: {error}") from None

    def prepare(self, numbers: Any) -> Any:
        """The numbers in the form the rules use; ValueError with a sentence if they make no sense."""
        return numbers

    @abstractmethod
    def new(self, players: int, numbers: Any) -> S:
        """The position before the first move."""

    @abstractmethod
    def snapshot(self, state: S) -> msgspec.Struct:
        """The whole position as its `snapshot_type`."""

    @abstractmethod
    def restore(self, snapshot: Any, numbers: Any) -> S:
        """The position a snapshot describes."""

    @abstractmethod
    def say(self, state: S, seat: int, action: int) -> str:
        """The name of a move or, for the seat CHANCE, of an outcome."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """Who won and why, when over."""

    @abstractmethod
    def draw(self, state: S, seat: int, look: Look) -> "RenderableType":
        """The table as that seat may see it, for a terminal."""

    @abstractmethod
    def bot(self) -> Bot:
        """A player by rules of thumb."""

    def named(self, state: S, text: str, names: list[str]) -> str:
        """What the rules tell of players by number, told by name where people gave theirs."""
        return re.sub(r"\b[Pp]layer ([1-9])\b", lambda found: names[int(found[1]) - 1], text)

    def board(self, state: S, seat: int) -> dict[str, Any]:
        """What board.html draws for that seat, or a WATCHER: nothing they may not know."""
        return {}

    def problem(self, state: S) -> str:
        """What is impossible about a position, as a sentence; empty if it is sound."""
        return ""

    def explain(self, state: S, seat: int, action: int) -> str:
        """What a legal move costs or brings, in a few words."""
        return ""

    def gloss(self, text: str, look: Look) -> str:
        """A text of the game's (an event, an explanation, a refusal) as this person wants to read it."""
        return text

    def to_dict(self, state: S) -> dict[str, Any]:
        """Everything, for scenarios and debugging."""
        data: dict[str, Any] = msgspec.to_builtins(self.snapshot(state), str_keys=True)
        return data

    def from_dict(self, data: dict[str, Any], numbers: Any, source: str = "position") -> S:
        """The position a dict describes; a Mistake if there is no such position."""
        state = self.restore(convert(data, self.snapshot_type, source), numbers)
        wrong = self.problem(state)
        if wrong:
            raise Mistake(f"{source}: {wrong}")
        return state

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """Only what the seat, or a WATCHER, may know. Without secrets: everything."""
        return self.to_dict(state)

    def parse(self, state: S, seat: int, text: str) -> int:
        """The move or outcome of that name; IllegalMove if no move now open is called so."""
        wanted = " ".join(text.lower().split())
        if seat != CHANCE:
            options = state.actions(seat)
        elif state.actor() == CHANCE:
            options = [outcome for outcome, _ in state.outcomes()]
        else:
            options = []
        if not options:
            raise IllegalMove(state.refusal(seat, 0))
        names = {self.say(state, seat, action): action for action in options}
        if wanted in names:
            return names[wanted]
        raise IllegalMove(f"`{text}` is not a move you can make now{nearest(wanted, names)}")
