"""Matches in a database: SQLite in a file, or PostgreSQL. All reads and writes are here."""

import asyncio
import contextlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable, delete, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.chance import Chance, FairDice, SeedDice
from quincunx.core.mistake import Mistake
from quincunx.record import FIRST_RULES, Outcome, Player, Record, TakeBack, write_move
from quincunx.web.refusal import Refused
from quincunx.web.schema import chat, matches, moves, seats, take_backs

MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
HASH_LENGTH = 64
MOST_AT_ONCE = 500
"""How many changes go into one transaction."""


@dataclass
class Head:
    """A match without its moves."""

    id: str
    game: str
    variant: dict[str, Any]
    dice: str
    seed: str
    secret: str
    clock: int
    creator: str
    created: str
    nonce: str = ""
    started: str = ""
    rules: int = FIRST_RULES
    """The version of the game's rules when the match was set up."""
    numbers: str = ""
    """The fingerprint of all numbers in force then; empty in matches of release 0.1."""
    result: str = ""
    """How it ended, as JSON: so that it is known even where the rules have changed since."""
    reveal_by: str = ""
    """Until when devices may reveal their words; empty as long as words can still be given."""
    creator_seat: int = -1
    """The first seat of whoever set the table; -1 if they have none."""
    seed_by: str = ""
    """Who chose the seed: `creator` or `server`."""

    def chance(self, sitting: "Sequence[Seat]" = ()) -> Chance:
        """The dice. Those who sit there have mixed in their words, if the match has begun."""
        if self.dice == "seed":
            return SeedDice(self.seed)
        words = [seat.word for seat in sitting]
        return FairDice(bytes.fromhex(self.secret), self.nonce, words, [seat.hash for seat in sitting])


@dataclass
class Seat:
    """Who sits where. `bot` names a bot; `away` means that a bot plays for the person meanwhile."""

    number: int
    name: str
    colour: int
    bot: str = ""
    token: str = ""
    taken: bool = False
    away: bool = False
    word: str = ""
    mutes: set[int] = field(default_factory=set)
    pledge: str = ""
    """Whether there is a word: `none`, `open`, the hash of one that is still to be revealed, or empty if
    nothing was said about it yet."""

    @property
    def hash(self) -> str:
        """The hash that the seat's device gave in place of its word; empty if it gave none."""
        return self.pledge if len(self.pledge) == HASH_LENGTH else ""


@dataclass
class Move:
    number: int
    seat: int
    name: str
    request: str | None


@dataclass
class Said:
    """A line of the chat."""

    number: int
    seat: int
    text: str
    request: str | None


class Ending(Outcome, omit_defaults=True):
    """How a match ended, with those parts of its record that cannot be computed without its rules."""

    draws: dict[int, list[str]] = {}
    digest: str = ""


@dataclass
class Stored:
    """All that is known of a match."""

    head: Head
    seats: list[Seat]
    moves: list[Move] = field(default_factory=list)
    take_backs: list[TakeBack] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    taken_back: dict[tuple[int, str], str] = field(default_factory=dict)
    """Requests whose moves were taken back: by seat and request, the move."""

    def record(self) -> Record:
        """The match as a file has it, without playing it again."""
        head = self.head
        ending = msgspec.json.decode(head.result, type=Ending) if head.result else None
        return Record(
            game=head.game,
            rules=head.rules,
            numbers=head.numbers,
            seats=[Player(seat.name, seat.bot) for seat in self.seats],
            chance=head.chance(self.seats).header(),
            moves=[write_move(move.seat, move.name) for move in self.moves],
            variant=head.variant,
            started=head.started,
            take_backs=self.take_backs,
            draws=ending.draws if ending else {},
            result=Outcome(ending.winners, ending.scores, ending.reason) if ending else None,
            digest=ending.digest if ending else "",
        )


Change = tuple[Executable, list[dict[str, Any]]]
_ADD_MOVES = insert(moves)
_ADD_CHAT = insert(chat)


