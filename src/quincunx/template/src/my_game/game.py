"""A race for two to four runners. Be the first to reach space 30.

In your turn, walk or run:

- **Walk**: go 2 spaces ahead (MG-1).
- **Run**: roll a die. A 2 to 6 is how many spaces you go ahead (MG-2). On a 1 you fall and go 3 spaces back, but
  never behind the start (MG-3).

Whoever reaches space 30 or passes it wins at once (MG-4).
"""

import quincunx as qx

WALK, RUN = 0, 1


class Numbers(qx.Numbers):  # what a variant may change
    goal: int = 30
    walk: int = 2
    fall: int = 3


class Race(qx.State):
    """What lies on the table, and the rules. Seats count from 0."""

    def __init__(self, players: int, numbers: Numbers) -> None:
        super().__init__(players)
        self.numbers = numbers
        self.spaces = [0] * players
        self.turn = 0
        self.running = False

    def current_player(self) -> int:
        """Return the seat to move, CHANCE while the die rolls, or TERMINAL."""
        if max(self.spaces) >= self.numbers.goal:
            return qx.TERMINAL
        return qx.CHANCE if self.running else self.turn % self.players

    def _legal_actions(self, seat: int) -> list[int]:
        return [WALK, RUN] if seat == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def move(self, seat: int, action: int) -> None:
        """Carry out a legal move, or for CHANCE an outcome."""
        if seat == qx.CHANCE:
            self.running = False
            self.go(action if action > 1 else -self.numbers.fall, "ran" if action > 1 else "fell")
        elif action == WALK:
            self.go(self.numbers.walk, "walked")
        else:
            self.running = True

    def go(self, steps: int, how: str) -> None:
        runner = self.turn % self.players
        self.spaces[runner] = max(0, self.spaces[runner] + steps)
        self.log_event(how, runner, {"space": self.spaces[runner]})
        self.turn += 1

    def returns(self) -> list[float]:
        """Return each seat's result at the end: the highest wins."""
        return [float(space >= self.numbers.goal) for space in self.spaces]

    def turns(self) -> int:
        return self.turn


class Runner(qx.Bot):
    def choose(self, state: qx.State, seat: int, rng: qx.Rng) -> int:
        assert isinstance(state, Race)
        return WALK if state.spaces[seat] + state.numbers.walk >= state.numbers.goal else RUN


class MyGame(qx.Game[Race]):
    name = "my-game"
    header = qx.Header(title="My Game", summary="Walk, or risk more.", players=(2, 4))
    numbers_type = Numbers
    codec = qx.Codec(moves={"walk": "Go ahead, not far but for sure.", "run": "Roll the die."})
    phrases = qx.Phrases(
        says={
            "walked": "walks to space {space}",
            "ran": "runs to space {space}",
            "fell": "falls and [rolls] back to space {space}",
        }
    )
    bots = qx.Bots(policy=Runner)

    def new_initial_state(self, players: int, numbers: Numbers) -> Race:
        return Race(players, numbers)

    def scores(self, state: Race) -> list[float]:
        return [float(space) for space in state.spaces]


GAME = MyGame()
