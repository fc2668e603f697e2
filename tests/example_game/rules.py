"""The rules: roll and hope, or hold what you have."""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from tests.example_game.state import Position

ROLL, HOLD = 0, 1


class Pig(Position):
    def current_player(self) -> int:
        if max(self.points) >= self.goal:
            return TERMINAL
        return CHANCE if self.rolling else self.turn % 2

    def _legal_actions(self, seat: int) -> list[int]:
        return [ROLL, HOLD] if seat >= 0 and seat == self.current_player() else []

    def move(self, seat: int, action: int) -> None:
        self.rolling = seat != CHANCE and action == ROLL
        if seat == CHANCE:
            self.show(action)
        elif action == HOLD:
            self.bank(seat)

    def show(self, face: int) -> None:
        self.pot = self.pot + face if face > 1 else 0
        if self.log is not None:
            self.log_event("die-shown", self.turn % 2, {"face": face, "pot": self.pot})
        self.turn += face == 1

    def bank(self, seat: int) -> None:
        self.points[seat] += self.pot
        if self.log is not None:
            self.log_event("pot-banked", seat, {"points": self.pot, "total": self.points[seat]})
        self.turn, self.pot = self.turn + 1, 0

    def sample_outcome(self, rng: Rng) -> int:
        return rng.die()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def clone(self) -> "Pig":
        return Pig(self.points[:], self.turn, self.pot, self.rolling, self.goal)

    def returns(self) -> list[float]:
        return [float(points >= self.goal) for points in self.points]

    def turns(self) -> int:
        return self.turn
