"""The contract of an evaluator, which estimates the value of a position for each seat."""

import math
from typing import Final

from mypy_extensions import mypyc_attr

from quincunx.core.state import TERMINAL, State

OUT: Final = -math.inf
"""The value of a seat that can no longer win."""


def softmax(worths: list[float]) -> list[float]:
    """Return each seat's chance of winning, from the values of the seats."""
    most = max(worths)
    shares: list[float] = []
    total = 0.0
    for worth in worths:
        share = math.exp(worth - most)
        shares.append(share)
        total += share
    return [share / total for share in shares]


def average(expected: list[list[float]]) -> list[float]:
    """Return each seat's average over several results.

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
    """An evaluator: it judges a position without playing it on."""

    def evaluate(self, state: State) -> list[float]:
        """Return the result each seat can expect, in the unit of `returns`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class FittedEvaluator(Evaluator):
    """An evaluator of each seat's chance to win: the softmax of a weighted sum of a few features of each
    seat.

    The weights are fitted on games that bots have played (`research/fit_value.py`). A number of players may
    have weights of its own.
    """

    def __init__(self, weights: list[float], by_players: dict[int, list[float]] | None = None) -> None:
        self.weights = weights
        self.by_players: dict[int, list[float]] = by_players if by_players is not None else {}

    def features(self, state: State, seat: int) -> list[float]:
        """Return the features of a seat: as many numbers as there are weights."""
        raise NotImplementedError

    def can_win(self, state: State, seat: int) -> bool:
        """Whether the seat is still in the game."""
        return True

    def all_features(self, state: State) -> list[list[float]]:
        """Return the features of every seat, an empty list for a seat that is out. Override it to compute
        what all seats share only once."""
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
