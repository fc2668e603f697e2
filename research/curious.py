"""Bots that make experiments, to measure the effect of taking a card.

`greedy` buys cards that its author thinks good, and mostly when it is ahead, which biases any comparison. A
bot that takes cards by the toss of a coin, or never takes one, shows the effect itself.
"""

from functools import cache

from quincunx import bots, games
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State


class Curious(Bot):
    """Plays like `greedy`, but takes something on every other offer, and then anything with equal chance."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        game = game_of(type(state).__module__)
        offers, others = offered(game, state, seat)
        if not offers or not others:
            return greedy(game).choose(state, seat, rng)
        if rng.below(2):
            moves = list(offers)
            return moves[rng.below(len(moves))]
        chosen = greedy(game).choose(state, seat, rng)
        return chosen if chosen in others else others[rng.below(len(others))]


class NoConsolidation(Bot):
    """Plays like `greedy`, but never takes Nomenklatura's Consolidation Card."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        game = game_of(type(state).__module__)
        chosen = greedy(game).choose(state, seat, rng)
        offers, others = offered(game, state, seat)
        if offers.get(chosen) != "consolidation":
            return chosen
        left = [move for move, piece in offers.items() if piece != "consolidation"] + others
        return left[rng.below(len(left))] if left else chosen


@cache
def game_of(rules: str) -> "Game[State]":
    """Return the game of a state, by the module of its rules."""
    return games.load(rules.split(".")[-2].replace("_", "-"))


@cache
def greedy(game: "Game[State]") -> Bot:
    """Return the game's bot. It has no memory, so one serves all seats and games."""
    return bots.make("greedy", game)


def offered(game: "Game[State]", state: State, seat: int) -> tuple[dict[int, str], list[int]]:
    """Return the moves that take a piece, each with its piece, and the moves that take nothing."""
    pieces = game.lab.pieces()
    if not pieces.due(state):
        return {}, []
    taken = {move: pieces.taken(state, seat, move) for move in state.legal_actions(seat)}
    offers = {move: piece for move, piece in taken.items() if piece}
    return offers, [move for move, piece in taken.items() if not piece]
