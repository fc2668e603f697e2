"""Fits the weights of a game's evaluator on games that its bots play against each other.

    python research/fit_value.py king-of-tokyo --games 30000 [--players N] [--master]

It prints the weights for the game's `evaluator.py`, and how well they predict games that they were not
fitted on. With `--master` the game's master plays instead of its usual bot, for an evaluator of good play.
The evaluator is a conditional logit: the softmax over the seats of their weighted features gives each
seat's chance to win.
Needs `quincunx[bench]`, and is much quicker compiled.
"""

import argparse
from importlib import import_module
from typing import Any

import numpy as np

from quincunx import games
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL

NOISE = 5
"""The percentage of random moves, so that the fit sees positions that bots do not reach."""
ONE_TURN_IN = 3
"""One in this many turns gives a position, at its start: consecutive ones are too much alike."""
ONE_GAME_IN = 7
"""One in this many games is held out for the test."""
PENALTY = 1e-4


class Positions:
    """The features of each seat in many positions, with the results; smaller tables are padded."""

    def __init__(self, players: int, features: int) -> None:
        self.players = players
        self.features = features
        self.rows: list[tuple[int, Any, Any, list[float]]] = []

    def arrays(self) -> tuple[Any, Any, Any, Any]:
        size = len(self.rows)
        features = np.zeros((size, self.players, self.features))
        results = np.zeros((size, self.players))
        in_game = np.zeros((size, self.players), bool)
        for index, (_, shown, can_win, returns) in enumerate(self.rows):
            features[index, : len(shown)] = shown
            in_game[index, : len(shown)] = can_win
            results[index, : len(shown)] = returns
        return features, results, in_game, np.array([number for number, *_ in self.rows])


def play(
    game: Game[Any], number: int, value: FittedEvaluator, positions: Positions, players: int, master: bool
) -> None:
    """Play one game, and add its positions if somebody won."""
    rng = Rng(f"fit {game.name} {number}")
    state = game.new_initial_state(players, game.numbers(game.toml))
    usual = game.bots.trained_policy() if master else game.bots.policy()
    characters = [game.bots.policy(), game.bots.own_policy(), *game.bots.candidate_policies()]
    seated = [characters[rng.below(len(characters))] if rng.below(2) else usual for _ in range(players)]
    turn = state.turns()
    seen = []
    while (seat := state.current_player()) != TERMINAL:
        if state.turns() != turn:
            turn = state.turns()
            if rng.below(ONE_TURN_IN) == 0:
                shown = [value.features(state, other) for other in range(players)]
                seen.append((shown, [value.can_win(state, other) for other in range(players)]))
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        elif rng.below(100) < NOISE:
            state.move(seat, state.random_action(seat, rng))
        else:
            state.move(seat, seated[seat].choose(state, seat, rng))
    returns = state.returns()
    if sum(returns) > 0.5:
        positions.rows += [(number, shown, can_win, returns) for shown, can_win in seen]


def loss(weights: Any, features: Any, results: Any, in_game: Any) -> tuple[float, Any]:
    """Return the mean logarithmic loss and its gradient."""
    worth = features @ weights
    worth[~in_game] = -1e9
    worth -= worth.max(1, keepdims=True)
    shares = np.exp(worth)
    shares /= shares.sum(1, keepdims=True)
    size = len(features)
    mean = -(results * np.log(shares + 1e-12)).sum() / size
    slope = -np.einsum("np,npf->f", results - shares, features) / size
    return mean + PENALTY * (weights @ weights), slope + 2 * PENALTY * weights


def fit(positions: Positions) -> list[float]:
    features, results, in_game, numbers = positions.arrays()
    test = numbers % ONE_GAME_IN == 0
    scale = features[in_game].std(0) + 1e-9
    features /= scale
    usual = np.zeros(positions.features)
    minimize: Any = import_module("scipy.optimize").minimize
    found = minimize(loss, usual, (features[~test], results[~test], in_game[~test]), "L-BFGS-B", jac=True)
    held_out = (features[test], results[test], in_game[test])
    print(
        f"{len(features)} positions; on games held out the loss is {loss(found.x, *held_out)[0]:.4f}", end=" "
    )
    print(f"where knowing nothing has {loss(usual, *held_out)[0]:.4f}")
    return [float(weight) for weight in found.x / scale]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--players", type=int, help="weights for this number of players alone")
    parser.add_argument("--master", action="store_true", help="fit on games of the master and the others")
    chosen = parser.parse_args()
    game = games.load(chosen.game)
    value = game.bots.evaluator()
    if not isinstance(value, FittedEvaluator):
        raise SystemExit(f"{game.header.title} has no value that is fitted.")
    counts = [chosen.players] if chosen.players else game.player_counts
    features = value.features(game.new_initial_state(counts[0], game.numbers(game.toml)), 0)
    positions = Positions(max(counts), len(features))
    for number in range(chosen.games):
        play(game, number, value, positions, counts[number % len(counts)], chosen.master)
    print("[" + ", ".join(f"{weight:.4g}" for weight in fit(positions)) + "]")


if __name__ == "__main__":
    main()
