"""Bots that make experiments: what a card is worth cannot be seen in games of bots that believe in it.

`greedy` buys what its author thinks good, and mostly when it is doing well. Whoever takes a card by the
toss of a coin, or never takes one, tells what the card does.
"""

from functools import cache

from quincunx import bots, games
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State


class Curious(Bot):
    """Plays like `greedy`, but takes something it is offered every other time, and then any of it."""

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
    """The game of a state, by the module of its rules."""
    return games.load(rules.split(".")[-2].replace("_", "-"))


@cache
def greedy(game: "Game[State]") -> Bot:
    """The game's bot. It remembers nothing, so one is enough for all seats and games."""
    return bots.make("greedy", game)


def offered(game: "Game[State]", state: State, seat: int) -> tuple[dict[int, str], list[int]]:
    """The moves that take something, with what they take; and those that take nothing."""
    pieces = game.pieces()
    if not pieces.due(state):
        return {}, []
    taken = {move: pieces.taken(state, seat, move) for move in state.legal_actions(seat)}
    offers = {move: piece for move, piece in taken.items() if piece}
    return offers, [move for move, piece in taken.items() if not piece]
