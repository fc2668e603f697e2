"""Measures the cost of the standard observer: games a second with and without it, on one core.

python bench/observe.py [GAME…] [--seconds S] [--rounds R]

Both play the same games of `greedy` with the fewest players, in turns. The fastest run of each counts, in
processor time, since a busy machine slows both.
"""

import argparse
import time
from collections.abc import Callable

from quincunx import games
from quincunx.games import OURS
from quincunx.lab.simulate.observed_run import watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import simulate

PROBE = 20
"""The number of games played first, to see how many fit into a slice of time."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("games", nargs="*", default=list(OURS), metavar="GAME")
    arguments.add_argument("--seconds", type=float, default=1.0, help="about how long each slice takes")
    arguments.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    chosen = arguments.parse_args()
    print("| | games/s | observed | share |\n|---|---:|---:|---:|")
    for name in chosen.games:
        game = games.load(name)
        seats = ["greedy"] * game.header.players[0]

        def play(count: int, name: str = name, seats: list[str] = seats) -> None:
            simulate(name, seats, count, jobs=1, keep=False)

        def look_on(count: int, name: str = name, seats: list[str] = seats) -> None:
            watch(GamePlan(name, seats, count, "1", {}), jobs=1)

        count = max(PROBE, int(PROBE * chosen.seconds / seconds(play, PROBE)))
        bare, observed = [], []
        for _ in range(chosen.rounds):
            bare.append(count / seconds(play, count))
            observed.append(count / seconds(look_on, count))
        best, watched = max(bare), max(observed)
        title = game.header.title
        print(f"| {title}, {len(seats)} | {best:,.0f} | {watched:,.0f} | {watched / best:.2f} |", flush=True)


def seconds(play: Callable[[int], None], count: int) -> float:
    """Return the processor time for a number of games."""
    begun = time.process_time()
    play(count)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
