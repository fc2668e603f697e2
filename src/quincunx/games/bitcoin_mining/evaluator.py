"""The evaluator of Bitcoin Mining: a few features of each player, weighted by games that bots played."""

import math
from typing import Final

from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import State
from quincunx.games.bitcoin_mining.bot import all_batches
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining

WEIGHTS: Final[list[float]] = [0.3361, 5.084, 0.8572, -0.8784, 1.634, 0.147, 2.088, -0.1503, 0.1943, -0.3437]
BATCHES: Final = 4
"""The most batches that count: nobody can pay for more."""


class BitcoinMiningValue(FittedEvaluator):
    """BTC and the means to more of them while the first pawn runs: batches, land, and fiat for both."""

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, BitcoinMining)
        miner = state.miners[seat]
        left = way_left(state)
        batches = 0
        for place in state.owned(seat):
            batches += all_batches(place)
        affordable: int = min(BATCHES, miner.fiat // max(1, state.batch_price(miner)))
        # Payouts are halved in later cycles, so a batch is worth what the cycles to come pay.
        return [
            miner.btc / 10,
            miner.btc / 10 * (1.0 - left),
            batches * left,
            batches * left * left,
            math.sqrt(batches) * left,
            len(miner.land) * left,
            miner.fiat / 1_000_000 * left,
            affordable * left if miner.land else 0.0,
            affordable * left * left,
            left * batches if miner.inspected else 0.0,
        ]


def way_left(state: BitcoinMining) -> float:
    """Return the share of the way to the last pass of Start that the first pawn has left, from 1 to 0."""
    tiles = state.board.tiles
    front = 0
    for miner in state.miners:
        front = max(front, miner.passes * tiles + miner.tile)
    return max(0.0, 1.0 - front / (state.edition.cycles * tiles))


THINKING: Final = SearchConfig(
    rollouts={2: 16000, 3: 16000, 4: 16000, 5: 16000, 6: 16000},
    horizon_turns={2: 0, 3: 0, 4: 0, 5: 0, 6: 0},
    plans=8,
    random_percent=0,
    min_z=2.0,
    expert_rollout_factor=5,
    expert_plan_factor=1,
)
"""The settings of the search: moves differ by little and luck is large, so rollouts go to the end, and only
significant differences count."""
