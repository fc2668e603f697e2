"""When the server collects garbage.

Nobody is answered while it is collected, and with hundreds of matches in memory it takes a quarter of a
second to look at all of them. Python would do that whenever there is a quarter more than before, so every few
seconds while many people move. Here it takes a small share of the time, however many matches there are.
"""

import asyncio
import gc
import time

SHARE = 1 / 200
"""The part of the time in which everything is looked at: so many of those who move have to wait for it."""
SOONEST = 10.0
"""Seconds between two looks at least."""
FEW = 10
"""How often what is young was looked at since: if less, there is nothing to find."""
COLLECT_AFTER = (700, 10, 1000)
"""When Python does it by itself: its own numbers for what is young. The last is only for a server that makes
so much garbage that it cannot wait: some seven million objects."""


def begin() -> "asyncio.Task[None]":
    """What is loaded now stays, so nobody need look at it again. The task collects garbage from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    return asyncio.create_task(_collect_on())


async def _collect_on() -> None:
    took = 0.0
    while True:
        await asyncio.sleep(rest_after(took))
        took = collect() if gc.get_count()[2] >= FEW else 0.0


def collect() -> float:
    """How long it took to look at everything, in seconds."""
    begun = time.perf_counter()
    gc.collect()
    return time.perf_counter() - begun


def rest_after(took: float) -> float:
    """For how many seconds nothing is collected after it took so long.

    >>> rest_after(0.25), rest_after(0.0)
    (50.0, 10.0)
    """
    return max(SOONEST, took / SHARE)
