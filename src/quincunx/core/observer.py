"""Looking on while bots play, and counting: what a designer wants to know of many games."""

from quincunx.core.event import Event
from quincunx.core.state import State

Cell = int | float | str


class Observer:
    """Sees whole games and writes one row for each, so that rows merge however games are split up.

    One instance sees one game after another: `begins`, then any number of `event` and `decides`, then
    `ends`. All do nothing here; override those you need.
    """

    def begins(self, state: State) -> None:
        """The position before the first move. Forget the game before."""

    def event(self, state: State, event: Event) -> None:
        """Something happened; the state is the one right after the move that caused it."""

    def decides(self, state: State, seat: int, action: int) -> None:
        """A seat is about to make that move in that state."""

    def ends(self, state: State) -> dict[str, Cell]:
        """The row of the game that is over."""
        return {}
