"""What you want to know of many games: one row each, and a table made of the rows."""

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


def report(rows: list[dict[str, Cell]]) -> str:
    """The averages, as a table in Markdown."""
    counted = ("turns", "falls", "pushes")
    means = [sum(float(row[name]) for row in rows) / len(rows) for name in counted]
    return "\n".join(
        [f"| {' | '.join(counted)} |", "|---|---|---|", f"| {' | '.join(f'{mean:.1f}' for mean in means)} |"]
    )
