"""The rules: whose turn it is, the legal moves, and their effects.

Dice are never rolled here. A roll is a move of the seat CHANCE, and its outcome comes from outside, so a
match can be replayed and a scenario can state the roll.
"""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL

from my_game.state import Position

WALK, RUN = 0, 1
"""Moves are small numbers; moves.py has their names."""


class Race(Position):
    def current_player(self) -> int:
        """Return the seat to move."""
        if max(self.spaces) >= self.numbers.goal:
            return TERMINAL
        return CHANCE if self.running else self.runner()

    def runner(self) -> int:
        """Return the seat whose turn it is."""
        return self.turn % self.players

    def _legal_actions(self, seat: int) -> list[int]:
        """Return the legal moves of a seat. A new move needs a number here and a branch in `move`."""
        return [WALK, RUN] if seat >= 0 and seat == self.current_player() else []

    def move(self, seat: int, action: int) -> None:
        """Carry out a legal move."""
        if seat == CHANCE:
            self.running = False
            self.run(action)
        elif action == RUN:
            self.running = True
        else:
            self.go(self.numbers.walk, "walked")

    def run(self, face: int) -> None:
        """Run as far as the die says (MG-2), or fall on a 1 (MG-3)."""
        if face == 1:
            self.go(-self.numbers.stumble, "stumbled")
        else:
            self.go(face, "ran")

    def go(self, steps: int, how: str) -> None:
        """Move the runner whose turn it is, and pass the turn."""
        seat = self.runner()
        self.spaces[seat] = max(0, self.spaces[seat] + steps)
        # Events are noted only if there is a log; events.py puts them into words.
        if self.log is not None:
            self.log_event(how, seat, {"space": self.spaces[seat]})
        self.push_others(seat)
        self.turn += 1

    def push_others(self, seat: int) -> None:
        """Push back every other runner on the space where this one stops, except at the start (MG-4)."""
        space = self.spaces[seat]
        if space == 0:
            return
        for other in range(self.players):
            if other != seat and self.spaces[other] == space:
                self.spaces[other] = max(0, space - self.numbers.push)
                if self.log is not None:
                    self.log_event("pushed", other, {"space": self.spaces[other]}, by=seat)

    def sample_outcome(self, rng: Rng) -> int:
        """Return a random outcome of the roll that is due."""
        return rng.die()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all outcomes of the roll that is due, each with its probability."""
        return [(face, 1 / 6) for face in range(1, 7)]

    def clone(self) -> "Race":
        return Race(self.spaces[:], self.turn, self.running, self.numbers)

    def returns(self) -> list[float]:
        """Return each seat's result at the end of the game."""
        return [float(space >= self.numbers.goal) for space in self.spaces]

    def turns(self) -> int:
        return self.turn
