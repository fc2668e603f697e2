"""x"""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State


class NomenklaturaBot(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.actions(seat)[0]
