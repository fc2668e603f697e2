"""A player who makes human mistakes: plausible moves that are a little worse, never a stupid one."""

import math
from typing import Final

from quincunx.bots.search import Plan, Search
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.rng import Rng
from quincunx.core.state import TERMINAL, State

MISTAKES: Final[dict[int, int]] = {1: 50, 2: 85, 3: 75, 4: 75, 5: 60, 6: 50}
"""How many percent of the decisions are mistakes, if there is a plausible one to be made, by the number of
players: found by play, so that `easy` loses to `normal` by about as much as `normal` to `hard`."""
USUAL: Final = 50
"""The same for other numbers of players."""

PLANS: Final = 8
WORLDS: Final = 16
"""How many plans it looks at before a mistake, and in how many worlds each is tried."""

WORST: Final = 4.0
"""A plan that seems to give away so many times a usual mistake is not plausible."""

FINE: Final = 1 << 20
"""Into how many parts chances are divided."""


class Easy(Search):
    """Plays as the policy does, but mostly takes a plan that seems a little worse.

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
        """Also count wins and losses: the rollout leaves the state as it ended, so that they can be told from
        what a value expects."""
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
        """Whether the seat can no longer win; the game may go on without it."""
        value = self.evaluator
        return isinstance(value, FittedEvaluator) and not value.can_win(state, seat)

    def _mistake(self, plans: list[Plan], rng: Rng) -> Plan:
        """One of the plans that seem worse, the likelier the less it gives away; the policy's if none is."""
        usual = plans[0]
        if usual.wins == usual.visits:
            return usual
        hopeful = [plan for plan in plans if plan.losses < plan.visits] or plans
        if hopeful[0] is not usual:
            return hopeful[0]
        # Among many nobody expects much, so a mistake of the same size would be a worse one.
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
