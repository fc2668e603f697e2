"""What a game knows of a turn before it ends."""

from abc import abstractmethod

from quincunx.core.bot import Option
from quincunx.core.evaluator import Evaluator
from quincunx.core.state import State


class TurnEvaluator(Evaluator):
    """An evaluator that also reckons what a turn will bring, so that nobody need play it on: it knows the
    average over all dice, where worlds that are tried out only come near it."""

    @abstractmethod
    def evaluate_mid_turn(self, state: State) -> list[float]:
        """What each seat can expect in the middle of a turn, as `evaluate` will judge its end; empty where it
        cannot be reckoned: such a position is played on to one where it can."""

    @abstractmethod
    def evaluate_moves(self, state: State, seat: int) -> list[Option]:
        """The moves of a seat and what each promises, all judged alike, the best first; empty where that
        cannot be reckoned."""
