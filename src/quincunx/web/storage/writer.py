"""The one writer of a server: changes of many matches become one transaction.

A change names the version of the match that it was made on. It is stored only if that is still the
newest, and it makes the next one: whoever was too late hears of it and has changed nothing.
How a transaction is made is the matter of each database: `sqlite_commits.py`, `postgres_commits.py`.
"""

import asyncio
import contextlib
import itertools
from dataclasses import dataclass
from typing import Any, Protocol

from quincunx.web.server.errors import StaleVersion, Unreachable
from quincunx.web.server.health import Health
from quincunx.web.storage.statements import Rows

MOST_AT_ONCE = 500
"""How many changes go into one transaction."""
MANY = 3
REST = 0.004
"""Seconds between two transactions when so many people move at once. Each costs as much as a few moves do, so
it is worth a short wait that more of them go into one."""


@dataclass(eq=False, slots=True)
class Change:
    """What is to be written about one match. `version` is the one that the change was made on, None for
    a new match; `mark` is a text that no other change has; `match` has what every change may alter."""

    id: str
    version: int | None
    mark: str
    match: dict[str, Any]
    rows: list[Rows]
    done: "asyncio.Future[None]"

    def finish(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class CannotBeStored(Exception):
    """A change that contradicts what is stored, or has a value that the database does not take."""


class Commits(Protocol):
    """One connection to a database."""

    retries: bool
    """Whether a connection that broke is worth another try."""

    async def commit(self, batch: list[Change], again: bool) -> set[Change]:
        """Store changes of different matches in one transaction: those that were not too late. `again` if
        they may be there already, because a connection broke at the worst moment."""

    async def hang_up(self) -> None:
        """Let go of the connection; the next commit opens another."""


class Writer:
    """Takes changes and commits those that are waiting together."""

    def __init__(self, commits: Commits, worker: str, health: Health) -> None:
        self.commits = commits
        self._health = health
        self._marks = (f"{worker}.{number}" for number in itertools.count())
        self._waiting: list[Change] = []
        self._storing = False
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        while self._waiting or self._storing:
            await asyncio.sleep(0.01)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self.commits.hang_up()

    async def write(self, match: str, version: int | None, changed: dict[str, Any], *rows: Rows) -> None:
        """Returns when it is stored. `StaleVersion` if the match is at another version by now."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Change(match, version, next(self._marks), changed, list(rows), done))
        self._wake.set()
        # Whoever asked may go; what was accepted is stored all the same.
        await done

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not self._waiting:
                self._wake.clear()
            self._storing = True
            try:
                await self._store(_one_for_each_match(batch))
            except Exception as error:  # Whatever it was, the writer must go on.
                # Those who came meanwhile would wait as long again, for the same answer.
                refused, self._waiting = batch + self._waiting, []
                self._health.note_failure(error, len(refused))
                for change in refused:
                    change.finish(Unreachable())
            self._storing = False
            if len(batch) >= MANY:
                await asyncio.sleep(REST)

    async def _store(self, batch: list[Change]) -> None:
        try:
            await self._commit(batch)
        except CannotBeStored:
            await self.commits.hang_up()
            if len(batch) == 1:
                batch[0].finish(StaleVersion())
                return
            # One of them cannot be stored; the others shall not suffer from it.
            for change in batch:
                await self._store([change])
        except Exception:
            await self.commits.hang_up()
            if not self.commits.retries:
                raise
            await self._commit(batch, again=True)

    async def _commit(self, batch: list[Change], again: bool = False) -> None:
        stored = await self.commits.commit(batch, again)
        self._health.note_success()
        for change in batch:
            change.finish(None if change in stored else StaleVersion())


def _one_for_each_match(batch: list[Change]) -> list[Change]:
    """A second change of the same match was made on a version that the first one ends: it is too late."""
    first: dict[str, Change] = {}
    for change in batch:
        if first.setdefault(change.id, change) is not change:
            change.finish(StaleVersion())
    return list(first.values())


def merged(changes: list[Rows]) -> list[Rows]:
    """Neighbours that carry out the same statement become one."""
    whole: list[Rows] = []
    for statement, rows in changes:
        if rows and whole and whole[-1][0] is statement:
            whole[-1][1].extend(rows)
        elif rows:
            whole.append((statement, list(rows)))
    return whole
