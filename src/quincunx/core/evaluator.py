"""What a search needs to know of a game: what a position is worth, and how it is best searched."""

import math
from typing import Final

from mypy_extensions import mypyc_attr

from quincunx.core.state import TERMINAL, State

OUT: Final = -math.inf
"""The worth of a seat that can no longer win."""


def softmax(worths: list[float]) -> list[float]:
    """The chances of seats whose positions are worth so much."""
    most = max(worths)
    shares: list[float] = []
    total = 0.0
    for worth in worths:
        share = math.exp(worth - most)
        shares.append(share)
        total += share
    return [share / total for share in shares]


def average(expected: list[list[float]]) -> list[float]:
    """What each seat can expect on average.

    >>> average([[1.0, 0.0], [0.0, 0.0]])
    [0.5, 0.0]
    """
    if len(expected) == 1:
        return expected[0]
    total = [0.0] * len(expected[0])
    for shares in expected:
        for seat, share in enumerate(shares):
            total[seat] += share
    return [share / len(expected) for share in total]


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Judges a position without playing it on."""

    def evaluate(self, state: State) -> list[float]:
        """What each seat can expect, in the unit of `returns`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class FittedEvaluator(Evaluator):
    """The chance of each seat to win: a few features of every seat, weighed, and their softmax.

    The weights are fitted on games that bots have played (`research/fit_value.py`). A number of players may
    have weights of its own.
    """

    def __init__(self, weights: list[float], by_players: dict[int, list[float]] | None = None) -> None:
        self.weights = weights
        self.by_players: dict[int, list[float]] = by_players if by_players is not None else {}

    def features(self, state: State, seat: int) -> list[float]:
        """What counts of a seat; as many numbers as there are weights."""
        raise NotImplementedError

    def can_win(self, state: State, seat: int) -> bool:
        """Whether the seat is still in the game."""
        return True

    def all_features(self, state: State) -> list[list[float]]:
        """The features of every seat, none of one that is out of the game. A game whose seats have much in
        common finds that out once here."""
        seats = range(state.players)
        return [self.features(state, seat) if self.can_win(state, seat) else [] for seat in seats]

    def evaluate(self, state: State) -> list[float]:
        if state.current_player() == TERMINAL:
            return state.returns()
        weights = self.by_players.get(state.players, self.weights)
        worths: list[float] = []
        for features in self.all_features(state):
            worth = 0.0 if features else OUT
            for index in range(len(features)):
                worth += weights[index] * features[index]
            worths.append(worth)
        return softmax(worths)
