"""Trains the networks that judge positions of King of Tokyo, generation by generation.

    python research/king_of_tokyo_net.py 2 --games 40000 --keep first.json
    python research/king_of_tokyo_net.py 2 --games 4000 --start first.json --keep second.json --rows rows
    python research/king_of_tokyo_net.py 2 --join second.json

Without `--start` the master and the other bots play, and the network learns who won. With it the solver
plays by the network of that file, and a new network learns from the solver's expectations at the start of
each turn, corrected by the errors it found at later turns (nearer ones count more). These are means over
all dice, so no luck is learned. `--mixed` trains the networks for tables with players by rules of thumb.
`--rows` names a file of earlier generations' positions, which are learned again. `--join` writes a network
into the game's folder for that number of players, or for all that have none of their own (`more`). Needs
`quincunx[bench]`, compiled.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.king_of_tokyo.ai.network_inputs import INPUTS, ORDERED, KingOfTokyoInsight
from quincunx.games.king_of_tokyo.ai.networks import FILE, LayerWeights, TrainedNetworks
from quincunx.games.king_of_tokyo.ai.solver import MOST_DICE, Solver
from quincunx.games.king_of_tokyo.state import ROLL

FIRST, SECOND = 32, 32
"""The number of units of the two layers."""
TRUST = 0.8
"""The weight of each later turn's error, relative to the turn before it."""
NOISES = (0, 3, 6)
"""The percentages of random moves, one of them for each game, so that the network sees unusual positions."""
BATCH = 2048
ONE_IN = 12
"""One in this many positions is held out for the test."""

GAME = games.load("king-of-tokyo")


class Row(msgspec.Struct, array_like=True):
    """A position between two turns: the inputs of each seat that are on, and the result to learn for each."""

    inputs: list[list[int]]
    target: list[float]


def play(seed: str, players: int, weights: LayerWeights | None, mixed: bool) -> list[Row]:
    """Play one game, with the solver if there are weights, and return its positions."""
    rng = Rng(seed)
    state = GAME.new_initial_state(players, GAME.numbers(GAME.toml))
    simple = simple_seats(rng, players) if mixed else [False] * players
    value = KingOfTokyoInsight({players: weights.net()} if weights else {}, simple)
    solver = Solver(value, GAME.bots.trained_policy(), simple=simple)
    best: Bot = solver if weights else GAME.bots.trained_policy()
    seated = [GAME.bots.policy() if each else best if mixed else player(rng, best) for each in simple]
    noise = NOISES[rng.below(len(NOISES))]
    turn = state.turns()
    rows: list[Row] = []
    said: list[list[float]] = []
    while (seat := state.current_player()) != TERMINAL:
        if state.turns() != turn:
            turn = state.turns()
            if state.phase == ROLL and state.rolling <= MOST_DICE:
                inputs = [value.inputs(state, other) for other in range(players)]
                rows.append(Row(inputs, solver.expects(state) if weights else []))
                said.append(value.evaluate(state) if weights else [])
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        elif rng.below(100) < noise:
            state.move(seat, state.random_action(seat, rng))
        else:
            state.move(seat, seated[seat].choose(state, seat, rng))
    result = state.returns()
    if sum(result) < 0.5:
        return []
    return corrected(rows, said) if weights else [Row(row.inputs, result) for row in rows]


def corrected(rows: list[Row], said: list[list[float]]) -> list[Row]:
    """Return the positions with their targets: the solver's expectation plus the errors found later."""
    better: list[Row] = []
    later = [0.0] * len(said[0]) if said else []
    for row, guess in zip(reversed(rows), reversed(said), strict=True):
        target = [hope + more for hope, more in zip(row.target, later, strict=True)]
        later = [TRUST * (worth - guessed) for worth, guessed in zip(target, guess, strict=True)]
        better.append(Row(row.inputs, target))
    return better


def simple_seats(rng: Rng, players: int) -> list[bool]:
    """Return for each seat whether it plays by rules of thumb: mostly all but one do, at least one does."""
    simple = [True] * players
    others = 1 if rng.below(10) < 7 else 1 + rng.below(players - 1)
    first = rng.below(players)
    for seat in range(others):
        simple[(first + seat) % players] = False
    return simple


