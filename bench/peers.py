"""Measures Quincunx beside other libraries: random players, one core, one run.

python bench/peers.py [--seconds S] [--json]

A library that is not installed is left out; `pip install 'quincunx[bench]'` installs all.
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
from quincunx.compiled import is_compiled
from quincunx.lab.bench.measure import Rate, clock, openspiel
from quincunx.lab.bench.slices import random_play


def backgammon(seconds: float) -> Rate:
    return openspiel("backgammon", seconds)


def pig(seconds: float) -> Rate:
    return openspiel("pig", seconds)


def catan(seconds: float) -> Rate:
    """Measure Catan. Every tick counts, even one with a single choice."""
    catanatron: Any = import_module("catanatron")
    limit = import_module("catanatron.game").TURNS_LIMIT

    def play() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(color) for color in catanatron.Color])
        decisions = 0
        while game.winning_color() is None and game.state.num_turns < limit:
            game.play_tick()
            decisions += 1
        return decisions

    return clock(play, seconds)


def uno(seconds: float) -> Rate:
    env = import_module("rlcard").make("uno")

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return clock(play, seconds)


def connect_four(seconds: float) -> Rate:
    env = import_module("pettingzoo.classic.connect_four_v3").env()

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice(seen["action_mask"].nonzero()[0]))
            decisions += 1
        return decisions

    return clock(play, seconds)


PEERS: dict[str, Callable[[float], Rate]] = {
    "OpenSpiel backgammon": backgammon,
    "OpenSpiel pig": pig,
    "Catanatron Catan": catan,
    "RLCard Uno": uno,
    "PettingZoo Connect Four": connect_four,
}


def measure(seconds: float) -> tuple[dict[str, Rate], dict[str, Rate], list[str]]:
    """Return the rates of our games and of the peers, and a sentence for each peer that is missing."""
    random.seed(1)
    ours: dict[str, Rate] = {}
    for name in games.GAMES:
        for players in sorted(set(games.load(name).header.players)):
            ours[f"{name}, {players} player{'s' if players > 1 else ''}"] = clock(
                random_play(name, players), seconds
            )
    peers: dict[str, Rate] = {}
    missing: list[str] = []
    for name, measure_peer in PEERS.items():
        try:
            peers[name] = measure_peer(seconds)
        except ImportError as error:
            missing.append(f"{name} is left out: {error}.")
    return ours, peers, missing


def table(ours: dict[str, Rate], peers: dict[str, Rate]) -> Table:
    """Return a table of decisions per second, and of the ratio of each of our games to each peer."""
    result = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    result.add_column("decisions per second")
    result.add_column("")
    for name, peer in peers.items():
        library, _, game = name.partition(" ")
        result.add_column(f"{library}\n{game}\n{peer.decisions:,.0f}", justify="right")
    for name, own in ours.items():
        ratios = [f"{own.decisions / peer.decisions:.1f} x" for peer in peers.values()]
        result.add_row(name, f"{own.decisions:,.0f}", *ratios)
    return result


def main() -> None:
    arguments = argparse.ArgumentParser(description="Quincunx beside its peers, random players on one core.")
    arguments.add_argument("--seconds", type=float, default=3.0, help="how long to measure each game")
    arguments.add_argument("--json", action="store_true", help="print JSON, for programs")
    chosen = arguments.parse_args()
    ours, peers, missing = measure(chosen.seconds)
    if chosen.json:
        data = {"compiled": is_compiled(), "quincunx": ours, "peers": peers, "missing": missing}
        print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    console = Console(highlight=False, width=110)
    console.print("Quincunx is", "compiled." if is_compiled() else "plain Python.")
    console.print(table(ours, peers))
    for line in missing:
        console.print(line)


if __name__ == "__main__":
    main()
