"""A player who makes human mistakes: plausible moves that are a little worse, hardly ever a stupid one."""

import math
from typing import Final

from quincunx.bots.search import Plan, Search
from quincunx.core.rng import Rng
from quincunx.core.state import State

WORLDS: Final = 12
"""In how many worlds each plan is tried."""

FINE: Final = 1 << 20
"""Into how many parts chances are divided."""


class Easy(Search):
    """Looks at every plan a little, and takes a worse one the likelier the less it gives away.

    A plan that seems to give away `thinking.folly` more than another is taken about a third as often.
    """

    def think(self, state: State, seat: int, rng: Rng) -> list[Plan]:
        self.played = 0
        known = state.determinize(seat, rng)
        plans = self._plans(known, seat, rng)
        self.considered = plans
        if len(plans) > 1:
            family: int = rng.word()
            for world in range(WORLDS):
                self._try_all(plans[0], plans[1:], known, seat, family + world)
            best = self._fancy(plans, rng)
            self.considered = [best] + [plan for plan in plans if plan is not best]
        return self.considered

    def _fancy(self, plans: list[Plan], rng: Rng) -> Plan:
        most = plans[0].gain
        for plan in plans:
            most = max(most, plan.gain)
        weights = [math.exp((plan.gain - most) / self.thinking.folly) for plan in plans]
        left = sum(weights) * (rng.below(FINE) / FINE)
        for plan, weight in zip(plans, weights, strict=True):
            left -= weight
            if left < 0.0:
                return plan
        return plans[0]
