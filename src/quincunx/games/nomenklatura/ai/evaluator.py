"""The evaluator of Nomenklatura: a few features of each player, weighted by games that bots played."""

from typing import Final

from mypy_extensions import i64

from quincunx.core.bot import Bot
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import State
from quincunx.games.nomenklatura.ai.bot import NomenklaturaBot
from quincunx.games.nomenklatura.ai.outlook import PLACED_A_ROUND, prospects, smallest_supply
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import FIELD, LARGEST

# Fitted on 1,600 games: the loss on games held out is 0.87, against 1.15 for equal chances.
WEIGHTS: Final[list[float]] = [1.985, -1.331, 0.2603, 0.1601, -1.672, -0.1599, 1.422, 0.04696, 0.0]

ADEPT: Final = 0.7
"""The eagerness that won most against the default, of seven that were tried."""


class NomenklaturaValue(FittedEvaluator):
    """The features of each player: rubles, income until the end, markers left, and the place in the turn
    order."""

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, Nomenklatura)
        return features_of(state, seat, prospects(state), rounds_left(state))

    def all_features(self, state: State) -> list[list[float]]:
        assert isinstance(state, Nomenklatura)
        income = prospects(state)
        left = rounds_left(state)
        return [features_of(state, seat, income, left) for seat in range(state.players)]


def rounds_left(state: Nomenklatura) -> float:
    left = 2 + smallest_supply(state) / PLACED_A_ROUND
    if state.setup.max_rounds:
        left = min(left, float(state.setup.max_rounds - state.round + 2))
    return left


def features_of(state: Nomenklatura, seat: i64, incomes: i64, left: float) -> list[float]:
    me = state.seats[seat]
    rubles = int(me.rubles) + int(me.coins)
    income = int(incomes >> FIELD * seat & LARGEST)
    placed = state.setup.markers - int(me.supply)
    return [
        rubles / 50,
        rubles / 50 / left,
        income * left / 50,
        income / 10,
        int(me.aside) / 5,
        int(me.supply) / 10,
        placed * left / 50,
        state.order.index(seat) / (state.players - 1),
        int(me.hand) / 5,
    ]


def minds() -> list[Bot]:
    """Return five bidders, from a thrifty one to one that bids too much."""
    return [NomenklaturaBot(eagerness) for eagerness in (0.0, 0.2, 1.0, 1.5, 2.5)]


def adept() -> Bot:
    """Return a bot that bids a little more than `normal`."""
    return NomenklaturaBot(ADEPT)


THINKING: Final = SearchConfig(
    rollouts={2: 400, 3: 300, 4: 200, 5: 200},
    horizon_turns={2: 1, 3: 1, 4: 1, 5: 1},
    plans=16,
    random_percent=0,
    easy_loss=0.06,
    expert_rollout_factor=2,
    expert_plan_factor=1,
    replan_each_move=True,
    expert_horizon_turns={2: 2},
)
