"""Plays many random games and checks the position after every move: `python bench/soak.py GAME`.

With `--bot normal` that bot plays in all seats, and the endings are counted: none may run into a limit.
"""

import argparse
import sys
import time
from collections import Counter
from typing import Any

from quincunx import bots, games
from quincunx.compiled import is_compiled
from quincunx.core.game import Game
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.match import variant


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100_000, help="shared among the player counts")
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--players", type=int, help="only games with this number of players")
    parser.add_argument("--bot", help="who plays, instead of random moves")
    words = parser.parse_args()
    game = games.load(words.game)
    numbers = variant.numbers(game, {})
    counts = [words.players] if words.players else game.player_counts
    start = time.monotonic()
    moves = 0
    ends: Counter[str] = Counter()
    for number in range(words.games):
        players = counts[number % len(counts)]
        seed = f"{words.seed}:{number}"
        if words.bot:
            decisions, end = ended(game, players, numbers, words.bot, seed)
            moves += decisions
            ends[end] += 1
        else:
            moves += soak(game, players, numbers, seed)
        if number % 1000 == 999:
            print(f"\r{number + 1} games, {moves} moves", end="", file=sys.stderr, flush=True)
    mode = "compiled" if is_compiled() else "plain"
    took = time.monotonic() - start
    print(f"\n{game.name}, {mode}: {words.games} games, {moves} moves, all sound, in {took:.0f} s.")
    for end, number in ends.most_common():
        print(f"  {end}: {number}")


def soak(game: Game[Any], players: int, numbers: Any, seed: str) -> int:
    """Play one game and return the number of moves; stop the script at the first impossible position."""
    rng = Rng(seed)
    state = game.new_initial_state(players, numbers)
    moves = 0
    while actors := state.players_to_move():
        seat = actors[rng.below(len(actors))]
        if seat == CHANCE:
            action = state.sample_outcome(rng)
        else:
            choices = state.legal_actions(seat)
            action = choices[rng.below(len(choices))]
        state.move(seat, action)
        moves += 1
        wrong = game.snapshots.problem(state)
        if wrong:
            sys.exit(f"Seed {seed}, {players} players, after {moves} moves: {wrong}")
    return moves


def ended(game: Game[Any], players: int, numbers: Any, bot: str, seed: str) -> tuple[int, str]:
    """Play one game of bots, and return the number of decisions and the kind of ending."""
    state = game.new_initial_state(players, numbers)
    seated = bots.table([bot] * players, game)
    decisions = contest(state, seated, Rng(seed), Rng(f"{seed} bots"), game.header.secrets)
    wrong = game.snapshots.problem(state)
    if wrong:
        sys.exit(f"Seed {seed}, {players} players, at the end: {wrong}")
    why = game.result(state).why
    return decisions, "stopped by a limit" if why.amounts.get("stopped") else why.kind


if __name__ == "__main__":
    main()
