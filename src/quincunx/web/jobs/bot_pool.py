"""A few processes in which slow bots think, so that no table waits for another.

All requests wait in one queue. A table has at most one bot that thinks, so each gets its turn before any
other gets a second one. The longer the queue, the less time each has to think.
"""

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import AsyncIterator

from quincunx.thinking.protocol import SearchRequest, SearchResult
from quincunx.thinking.worker import COMMAND, LENGTH, ThinkingFailed, read_answer, written
from quincunx.web.jobs import child_process

LEAST_SHARE = 0.1
"""Least part of a bot's usual time that is left when the queue is long."""


class BotPool:
    """The thinking processes of one server. Each is started when it is first needed."""

    def __init__(self, number: int | None = None) -> None:
        self.number = number or max(1, (os.cpu_count() or 2) - 1)
        """Processes that may think at once: one core is left for the server."""
        self._idle: list[asyncio.subprocess.Process] = []
        self._free = self.number
        self._line: deque[asyncio.Future[None]] = deque()
        self._closed = False
        self.processes: set[asyncio.subprocess.Process] = set()

    async def think(self, task: SearchRequest) -> SearchResult:
        """Return the result of a task, or raise ThinkingFailed. Cancelling this stops the thinking."""
        async with self._turn():
            # All who wait now share the time; later ones do not change a search that has begun.
            task.share = max(LEAST_SHARE, min(1.0, self.number / (self.number + len(self._line))))
            process = self._idle.pop() if self._idle else await self._start()
            try:
                thought = await _ask(process, task)
            except BaseException as error:
                # A process that reports an error can still serve another task.
                if isinstance(error, ThinkingFailed) and not isinstance(error, Died):
                    self._idle.append(process)
                else:
                    await self._end(process)
                raise
            self._idle.append(process)
            return thought

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            mine = asyncio.get_running_loop().create_future()
            self._line.append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.cancelled():
                    self._line.remove(mine)
                else:
                    self._next()
                raise
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        """Give the turn to the first in the queue."""
        for mine in self._line:
            if not mine.done():
                self._line.remove(mine)
                mine.set_result(None)
                return
        self._free += 1

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe)
        except OSError as error:
            raise ThinkingFailed(f"no process can be started ({error})") from None
        if self._closed:
            await self._end(process)
            raise ThinkingFailed("the server stops")
        self.processes.add(process)
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self.processes.discard(process)
        await child_process.end(process)

    async def close(self) -> None:
        """End all processes, also those that are just being started."""
        self._closed = True
        for process in list(self.processes):
            await self._end(process)
        self._idle.clear()


async def _ask(process: asyncio.subprocess.Process, task: SearchRequest) -> SearchResult:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(written(task))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
        return read_answer(await process.stdout.readexactly(length))
    except (OSError, asyncio.IncompleteReadError):
        raise Died from None


class Died(ThinkingFailed):
    """The process has ended by itself."""

    def __init__(self) -> None:
        super().__init__("its process has ended")
