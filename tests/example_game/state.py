"""The position: two scores, a pot and a die."""

from quincunx.core.state import State


class Position(State):
    def __init__(self, points: list[int], turn: int, pot: int, rolling: bool, goal: int) -> None:
        super().__init__(len(points))
        self.points, self.turn, self.pot, self.rolling, self.goal = points, turn, pot, rolling, goal

    def position_key(self) -> bytes:
        return repr((self.points, self.turn, self.pot, self.rolling)).encode()
