"""A player by rules of thumb: hold at 20, or when it wins."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from tests.example_game.rules import HOLD, ROLL, Pig


class PigBot(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Pig)
        return HOLD if state.pot >= 20 or state.points[seat] + state.pot >= state.goal else ROLL
