"""Train a small policy against `random`, with NumPy alone: python examples/train_policy.py

A net with one hidden layer plays King of Tokyo against a random player in many matches at once. After each
match, what the winner did becomes more likely and what the loser did less (policy gradient with a baseline).
"""

import argparse
import math
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.adapters.vector import VectorEnv

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

RATE = 0.01
"""The approximate change of a weight in one update."""
CURIOSITY = 0.003
"""The weight of the entropy bonus, which keeps the policy exploring."""


class Score(NamedTuple):
    """The share of matches won, with the half-width of its 95% interval; a shared win counts half."""

    share: float
    margin: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.margin:.1%}"


class Policy:
    """A network: observation, hidden layer, then a preference for each move and a value of the position."""

    def __init__(self, entries: int, moves: int, hidden: int = 64, seed: int = 0) -> None:
        self.rng = np.random.default_rng(seed)
        self.weights = [
            self.rng.normal(0, 1 / math.sqrt(entries), (entries, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros((hidden, moves), np.float32),
            np.zeros(moves, np.float32),
            np.zeros(hidden, np.float32),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def __call__(self, observations: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Whole]:
        """Return the hidden layer, the probabilities of moves legal in any row, and their numbers."""
        first, bias, second, second_bias, _ = self.weights
        moves = np.flatnonzero(masks.any(axis=0))
        hidden = np.tanh(observations @ first + bias)
        preferences = hidden @ second[:, moves] + second_bias[moves]
        preferences[masks[:, moves] == 0] = -1e9
        chances = np.exp(preferences - preferences.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), moves

    def choose(self, observations: Floats, masks: NDArray[np.int8]) -> Whole:
        """Return a legal move for each row, drawn with its probability."""
        _, chances, moves = self(observations, masks)
        reached = chances.cumsum(axis=1)
        drawn = self.rng.random((len(chances), 1)) * reached[:, -1:]
        return moves[(reached > drawn).argmax(axis=1)]

    def learn(self, observations: Floats, masks: NDArray[np.int8], chosen: Whole, rewards: Floats) -> None:
        """Make moves that earned more than expected more likely, and move expectations towards rewards."""
        _, _, second, second_bias, value = self.weights
        hidden, chances, moves = self(observations, masks)
        surprise = rewards - hidden @ value
        logs = np.log(chances + 1e-12)
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope = -chances * surprise[:, None]
        slope[np.arange(len(chosen)), np.searchsorted(moves, chosen)] += surprise
        slope -= CURIOSITY * chances * (logs + entropy)
        back = (slope @ second[:, moves].T + surprise[:, None] * value) * (1 - hidden**2)
        second_slope, bias_slope = np.zeros_like(second), np.zeros_like(second_bias)
        second_slope[:, moves] = hidden.T @ slope
        bias_slope[moves] = slope.sum(axis=0)
        slopes = [observations.T @ back, back.sum(axis=0), second_slope, bias_slope, hidden.T @ surprise]
        self._climb([slope / len(chosen) for slope in slopes])

    def _climb(self, slopes: list[Floats]) -> None:
        """Take a step uphill (Adam)."""
        self._updates += 1
        pace = RATE * math.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for weight, slope, mean, square in zip(self.weights, slopes, self._means, self._squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight += (pace * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class Trainer:
    """Plays matches side by side and learns from each as soon as it is over."""

    def __init__(self, policy: Policy, env: VectorEnv) -> None:
        self.policy = policy
        self.env = env
        self.seen = env.reset()
        self.steps: list[list[tuple[Floats, NDArray[np.int8], int]]] = [[] for _ in range(env.n)]

    def learn(self, decisions: int) -> None:
        """Play until matches with that many decisions are over, then learn from them."""
        done: list[tuple[Floats, NDArray[np.int8], int, float]] = []
        while len(done) < decisions:
            moves = self.policy.choose(self.seen.observations, self.seen.masks)
            seats = self.seen.seats
            for row, steps in enumerate(self.steps):
                observation, mask = self.seen.observations[row].copy(), self.seen.masks[row].copy()
                steps.append((observation, mask, int(moves[row])))
            self.seen = self.env.step(moves)
            for row in np.flatnonzero(self.seen.ended):
                reward = float(self.seen.rewards[row, seats[row]])
                done += [(*step, reward) for step in self.steps[row]]
                self.steps[row] = []
        observations, masks, chosen, rewards = zip(*done, strict=True)
        self.policy.learn(
            np.stack(observations), np.stack(masks), np.array(chosen), np.array(rewards, np.float32)
        )


def evaluate(policy: Policy, game: str, players: int, opponents: str, matches: int, seed: int) -> Score:
    """Return the policy's share of wins. It sits on each seat in turn; all rows play equally many matches."""
    rows = min(64, matches)
    env = VectorEnv(game, players, rows, opponents, seed)
    seen, wins, left = env.reset(), 0.0, np.full(rows, -(-matches // rows))
    total = int(left.sum())
    while left.any():
        seats = seen.seats
        seen = env.step(policy.choose(seen.observations, seen.masks))
        for row in np.flatnonzero(seen.ended & (left > 0)):
            left[row] -= 1
            # A sole winner gets 1, a loser -1 / (players - 1), those who share a win something in between.
            wins += (float(seen.rewards[row, seats[row]]) * (players - 1) + 1) / players
    share = wins / total
    return Score(share, 1.96 * math.sqrt(max(share * (1 - share), 1 / total) / total))


def curve(points: list[tuple[float, Score]], title: str) -> str:
    """Return the scores over processor time as an SVG chart."""
    width, height, left, top = 560, 240, 48, 32
    last = max(second for second, _ in points) or 1.0

    def x(second: float) -> float:
        return left + second / last * (width - left - 16)

    def y(share: float) -> float:
        return top + (1 - share) * (height - top - 36)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="18">{title}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M{left} {y(share):.1f}H{width - 16}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for second in np.linspace(0, last, 5):
        parts.append(
            f'<text x="{x(second):.1f}" y="{height - 12}" text-anchor="middle">{second:.0f} s</text>'
        )
    for second, score in points:
        low, high = y(max(0, score.share - score.margin)), y(min(1, score.share + score.margin))
        parts.append(f'<path d="M{x(second):.1f} {low:.1f}V{high:.1f}" stroke="#7aa6d6" stroke-width="3"/>')
    line = " ".join(f"{x(second):.1f},{y(score.share):.1f}" for second, score in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/></svg>')
    return "\n".join(parts) + "\n"


def train(
    game: str, players: int, seconds: float, every: float, matches: int, rows: int = 64, decisions: int = 1024
) -> tuple[Policy, list[tuple[float, Score]]]:
    """Train for `seconds` of processor time; return the policy and its scores against `random` on the way."""
    env = VectorEnv(game, players, rows, "random", seed=1)
    policy = Policy(len(env.entries), len(env.moves))
    trainer = Trainer(policy, env)
    points = [(0.0, evaluate(policy, game, players, "random", matches, seed=2))]
    spent = 0.0
    while spent < seconds:
        begun = time.process_time()
        while time.process_time() - begun < min(every, seconds - spent):
            trainer.learn(decisions)
        spent += time.process_time() - begun
        points.append((spent, evaluate(policy, game, players, "random", matches, seed=2)))
        print(f"{spent:5.0f} s  {points[-1][1]} of {matches} matches against random", flush=True)
    return policy, points


def main() -> None:
    options = argparse.ArgumentParser(description="Train a small policy against random players.")
    options.add_argument("--game", default="king-of-tokyo")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--seconds", type=float, default=60, help="how long to train, in processor time")
    options.add_argument("--every", type=float, default=5, help="how often to measure")
    options.add_argument("--matches", type=int, default=512, help="how many matches a measurement takes")
    options.add_argument("--curve", type=Path, help="draw the scores into this SVG file")
    chosen = options.parse_args()
    policy, points = train(chosen.game, chosen.players, chosen.seconds, chosen.every, chosen.matches)
    for opponents in ("random", "greedy"):
        score = evaluate(policy, chosen.game, chosen.players, opponents, 4 * chosen.matches, seed=3)
        print(f"In the end: {score} of {4 * chosen.matches} matches against {opponents}.")
    if chosen.curve:
        title = f"Matches of {chosen.game} won against random, with 95% intervals"
        chosen.curve.write_text(curve(points, title), encoding="utf-8")


if __name__ == "__main__":
    main()