def player(rng: Rng, best: Bot) -> Bot:
    """Return a bot: mostly the best one, now and then another."""
    others = [
        GAME.bots.trained_policy(),
        GAME.bots.policy(),
        GAME.bots.own_policy(),
        *GAME.bots.candidate_policies(),
    ]
    return best if rng.below(10) < 7 else others[rng.below(len(others))]


def play_some(task: tuple[str, list[int], LayerWeights | None, bool]) -> list[Row]:
    seed, counts, weights, mixed = task
    played = [play(f"{seed} {number}", players, weights, mixed) for number, players in enumerate(counts)]
    return [row for rows in played for row in rows]


def matrices(rows: list[Row], players: int) -> tuple[Any, Any, Any]:
    """Return the inputs as a sparse matrix with a row per seat, the seats in the game, and the targets."""
    ends, places = [0], []
    in_game = np.zeros((len(rows), players), bool)
    target = np.zeros((len(rows), players), np.float32)
    for number, row in enumerate(rows):
        target[number, : len(row.target)] = row.target
        for seat in range(players):
            on = row.inputs[seat] if seat < len(row.inputs) else []
            in_game[number, seat] = bool(on)
            places += on
            ends.append(len(places))
    sparse: Any = import_module("scipy.sparse")
    ones = np.ones(len(places), np.float32)
    return sparse.csr_matrix((ones, places, ends), (len(rows) * players, INPUTS)), in_game, target


def steps() -> Any:
    """Return a matrix that makes neighbours of an ordered group alike: each has the weights of those before
    it, plus a step."""
    found = np.eye(INPUTS, dtype=np.float32)
    for start, number in ORDERED:
        found[start : start + number, start : start + number] = np.tril(np.ones((number, number)))
    return found


class Network:
    """The network in training, by Adam."""

    def __init__(self, start: LayerWeights | None) -> None:
        self.steps = steps()
        if start:
            named = msgspec.structs.asdict(start)
            known = np.array(named.pop("first"))
            first = np.vstack([known, np.zeros((INPUTS - len(known), known.shape[1]))])
            parts = [np.linalg.inv(self.steps) @ first, *map(np.array, named.values())]
        else:
            random = np.random.default_rng(1)
            parts = [random.normal(0, 0.1, (INPUTS, FIRST)), np.full(FIRST, 0.1)]
            parts += [random.normal(0, spread, (FIRST, SECOND)) for spread in (FIRST**-0.5, FIRST**-0.5 / 4)]
            parts += [np.zeros(SECOND), random.normal(0, 0.3, SECOND)]
        self.parts: list[Any] = [part.astype(np.float32) for part in parts]
        self.means: list[Any] = [np.zeros_like(part) for part in self.parts]
        self.squares: list[Any] = [np.zeros_like(part) for part in self.parts]
        self.learned = 0

    def layers(self, inputs: Any, in_game: Any) -> tuple[Any, Any, Any]:
        """Return both layers of each seat, and its chance to win."""
        first, start, own, shared, bias, out = self.parts
        alike = (inputs @ (self.steps @ first) + start).reshape(*in_game.shape, -1)
        alike = np.maximum(alike, 0) * in_game[:, :, None]
        units = np.maximum(alike @ own + (alike.sum(1) @ shared)[:, None] + bias, 0)
        worths = np.where(in_game, units @ out, -1e9)
        shares = np.exp(worths - worths.max(1, keepdims=True))
        return alike, units, shares / shares.sum(1, keepdims=True)

    def loss(self, inputs: Any, in_game: Any, target: Any) -> float:
        shares = self.layers(inputs, in_game)[2]
        return float(((shares - target) ** 2).sum(1).mean())

    def learn(self, inputs: Any, in_game: Any, target: Any, rate: float) -> None:
        alike, units, shares = self.layers(inputs, in_game)
        _, _, own, shared, _, out = self.parts
        errors = (shares - target) * in_game / len(target)
        second = errors[:, :, None] * out * (units > 0)
        everyone = second.sum(1)
        first = (second @ own.T + (everyone @ shared.T)[:, None]) * (alike > 0)
        slopes = [
            self.steps.T @ (inputs.T @ first.reshape(-1, first.shape[2])),
            first.sum((0, 1)),
            np.einsum("npf,nps->fs", alike, second, optimize=True),
            alike.sum(1).T @ everyone,
            second.sum((0, 1)),
            np.einsum("np,nps->s", errors, units),
        ]
        self.learned += 1
        for index, slope in enumerate(slopes):
            self.means[index] = 0.9 * self.means[index] + 0.1 * slope
            self.squares[index] = 0.999 * self.squares[index] + 0.001 * slope * slope
            mean = self.means[index] / (1 - 0.9**self.learned)
            spread = np.sqrt(self.squares[index] / (1 - 0.999**self.learned))
            self.parts[index] -= rate * mean / (spread + 1e-8)

    def weights(self) -> LayerWeights:
        parts = [self.steps @ self.parts[0], *self.parts[1:]]
        return LayerWeights(*(np.round(part.astype(float), 3).tolist() for part in parts))