class Store:
    """The database. Changes go through one writer that commits many of them together."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[list[Change], asyncio.Future[None]]] = []
        self._connection: AsyncConnection | None = None
        self._wake = asyncio.Event()
        self._writer = asyncio.create_task(self._write_on())

    @classmethod
    async def open(cls, address: str) -> "Store":
        """Connect and bring the tables up to date; a Mistake if the database cannot be used."""
        engine = _engine(address)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_upgrade)
        except (OSError, SQLAlchemyError) as error:
            await engine.dispose()
            reason = str(error.__cause__ or error).splitlines()[0]
            raise Mistake(f"The database {_shown(address)} cannot be used: {reason}.") from None
        return cls(engine)

    async def close(self) -> None:
        while self._waiting:
            await asyncio.sleep(0.01)
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._hang_up()
        await self._engine.dispose()

    async def ping(self) -> None:
        async with self._engine.connect() as connection:
            await connection.execute(select(1))

    # --- reading

    async def load(self, match: str) -> Stored | None:
        async with self._engine.connect() as connection:
            found = (await connection.execute(select(matches).where(matches.c.id == match))).first()
            if found is None:
                return None
            head = dict(found._mapping)
            stored = Stored(Head(**{**head, "variant": json.loads(head["variant"])}), [])
            for row in await self._rows(connection, seats, match):
                row["mutes"] = {int(seat) for seat in row["mutes"].split()}
                stored.seats.append(Seat(**row))
            stored.moves = [Move(**row) for row in await self._rows(connection, moves, match)]
            stored.chat = [Said(**row) for row in await self._rows(connection, chat, match)]
            for row in await self._rows(connection, take_backs, match):
                stored.take_backs.append(TakeBack(row["after"], json.loads(row["moves"])))
                for seat, request, name in json.loads(row["requests"]):
                    stored.taken_back[seat, request] = name
            return stored

    async def _rows(self, connection: AsyncConnection, table: Any, match: str) -> list[dict[str, Any]]:
        wanted = [column for column in table.c if column.name != "match"]
        found = await connection.execute(
            select(*wanted).where(table.c.match == match).order_by(table.c.number)
        )
        return [dict(row._mapping) for row in found]

    # --- writing: each returns only when it is stored

    async def add(self, head: Head, sitting: Sequence[Seat]) -> None:
        row = {**asdict(head), "variant": json.dumps(head.variant)}
        await self._write((insert(matches), [row]), (insert(seats), [_seat_row(head.id, s) for s in sitting]))

    async def start(self, head: Head, sitting: Sequence[Seat], made: Sequence[Move]) -> None:
        started = (
            update(matches).where(matches.c.id == head.id).values(started=head.started, nonce=head.nonce)
        )
        await self._write((started, []), *(_seat_update(head.id, s) for s in sitting), _added(head.id, made))

    async def close_words(self, head: Head, sitting: Sequence[Seat]) -> None:
        """From now on words are only revealed."""
        closed = update(matches).where(matches.c.id == head.id).values(reveal_by=head.reveal_by)
        await self._write((closed, []), *(_seat_update(head.id, s) for s in sitting))

    async def change_seats(self, match: str, changed: Sequence[Seat]) -> None:
        await self._write(*(_seat_update(match, seat) for seat in changed))

    async def add_moves(self, match: str, made: Sequence[Move], result: Ending | None = None) -> None:
        """`result` is how the match ended with these moves."""
        changes = [_added(match, made)]
        if result is not None:
            ended = update(matches).where(matches.c.id == match)
            changes.append((ended.values(result=msgspec.json.encode(result).decode()), []))
        await self._write(*changes)

    async def take_back(
        self, match: str, number: int, taken: TakeBack, requests: list[tuple[int, str, str]]
    ) -> None:
        row = {
            "match": match,
            "number": number,
            "after": taken.after,
            "moves": json.dumps(taken.moves),
            "requests": json.dumps(requests),
        }
        gone = delete(moves).where(moves.c.match == match, moves.c.number > taken.after)
        await self._write((gone, []), (insert(take_backs), [row]))

    async def add_chat(self, match: str, said: Said) -> None:
        await self._write((_ADD_CHAT, [{"match": match, **asdict(said)}]))

    async def _write(self, *changes: Change) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((list(changes), done))
        self._wake.set()
        # Whoever asked may have gone; what was accepted is stored all the same.
        await asyncio.shield(done)

    async def _write_on(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            if not self._waiting:
                self._wake.clear()
            if not await self._commit(batch):
                # One of them cannot be stored; the others shall not suffer from it.
                for job in batch:
                    await self._commit([job], last_try=True)

    async def _commit(
        self, batch: list[tuple[list[Change], asyncio.Future[None]]], last_try: bool = False
    ) -> bool:
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
            async with self._connection.begin():
                for statement, rows in _merged([change for changes, _ in batch for change in changes]):
                    await self._connection.execute(statement, rows or None)
        except Exception as error:  # Whatever it was, the writer must go on.
            await self._hang_up()
            if last_try:
                _fail(batch[0][1], error)
            return False
        for _, done in batch:
            if not done.done():
                done.set_result(None)
        return True

    async def _hang_up(self) -> None:
        """Let go of the writer's connection; the next change opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.close()


