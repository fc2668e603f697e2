"""The one writer of a server: changes of many matches become one transaction.

A change names the version of the match that it was made on. It is stored only if that is still the
newest, and it makes the next one: whoever was too late hears of it and has changed nothing.
"""

import asyncio
import contextlib
import itertools
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, Insert, bindparam, func, select, update
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quincunx.web.database import WRITES
from quincunx.web.refusal import Late, Unreachable
from quincunx.web.schema import matches

MOST_AT_ONCE = 500
"""How many changes go into one transaction."""
CHANNEL = "quincunx"
"""Where PostgreSQL tells all servers which matches have moved on."""
MOST_IN_A_NOTE = 100
"""How many matches one message tells of; PostgreSQL allows 8,000 bytes."""

Rows = tuple[Executable, list[dict[str, Any]]]


@dataclass(eq=False)
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


_MOVE_ON = (
    update(matches)
    .where(matches.c.id == bindparam("match_id"))
    .values({name: bindparam(name) for name in ("version", "mark", "asked", "waiting", "due", "driver")})
)
# In one order everywhere: so two servers never wait for each other.
_FIND = (
    select(matches.c.id, matches.c.version, matches.c.mark)
    .where(matches.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(matches.c.id)
    .with_for_update()
)


class Writer:
    """Takes changes and commits those that are waiting together."""

    def __init__(self, engine: AsyncEngine, worker: str) -> None:
        self._engine = engine.execution_options(**WRITES)
        self._shared = engine.dialect.name == "postgresql"
        self._worker = worker
        self._marks = (f"{worker}.{number}" for number in itertools.count())
        self._waiting: list[Change] = []
        self._storing = False
        self._connection: AsyncConnection | None = None
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        while self._waiting or self._storing:
            await asyncio.sleep(0.01)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._hang_up()

    async def write(self, match: str, version: int | None, changed: dict[str, Any], *rows: Rows) -> None:
        """Returns when it is stored. `Late` if the match is at another version by now."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Change(match, version, next(self._marks), changed, list(rows), done))
        self._wake.set()
        # Whoever asked may have gone; what was accepted is stored all the same.
        await asyncio.shield(done)

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not self._waiting:
                self._wake.clear()
            self._storing = True
            try:
                await self._store(batch)
            except Exception:  # Whatever it was, the writer must go on.
                # Those who came meanwhile would wait as long again, for the same answer.
                refused, self._waiting = batch + self._waiting, []
                for change in refused:
                    change.finish(Unreachable())
            self._storing = False

    async def _store(self, batch: list[Change]) -> None:
        try:
            await self._commit(batch)
        except (IntegrityError, DataError):
            await self._hang_up()
            if len(batch) == 1:
                batch[0].finish(Late())
                return
            # One of them cannot be stored; the others shall not suffer from it.
            for change in batch:
                await self._store([change])
        except Exception:
            await self._hang_up()
            if not self._shared:
                raise  # SQLite has waited for its lock already.
            await self._commit(batch, again=True)

    async def _commit(self, batch: list[Change], again: bool = False) -> None:
        if self._connection is None:
            self._connection = await self._engine.connect()
        connection = self._connection
        async with connection.begin():
            # If the connection broke at the worst moment, the changes may be there already.
            there = await _already_there(connection, batch) if again else []
            fresh = await _move_on(connection, [change for change in batch if change not in there])
            for statement, rows in _merged([rows for change in fresh for rows in change.rows]):
                await connection.execute(statement, rows or None)
            if self._shared:
                await _tell(connection, self._worker, fresh)
        stored = {*fresh, *there}
        for change in batch:
            change.finish(None if change in stored else Late())

    async def _hang_up(self) -> None:
        """Let go of the writer's connection; the next change opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.close()


async def _already_there(connection: AsyncConnection, batch: list[Change]) -> list[Change]:
    """Those that were stored though nobody heard of it."""
    found = await _find(connection, batch)
    return [
        change
        for change in batch
        if change.id in found and (change.version is None or found[change.id].mark == change.mark)
    ]


async def _move_on(connection: AsyncConnection, batch: list[Change]) -> list[Change]:
    """Those whose match is still at the version they were made on; each makes the next version."""
    found = await _find(connection, [change for change in batch if change.version is not None])
    fresh: list[Change] = []
    for change in batch:
        # A second change of the same match finds that it is gone from here, and is too late.
        newest = found.pop(change.id, None)
        if change.version is None or (newest is not None and newest.version == change.version):
            fresh.append(change)
    if rows := [_next_version(change) for change in fresh if change.version is not None]:
        await connection.execute(_MOVE_ON, rows)
    return fresh


async def _find(connection: AsyncConnection, batch: list[Change]) -> dict[str, Any]:
    """The matches as they are, which nobody else can change until we are done."""
    ids = [change.id for change in batch]
    return {row.id: row for row in await connection.execute(_FIND, {"ids": ids})} if ids else {}


def _next_version(change: Change) -> dict[str, Any]:
    assert change.version is not None
    return {**change.match, "match_id": change.id, "version": change.version + 1, "mark": change.mark}


async def _tell(connection: AsyncConnection, worker: str, changes: list[Change]) -> None:
    """A message has a line with the name of this server, and then one for each match."""
    lines = [f"{c.id} {c.version + 1} {c.match['driver']}" for c in changes if c.version is not None]
    for first in range(0, len(lines), MOST_IN_A_NOTE):
        note = "\n".join([worker, *lines[first : first + MOST_IN_A_NOTE]])
        await connection.execute(select(func.pg_notify(CHANNEL, note)))


def _merged(changes: list[Rows]) -> list[Rows]:
    """Neighbours that insert into the same table become one statement."""
    merged: list[Rows] = []
    for statement, rows in changes:
        if rows and merged and merged[-1][0] is statement:
            merged[-1][1].extend(rows)
        elif rows or not isinstance(statement, Insert):
            merged.append((statement, list(rows)))
    return merged
