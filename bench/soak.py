"""Play many random games with the invariants checked after every move: `python bench/soak.py GAME`."""

import argparse
import sys
import time
from typing import Any

from quincunx import games, variant
from quincunx.compiled import is_compiled
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100_000, help="shared among the player counts")
    parser.add_argument("--seed", default="soak")
    words = parser.parse_args()
    game = games.load(words.game)
    numbers = variant.numbers(game, {})
    start = time.monotonic()
    moves = 0
    for number in range(words.games):
        players = game.player_counts[number % len(game.player_counts)]
        moves += soak(game, players, numbers, f"{words.seed}:{number}")
        if number % 1000 == 999:
            print(f"\r{number + 1} games, {moves} moves", end="", file=sys.stderr, flush=True)
    mode = "compiled" if is_compiled() else "plain"
    took = time.monotonic() - start
    print(f"\n{game.name}, {mode}: {words.games} games, {moves} moves, all sound, in {took:.0f} s.")


def soak(game: Game[Any], players: int, numbers: Any, seed: str) -> int:
    """One game; the number of moves. Stops the script at the first position that cannot be."""
    rng = Rng(seed)
    state = game.new(players, numbers)
    moves = 0
    while actors := state.actors():
        seat = actors[rng.below(len(actors))]
        if seat == CHANCE:
            action = state.sample(rng)
        else:
            choices = state.actions(seat)
            action = choices[rng.below(len(choices))]
        state.move(seat, action)
        moves += 1
        wrong = game.problem(state)
        if wrong:
            sys.exit(f"Seed {seed}, {players} players, after {moves} moves: {wrong}")
    return moves


if __name__ == "__main__":
    main()
