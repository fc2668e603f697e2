"""The strongest player: the solver, once it knows with whom it sits."""

from typing import Final

from quincunx.core.bot import Bot, Option
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.king_of_tokyo import master
from quincunx.games.king_of_tokyo.nets import insight
from quincunx.games.king_of_tokyo.solver import Solver

SIMPLE_BOTS: Final = frozenset({"easy", "normal", "greedy", "random"})
"""The bots that play by the rules of thumb, or worse."""


class Expert(Bot):
    """Reckons, and looks at the turn after its own. Bots that are weaker are expected to play as they do, and
    everybody else as well as itself."""

    def __init__(self) -> None:
        self._solver = _solver([])

    def meet(self, players: list[str]) -> None:
        self._solver = _solver([player in SIMPLE_BOTS for player in players])

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self._solver.choose(state, seat, rng)

    def weighed(self) -> list[Option]:
        return self._solver.weighed()

    def stop(self) -> None:
        self._solver.stop()


def _solver(simple: list[bool]) -> Solver:
    return Solver(insight(simple), master.trained(), further=True, simple=simple)
