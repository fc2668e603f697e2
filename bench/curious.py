"""A bot that plays like `greedy` but takes cards, projects or properties by chance.

What `greedy` buys says little about what a card is worth: it buys what its author believes in, and mostly
when it is doing well. Who takes a card by the toss of a coin makes an experiment of every offer.
"""

from quincunx import bots, games
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State


class Curious(Bot):
    """Takes something it is offered every other time, and then any of it."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        game = _game_of(state)
        pieces = game.pieces()
        if pieces.due(state):
            offers = [move for move in state.actions(seat) if pieces.taken(state, seat, move)]
            others = [move for move in state.actions(seat) if not pieces.taken(state, seat, move)]
            if offers and others:
                if rng.below(2):
                    return offers[rng.below(len(offers))]
                chosen = bots.make("greedy", game).choose(state, seat, rng)
                return chosen if chosen in others else others[rng.below(len(others))]
        return bots.make("greedy", game).choose(state, seat, rng)


def _game_of(state: State) -> "Game[State]":
    """The game of a state, by the package of its rules."""
    return games.load(type(state).__module__.split(".")[-2].replace("_", "-"))
