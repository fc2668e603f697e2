"""What lies on the table, and nothing that happens. A new piece of the game is a new field here."""

from quincunx.core.state import State

from my_game.numbers import Numbers


class Position(State):
    def __init__(self, spaces: list[int], turn: int, running: bool, numbers: Numbers) -> None:
        super().__init__(len(spaces))
        self.spaces = spaces
        """Where each runner stands. Seats count from 0."""
        self.turn = turn
        """How many turns are over."""
        self.running = running
        """Whether a die is to be rolled now."""
        self.numbers = numbers

    def position_key(self) -> bytes:
        """Every field that can change: positions with equal keys are the same position."""
        return repr((self.spaces, self.turn, self.running)).encode()
