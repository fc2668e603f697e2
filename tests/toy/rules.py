"""Pig: roll on and hope, or hold what you have."""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State

ROLL, HOLD = 0, 1


class Pig(State):
    def __init__(self, points: list[int], turn: int, pot: int, rolling: bool, goal: int) -> None:
        super().__init__()
        self.points, self.turn, self.pot, self.rolling, self.goal = points, turn, pot, rolling, goal

    def actor(self) -> int:
        if max(self.points) >= self.goal:
            return OVER
        return CHANCE if self.rolling else self.turn % 2

    def actions(self, seat: int) -> list[int]:
        return [ROLL, HOLD] if seat >= 0 and seat == self.actor() else []

    def move(self, seat: int, action: int) -> None:
        self.rolling = seat != CHANCE and action == ROLL
        if seat == CHANCE:
            self.pot = self.pot + action if action > 1 else 0
            self.turn += action == 1
            self.tell(f"The die shows {action}; {self.pot} in the pot.")
        elif action == HOLD:
            self.points[seat] += self.pot
            self.turn, self.pot = self.turn + 1, 0

    def sample(self, rng: Rng) -> int:
        return rng.die()

    def outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def clone(self) -> "Pig":
        return Pig(self.points[:], self.turn, self.pot, self.rolling, self.goal)

    def returns(self) -> list[float]:
        return [float(points >= self.goal) for points in self.points]

    def turns(self) -> int:
        return self.turn

    def key(self) -> bytes:
        return repr((self.points, self.turn, self.pot, self.rolling)).encode()
