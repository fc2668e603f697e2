"""Train the networks that judge positions of King of Tokyo, generation by generation.

    python bench/king_of_tokyo_net.py 2 --games 40000 --keep first.json
    python bench/king_of_tokyo_net.py 2 --games 2500 --start first.json --keep second.json --rows rows.msgpack
    python bench/king_of_tokyo_net.py 3,4,5,6 --games 1600 --rollouts 40 --start crowd.json --keep better.json
    python bench/king_of_tokyo_net.py --join second.json crowd.json

Without `--start` the master and the other bots play, and the network learns who won. With it the solver plays
by the network of that file, and a new network learns from it: what the solver expected at the start of each
turn, after it had looked at every way the dice may fall, mixed with what came of it. The rows of an earlier
generation are learned once more if `--rows` names them, and the new ones are added there. With `--rollouts`
it learns what rollouts say of some ends of each turn: positions that differ a little, as those do that a
player has to choose from. `--join` writes two networks, for two players and for more, into the game's folder.
Needs `quincunx[bench]`, compiled.
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
from quincunx.core.rng import Rng, scramble
from quincunx.core.rollout import Rollout
from quincunx.core.state import CHANCE, OVER
from quincunx.games.king_of_tokyo.dice import roll, size
from quincunx.games.king_of_tokyo.insight import INPUTS, ORDERED, KingOfTokyoInsight
from quincunx.games.king_of_tokyo.nets import FILE, Trained, Weights
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.games.king_of_tokyo.solver import MOST_DICE, Solver
from quincunx.games.king_of_tokyo.state import REROLL, ROLL

HIDDEN = 32
TRUST = 0.7
"""How much of what is learned comes from later turns and the result, rather than from what the solver
expected in the turn itself."""
NOISE = 4
"""How many percent of the moves are random, so that the network sees what nobody does."""
ENDS = 12
"""So many ends of a turn are tried in rollouts."""
BATCH = 2048
ONE_IN = 12
"""One position of so many is not used to learn, but to test."""

GAME = games.load("king-of-tokyo")


class Row(msgspec.Struct, array_like=True):
    """A position between two turns: which inputs of each seat are on, and what each seat got of it."""

    inputs: list[list[int]]
    target: list[float]


def play(seed: str, players: int, weights: Weights | None) -> list[Row]:
    """One game, by the solver if there are weights."""
    rng = Rng(seed)
    state = GAME.new(players, GAME.numbers(GAME.toml))
    value = KingOfTokyoInsight({players: weights.net()} if weights else {})
    solver = Solver(value, GAME.master())
    seated = [player(rng, solver if weights else GAME.master()) for _ in range(players)]
    turn = state.turns()
    inputs: list[list[list[int]]] = []
    hopes: list[list[float]] = []
    strayed: list[bool] = []
    while (seat := state.actor()) != OVER:
        if state.turns() != turn:
            turn = state.turns()
            inputs.append([value.inputs(state, other) for other in range(players)])
            solved = weights and state.phase == ROLL and state.rolling <= MOST_DICE
            hopes.append(solver.expects(state) if solved else [])
            strayed.append(False)
        if seat == CHANCE:
            state.move(CHANCE, state.sample(rng))
        elif rng.below(100) < NOISE:
            state.move(seat, state.pick(seat, rng))
            strayed[-1:] = [True]
        else:
            state.move(seat, seated[seat].choose(state, seat, rng))
    return targets(inputs, hopes, strayed, state.returns())


def explore(seed: str, players: int, weights: Weights, rollouts: int) -> list[Row]:
    """Some ends of every turn of a game, and what rollouts say of them."""
    rng = Rng(seed)
    state = GAME.new(players, GAME.numbers(GAME.toml))
    value = KingOfTokyoInsight({players: weights.net()})
    solver = Solver(value, GAME.master())
    seated = [player(rng, solver) for _ in range(players)]
    rows: list[Row] = []
    turn = -1
    while (seat := state.actor()) != OVER:
        if seat == CHANCE:
            state.move(CHANCE, state.sample(rng))
            continue
        if state.phase == REROLL and state.turn != turn and size(state.dice) <= MOST_DICE:
            turn = state.turn
            fallen = [roll(size(state.dice), rng) for _ in range(ENDS)]
            ends = [solver.end(state, seat, dice, rng.below(1000)).state for dice in fallen]
            rows += tried(ends, seat, value, rollouts, rng.word())
        stray = rng.below(100) < NOISE
        state.move(seat, state.pick(seat, rng) if stray else seated[seat].choose(state, seat, rng))
    return rows


def tried(
    ends: list[KingOfTokyo], seat: int, value: KingOfTokyoInsight, rollouts: int, family: int
) -> list[Row]:
    """What so many rollouts of `expert` say of positions, all in the same worlds."""
    rollout, thinking = Rollout(GAME.master(), GAME.rival(), value), GAME.thinking()
    rows = []
    for end in {end.key(): end for end in ends if end.actor() != OVER}.values():
        players = end.players
        limit = end.turns() + thinking.far.get(players, thinking.turns[players])
        worlds = [scramble(family + number) for number in range(rollouts)]
        returns = [rollout.play(end.clone(), seat, world, limit) for world in worlds]
        inputs = [value.inputs(end, other) for other in range(players)]
        rows.append(Row(inputs, [sum(gained) / rollouts for gained in zip(*returns, strict=True)]))
    return rows


def player(rng: Rng, best: Bot) -> Bot:
    """Mostly the best one, now and then another."""
    others = [GAME.master(), GAME.bot(), GAME.adept(), *GAME.minds()]
    return best if rng.below(10) < 7 else others[rng.below(len(others))]


def targets(
    inputs: list[list[list[int]]], hopes: list[list[float]], strayed: list[bool], result: list[float]
) -> list[Row]:
    """What each position is learned to be worth, from the last one back. What came after a random move is no
    one's merit: there only the hope counts."""
    rows: list[Row] = []
    if sum(result) < 0.5:
        return rows
    for shown, hope, random in zip(reversed(inputs), reversed(hopes), reversed(strayed), strict=True):
        if hope and random:
            result = hope
        elif hope:
            pairs = zip(hope, result, strict=True)
            result = [(1.0 - TRUST) * expected + TRUST * came for expected, came in pairs]
        rows.append(Row(shown, result))
    return rows


