"""Measures the steps per second of environments for learners, beside other libraries: python bench/steps.py

A step is one decision of an agent, with its observation and action mask. A library that is not installed is
left out; `pip install 'quincunx[bench,openspiel,rl]'` installs all.
"""

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from quincunx import games
from quincunx.compiled import is_compiled
from quincunx.lab.bench.measure import clock

MATCHES = 256
"""The number of matches that a vectorised environment plays side by side."""
ROUNDS = 20
"""The number of steps of all these matches in one slice of the measurement."""

Play = Callable[[], int]


def turn_based(env: Any) -> Play:
    """Return a play of a PettingZoo environment, as in PettingZoo's own examples."""

    def play() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return play


def openspiel(name: str) -> Play:
    """Return a play of a game in OpenSpiel, with its observation and mask at every decision."""
    game = import_module("pyspiel").load_game(name)
    observer = import_module("open_spiel.python.observation").make_observation(game)

    def play() -> int:
        steps = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
                continue
            observer.set_from(state, state.current_player())
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def vectorised(name: str, players: int) -> Play:
    """Return a play of many matches at once in our vectorised environment, with the learner in all seats."""
    env = import_module("quincunx.adapters.vector").VectorEnv(name, players, MATCHES)
    env.reset()

    def play() -> int:
        for _ in range(ROUNDS):
            env.step(env.random_actions())
        return MATCHES * ROUNDS

    return play


def ours(name: str, players: int, interface: str) -> Play:
    """Return a play of one of our games through one of its interfaces."""
    if interface == "AEC":
        return turn_based(import_module("quincunx.adapters.pettingzoo").env(name, players))
    if interface == "OpenSpiel":
        import_module("quincunx.adapters.openspiel")
        return openspiel(f"quincunx_{name.replace('-', '_')}(players={players})")
    return vectorised(name, players)


INTERFACES = ["vectorised", "AEC", "OpenSpiel"]
PEERS: dict[str, Callable[[], Play]] = {
    "PettingZoo Connect Four": lambda: turn_based(import_module("pettingzoo.classic.connect_four_v3").env()),
    "PettingZoo Tic-Tac-Toe": lambda: turn_based(import_module("pettingzoo.classic.tictactoe_v3").env()),
    "OpenSpiel connect_four": lambda: openspiel("connect_four"),
    "OpenSpiel backgammon": lambda: openspiel("backgammon"),
    "OpenSpiel leduc_poker": lambda: openspiel("leduc_poker"),
}


def main() -> None:
    options = argparse.ArgumentParser(description="Steps per second for learners, random moves on one core.")
    options.add_argument("--seconds", type=float, default=2.0, help="how long to measure each")
    seconds = options.parse_args().seconds
    random.seed(1)
    console = Console(highlight=False, width=110)
    console.print("Quincunx is", "compiled." if is_compiled() else "plain Python.")
    peers: dict[str, float] = {}
    for name, make in PEERS.items():
        try:
            peers[name] = clock(make(), seconds).decisions
        except ImportError as error:
            console.print(f"{name} is left out: {error}.")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("steps per second")
    for heading in (*INTERFACES, "vectorised / Connect Four", "AEC / Connect Four"):
        table.add_column(heading, justify="right")
    four = peers.get("PettingZoo Connect Four", float("nan"))
    for name in games.GAMES:
        for players in sorted(set(games.load(name).header.players)):
            rates = [clock(ours(name, players, interface), seconds).decisions for interface in INTERFACES]
            ratios = [f"{rate / four:.1f} x" for rate in rates[:2]]
            table.add_row(f"{name}, {players}", *(f"{rate:,.0f}" for rate in rates), *ratios)
    console.print(table)
    for name, rate in peers.items():
        console.print(f"{name}: {rate:,.0f}")


if __name__ == "__main__":
    main()
