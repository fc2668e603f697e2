"""A run of the desk, played in a process of its own: run as a module, this reads what to play from
standard input and writes a line for every part of it.

It bounds itself: in memory, in processor time, and it ends when nobody reads what it writes.
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
from quincunx.web.desk.tally import Tally, tally

NICE = 10
"""Whoever plays at a table comes first."""
BYTES = 1 << 30
"""All the memory that a run may take."""
SEED = "desk"
"""All runs have the same dice."""
SECONDS = 0.4
"""About how long a part takes."""
MOST_IN_A_PART = 250


class Order(msgspec.Struct):
    """What is to be played: the games from `first` on."""

    game: str
    variant: dict[str, Any]
    players: int
    bot: str
    games: int
    seconds: float
    first: int = 0


def play(order: Order) -> Iterator[Tally]:
    """The games, part by part: small parts at first, so that there is something to see."""
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
    """Take no more than our share, whatever the numbers make of a game."""
    if hasattr(os, "nice"):
        os.nice(NICE)
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
        # Nobody wants to know any more; there is nothing left to tell at the end either.
        os._exit(0)


if __name__ == "__main__":
    main()
