"""Measures the rollouts per second of the search in each game, beside OpenSpiel's MCTS on backgammon.

python bench/search.py [--seconds S] [--json]

OpenSpiel's search is C++, called from Python, with one random playout per simulation. A rollout of ours is
played by the game's own bot, so it costs more and says more. Playouts differ in length, so their decisions
are counted, too.
"""

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from quincunx import games
from quincunx.bots import levels
from quincunx.compiled import is_compiled
from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.lab.bench.measure import clock
from quincunx.match import variant

ROLLOUTS = 200
SAMPLES = 40
"""The number of decisions at which the length of rollouts is measured."""


def ours(name: str, players: int) -> Callable[[], int]:
    """Return a step that searches at the next decision of games that the bot plays, and counts rollouts."""
    game = games.load(name)
    numbers = variant.numbers(game, {})
    search = levels.search(game)
    search.rollouts = ROLLOUTS
    bot, rng = game.bots.policy(), Rng(name)
    state = game.new_initial_state(players, numbers)

    def think() -> int:
        nonlocal state
        rollouts = 0
        while not rollouts:
            seat = state.current_player()
            if seat == TERMINAL:
                state = game.new_initial_state(players, numbers)
            elif seat == CHANCE:
                state.move(CHANCE, state.sample_outcome(rng))
            else:
                search.think(state, seat, rng)
                rollouts = search.played
                state.move(seat, bot.choose(state, seat, rng))
        return rollouts

    return think


class Counting(Bot):
    """Plays like another bot, and counts its decisions."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        return self.bot.candidate_moves(state, seat)

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        self.decisions += 1
        return self.bot.choose(state, seat, rng)


def our_length(name: str, players: int) -> float:
    """Return the mean number of decisions of a rollout."""
    game = games.load(name)
    search = levels.search(game)
    search.rollouts = 1
    search.policy, search.own_policy = policy, own = Counting(search.policy), Counting(search.own_policy)
    bot, rng = game.bots.policy(), Rng(name)
    state = game.new_initial_state(players, variant.numbers(game, {}))
    rollouts = decisions = samples = 0
    while samples < SAMPLES and (seat := state.current_player()) != TERMINAL:
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        plans = search.think(state, seat, rng)
        if len(plans) > 1:
            before = search.played, policy.decisions + own.decisions
            search.duel(plans[0], plans[1], state, seat, rng, 4)
            rollouts += search.played - before[0]
            decisions += policy.decisions + own.decisions - before[1]
            samples += 1
        state.move(seat, bot.choose(state, seat, rng))
    return decisions / rollouts


def their_length() -> float:
    """Return the mean number of decisions of a random playout of backgammon, from positions along a game."""
    spiel: Any = import_module("pyspiel")
    rng = random.Random(7)
    state = spiel.load_game("backgammon").new_initial_state()
    lengths: list[int] = []
    while not state.is_terminal():
        moves = 0
        playout = state.clone()
        while not playout.is_terminal():
            moves += not playout.is_chance_node()
            playout.apply_action(rng.choice(playout.legal_actions()))
        lengths.append(moves)
        state.apply_action(rng.choice(state.legal_actions()))
    return sum(lengths) / len(lengths)


def theirs() -> Callable[[], int]:
    """Return a step that runs OpenSpiel's search at the next decision of random games; counts rollouts."""
    spiel: Any = import_module("pyspiel")
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
    peer, peer_length = clock(theirs(), chosen.seconds).decisions, their_length()
    rates = {
        f"{name}, {players} player{'s' if players > 1 else ''}": (
            clock(ours(name, players), chosen.seconds).decisions,
            our_length(name, players),
        )
        for name in games.GAMES
        for players in sorted(set(games.load(name).header.players))
    }
    if chosen.json:
        known = {"compiled": is_compiled(), "openspiel": (peer, peer_length), "quincunx": rates}
        print(msgspec.json.encode(known).decode())
        return
    columns = ("", "rollouts/s", "x OpenSpiel", "decisions in one", "decisions/s", "x OpenSpiel")
    table = Table(*columns, box=box.SIMPLE_HEAD)
    for name, (rate, length) in {"OpenSpiel, backgammon": (peer, peer_length), **rates}.items():
        times, each = rate / peer, rate * length / (peer * peer_length)
        made = f"{rate * length:,.0f}"
        table.add_row(name, f"{rate:,.0f}", f"{times:.1f}", f"{length:.1f}", made, f"{each:.1f}")
    Console(highlight=False, width=110).print(table)


if __name__ == "__main__":
    main()
