"""`python -m tests.models [GAME] --moves 1000000`: that many moves, half of them random."""

import argparse
import sys
from itertools import count

from quincunx import games
from quincunx.testing.setups import setups_of
from tests.models.replay import BOTS, play


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.models", description=__doc__)
    parser.add_argument("game", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--moves", type=int, default=100_000, help="of each game (default: %(default)s)")
    parser.add_argument("--seed", default="models", help="other matches (default: %(default)s)")
    asked = parser.parse_args()
    for name in asked.game or games.GAMES:
        done = matches = 0
        setups = setups_of(games.load(name))
        for number in count():
            setup, bot = setups[number % len(setups)], BOTS[number // len(setups) % len(BOTS)]
            replay = play(setup, bot, f"{asked.seed}:{number}")
            replay.check()
            done, matches = done + len(replay.steps), matches + 1
            if done >= asked.moves:
                break
        sys.stdout.write(f"{name}: {matches:,} matches, {done:,} moves, no disagreement\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
