"""Reads and writes matches in SQLite or PostgreSQL; everything else asks the `Store` here."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quincunx.match.record import Branch, TakeBack
from quincunx.web.server.errors import Unreachable
from quincunx.web.server.health import Health
from quincunx.web.storage import statements as sql
from quincunx.web.storage.database import WRITES, is_trouble, is_up_to_date, open_engine
from quincunx.web.storage.models import (
    Answer,
    Ending,
    Happening,
    Head,
    Made,
    Said,
    Seat,
    SeenRows,
    Stored,
    StoredMove,
    TakeBackRequest,
    Waiting,
)
from quincunx.web.storage.postgres import PostgresCommits
from quincunx.web.storage.schema import answers, chat, happenings, matches, moves, seats, take_backs, workers
from quincunx.web.storage.sqlite import SqliteCommits
from quincunx.web.storage.writer import Writer


class Store:
    """The database as one server uses it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        """Whether other servers may use the database too."""
        self.worker = secrets.token_hex(4)
        """This server's name in the database."""
        self.commits = (
            PostgresCommits(engine.url, self.worker)
            if self.shared
            else SqliteCommits(engine.url.database or "")
        )
        self.health = Health()
        self._writer = Writer(self.commits, self.worker, self.health)
        self._trying = False
        # Several queries read one match, so they need one snapshot. SQLite gives one anyway.
        level = {"isolation_level": "REPEATABLE READ"} if self.shared else {}
        self._snapshots = engine.execution_options(**level)
        self._asked: set[str] = set()
        self._answer: asyncio.Task[dict[str, int]] | None = None
        self._asking = asyncio.Lock()

    @classmethod
    async def open(cls, address: str) -> "Store":
        """Connect and upgrade the tables; raise UserError if the database cannot be used."""
        return cls(await open_engine(address))

    async def close(self) -> None:
        await self._writer.close()
        await self.engine.dispose()

    async def is_ready(self) -> bool:
        """Whether the database answers, has this release's tables, and takes changes."""
        try:
            return await is_up_to_date(self.engine) and (
                not self.health.failing or await self._takes_changes()
            )
        except Exception as error:
            if is_trouble(error):
                return False
            raise

    async def _takes_changes(self) -> bool:
        """Test whether it takes changes, with one that leaves nothing. While a proxy keeps people away, no
        other change would show it."""
        if self._trying:
            return False
        self._trying = True
        mine = f"try-{self.worker}"
        try:
            async with self.engine.execution_options(**WRITES).begin() as connection:
                await connection.execute(insert(workers).values(id=mine, until=0.0))
                await connection.execute(delete(workers).where(workers.c.id == mine))
        finally:
            self._trying = False
        self.health.note_success()
        return True

    # --- reading

    @contextlib.asynccontextmanager
    async def _reading(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            async with engine.connect() as connection:
                yield connection
        except Exception as error:
            if is_trouble(error):
                if engine.get_execution_options().get("writes"):
                    self.health.note_failure(error)
                raise Unreachable from error
            raise

    async def load(self, match: str, seen: SeenRows | None = None) -> Stored | None:
        """Return a match as it is now, without the rows already `seen`."""
        seen = seen or SeenRows()
        async with self._reading(self._snapshots) as connection:
            found = (await connection.execute(select(matches).where(matches.c.id == match))).first()
            if found is None:
                return None
            stored = Stored(_read_head(dict(found._mapping)), [])
            for row in await self._rows(connection, seats, match, -1):
                row["mutes"] = {int(seat) for seat in row["mutes"].split()}
                stored.seats.append(Seat(**row))
            stored.moves = [
                StoredMove(**row) for row in await self._rows(connection, moves, match, seen.moves)
            ]
            stored.chat = [Said(**row) for row in await self._rows(connection, chat, match, seen.chat)]
            known = await self._rows(connection, answers, match, seen.answers)
            stored.answers = [Answer(**row) for row in known]
            new = await self._rows(connection, happenings, match, seen.happenings)
            stored.happenings = [Happening(**row) for row in new]
            for row in await self._rows(connection, take_backs, match, seen.take_backs):
                stored.take_backs.append(TakeBack(row["after"], json.loads(row["moves"])))
                for seat, request, name, *at in json.loads(row["requests"]):
                    # Release 0.1 did not store this.
                    stored.taken_back[seat, request] = Made(at[0] if at else row["after"], name)
            return stored

    async def _rows(
        self, connection: AsyncConnection, table: Any, match: str, after: int
    ) -> list[dict[str, Any]]:
        wanted = [column for column in table.c if column.name != "match"]
        of_match = select(*wanted).where(table.c.match == match, table.c.number > after)
        found = await connection.execute(of_match.order_by(table.c.number))
        return [dict(row._mapping) for row in found]

    async def versions(self, wanted: Collection[str]) -> dict[str, int]:
        """Return the newest versions of some matches."""
        async with self._reading(self.engine) as connection:
            newest = select(matches.c.id, matches.c.version).where(matches.c.id.in_(list(wanted)))
            return {row.id: row.version for row in await connection.execute(newest)}

    async def version(self, match: str) -> int:
        """Return the newest version of a match. Calls during a query are answered together by the next
        one."""
        self._asked.add(match)
        if self._answer is None:
            self._answer = asyncio.create_task(self._ask_versions())
        return (await asyncio.shield(self._answer)).get(match, 0)

    async def _ask_versions(self) -> dict[str, int]:
        async with self._asking:
            asked, self._asked, self._answer = self._asked, set(), None
            return await self.versions(asked)

    async def due(self, now: float, others: Collection[str], most: int) -> list[tuple[str, str]]:
        """Return matches in which a bot or a clock is to move, each with the server that last played for it,
        except those of the live servers `others`."""
        async with self._reading(self.engine) as connection:
            mine = select(matches.c.id, matches.c.driver).where(
                matches.c.due <= now, matches.c.driver.not_in(list(others))
            )
            found = await connection.execute(mine.order_by(matches.c.due).limit(most))
            return [(row.id, row.driver) for row in found]

    async def running(self, origin: str) -> int:
        """Count the matches of an origin in which a bot or a clock is to move."""
        async with self._reading(self.engine) as connection:
            ours = select(func.count()).where(matches.c.origin == origin, matches.c.due.is_not(None))
            return int(await connection.scalar(ours) or 0)

    async def public(self, since: str, most: int) -> list[str]:
        """Return the newest public matches since then that are not over."""
        async with self._reading(self.engine) as connection:
            open_to_all = select(matches.c.id).where(
                matches.c.public, matches.c.created >= since, matches.c.result == ""
            )
            found = await connection.execute(open_to_all.order_by(matches.c.created.desc()).limit(most))
            return [row.id for row in found]

    # --- writing: each returns once stored, and makes the next version of the match

    async def add(self, head: Head, sitting: Sequence[Seat], made: Sequence[StoredMove] = ()) -> None:
        await self._writer.write(head.id, None, {}, *_new_match(head, sitting), _added(head.id, made))

    async def add_rematch(self, head: Head, new: Head, sitting: Sequence[Seat]) -> None:
        """Add a new match, and the link to it in the old one: both or neither."""
        linked = {"match": head.id, "rematch": new.id}
        await self._change(head, (sql.LINK_REMATCH, [linked]), *_new_match(new, sitting))

    async def _change(self, head: Head, *rows: sql.Rows) -> None:
        await self._writer.write(head.id, head.version, _changing(head), *rows)
        head.version += 1

    async def start(
        self, head: Head, sitting: Sequence[Seat], made: Sequence[StoredMove], *answered: Answer
    ) -> None:
        started = {"match": head.id, "started": head.started, "nonce": head.nonce}
        seated = _seated(head.id, sitting)
        await self._change(
            head, (sql.START, [started]), seated, _added(head.id, made), _noted(head.id, answered)
        )

    async def close_words(self, head: Head, sitting: Sequence[Seat], *answered: Answer) -> None:
        """Close the giving of words: from now on they are only revealed."""
        closed = {"match": head.id, "reveal_by": head.reveal_by}
        await self._change(
            head, (sql.CLOSE_WORDS, [closed]), _seated(head.id, sitting), _noted(head.id, answered)
        )

    async def change_seats(self, head: Head, changed: Sequence[Seat], *happened: Happening) -> None:
        await self._change(head, _seated(head.id, changed), _happened(head.id, happened))

    async def add_moves(
        self, head: Head, made: Sequence[StoredMove], result: Ending | None = None, *happened: Happening
    ) -> None:
        """Store moves, with the match's `result` if they end it, and events that belong to them."""
        changes = [_added(head.id, made), _happened(head.id, happened)]
        if result is not None:
            ended = {"match": head.id, "result": msgspec.json.encode(result).decode()}
            changes.append((sql.END, [ended]))
        await self._change(head, *changes)

    async def ask(self, head: Head, *answered: Answer) -> None:
        """Store the take-back request, which is a part of the head."""
        await self._change(head, _noted(head.id, answered))

    async def take_back(
        self,
        head: Head,
        number: int,
        taken: TakeBack,
        requests: list[tuple[int, str, str, int]],
        happened: Happening,
        *answered: Answer,
    ) -> None:
        row = {
            "match": head.id,
            "number": number,
            "after": taken.after,
            "moves": json.dumps(taken.moves),
            "requests": json.dumps(requests),
        }
        gone = {"of_match": head.id, "after": taken.after}
        noted = _happened(head.id, [happened]), _noted(head.id, answered)
        await self._change(head, (sql.FORGET_MOVES, [gone]), (sql.ADD_TAKE_BACK, [row]), *noted)

    async def add_chat(self, head: Head, said: Said, *answered: Answer) -> None:
        line = {"match": head.id, **asdict(said)}
        await self._change(head, (sql.ADD_CHAT, [line]), _noted(head.id, answered))

    async def delete(self, head: Head) -> None:
        """Delete the match and all its rows."""
        await self._change(head, *((each, [{"of_match": head.id}]) for each in sql.DELETE))

    # --- the server that plays for a match's bots; viewers see no change

    async def claim(self, match: str, before: str) -> bool:
        """Become the driver of a match, unless another server has replaced `before`; return whether it
        worked."""
        mine = update(matches).where(matches.c.id == match, matches.c.driver == before)
        return await self._at_once(mine.values(driver=self.worker)) == 1

    async def let_rest(self, match: str) -> None:
        """Mark a match that cannot be played on as never due."""
        await self._at_once(update(matches).where(matches.c.id == match).values(due=None))

    async def _at_once(self, statement: Any) -> int:
        async with self._reading(self.engine.execution_options(**WRITES)) as connection, connection.begin():
            return int((await connection.execute(statement)).rowcount)


def _read_head(row: dict[str, Any]) -> Head:
    del row["mark"]
    row["variant"] = json.loads(row["variant"])
    row["asked"] = msgspec.json.decode(row["asked"], type=TakeBackRequest) if row["asked"] else None
    row["waiting"] = msgspec.json.decode(row["waiting"] or "{}", type=Waiting)
    row["branch"] = msgspec.json.decode(row["branch"], type=Branch) if row["branch"] else None
    return Head(**row)


def _changing(head: Head) -> dict[str, Any]:
    """Return the columns of a match that any change may alter."""
    return {
        "asked": msgspec.json.encode(head.asked).decode() if head.asked else "",
        "waiting": msgspec.json.encode(head.waiting).decode(),
        "due": head.due,
        "driver": head.driver,
    }


def _new_match(head: Head, sitting: Sequence[Seat]) -> tuple[sql.Rows, sql.Rows]:
    branch = msgspec.json.encode(head.branch).decode() if head.branch else ""
    row = {**asdict(head), **_changing(head), "variant": json.dumps(head.variant), "branch": branch}
    return (sql.ADD_MATCH, [row]), (sql.ADD_SEATS, [_seat_row(head.id, seat) for seat in sitting])


def _happened(match: str, happened: Sequence[Happening]) -> sql.Rows:
    return sql.ADD_HAPPENINGS, [{"match": match, **asdict(each)} for each in happened]


def _noted(match: str, answered: Sequence[Answer]) -> sql.Rows:
    return sql.ADD_ANSWERS, [{"match": match, **asdict(answer)} for answer in answered]


def _added(match: str, made: Sequence[StoredMove]) -> sql.Rows:
    return sql.ADD_MOVES, [
        {"match": match, "number": move.number, "seat": move.seat, "name": move.name, "request": move.request}
        for move in made
    ]


def _seat_row(match: str, seat: Seat) -> dict[str, Any]:
    return {"match": match, **asdict(seat), "mutes": " ".join(map(str, sorted(seat.mutes)))}


def _seated(match: str, changed: Sequence[Seat]) -> sql.Rows:
    rows = [_seat_row(match, seat) for seat in changed]
    return sql.CHANGE_SEAT, [{**row, "of_match": match, "of_number": row["number"]} for row in rows]