def play_some(task: tuple[str, list[int], Weights | None, int]) -> list[Row]:
    seed, counts, weights, rollouts = task
    rows: list[Row] = []
    for number, players in enumerate(counts):
        name = f"{seed} {number}"
        if weights and rollouts:
            rows += explore(name, players, weights, rollouts)
        else:
            rows += play(name, players, weights)
    return rows


def matrices(rows: list[Row], players: int) -> tuple[Any, Any, Any]:
    """The inputs as a sparse matrix with a line a seat, who is in the game, and what is to be learned."""
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
    """Neighbours of an ordered group are alike: each has the weights of those before it, and a step more."""
    found = np.eye(INPUTS, dtype=np.float32)
    for start, number in ORDERED:
        found[start : start + number, start : start + number] = np.tril(np.ones((number, number)))
    return found


class Network:
    """The weights while they are learned, by Adam."""

    def __init__(self, start: Weights | None) -> None:
        self.steps = steps()
        random = np.random.default_rng(1)
        if start:
            rows = np.concatenate([start.own, start.shared], 1)
            parts = [np.linalg.inv(self.steps) @ rows, np.array(start.bias), np.array(start.out)]
        else:
            parts = [random.normal(0, 0.05, (INPUTS, 2 * HIDDEN)), random.normal(0.1, 0.1, HIDDEN)]
            parts.append(random.normal(0, 0.3, HIDDEN))
        self.parts: list[Any] = [part.astype(np.float32) for part in parts]
        self.means: list[Any] = [np.zeros_like(part) for part in self.parts]
        self.squares: list[Any] = [np.zeros_like(part) for part in self.parts]
        self.learned = 0

    def shares(self, inputs: Any, in_game: Any) -> tuple[Any, Any]:
        """The hidden units of each seat, and its chance."""
        sums = (inputs @ (self.steps @ self.parts[0])).reshape(*in_game.shape, 2 * HIDDEN)
        units = sums[:, :, :HIDDEN] + sums[:, :, HIDDEN:].sum(1, keepdims=True) + self.parts[1]
        worths = np.where(in_game, np.maximum(units, 0) @ self.parts[2], -1e9)
        shares = np.exp(worths - worths.max(1, keepdims=True))
        return units, shares / shares.sum(1, keepdims=True)

    def loss(self, inputs: Any, in_game: Any, target: Any) -> float:
        return float(-(target * np.log(self.shares(inputs, in_game)[1] + 1e-9)).sum(1).mean())

    def learn(self, inputs: Any, in_game: Any, target: Any, rate: float) -> None:
        units, shares = self.shares(inputs, in_game)
        errors = (shares - target) * in_game / len(target)
        back = errors[:, :, None] * self.parts[2] * (units > 0)
        everyone = np.repeat(back.sum(1, keepdims=True), in_game.shape[1], 1)
        rows = inputs.T @ np.concatenate([back, everyone], 2).reshape(-1, 2 * HIDDEN)
        slopes = [self.steps.T @ rows, back.sum((0, 1)), np.einsum("np,nph->h", errors, np.maximum(units, 0))]
        self.learned += 1
        for index, slope in enumerate(slopes):
            self.means[index] = 0.9 * self.means[index] + 0.1 * slope
            self.squares[index] = 0.999 * self.squares[index] + 0.001 * slope * slope
            mean = self.means[index] / (1 - 0.9**self.learned)
            spread = np.sqrt(self.squares[index] / (1 - 0.999**self.learned))
            self.parts[index] -= rate * mean / (spread + 1e-8)

    def weights(self) -> Weights:
        rows = self.steps @ self.parts[0]
        parts = [rows[:, :HIDDEN], rows[:, HIDDEN:], self.parts[1], self.parts[2]]
        return Weights(*(np.round(part.astype(float), 3).tolist() for part in parts))


