"""Transactions in PostgreSQL, with a notification for other servers in each.

Nearly all changes are moves and nothing else. A batch of such changes is one statement, and so one round
trip.
"""

import contextlib
from typing import Any

import msgspec
from sqlalchemy.engine import URL

from quincunx.web.storage.models import StoredMove
from quincunx.web.storage.statements import ADD_MOVES, Rows, for_postgres
from quincunx.web.storage.writer import CannotBeStored, MatchChange, merged

CHANNEL = "quincunx"
"""Channel on which all servers hear which matches have changed."""
LONGEST_NEWS = 900
"""Bytes up to which a change's content goes into the notification; otherwise servers read the database.
PostgreSQL allows 8,000 bytes, and the statement below puts at most 6,500 and one more line into one."""
IN_ORDER = {"enable_hashjoin": "off", "enable_mergejoin": "off", "enable_seqscan": "off"}
"""Settings that make PostgreSQL lock matches in the order given, so that two servers never deadlock."""

MOVE_ON = f"""
WITH wanted AS (
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::text[]
    ) AS w (id, version, mark, asked, waiting, due, driver, line)
), moved AS (
    UPDATE matches AS m
    SET version = w.version + 1, mark = w.mark, asked = w.asked, waiting = w.waiting, due = w.due,
        driver = w.driver
    FROM wanted AS w WHERE m.id = w.id AND m.version = w.version
    RETURNING m.id, w.line
), added AS (
    INSERT INTO moves (match, number, seat, name, request)
    SELECT a.* FROM unnest($9::text[], $10::int[], $11::int[], $12::text[], $13::text[])
        AS a (match, number, seat, name, request)
    WHERE a.match IN (SELECT id FROM moved)
), told AS (
    SELECT id, line, sum(octet_length(line) + 1) OVER (ORDER BY id) / 6500 AS part FROM moved
)
SELECT string_agg(id, ' ') AS ids, pg_notify('{CHANNEL}', $14 || E'\\n' || string_agg(line, E'\\n'))
FROM told GROUP BY part
"""
FIND = "SELECT id, mark FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"


class News(msgspec.Struct, array_like=True):
    """The content of a change that was moves and nothing else."""

    asked: str
    waiting: str
    due: float | None
    moves: list[StoredMove]


class PostgresCommits:
    """The writer's connection to PostgreSQL."""

    retries = True

    def __init__(self, url: URL, worker: str) -> None:
        self._url, self._worker = url, worker
        self._connection: Any = None

    async def commit(self, batch: list[MatchChange], again: bool) -> set[MatchChange]:
        import asyncpg

        if self._connection is None:
            address = self._url.set(drivername="postgresql").render_as_string(False)
            self._connection = await asyncpg.connect(address, server_settings=IN_ORDER)
        try:
            there = await self._already_there(batch) if again else set()
            return there | await self._store([change for change in batch if change not in there])
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
            raise CannotBeStored from error

    async def hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.close(timeout=1)

    async def _already_there(self, batch: list[MatchChange]) -> set[MatchChange]:
        """Return the changes that were stored though their confirmation was lost."""
        found = await self._connection.fetch(FIND, [change.id for change in batch])
        marks = {row["id"]: row["mark"] for row in found}
        return {c for c in batch if c.id in marks and (c.version is None or marks[c.id] == c.mark)}

    async def _store(self, batch: list[MatchChange]) -> set[MatchChange]:
        if all(_is_only_moves(change) for change in batch):
            return await self._move_on(batch)
        async with self._connection.transaction():
            old = [change for change in batch if change.version is not None]
            stored = {*await self._move_on(old), *(change for change in batch if change.version is None)}
            for statement, rows in merged([rows for c in batch if c in stored for rows in _others(c)]):
                text, names = for_postgres(statement)
                await self._connection.executemany(text, [[row[name] for name in names] for row in rows])
        return stored

    async def _move_on(self, batch: list[MatchChange]) -> set[MatchChange]:
        """Store those changes, with their moves, whose match is still at the expected version; return
        them."""
        if not batch:
            return set()
        batch = sorted(batch, key=lambda change: change.id)
        moves = [row for change in batch for row in _moves(change)]
        found = await self._connection.fetch(
            MOVE_ON,
            [change.id for change in batch],
            [change.version for change in batch],
            [change.mark for change in batch],
            *([change.match[name] for change in batch] for name in ("asked", "waiting", "due", "driver")),
            [_line(change) for change in batch],
            *([row[name] for row in moves] for name in ("match", "number", "seat", "name", "request")),
            self._worker,
        )
        ids = {each for row in found for each in row["ids"].split(" ")}
        return {change for change in batch if change.id in ids}


def _is_only_moves(change: MatchChange) -> bool:
    return change.version is not None and not any(rows for _, rows in _others(change))


def _moves(change: MatchChange) -> list[dict[str, Any]]:
    return [row for statement, rows in change.rows if statement is ADD_MOVES for row in rows]


def _others(change: MatchChange) -> list[Rows]:
    """Return all rows of a change except the moves of an existing match."""
    return [each for each in change.rows if change.version is None or each[0] is not ADD_MOVES]


def _line(change: MatchChange) -> str:
    """Return the notification of a change: match, version, its driver, and the content if it is short."""
    assert change.version is not None
    match = change.match
    line = f"{change.id} {change.version + 1} {match['driver']}"
    if not _is_only_moves(change):
        return line
    moves = [StoredMove(row["number"], row["seat"], row["name"], row["request"]) for row in _moves(change)]
    news = msgspec.json.encode(News(match["asked"], match["waiting"], match["due"], moves))
    return f"{line} {news.decode()}" if len(news) < LONGEST_NEWS else line
