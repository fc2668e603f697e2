"""How it goes on: who acts, what they may do, and what it leads to.

A die is never rolled here. It is a move of the seat CHANCE, and its outcome comes from outside: so a match can be
replayed, and a scenario can say what was rolled.
"""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL

from my_game.state import Position

WALK, RUN = 0, 1
"""Moves are small numbers; moves.py has their names."""


class Race(Position):
    def current_player(self) -> int:
        """The seat it waits for."""
        if max(self.spaces) >= self.numbers.goal:
            return TERMINAL
        return CHANCE if self.running else self.runner()

    def runner(self) -> int:
        """Whose turn it is."""
        return self.turn % self.players

    def _legal_actions(self, seat: int) -> list[int]:
        """What a seat may do now. A new move is a new number here, and a line in `move`."""
        return [WALK, RUN] if seat >= 0 and seat == self.current_player() else []

    def move(self, seat: int, action: int) -> None:
        """Carry out a move that is legal."""
        if seat == CHANCE:
            self.running = False
            self.run(action)
        elif action == RUN:
            self.running = True
        else:
            self.go(self.numbers.walk, "walked")

    def run(self, face: int) -> None:
        """A 1 is a fall (MG-3); any other face is how far it goes (MG-2)."""
        if face == 1:
            self.go(-self.numbers.stumble, "stumbled")
        else:
            self.go(face, "ran")

    def go(self, steps: int, how: str) -> None:
        """Move the runner whose turn it is, and pass the turn."""
        seat = self.runner()
        self.spaces[seat] = max(0, self.spaces[seat] + steps)
        # What happened is noted only while somebody listens; events.py puts it into words.
        if self.log is not None:
            self.log_event(how, seat, {"space": self.spaces[seat]})
        self.push_others(seat)
        self.turn += 1

    def push_others(self, seat: int) -> None:
        """Whoever stands where the runner stops is pushed back, except at the start (MG-4)."""
        space = self.spaces[seat]
        if space == 0:
            return
        for other in range(self.players):
            if other != seat and self.spaces[other] == space:
                self.spaces[other] = max(0, space - self.numbers.push)
                if self.log is not None:
                    self.log_event("pushed", other, {"space": self.spaces[other]}, by=seat)

    def sample_outcome(self, rng: Rng) -> int:
        """One outcome of the roll that is due."""
        return rng.die()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All of them, each with its probability."""
        return [(face, 1 / 6) for face in range(1, 7)]

    def clone(self) -> "Race":
        return Race(self.spaces[:], self.turn, self.running, self.numbers)

    def returns(self) -> list[float]:
        """What each seat got, when it is over."""
        return [float(space >= self.numbers.goal) for space in self.spaces]

    def turns(self) -> int:
        return self.turn
