"""Transactions in a SQLite file.

Statements take a few microseconds, so they run in the event loop: a thread would take far longer to get its
turn. Only waiting for the disk or a lock is left to a thread.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from quincunx.web.storage.database import PRAGMAS
from quincunx.web.storage.statements import MARKED, MOVE_ON, for_sqlite
from quincunx.web.storage.writer import CannotBeStored, MatchChange, merged

T = TypeVar("T")

MOVE_ON_SQL = for_sqlite(MOVE_ON)


class SqliteCommits:
    """The writer's connection to SQLite, and the thread in which it waits."""

    retries = False  # `_begin` has already waited for the lock.

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._thread = _thread()
        self.patience = 5.0
        """Seconds to wait for another process that holds the file."""

    async def commit(self, batch: list[MatchChange], again: bool) -> set[MatchChange]:
        connection = await self._begin()
        try:
            stored = {change for change in batch if change.version is None or _move_on(connection, change)}
            for statement, rows in merged([rows for c in batch if c in stored for rows in c.rows]):
                text, names = for_sqlite(statement)
                connection.executemany(text, [[row[name] for name in names] for row in rows])
        except (sqlite3.IntegrityError, sqlite3.DataError) as error:
            raise CannotBeStored from error
        # Waits for the disk.
        await self._beside(connection.execute, "COMMIT")
        return stored

    async def hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                await self._beside(connection.close)
        self._thread.shutdown(wait=False)
        self._thread = _thread()

    async def _begin(self) -> sqlite3.Connection:
        """Begin a transaction with the lock, so that nothing changes between reading and writing."""
        if self._connection is None:
            self._connection = await self._beside(self._connect)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            await self._beside(self._wait_and_begin, self._connection)
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=self.patience, isolation_level=None, check_same_thread=False
        )
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA busy_timeout=0")
        return connection

    def _wait_and_begin(self, connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA busy_timeout={self.patience * 1000:.0f}")
        try:
            connection.execute("BEGIN IMMEDIATE")
        finally:
            connection.execute("PRAGMA busy_timeout=0")

    async def _beside(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)


def _thread() -> ThreadPoolExecutor:
    """Return an executor; its thread starts when first used."""
    return ThreadPoolExecutor(1, "commit")


def _move_on(connection: sqlite3.Connection, change: MatchChange) -> bool:
    """Advance a match to the next version; return whether it was still at the expected one."""
    assert change.version is not None
    values = {"version": change.version + 1, "mark": change.mark, **change.match}
    found = connection.execute(
        MOVE_ON_SQL.text, (*[values[name] for name in MARKED], change.id, change.version)
    )
    return found.rowcount == 1
