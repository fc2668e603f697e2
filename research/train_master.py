"""Trains the numbers of a game's master: the policy with which `expert` plays its own seat in rollouts.

    python research/train_master.py GAME --players N [--minutes M] [--games G] [--step S] [--against BOTS]
                                 [--pairs P] [--margin S] [--start FILE] [--keep FILE] [--jobs J] [--test N]

The game's `ai/policy.py` has `Master(numbers)`, a player by rules of thumb with a list of numbers;
train_master.json has their `start`, the numbers of the usual bot, and `scale`, the step of each. Evolution
strategies climb from there: each round tries many random directions forward and back with the same dice, and
moves along those that won more; numbers whose slope is lost in the noise hardly move. The other seats are
played by `--against`, in turns: `normal`, `own_policy`, or the present `master`. At the end (and on Ctrl-C)
the numbers are tested on new dice against those of the start, and printed; `--keep` writes them after every
round.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.match import variant

LENGTH = 2.0
"""The length of a round's step of all numbers, in units of `scale`."""
MOMENTUM = 0.7


class Trial(NamedTuple):
    """The numbers to try in some games, with the rivals in the other seats."""

    game: str
    players: int
    numbers: list[float]
    rivals: list[str]
    rival: list[float]
    first: int
    games: int
    seed: str
    margin: float


def shape_of(game: str) -> Any:
    """Return the game's `ai/policy.py`."""
    return import_module(f"quincunx.games.{game.replace('-', '_')}.ai.policy")


def share(trial: Trial) -> list[float]:
    """Play a trial and return the player's share of the win in each game."""
    game = games.load(trial.game)
    shape = shape_of(trial.game)
    numbers = variant.numbers(game, {})
    makers: dict[str, Callable[[], Bot]] = {
        "normal": game.bots.policy,
        "adept": game.bots.own_policy,
        "master": lambda: shape.Master(trial.rival),
    }
    results = []
    for number in range(trial.first, trial.first + trial.games):
        seat = number % trial.players
        around = number // trial.players
        others = makers[trial.rivals[around % len(trial.rivals)]]
        seats: list[Bot] = [others() for _ in range(trial.players)]
        seats[seat] = shape.Master(trial.numbers)
        state = game.new_initial_state(trial.players, numbers)
        dice, bots = Rng(f"{trial.seed} {around}"), Rng(f"{trial.seed} {number}")
        contest(state, seats, dice, bots, game.header.secrets)
        results.append(state.returns()[seat])
        if trial.margin:
            results[-1] += lead(game, state, seat, trial.margin)
    return results


def lead(game: Game[Any], state: State, seat: int, margin: float) -> float:
    """Return the seat's lead over the best other, scaled so that `margin` or more is half a win."""
    standing = game.scores(state)
    ahead = standing.pop(seat) - max(standing)
    return 0.5 * max(-1.0, min(1.0, ahead / margin))


class Training:
    """The training: climbs from some numbers to better ones."""

    def __init__(self, chosen: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
        begin = json.loads(Path(__file__).with_suffix(".json").read_text())[chosen.game]
        self.chosen = chosen
        self.pool = pool
        self.start: list[float] = begin["start"]
        self.numbers = list(json.loads(chosen.start.read_text())) if chosen.start else list(self.start)
        self.scale: list[float] = begin["scale"]
        self.speed = [0.0] * len(self.numbers)
        self.doubt = 0.0
        self.random = random.Random(chosen.seed)
        self.played = 0

    def round(self) -> float:
        """Try directions and move; return the mean share of all trials."""
        count, chosen, pairs = len(self.numbers), self.chosen, self.chosen.pairs
        ways = [[self.random.gauss(0.0, 1.0) for _ in range(count)] for _ in range(pairs)]
        trials = [
            self.trial(self.moved(way, sign * chosen.step), self.played, chosen.games, "train", chosen.margin)
            for way in ways
            for sign in (1, -1)
        ]
        self.played += chosen.games
        shares = [sum(results) / len(results) for results in self.pool.map(share, trials)]
        gains = [(shares[2 * index] - shares[2 * index + 1]) / 2 / chosen.step for index in range(pairs)]
        # The variance that a slope would have if the true slope were 0.
        self.doubt = MOMENTUM**2 * self.doubt + sum(gain * gain for gain in gains) / pairs**2
        moves = []
        for index in range(count):
            slope = sum(gain * way[index] for gain, way in zip(gains, ways, strict=True)) / pairs
            self.speed[index] = speed = MOMENTUM * self.speed[index] + slope
            moves.append(speed**3 / (speed**2 + self.doubt or 1.0))
        norm = math.hypot(*moves) or 1.0
        for index in range(count):
            self.numbers[index] += LENGTH * self.scale[index] * moves[index] / norm
        return sum(shares) / len(shares)

    def moved(self, way: list[float], step: float) -> list[float]:
        parts = zip(self.numbers, self.scale, way, strict=True)
        return [number + step * scale * part for number, scale, part in parts]

    def trial(self, numbers: list[float], first: int, count: int, seed: str, margin: float = 0.0) -> Trial:
        chosen = self.chosen
        rivals = chosen.against.split(",")
        return Trial(chosen.game, chosen.players, numbers, rivals, self.numbers, first, count, seed, margin)

    def test(self, numbers: list[float], count: int) -> str:
        """Return the share of wins on new dice, against the same rivals as in training."""
        part = max(chosen_multiple(self.chosen.players, count // 16), self.chosen.players)
        trials = [self.trial(numbers, first, part, "test") for first in range(0, count, part)]
        results = [each for results in self.pool.map(share, trials) for each in results]
        mean = sum(results) / len(results)
        error = math.sqrt(max(0.0, mean * (1.0 - mean)) / len(results))
        return f"{mean:.4f} (standard error {error:.4f}, {len(results)} games)"


def chosen_multiple(players: int, count: int) -> int:
    """Return `count` rounded down so that every seat is taken equally often."""
    return count // players * players


def rounds(training: Training, seconds: float) -> Iterator[tuple[int, float]]:
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        number += 1
        yield number, training.round()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("game")
    arguments.add_argument("--players", type=int, required=True)
    arguments.add_argument("--minutes", type=float, default=5.0)
    arguments.add_argument("--games", type=int, default=240, help="for each direction, forth and back")
    arguments.add_argument("--pairs", type=int, default=64, help="how many directions are tried in a round")
    arguments.add_argument("--margin", type=float, default=0.0, help="a lead of so much is half a win more")
    arguments.add_argument("--step", type=float, default=0.7, help="in units of `scale`")
    arguments.add_argument("--against", default="normal", help="normal, adept, master: in turns")
    arguments.add_argument("--start", type=Path, help="a file that --keep wrote, to go on from")
    arguments.add_argument("--keep", type=Path, help="where the numbers are written after every round")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--test", type=int, default=2000, help="how many games the test has")
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    chosen.games = max(chosen.players, chosen_multiple(chosen.players, chosen.games))
    with ProcessPoolExecutor(chosen.jobs) as pool:
        training = Training(chosen, pool)
        try:
            for number, mean in rounds(training, 60 * chosen.minutes):
                print(f"round {number}: {mean:.3f}", flush=True)
                if chosen.keep:
                    chosen.keep.write_text(json.dumps(training.numbers))
        except KeyboardInterrupt:
            pass
        print("start:", training.test(training.start, chosen.test), flush=True)
        print("now:  ", training.test(training.numbers, chosen.test), flush=True)
    print("[" + ", ".join(f"{number:.4g}" for number in training.numbers) + "]")


if __name__ == "__main__":
    main()
