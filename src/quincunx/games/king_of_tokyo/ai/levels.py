"""The bots `hard` and `expert`: the solver, told which opponents are simple bots."""

from typing import Final

from quincunx.core.bot import Bot, Option
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.king_of_tokyo.ai import policy
from quincunx.games.king_of_tokyo.ai.networks import insight
from quincunx.games.king_of_tokyo.ai.solver import Solver

SIMPLE_BOTS: Final = frozenset({"easy", "normal", "greedy", "random"})
"""The bots that play by rules of thumb, or worse."""

LOOKS: Final = {"hard": (False, 2_000, 0), "expert": (True, 12_000, 600)}
"""The settings of a level: whether it looks at the turn after its own, how many rounds of simple bots it
tries out, and how many of the turns after them it calculates."""


def solver(level: str, simple: list[bool]) -> Solver:
    """Return a solver for a table where those seats play by rules of thumb."""
    further, rounds, turns = LOOKS[level]
    return Solver(insight(simple), policy.trained(), further, rounds, turns, simple=simple)


class Reckoner(Bot):
    """A bot that calculates its own turn, and what comes after it as far as its level looks. It expects
    weaker bots to play as they do, and everybody else to play as well as itself."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._solver = solver(level, [])

    def on_seating(self, players: list[str]) -> None:
        self._solver = solver(self._level, [player in SIMPLE_BOTS for player in players])

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self._solver.choose(state, seat, rng)

    def last_evaluations(self) -> list[Option]:
        return self._solver.last_evaluations()

    def stop(self) -> None:
        self._solver.stop()
