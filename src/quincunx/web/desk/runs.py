"""The queue of desk runs on this server; a few are played at a time, each in a child process.

A run is stored while it is played, so a reloaded page on any server finds it. `process.py` limits its time
and memory; `limits.py` says how many runs a visitor, an address and all servers may have.
"""

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.web.desk.process import Order
from quincunx.web.desk.store import DONE, FAILED, PLAYING, DeskStore, Run, new_run
from quincunx.web.desk.tally import Tally
from quincunx.web.jobs import child_process
from quincunx.web.server import tasks
from quincunx.web.server.errors import Refused
from quincunx.web.server.limits import Limits

BEAT = 3.0
"""Seconds between two heartbeats of a run that waits, or whose games take long."""
BETWEEN_WRITES = 0.5

Tell = Callable[[Run], Awaitable[bool]]
"""Stores a run's progress; returns False if the run is to stop."""


class Runs:
    """The queue of runs."""

    def __init__(self, store: DeskStore, limits: Limits) -> None:
        self.store = store
        self._limits = limits
        # At least two, so that variant and original run together; both are niced below the server.
        self._places = asyncio.Semaphore(max(2, (os.cpu_count() or 2) - 1))
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, run: Run) -> Run:
        """Queue a run, unless it is active or done already. The visitor's other runs stop: each plays one."""
        known = await self.store.run(run.id)
        if known is not None and (known.active or known.phase == DONE):
            return await self.look(known)
        if run.visitor:
            await self.store.stop(run.visitor)
            if await self.store.active(origin=run.origin) >= self._limits.desk_runs:
                raise Refused("Others at your address are at the desk; try again when they are done.", 429)
        if await self.store.active() >= self._limits.desk_waiting:
            raise Refused("Many people are at the desk now; try again in a few minutes.", 503)
        await self.store.forget_old()
        if known is not None:
            # It was stopped or failed: the games played so far are kept.
            run.tally, run.done = known.tally, known.done
        await self.store.put(run)
        self._play(run)
        return run

    async def begin_original(self, game: Game[Any], run: Run) -> None:
        """Queue the original's run, which all visitors compare with. If there is no room now, it is tried
        later."""
        original = new_run(game, {}, run.players, run.bot, run.games, "", "")
        if original.id != run.id:
            with contextlib.suppress(Refused):
                await self.begin(original)

    async def look(self, run: Run) -> Run:
        """Return a stored run; take it over if its server is gone."""
        if run.abandoned and run.id not in self._tasks and await self.store.claim(run):
            self._play(run)
        return run

    def _play(self, run: Run) -> None:
        task = asyncio.create_task(self._take_turn(run))
        self._tasks[run.id] = task
        task.add_done_callback(lambda done: self._forget(run.id, done))

    def _forget(self, name: str, task: "asyncio.Task[None]") -> None:
        if self._tasks.get(name) is task:
            del self._tasks[name]

    async def _take_turn(self, run: Run) -> None:
        try:
            while True:
                try:
                    async with asyncio.timeout(BEAT):
                        await self._places.acquire()
                    break
                except TimeoutError:
                    if not await self._tell(run):
                        return
            try:
                run.phase, run.sentence = PLAYING, ""
                await RunPlayer(run, self._limits.desk_seconds, self._tell).play()
            finally:
                self._places.release()
        except asyncio.CancelledError:
            with contextlib.suppress(Refused):
                await self.store.let_go(run)
            raise

    async def _tell(self, run: Run) -> bool:
        """Store a run's progress; return False if it is to stop. A short failure of the database stops
        nothing."""
        try:
            return await self.store.progress(run)
        except Refused:
            return True

    async def close(self) -> None:
        await tasks.cancel(self._tasks.values())


class RunPlayer:
    """Plays one run in its process."""

    def __init__(self, run: Run, seconds: float, tell: Tell) -> None:
        self._run = run
        self._seconds = seconds
        self._tell = tell
        self._told = time.monotonic()

    async def play(self) -> None:
        """Play to the end, or until the run is stopped or out of time."""
        run, until = self._run, time.monotonic() + self._seconds
        if not await self._tell(run):
            return
        order = msgspec.json.encode(self._order())
        silent = asyncio.subprocess.DEVNULL
        async with child_process.running("quincunx.web.desk.process", data=order, errors=silent) as process:
            if not await self._follow(process, until):
                return
        if run.phase == PLAYING:
            run.phase, run.sentence = (DONE, "") if run.done >= run.games else (FAILED, self._why(until))
        await self._tell(run)

    def _order(self) -> Order:
        run = self._run
        return Order(run.game, run.variant, run.players, run.bot, run.games, self._seconds, run.done)

    async def _follow(self, process: asyncio.subprocess.Process, until: float) -> bool:
        """Add up the tallies that the process writes; return False if the run was stopped."""
        assert process.stdout is not None
        reading = asyncio.ensure_future(process.stdout.readline())
        try:
            while (left := until - time.monotonic()) > 0:
                await asyncio.wait([reading], timeout=min(left, BEAT))
                if reading.done():
                    line = reading.result()
                    if not line:
                        return True
                    part = msgspec.json.decode(line, type=Tally)
                    self._run.tally.add(part)
                    self._run.done += part.games
                    reading = asyncio.ensure_future(process.stdout.readline())
                if time.monotonic() - self._told > BETWEEN_WRITES:
                    self._told = time.monotonic()
                    if not await self._tell(self._run):
                        return False
            return True
        finally:
            reading.cancel()

    def _why(self, until: float) -> str:
        """Return why there are fewer games than requested."""
        if time.monotonic() < until:
            return "The process that played was ended before it was done, perhaps for want of memory."
        if not self._run.done:
            return f"Not one game ended within {self._seconds:g} seconds; with these numbers it may never."
        return f"Time is up: these games were played within {self._seconds:g} seconds."
