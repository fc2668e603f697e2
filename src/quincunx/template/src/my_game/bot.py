"""The game's bot, which plays by rules of thumb: walk to win or to push somebody far back, else run."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State

from my_game.rules import RUN, WALK, Race


class RaceBot(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Return a legal move of the seat."""
        assert isinstance(state, Race)
        numbers = state.numbers
        space = state.spaces[seat] + numbers.walk
        wins = space >= numbers.goal
        # Two runners who keep pushing each other back to the start would never finish.
        pushes = space in state.spaces and space >= numbers.push
        return WALK if wins or pushes else RUN
