"""The levels `hard` and `expert`: the solver, once it knows with whom it sits."""

from typing import Final

from quincunx.core.bot import Bot, Option
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.king_of_tokyo import master
from quincunx.games.king_of_tokyo.nets import insight
from quincunx.games.king_of_tokyo.solver import Solver

SIMPLE_BOTS: Final = frozenset({"easy", "normal", "greedy", "random"})
"""The bots that play by the rules of thumb, or worse."""

FEW_ROUNDS: Final = 2_000
"""How many rounds of such bots `hard` tries out."""


class Reckoner(Bot):
    """Reckons its own turn, and if it looks `further` the turn after it. Bots that are weaker are expected to
    play as they do, and everybody else as well as itself."""

    def __init__(self, further: bool) -> None:
        self.further = further
        self._solver = self._at([])

    def meet(self, players: list[str]) -> None:
        self._solver = self._at([player in SIMPLE_BOTS for player in players])

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self._solver.choose(state, seat, rng)

    def weighed(self) -> list[Option]:
        return self._solver.weighed()

    def stop(self) -> None:
        self._solver.stop()

    def _at(self, simple: list[bool]) -> Solver:
        """Ready for a table where those seats play by the rules of thumb."""
        return Solver(insight(simple), master.trained(), self.further, FEW_ROUNDS, simple=simple)
