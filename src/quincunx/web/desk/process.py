"""The child process of a desk run: reads its order from standard input, writes a line for each part played.

It limits its own memory and processor time, and ends when nobody reads its output.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from quincunx.core.errors import UserError
from quincunx.lab.simulate.observed_run import watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.thinking.worker import stand_back
from quincunx.web.desk.tally import Tally, tally

BYTES = 1 << 30
"""Most memory that a run may take."""
SEED = "desk"
"""The seed of all runs, so that they have the same dice."""
SECONDS = 0.4
"""Seconds that a part should take."""
MOST_IN_A_PART = 250


class Order(msgspec.Struct):
    """The games to play, from number `first` on."""

    game: str
    variant: dict[str, Any]
    players: int
    bot: str
    games: int
    seconds: float
    first: int = 0


def play(order: Order) -> Iterator[Tally]:
    """Yield the tallies of the games, part by part: small parts at first, so that there is something to
    see."""
    first, size = order.first, 1
    while first < order.games:
        size = min(size, order.games - first)
        plan = GamePlan(order.game, [order.bot] * order.players, size, SEED, order.variant)
        played = watch(plan, jobs=1, first=first)
        yield tally(played)
        first += size
        fitting = int(size * SECONDS / max(played.seconds, 1e-6))
        size = max(1, min(2 * size, fitting, MOST_IN_A_PART))


def bound(seconds: float, limit: str = "RLIMIT_AS") -> None:
    """Limit this process's memory and time, in case the numbers make a game endless or huge."""
    stand_back()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(getattr(resource, limit), (BYTES, BYTES))
        most = int(seconds) + 5
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def main() -> None:
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    bound(order.seconds)
    try:
        for part in play(order):
            sys.stdout.buffer.write(msgspec.json.encode(part) + b"\n")
            sys.stdout.buffer.flush()
    except (UserError, MemoryError):
        sys.exit(1)
    except BrokenPipeError:
        # The reader is gone. A normal exit would write to the pipe again.
        os._exit(0)


if __name__ == "__main__":
    main()