def _fail(done: "asyncio.Future[None]", error: Exception) -> None:
    if done.done():
        return
    if isinstance(error, IntegrityError):
        done.set_exception(Refused("Somebody was quicker than you; look at the table again."))
    else:
        done.set_exception(Refused("That could not be stored, so it was not done; try again.", 503))


def _merged(changes: list[Change]) -> list[tuple[Executable, list[dict[str, Any]]]]:
    """Neighbours that insert into the same table become one statement."""
    merged: list[tuple[Executable, list[dict[str, Any]]]] = []
    for statement, rows in changes:
        if rows and merged and merged[-1][0] is statement:
            merged[-1][1].extend(rows)
        elif rows or not isinstance(statement, type(_ADD_MOVES)):
            merged.append((statement, list(rows)))
    return merged


def _added(match: str, made: Sequence[Move]) -> Change:
    return _ADD_MOVES, [{"match": match, **asdict(move)} for move in made]


def _seat_row(match: str, seat: Seat) -> dict[str, Any]:
    return {"match": match, **asdict(seat), "mutes": " ".join(map(str, sorted(seat.mutes)))}


def _seat_update(match: str, seat: Seat) -> Change:
    row = _seat_row(match, seat)
    where = (seats.c.match == row.pop("match"), seats.c.number == row.pop("number"))
    return update(seats).where(*where).values(**row), []


def _engine(address: str) -> AsyncEngine:
    try:
        url = make_url(address)
        kind = url.get_backend_name()
        if kind not in DRIVERS and url.drivername not in DRIVERS:
            raise Mistake(
                f"`{_shown(address)}` is neither `sqlite:///FILE` nor `postgresql://USER@HOST/NAME`."
            )
        url = url.set(drivername=DRIVERS[kind])
        if kind == "sqlite":
            return _sqlite(url)
        return create_async_engine(url, pool_size=4)
    except (ArgumentError, NoSuchModuleError):
        raise Mistake(
            f"`{_shown(address)}` is no address of a database, such as `sqlite:///quincunx.db`."
        ) from None
    except ModuleNotFoundError:
        raise Mistake("PostgreSQL needs one more package: `pip install 'quincunx[postgres]'`.") from None


def _shown(address: str) -> str:
    """An address without its password."""
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return address


def _sqlite(url: Any) -> AsyncEngine:
    if url.database and url.database != ":memory:":
        # It holds the secrets of dice: for the owner's eyes only.
        try:
            os.close(os.open(url.database, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise Mistake(f"The database {url.database} cannot be used: {error.strerror}.") from None
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check(address: str) -> None:
    """A Mistake if the database cannot be used; brings its tables up to date if it can."""

    async def look() -> None:
        await (await Store.open(address)).close()

    asyncio.run(look())
