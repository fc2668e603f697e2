"""The other side of `strength.py`: reads positions and writes moves.

It uses only what Quincunx 0.1 had, so that older installs can run it.
"""

import json
import sys
from typing import Any

from quincunx import bots, games
from quincunx.core.rng import Rng
from quincunx.match import variant

MOST_BOTS = 64
"""The most bots kept; the oldest belong to finished games and are dropped."""


def main() -> None:
    game: Any = games.load(sys.argv[1])
    numbers = variant.numbers(game, {})
    seated: dict[int, Any] = {}
    for line in sys.stdin:
        number, seat, seed, position = json.loads(line)
        if number not in seated:
            seated[number] = bots.make(sys.argv[2], game)
            if len(seated) > MOST_BOTS:
                del seated[next(iter(seated))]
        state = game.from_dict(position, numbers)
        print(seated[number].choose(state, seat, Rng(seed)), flush=True)


if __name__ == "__main__":
    main()
