"""The single writer of a server: it joins changes of many matches into one transaction.

A change names the version of the match that it was made on. It is stored only if that is still the newest,
and makes the next one; otherwise its maker gets `Late`. Transactions are made by `sqlite.py` or
`postgres.py`.
"""

import asyncio
import itertools
from dataclasses import dataclass
from typing import Any, Protocol

from quincunx.web.server import tasks
from quincunx.web.server.errors import StaleVersion, Unreachable
from quincunx.web.server.health import Health
from quincunx.web.storage.statements import Rows

MOST_AT_ONCE = 500
"""Most changes in one transaction."""
MANY = 3
REST = 0.004
"""Seconds between two transactions when at least `MANY` people move at once. A transaction costs as much as a
few moves, so a short wait that joins more of them pays."""


@dataclass(eq=False, slots=True)
class MatchChange:
    """A change to one match. `version` is the one that it was made on, None for a new match; `mark` is unique
    to the change; `match` has the columns that every change writes."""

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
    """A change that contradicts the stored data, or has a value that the database does not take."""


class Commits(Protocol):
    """A connection that commits changes."""

    retries: bool
    """Whether a commit should be retried when the connection breaks."""

    async def commit(self, batch: list[MatchChange], again: bool) -> set[MatchChange]:
        """Store changes of different matches in one transaction, and return those that were not too late.
        `again` if they may be stored already, because the connection broke during the commit."""

    async def hang_up(self) -> None:
        """Close the connection; the next commit opens another."""


class Writer:
    """Queues changes, and commits those that wait together."""

    def __init__(self, commits: Commits, worker: str, health: Health) -> None:
        self.commits = commits
        self._health = health
        self._marks = (f"{worker}.{number}" for number in itertools.count())
        self._waiting: list[MatchChange] = []
        self._storing = False
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        while self._waiting or self._storing:
            await asyncio.sleep(0.01)
        await tasks.cancel([self._task])
        await self.commits.hang_up()

    async def write(self, match: str, version: int | None, changed: dict[str, Any], *rows: Rows) -> None:
        """Returns when it is stored. `StaleVersion` if the match is at another version by now."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(MatchChange(match, version, next(self._marks), changed, list(rows), done))
        self._wake.set()
        # The change is stored even if the caller is cancelled.
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
            except Exception as error:  # The writer must survive any error.
                # Those queued meanwhile would wait as long again for the same error.
                refused, self._waiting = batch + self._waiting, []
                for change in refused:
                    change.finish(Unreachable())
                self._health.note_failure(error, len(refused))
            self._storing = False
            if len(batch) >= MANY:
                await asyncio.sleep(REST)

    async def _store(self, batch: list[MatchChange]) -> None:
        try:
            await self._commit(batch)
        except CannotBeStored:
            await self.commits.hang_up()
            if len(batch) == 1:
                batch[0].finish(StaleVersion())
                return
            # Store them one by one, so that the good ones do not fail with the bad one.
            for change in batch:
                await self._store([change])
        except Exception:
            await self.commits.hang_up()
            if not self.commits.retries:
                raise
            await self._commit(batch, again=True)

    async def _commit(self, batch: list[MatchChange], again: bool = False) -> None:
        stored = await self.commits.commit(batch, again)
        self._health.note_success()
        for change in batch:
            change.finish(None if change in stored else StaleVersion())


def _one_for_each_match(batch: list[MatchChange]) -> list[MatchChange]:
    """Return the first change of each match. Later ones fail with Late, since the first ends their
    version."""
    first: dict[str, MatchChange] = {}
    for change in batch:
        if first.setdefault(change.id, change) is not change:
            change.finish(StaleVersion())
    return list(first.values())


def merged(changes: list[Rows]) -> list[Rows]:
    """Return the changes with neighbours that run the same statement joined."""
    whole: list[Rows] = []
    for statement, rows in changes:
        if rows and whole and whole[-1][0] is statement:
            whole[-1][1].extend(rows)
        elif rows:
            whole.append((statement, list(rows)))
    return whole