def fit(rows: list[Row], players: int, start: Weights | None, epochs: int, rate: float) -> Weights:
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


def read(path: Path | None) -> Weights | None:
    return msgspec.json.decode(path.read_bytes(), type=Weights) if path else None


def join(duel: Path, crowd: Path) -> None:
    """Write both networks into the game's folder, an input's weights in a line."""
    both = {name: msgspec.json.decode(path.read_bytes()) for name, path in (("duel", duel), ("crowd", crowd))}
    msgspec.convert(both, Trained)
    text = msgspec.json.encode(both).decode().replace("],[", "],\n[").replace('"', '\n"')
    FILE.write_text(text.replace('\n":', '":') + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", nargs="?", default="2", help="numbers of players, with commas")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--start", type=Path, help="the network of the generation before")
    parser.add_argument("--keep", type=Path, help="where the new network is written")
    parser.add_argument("--rows", type=Path, help="positions to learn once more; the new ones are added")
    parser.add_argument("--rollouts", type=int, default=0, help="how many for each end of a turn")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.0015)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--join", type=Path, nargs=2, metavar=("DUEL", "CROWD"))
    chosen = parser.parse_args()
    if chosen.join:
        join(*chosen.join)
        return
    counts = [int(each) for each in chosen.players.split(",")]
    start, begun = read(chosen.start), time.monotonic()
    seeds = range(0, chosen.games, len(counts))
    with ProcessPoolExecutor(chosen.jobs) as pool:
        tasks = [(f"{chosen.seed} {seed}", counts, start, chosen.rollouts) for seed in seeds]
        rows = [row for found in pool.map(play_some, tasks, chunksize=16) for row in found]
    print(f"{chosen.games} games in {time.monotonic() - begun:.0f} s", flush=True)
    if chosen.rows and chosen.rows.exists():
        rows = msgspec.msgpack.decode(chosen.rows.read_bytes(), type=list[Row]) + rows
    if chosen.rows:
        chosen.rows.write_bytes(msgspec.msgpack.encode(rows))
    chosen.keep.write_bytes(msgspec.json.encode(fit(rows, max(counts), start, chosen.epochs, chosen.rate)))


if __name__ == "__main__":
    main()
