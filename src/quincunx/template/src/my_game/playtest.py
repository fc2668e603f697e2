"""The columns that simulations count for you: one row for each game."""

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer
from quincunx.core.state import State


class Playtest(Observer):
    def begins(self, state: State) -> None:
        self.falls = 0
        self.pushes = 0

    def event(self, state: State, event: Event) -> None:
        self.falls += event.kind == "stumbled"
        self.pushes += event.kind == "pushed"

    def ends(self, state: State) -> dict[str, Cell]:
        return {
            "players": state.players,
            "turns": state.turns(),
            "falls": self.falls,
            "pushes": self.pushes,
        }
