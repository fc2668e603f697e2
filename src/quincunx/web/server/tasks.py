"""The end of tasks that run beside the requests of a server."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Any


async def cancel(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel tasks one after the other, and wait until each has ended."""
    for task in list(tasks):
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
