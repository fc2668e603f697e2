"""The position: everything on the table, and nothing that happens. A new piece is a new field here."""

from quincunx.core.state import State

from my_game.numbers import Numbers


class Position(State):
    def __init__(self, spaces: list[int], turn: int, running: bool, numbers: Numbers) -> None:
        super().__init__(len(spaces))
        self.spaces = spaces
        """The space of each runner. Seats count from 0."""
        self.turn = turn
        """The number of finished turns."""
        self.running = running
        """Whether a die is to be rolled now."""
        self.numbers = numbers

    def position_key(self) -> bytes:
        """Return all fields that can change, as bytes: equal keys mean equal positions."""
        return repr((self.spaces, self.turn, self.running)).encode()
