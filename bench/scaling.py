"""How much faster a simulation is on more cores: the same games with one process and with several.

python bench/scaling.py [--game NAME] [--games N] [--jobs J] [--rounds R]

The two take turns, and the fastest of each counts, since a busy machine slows both.
"""

import argparse

from quincunx import games
from quincunx.lab.simulate import simulate
from quincunx.lab.workers import cores


def main() -> None:
    arguments = argparse.ArgumentParser(description="The same simulation on one core and on several.")
    arguments.add_argument("--game", default="idle-six", help="a game by its name")
    arguments.add_argument("--games", type=int, default=20_000, help="how many games")
    arguments.add_argument("--jobs", type=int, default=cores(), help="how many processes")
    arguments.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    chosen = arguments.parse_args()
    bots = ["random"] * games.load(chosen.game).header.players[0]
    alone: list[float] = []
    together: list[float] = []
    for _ in range(chosen.rounds):
        one = simulate(chosen.game, bots, chosen.games, jobs=1)
        several = simulate(chosen.game, bots, chosen.games, jobs=chosen.jobs)
        assert one.rows == several.rows
        alone.append(one.seconds)
        together.append(several.seconds)
    print(f"{chosen.games:,} games of {chosen.game}: {min(alone):.2f} s with one process,")
    print(f"{min(together):.2f} s with {chosen.jobs}: {min(alone) / min(together):.2f} times as fast.")


if __name__ == "__main__":
    main()
