"""What simulation says of a game: `python bench/playtest.py GAME [--games 400] [--variant FILE]`.

Plays that many games for each number of players, the game's own bot in every seat, and prints the tables
that the game's `playtest.py` makes of them: those of its page in docs/playtests.
"""

import argparse
from pathlib import Path

from quincunx import games, variant
from quincunx.lab.watch import observe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--variant", type=Path)
    wanted = parser.parse_args()
    game = games.load(wanted.game)
    changes = variant.read_variant(wanted.variant, game) if wanted.variant else {}
    rows = [
        row
        for players in game.player_counts
        for row in observe(game, ["greedy"] * players, wanted.games, game.playtest(), changes=changes)
    ]
    print(f"{wanted.games} games for each number of players, the bot in every seat.\n")
    print(game.playtest_report(rows))


if __name__ == "__main__":
    main()
