"""When the server collects garbage.

Nobody is answered while it is collected, and with hundreds of matches in memory it takes a quarter of a
second to look at all of them. Python would do that whenever there is a quarter more than before, so every few
seconds while many people move. Here it takes a small share of the time, unless there is much to be found.
"""

import asyncio
import gc
import time

SHARE = 1 / 200
"""The part of the time in which everything is looked at: so many of those who move have to wait for it."""
USUAL, SOON = 30.0, 10.0
"""Seconds between two looks at least, and after one that has found much."""
MUCH = 200_000
"""So many objects of garbage are much: some 20 MB."""
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
    took, found = 0.0, 0
    while True:
        await asyncio.sleep(rest_after(took, found))
        took, found = collect() if gc.get_count()[2] >= FEW else (0.0, 0)


def collect() -> tuple[float, int]:
    """How many seconds it took to look at everything, and how many objects were garbage."""
    begun = time.perf_counter()
    found = gc.collect()
    return time.perf_counter() - begun, found


def rest_after(took: float, found: int) -> float:
    """For how many seconds nothing is collected then.

    >>> rest_after(0.25, 1000), rest_after(0.01, 1000), rest_after(0.25, 300_000)
    (50.0, 30.0, 10.0)
    """
    return SOON if found > MUCH else max(USUAL, took / SHARE)
