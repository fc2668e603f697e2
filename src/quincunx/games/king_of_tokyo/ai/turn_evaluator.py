"""The evaluator for a look back at a match: the solver plays out the turn, the network judges its end."""

from quincunx.core.bot import Option
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.core.turn_evaluator import TurnEvaluator
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai import policy
from quincunx.games.king_of_tokyo.ai.networks import insight
from quincunx.games.king_of_tokyo.ai.roll_tables import roll_tables_of
from quincunx.games.king_of_tokyo.ai.solver import MOST_DICE, Solver
from quincunx.games.king_of_tokyo.dice import size
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo


class KingOfTokyoForesight(TurnEvaluator):
    """The evaluator for any point of a turn, which expects everybody to play as well as the solver.

    The actual players do not count, so that what strong players do against weak ones is credited to them.
    """

    def __init__(self) -> None:
        self._value = insight()
        self._solver = Solver(self._value, policy.trained())
        self._rng = Rng("")

    def evaluate(self, state: State) -> list[float]:
        return self._value.evaluate(state)

    def evaluate_mid_turn(self, state: State) -> list[float]:
        assert isinstance(state, KingOfTokyo)
        if state.phase == s.ROLL and not state.changing and size(state.dice) + state.rolling <= MOST_DICE:
            return self._before_roll(state)
        weighed = self.evaluate_moves(state, state.asked)
        return weighed[0].expects if weighed else []

    def evaluate_moves(self, state: State, seat: int) -> list[Option]:
        assert isinstance(state, KingOfTokyo)
        # The choice of a Mimic comes before the dice, which the solver would have to try out.
        if not s.MIMIC_MOVE < state.phase < s.FINISHED:
            return []
        self._solver.choose(state, seat, self._rng)
        return self._solver.last_evaluations()

    def _before_roll(self, state: KingOfTokyo) -> list[float]:
        later = state.monsters[state.active].rolls(state.tables) - state.rolls_used
        start = state.clone()
        start.asked = state.active
        start.dice = 0
        start.rolling = size(state.dice) + state.rolling
        stages = self._solver.outlook(start)
        if later not in range(len(stages)):
            return []
        kept = roll_tables_of(start.rolling).place[state.dice]
        return [hopes[kept] for hopes in stages[later]]
