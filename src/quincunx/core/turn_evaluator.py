"""The contract of an evaluator that can also judge a position in the middle of a turn."""

from abc import abstractmethod

from quincunx.core.bot import Option
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State


class TurnEvaluator(Evaluator):
    """An evaluator that computes the expected result of an unfinished turn exactly, over all dice, where
    rollouts only estimate it."""

    @abstractmethod
    def evaluate_mid_turn(self, state: State) -> list[float]:
        """Return the result each seat can expect in the middle of a turn, as `evaluate` will judge its end;
        empty where it cannot be computed, and the position has to be played on first."""

    @abstractmethod
    def evaluate_moves(self, state: State, seat: int) -> list[Option]:
        """Return a seat's moves with the expected result of each, the best first; empty where it cannot be
        computed."""
