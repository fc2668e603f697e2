"""Waiting for a condition: the one place where tests look again and again.

Whoever can wait for an event, for a thread or for what a page shows does that. No test waits for a length of
time, and none counts one: machines differ.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any

PATIENCE = 120.0
"""The seconds after which something has gone wrong, however slow and busy the machine."""
PAUSE = 0.01
"""The seconds between two looks."""


async def until(true: Callable[[], Any | Awaitable[Any]]) -> Any:
    """Wait until a condition, or an awaitable it returns, is true, and return its value."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = true()
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(PAUSE)


def block_until(true: Callable[[], Any]) -> None:
    """Wait as `until` does, without an event loop, for what happens in threads and processes."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < PATIENCE, "it never came true"
        time.sleep(PAUSE)
