"""A player who makes human mistakes: plausible moves that are a little worse, never an absurd one."""

import math
from typing import Final

from quincunx.bots.search import Plan, Search
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.rng import Rng
from quincunx.core.state import TERMINAL, State

MISTAKES: Final[dict[int, int]] = {1: 50, 2: 85, 3: 75, 4: 75, 5: 60, 6: 50}
"""The percentage of decisions that are mistakes, by the number of players, if there is a plausible one. Found
by play, so that `easy` loses to `normal` by about as much as `normal` to `hard`."""
USUAL: Final = 50
"""The percentage for other numbers of players."""

PLANS: Final = 8
WORLDS: Final = 16
"""The number of plans compared before a mistake, and of worlds in which each is tried."""

WORST: Final = 4.0
"""The largest plausible loss of a plan, in typical mistakes."""

FINE: Final = 1 << 20
"""The number of equal parts into which chances are divided."""


class Easy(Search):
    """A player that follows the policy, but often takes a plan that seems a little worse.

    How much a usual mistake gives away is the game's `config.easy_loss`. Nobody overlooks a sure win or a
    sure loss, so it does not either: where the policy's plan won in all worlds it is taken, and one that lost
    in all of them is not, if another did not.
    """

    def _compare(self, plans: list[Plan], state: State, seat: int, rng: Rng) -> None:
        plans = plans[:PLANS]
        self.considered = plans
        if rng.below(100) < MISTAKES.get(state.players, USUAL):
            family: int = rng.word()
            for world in range(WORLDS):
                self._try_all(plans[0], plans[1:], state, seat, family + world)
            mistake = self._mistake(plans, rng)
            self.considered = [mistake] + [plan for plan in plans if plan is not mistake]

    def _try(self, plan: Plan, state: State, seat: int, world: int) -> list[float]:
        """Roll out a plan and also count wins and losses. The rollout leaves the state as it ended, so a win
        can be told from a high expectation."""
        returns = super()._try(plan, state, seat, world)
        if self._is_out(state, seat):
            plan.losses += 1
        elif state.players > 1 and state.current_player() == TERMINAL:
            others = max(returns[:seat] + returns[seat + 1 :])
            if returns[seat] > others:
                plan.wins += 1
            elif returns[seat] < others:
                plan.losses += 1
        return returns

    def _is_out(self, state: State, seat: int) -> bool:
        """Whether the seat can no longer win, though the game may go on without it."""
        value = self.evaluator
        return isinstance(value, FittedEvaluator) and not value.can_win(state, seat)

    def _mistake(self, plans: list[Plan], rng: Rng) -> Plan:
        """Return one of the worse plans, more likely the less it loses; the policy's own if there is none."""
        usual = plans[0]
        if usual.wins == usual.visits:
            return usual
        hopeful = [plan for plan in plans if plan.losses < plan.visits] or plans
        if hopeful[0] is not usual:
            return hopeful[0]
        # With more players each expects less, so a mistake of the same size would be a worse one.
        folly = self.config.easy_loss / max(1, len(usual.expects) - 1)
        worse = [plan for plan in hopeful if -WORST * folly < plan.gain < 0.0]
        if not worse:
            return usual
        weights = [math.exp(plan.gain / folly) for plan in worse]
        left = math.fsum(weights) * (rng.below(FINE) / FINE)
        for index in range(len(worse)):
            left -= weights[index]
            if left < 0.0:
                return worse[index]
        return worse[-1]
