"""A script that measures short slices of time, on request, in the environment that runs it.

It uses only what Quincunx 0.1 had, under its present or its former name, so that older installs can run it.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from quincunx import __version__, bots, games
from quincunx.core import state as hot
from quincunx.core.game import Game
from quincunx.core.playout import contest, playout
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State

Step = Callable[[], int]
"""Does one step, such as a game, and returns how many things (decisions, copies) it counted."""

POSITIONS = 64
SAMPLED_GAMES = 8


def named(now: str, before: str) -> str:
    """Return the name that a method of states has in this install, which may be older than 0.4."""
    return now if hasattr(State, now) else before


CURRENT_PLAYER = named("current_player", "actor")
LEGAL_ACTIONS = named("legal_actions", "actions")
SAMPLE_OUTCOME = named("sample_outcome", "sample")
RESAMPLE_HIDDEN = named("resample_hidden", "determinize")
INITIAL_STATE = "new_initial_state" if hasattr(Game, "new_initial_state") else "new"
TERMINAL = getattr(hot, "TERMINAL", -2)
"""The current player of a game that is over; -2 before 0.4."""


def random_play(name: str, players: int) -> Step:
    """Return a step that plays a game between random players and counts decisions."""
    game = games.load(name)
    numbers = game.numbers(game.toml)
    rng = Rng(name)
    return lambda: playout(getattr(game, INITIAL_STATE)(players, numbers), rng)


def greedy_play(name: str, players: int) -> Step:
    """Return a step that plays a game between `greedy` bots and counts decisions."""
    game = games.load(name)
    numbers = game.numbers(game.toml)
    dice, bot_rng = Rng(f"{name}:dice"), Rng(f"{name}:bots")

    def play() -> int:
        seated = [bots.make("greedy", game) for _ in range(players)]
        return contest(
            getattr(game, INITIAL_STATE)(players, numbers), seated, dice, bot_rng, game.header.secrets
        )

    return play


def clone(name: str, players: int) -> Step:
    """Return a step that copies positions and counts the copies."""
    states = [state for state, _ in positions(name, players)]

    def copy() -> int:
        for state in states:
            state.clone()
        return len(states)

    return copy


def determinize(name: str, players: int) -> Step:
    """Return a step that copies positions with everything hidden drawn anew, and counts the copies."""
    states = positions(name, players)
    rng = Rng(name)

    def copy() -> int:
        for state, seat in states:
            getattr(state, RESAMPLE_HIDDEN)(seat, rng)
        return len(states)

    return copy


@cache
def positions(name: str, players: int) -> list[tuple[State, int]]:
    """Return positions at equal distances along some random games, each with the seat to move."""
    game = games.load(name)
    numbers = game.numbers(game.toml)
    rng = Rng(name)
    kept: list[tuple[State, int]] = []
    every = 1
    passed = 0
    for _ in range(SAMPLED_GAMES):
        state: Any = getattr(game, INITIAL_STATE)(players, numbers)
        while (seat := getattr(state, CURRENT_PLAYER)()) != TERMINAL:
            if seat == CHANCE:
                state.move(seat, getattr(state, SAMPLE_OUTCOME)(rng))
                continue
            if passed % every == 0:
                kept.append((state.clone(), seat))
                if len(kept) == 2 * POSITIONS:
                    kept = kept[::2]
                    every *= 2
            passed += 1
            moves = getattr(state, LEGAL_ACTIONS)(seat)
            state.move(seat, moves[rng.below(len(moves))])
    return kept


KINDS = {"random": random_play, "greedy": greedy_play, "clone": clone, "determinize": determinize}


def measure(step: Step, seconds: float) -> tuple[float, float]:
    """Return things and steps per second of processor time, which other processes affect little."""
    things = 0
    steps = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds or not steps:
        things += step()
        steps += 1
    return things / passed, steps / passed


def answer() -> None:
    """Write what this install is; then measure what each line of standard input asks for."""
    compiled = not (hot.__file__ or "").endswith(".py")
    about = {"version": __version__, "compiled": compiled, "games": list(games.GAMES)}
    print(json.dumps(about), flush=True)
    warm: set[tuple[str, str, int]] = set()
    for line in sys.stdin:
        kind, name, players, seconds = json.loads(line)
        if (kind, name, players) not in warm:
            KINDS[kind](name, players)()
            warm.add((kind, name, players))
        # Made anew for each slice, so that every slice begins with the same games.
        print(json.dumps(measure(KINDS[kind](name, players), seconds)), flush=True)


if __name__ == "__main__":
    try:
        answer()
    except KeyboardInterrupt:
        sys.exit(130)
