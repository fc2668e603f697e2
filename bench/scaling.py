"""Measures how much faster a simulation is on more cores, and how much faster it could be.

python bench/scaling.py [--game NAME] [--games N] [--jobs J] [--on PLACE [--only-cluster]] [--rounds R]

It plays, in turns, all games in one process; in several; and in as many independent processes, each with its
share of the games. The last is the most the machine can give: cores share caches, memory and heat. The
fastest of each counts. `--on` also plays them on that Ray cluster; `--only-cluster` leaves out all but the
cluster and the several processes.
"""

import argparse
import os
import time
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from typing import Any

from quincunx import games
from quincunx.lab.simulate.processes import cores
from quincunx.lab.simulate.simulation import simulate


@dataclass
class Measured:
    """The times of all rounds, by the clock and as processor time of all processes."""

    seconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


def main() -> None:
    arguments = argparse.ArgumentParser(description="The same simulation on one core and on several.")
    arguments.add_argument("--game", default="idle-six", help="a game by its name")
    arguments.add_argument("--games", type=int, default=20_000, help="how many games")
    arguments.add_argument("--jobs", type=int, default=cores(), help="how many processes")
    arguments.add_argument("--on", default="", help="also on a Ray cluster: `ray`, or its address")
    arguments.add_argument("--only-cluster", action="store_true", help="leave out what needs no cluster")
    arguments.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    chosen = arguments.parse_args()
    name, number, jobs = chosen.game, chosen.games, chosen.jobs
    one, several, apart, cluster = Measured(), Measured(), Measured(), Measured()
    if chosen.on:
        # The cluster is started before the measurement.
        played(name, 1, jobs, chosen.on, Measured())
    for _ in range(chosen.rounds):
        results = played(name, number, jobs, "", several)
        if not chosen.only_cluster:
            assert played(name, number, 1, "", one) == results
            play_apart(name, number // jobs, jobs, apart)
        if chosen.on:
            assert played(name, number, jobs, chosen.on, cluster) == results
    together = min(several.seconds)
    if chosen.only_cluster:
        print(f"{number:,} games of {name}: {together:.2f} s with {jobs} processes;")
    else:
        tell(f"{number:,} games of {name}", jobs, one, several, apart)
    if chosen.on:
        there = min(cluster.seconds)
        print(f"{there:.2f} s on {chosen.on}: {together / there:.2f} of what processes reach.")


def tell(what: str, jobs: int, one: Measured, several: Measured, apart: Measured) -> None:
    alone, together, ceiling = min(one.seconds), min(several.seconds), min(apart.seconds)
    print(f"{what}: {alone:.2f} s with one process,")
    print(f"{together:.2f} s with {jobs}: {alone / together:.2f} times as fast;")
    print(
        f"{ceiling:.2f} s with {jobs} that know nothing of each other: {alone / ceiling:.2f} times as fast,"
    )
    print(f"which is all the machine can give; {ceiling / together:.2f} of it is reached.")
    print(f"Processor time: {min(several.processor) / min(one.processor):.2f} times that of one process.")


def played(name: str, number: int, jobs: int, on: str, measured: Measured) -> dict[str, Any]:
    before = sum(os.times()[:4])
    simulation = simulate(name, bots_of(name), number, jobs=jobs, on=on, keep=False)
    measured.seconds.append(simulation.seconds)
    measured.processor.append(sum(os.times()[:4]) - before)
    return simulation.to_dict()


def bots_of(name: str) -> list[str]:
    return ["random"] * games.load(name).header.players[0]


def play_apart(name: str, number: int, jobs: int, measured: Measured) -> None:
    """Play in independent processes, and note the mean of their times: a simulation would even them out."""
    context = get_context("spawn")
    begin, told = context.Barrier(jobs), context.Queue()
    processes = [context.Process(target=alone, args=(name, number, begin, told)) for _ in range(jobs)]
    for process in processes:
        process.start()
    measured.seconds.append(sum(told.get() for _ in processes) / jobs)
    for process in processes:
        process.join()


def alone(name: str, number: int, begin: Barrier, told: "Queue[float]") -> None:
    simulate(name, bots_of(name), 1, jobs=1)
    begin.wait()
    start = time.perf_counter()
    simulate(name, bots_of(name), number, f"{os.getpid()}", jobs=1, keep=False)
    told.put(time.perf_counter() - start)


if __name__ == "__main__":
    main()
