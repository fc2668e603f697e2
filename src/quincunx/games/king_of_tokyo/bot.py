"""A person's second game of King of Tokyo."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State


class KingOfTokyoBot(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        moves = state.actions(seat)
        return moves[rng.below(len(moves))]
