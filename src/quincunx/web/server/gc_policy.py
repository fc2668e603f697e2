"""Garbage collection at times when it delays few requests.

Nobody is answered during a full collection, which takes a quarter of a second with hundreds of matches in
memory. Python would run one whenever memory grew by a quarter: every few seconds on a busy server. Here it
takes a small share of the time, or more while it finds much.
"""

import asyncio
import gc
import time

SHARE = 1 / 200
"""The share of time that full collections may take, and so of moves that have to wait for one."""
USUAL, SOON = 30.0, 10.0
"""Least seconds between two full collections: usually, and after one that found much."""
MUCH = 200_000
"""Garbage objects in one collection that count as much: some 20 MB."""
FEW = 10
"""Young collections since the last full one, below which a full one is not worth it."""
COLLECT_AFTER = (700, 10, 1000)
"""Thresholds of Python's own collector. The last is raised, as a safety net for a server that makes garbage
faster than we collect it: some seven million objects."""


def begin() -> "asyncio.Task[None]":
    """Exclude all that is loaded now from collection, and return a task that collects from now on."""
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
    """Run a full collection; return its seconds and the objects of garbage it found."""
    begun = time.perf_counter()
    found = gc.collect()
    return time.perf_counter() - begun, found


def rest_after(took: float, found: int) -> float:
    """Return the pause in seconds after a full collection.

    >>> rest_after(0.25, 1000), rest_after(0.01, 1000), rest_after(0.25, 300_000)
    (50.0, 30.0, 10.0)
    """
    return SOON if found > MUCH else max(USUAL, took / SHARE)
