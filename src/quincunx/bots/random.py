"""The random player, which every other one must beat."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State


class RandomBot(Bot):
    """A player that makes any legal move, each equally likely."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.random_action(seat, rng)
