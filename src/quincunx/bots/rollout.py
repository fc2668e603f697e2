"""Rollouts: a position is played on until it can be judged, with the same dice for every plan tried in a
world."""

from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.evaluator import Evaluator
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State

ROLLS: Final = 64
"""The number of chance moves of a turn that have dice of their own; later ones use them again."""


class Rollout:
    """A rollout: `own_policy` plays for the searching seat, `policy` for all others. At the end the
    `evaluator` judges; without one the game is played to its end."""

    def __init__(self, own_policy: Bot, policy: Bot, evaluator: Evaluator | None) -> None:
        self.own_policy = own_policy
        self.policy = policy
        self.evaluator = evaluator
        self._dice = Rng("")
        self._minds = Rng("")

    def play(self, state: State, seat: int, world: int, limit: int) -> list[float]:
        """Play the position on to the turn of that number, and return each seat's result or expectation."""
        value = self.evaluator
        dice = self._dice
        minds = self._minds
        turn = -1
        rolls = 0
        while True:
            actor = state.current_player()
            if actor == TERMINAL:
                return state.returns()
            now = state.turns()
            if now != turn:
                if value is not None and now >= limit:
                    return value.evaluate(state)
                turn = now
                rolls = 0
                minds.restart(world, turn * ROLLS)
            if actor == CHANCE:
                # Each roll has its own dice, so that a world stays the same after plans that differ.
                rolls = rolls % (ROLLS - 1) + 1
                dice.restart(world, turn * ROLLS + rolls)
                state.move(CHANCE, state.sample_outcome(dice))
            else:
                mind = self.own_policy if actor == seat else self.policy
                state.move(actor, mind.choose(state, actor, minds))
