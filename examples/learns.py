"""A bot that learns by playing against itself, any game: python examples/learns.py [GAME] [GAMES]

It gives each word of a move's name a weight, and prefers moves whose words add up to more. After
each game the words of whoever won gain a little, and those of the others lose (the policy gradient
of Williams's REINFORCE). What it has learnt lies in `learnt-GAME.json`; then it plays like any bot:

quincunx simulate nomenklatura --seats examples/learns.py:Learner,random --games 100
"""

import json
import math
import sys
from collections import Counter
from pathlib import Path

import quincunx as qx

RATE = 0.4


class Learner(qx.Bot):
    def __init__(self, game: qx.Game[qx.State], weights: dict[str, float] | None = None) -> None:
        self.game = game
        self.weights = learnt(game.name) if weights is None else weights
        self.gradient: Counter[str] = Counter()

    def choose(self, state: qx.State, seat: int, rng: qx.Rng) -> int:
        moves = state.legal_actions(seat)
        words = [self.words(state, seat, move) for move in moves]
        worth = [math.exp(sum(self.weights.get(word, 0.0) for word in each)) for each in words]
        chosen = draw(worth, rng)
        # The gradient of this move's log-probability: its own words, minus those of all moves on average.
        self.gradient.update(dict.fromkeys(words[chosen], 1.0))
        for each, one in zip(words, worth, strict=True):
            self.gradient.subtract(dict.fromkeys(each, one / sum(worth)))
        return moves[chosen]

    def words(self, state: qx.State, seat: int, move: int) -> list[str]:
        name = self.game.codec.decode(state, seat, move)
        return [name.verb, *(f"{name.verb} {word}" for word in set(name.words))]


def draw(worth: list[float], rng: qx.Rng) -> int:
    """Return the index of an entry, each as likely as its worth."""
    left = rng.below(2**30) / 2**30 * sum(worth)
    for number, one in enumerate(worth):
        left -= one
        if left < 0:
            return number
    return len(worth) - 1


def train(game: qx.Game[qx.State], weights: dict[str, float], games: range) -> None:
    """Play against itself, and change the weights after each game."""
    players = game.header.players[0]
    for number in games:
        bots = [Learner(game, weights) for _ in range(players)]
        match = qx.Match(game, bots, qx.SeedDice(f"learn {number}"))
        assert all(match)
        returns = match.state.returns()
        for bot, got in zip(bots, returns, strict=True):
            better = got - sum(returns) / players
            for word, part in bot.gradient.items():
                weights[word] = weights.get(word, 0.0) + RATE * better * part


def learnt(game: str) -> dict[str, float]:
    path = Path(f"learnt-{game}.json")
    weights: dict[str, float] = json.loads(path.read_text()) if path.exists() else {}
    return weights


def main(name: str = "nomenklatura", games: str = "100") -> None:
    game, weights = qx.load(name), learnt(name)
    rivals = ["random"] * (game.header.players[0] - 1)
    for first in range(0, int(games), 25):
        train(game, weights, range(first, first + 25))
        Path(f"learnt-{name}.json").write_text(json.dumps(weights))
        print(f"after {first + 25} games:", qx.simulate(game, [Learner, *rivals], games=100))


if __name__ == "__main__":
    main(*sys.argv[1:])
