"""Looking on while bots play, and counting: what a designer wants to know of many games."""

from collections.abc import Iterable
from typing import Any

from quincunx.core.event import Event
from quincunx.core.state import State

Cell = int | float | str


class Observer:
    """Sees whole games and writes one row for each, so that rows merge however games are split up.

    One instance sees one game after another: `begins`, then any number of `turn_begins`, `event` and
    `decides`, then `ends`. All do nothing here; override those you need: what nobody overrides is not
    asked for, and games are quick where nobody listens to events.
    """

    number = 0
    """The number of the game, from 0: it is part of the seed. Set before `begins`."""

    def begins(self, state: State) -> None:
        """The position before the first move. Forget the game before."""

    def turn_begins(self, state: State) -> None:
        """A turn has begun, as `state.turns()` counts them."""

    def event(self, state: State, event: Event) -> None:
        """Something happened; the state is the one right after the move that caused it."""

    def decides(self, state: State, seat: int, action: int) -> None:
        """A seat is about to make that move in that state."""

    def ends(self, state: State) -> dict[str, Cell]:
        """The row of the game that is over."""
        return {}


class Pieces:
    """What the players of a game may take: its cards, properties, projects. A game without any keeps this.

    It reads moves, not events: to ask what a decision takes costs little, to note events doubles a game.
    """

    noun = "piece"
    """What one of them is called."""

    def titles(self, numbers: Any) -> dict[str, str]:
        """Each piece by its name in game.toml, and what people call it."""
        return {}

    def due(self, state: State) -> bool:
        """Whether the decision now due may take one. Asked at every decision, so it must be quick."""
        return False

    def taken(self, state: State, seat: int, action: int) -> str:
        """What a move would take, by its name in game.toml; empty if nothing. A piece is on offer to a seat
        if one of its legal moves takes it."""
        return ""

    def offered(self, state: State, seat: int) -> Iterable[str]:
        """What the seat's legal moves would take, each once or more. Override it where there are many moves
        and few pieces, and it can be said more quickly than by asking `taken` for every move."""
        taken = self.taken
        return [taken(state, seat, move) for move in state.legal_actions(seat)]
