"""How many rollouts a second the search makes in each game, beside OpenSpiel's MCTS on its backgammon.

python bench/search.py [--seconds S] [--json]

OpenSpiel's search is C++, asked from Python, with one random playout for each simulation. A rollout of
ours is played by the game's own bot, so it costs more and is worth more.
"""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from quincunx import games, variant
from quincunx.bots import levels
from quincunx.compiled import is_compiled
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.lab.bench import clock

ROLLOUTS = 200


def ours(name: str, players: int) -> Callable[[], int]:
    """One search after the other, at the decisions of games that the bot plays; counts rollouts."""
    game = games.load(name)
    numbers = variant.numbers(game, {})
    search = levels.search(game)
    search.rollouts = ROLLOUTS
    bot, rng = game.bot(), Rng(name)
    state = game.new(players, numbers)

    def think() -> int:
        nonlocal state
        rollouts = 0
        while not rollouts:
            seat = state.actor()
            if seat == OVER:
                state = game.new(players, numbers)
            elif seat == CHANCE:
                state.move(CHANCE, state.sample(rng))
            else:
                search.think(state, seat, rng)
                rollouts = search.played
                state.move(seat, bot.choose(state, seat, rng))
        return rollouts

    return think


def theirs() -> Callable[[], int]:
    """The same of OpenSpiel's search, at the decisions of games that random players play."""
    spiel: Any = import_module("pyspiel")
    import random

    game = spiel.load_game("backgammon")
    search = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(1, 7), 1.4, ROLLOUTS, 100, False, 7, False)
    state = game.new_initial_state()
    rng = random.Random(7)

    def think() -> int:
        nonlocal state
        while state.is_chance_node() or state.is_terminal():
            if state.is_terminal():
                state = game.new_initial_state()
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        search.step(state)
        state.apply_action(rng.choice(state.legal_actions()))
        return ROLLOUTS

    return think


def main() -> None:
    arguments = argparse.ArgumentParser(description="Rollouts a second, one core.")
    arguments.add_argument("--seconds", type=float, default=3.0, help="how long to measure each game")
    arguments.add_argument("--json", action="store_true", help="print JSON, for programs")
    chosen = arguments.parse_args()
    peer = clock(theirs(), chosen.seconds).decisions
    rates = {
        f"{name}, {players} player{'s' if players > 1 else ''}": clock(
            ours(name, players), chosen.seconds
        ).decisions
        for name in games.GAMES
        for players in sorted(set(games.load(name).header.players))
    }
    if chosen.json:
        print(msgspec.json.encode({"compiled": is_compiled(), "openspiel": peer, "quincunx": rates}).decode())
        return
    table = Table("rollouts per second", "", f"OpenSpiel backgammon {peer:,.0f}", box=box.SIMPLE_HEAD)
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rate / peer:.1f} x")
    Console(highlight=False, width=110).print(table)


if __name__ == "__main__":
    main()
