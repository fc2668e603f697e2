"""Observers of simulated games: they count what a designer wants to know."""

from collections.abc import Iterable
from typing import Any

from quincunx.core.event import Event
from quincunx.core.state import State

Cell = int | float | str


class Observer:
    """An observer that sees whole games and returns one row for each, so that rows can be merged however the
    games are split up.

    One instance sees one game after another: `begins`, then any number of `turn_begins`, `event` and
    `decides`, then `ends`. All do nothing here; override those you need: what nobody overrides is not
    asked for, and games are quick where nobody listens to events.
    """

    number = 0
    """The number of the game, from 0, which is part of its seed. Set before `begins`."""

    def begins(self, state: State) -> None:
        """Receive the position before the first move, and forget the previous game."""

    def turn_begins(self, state: State) -> None:
        """Receive the position in which a turn begins, as `state.turns()` counts them."""

    def event(self, state: State, event: Event) -> None:
        """Receive an event and the state right after the move that caused it."""

    def decides(self, state: State, seat: int, action: int) -> None:
        """Receive a move that a seat is about to make, and the state before it."""

    def ends(self, state: State) -> dict[str, Cell]:
        """Return the row of the game that is over."""
        return {}


class Pieces:
    """The pieces that players of a game may take: its cards, properties, projects. None by default.

    It reads moves, not events: to ask what a decision takes costs little, to note events doubles a game.
    """

    noun = "piece"
    """The word for one piece."""

    def titles(self, numbers: Any) -> dict[str, str]:
        """The title of each piece, by its name in game.toml."""
        return {}

    def due(self, state: State) -> bool:
        """Whether a piece may be taken at the decision now due. Called at every decision, so it must be
        quick."""
        return False

    def taken(self, state: State, seat: int, action: int) -> str:
        """Return the piece that a move would take, by its name in game.toml; empty if none. A piece is on
        offer to a seat if one of its legal moves takes it."""
        return ""

    def offered(self, state: State, seat: int) -> Iterable[str]:
        """Return the pieces that the seat's legal moves would take, each at least once. Override it where
        that is quicker than to call `taken` for every legal move."""
        taken = self.taken
        return [taken(state, seat, move) for move in state.legal_actions(seat)]
