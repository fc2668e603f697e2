"""An observer of what the designer wants to know: the length of a game, and how often a 1 comes up."""

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer
from quincunx.core.state import State


class Playtest(Observer):
    def begins(self, state: State) -> None:
        self.ones = 0

    def event(self, state: State, event: Event) -> None:
        self.ones += event.kind == "die-shown" and event.amounts["face"] == 1

    def ends(self, state: State) -> dict[str, Cell]:
        return {"players": state.players, "turns": state.turns(), "ones": self.ones}