def fit(rows: list[Row], players: int, start: LayerWeights | None, epochs: int, rate: float) -> LayerWeights:
    inputs, in_game, target = matrices(rows, players)
    cut = len(rows) - len(rows) // ONE_IN
    test = inputs[cut * players :], in_game[cut:], target[cut:]
    network = Network(start)
    random = np.random.default_rng(0)
    print(f"{len(rows)} positions; on those held out the loss is {network.loss(*test):.4f}", flush=True)
    for epoch in range(epochs):
        order = random.permutation(cut)
        for first in range(0, cut, BATCH):
            some = order[first : first + BATCH]
            lines = (some[:, None] * players + np.arange(players)).ravel()
            slower = 1 - 0.95 * (epoch + first / cut) / epochs
            network.learn(inputs[lines], in_game[some], target[some], rate * slower)
        print(f"after {epoch + 1} rounds {network.loss(*test):.4f}", flush=True)
    return network.weights()


def read(path: Path | None) -> LayerWeights | None:
    return msgspec.json.decode(path.read_bytes(), type=LayerWeights) if path else None


def join(players: str, path: Path, mixed: bool) -> None:
    """Write a network into the game's folder, with one line for the weights of an input."""
    trained = msgspec.json.decode(FILE.read_bytes(), type=TrainedNetworks)
    networks = trained.simple if mixed else trained.equal
    networks[players] = msgspec.json.decode(path.read_bytes(), type=LayerWeights)
    text = msgspec.json.encode(trained).decode().replace("],[", "],\n[").replace('"', '\n"')
    FILE.write_text(text.replace('\n":', '":') + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", nargs="?", default="2", help="numbers of players, with commas")
    parser.add_argument("--mixed", action="store_true", help="with `normal` in most seats")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--start", type=Path, help="the network of the generation before")
    parser.add_argument("--keep", type=Path, help="where the new network is written")
    parser.add_argument("--rows", type=Path, help="positions to learn once more; the new ones are added")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.0015)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--join", type=Path, metavar="FILE", help="a network for the game's folder")
    chosen = parser.parse_args()
    if chosen.join:
        join(chosen.players, chosen.join, chosen.mixed)
        return
    counts = [int(each) for each in chosen.players.split(",")]
    start, begun = read(chosen.start), time.monotonic()
    seeds = range(0, chosen.games, len(counts))
    with ProcessPoolExecutor(chosen.jobs) as pool:
        tasks = [(f"{chosen.seed} {seed}", counts, start, chosen.mixed) for seed in seeds]
        rows = [row for found in pool.map(play_some, tasks, chunksize=16) for row in found]
    print(f"{chosen.games} games in {time.monotonic() - begun:.0f} s", flush=True)
    if chosen.rows and chosen.rows.exists():
        rows = msgspec.msgpack.decode(chosen.rows.read_bytes(), type=list[Row]) + rows
    if chosen.rows:
        chosen.rows.write_bytes(msgspec.msgpack.encode(rows))
    chosen.keep.write_bytes(msgspec.json.encode(fit(rows, max(counts), start, chosen.epochs, chosen.rate)))


if __name__ == "__main__":
    main()
