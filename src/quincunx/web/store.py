"""Matches in a database: SQLite in a file, or PostgreSQL. All reads and writes of matches are here."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quincunx.chance import Chance, FairDice, SeedDice
from quincunx.record import FIRST_RULES, Outcome, Player, Record, TakeBack, write_move
from quincunx.web.database import WRITES, is_trouble, is_up_to_date, open_engine
from quincunx.web.refusal import Unreachable
from quincunx.web.schema import answers, chat, matches, moves, seats, take_backs
from quincunx.web.writer import Rows, Writer

HASH_LENGTH = 64


class TakeBackRequest(msgspec.Struct):
    """Somebody wants to take a move back, and others have to agree."""

    seat: int
    unanswered: set[int]


class Waiting(msgspec.Struct):
    """Whom the match waits for: the step since which each seat has had its decision, and the time until
    which it may take, in seconds since 1970."""

    since: dict[int, int] = {}
    until: dict[int, float] = {}


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
    version: int = 0
    """How many changes there were. A change that was made on another version is not stored."""
    asked: TakeBackRequest | None = None
    waiting: Waiting = field(default_factory=Waiting)
    due: float | None = None
    """When a bot or a clock is to move, in seconds since 1970; 0 for now, None for never."""
    driver: str = ""
    """The server that plays for bots and clocks."""
    origin: str = ""
    """Stands for the address of whoever set up the match."""
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
class Answer:
    """What a request was answered: so that it has the same answer when it comes again."""

    number: int
    seat: int
    request: str
    at: int
    phase: str


@dataclass
class Seen:
    """How much of a match somebody has read already."""

    moves: int = 0
    take_backs: int = 0
    chat: int = 0
    answers: int = 0


@dataclass
class Stored:
    """All that is known of a match."""

    head: Head
    seats: list[Seat]
    moves: list[Move] = field(default_factory=list)
    take_backs: list[TakeBack] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    taken_back: dict[tuple[int, str], tuple[str, int]] = field(default_factory=dict)
    """Requests whose moves were taken back: by seat and request, the move and the `at` of its answer."""

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


_ADD_MOVES = insert(moves)
_ADD_CHAT = insert(chat)
_ADD_ANSWERS = insert(answers)


class Store:
    """The database as one server sees it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        """Whether other servers may use the database too."""
        self.worker = secrets.token_hex(4)
        """What this server is called in the database."""
        self._writer = Writer(engine, self.worker)
        # What is read of a match is of one moment, though it takes several queries. SQLite does so anyway.
        level = {"isolation_level": "REPEATABLE READ"} if self.shared else {}
        self._snapshots = engine.execution_options(**level)
        self._asked: set[str] = set()
        self._answer: asyncio.Task[dict[str, int]] | None = None
        self._asking = asyncio.Lock()

    @classmethod
    async def open(cls, address: str) -> "Store":
        """Connect and bring the tables up to date; a Mistake if the database cannot be used."""
        return cls(await open_engine(address))

    async def close(self) -> None:
        await self._writer.close()
        await self.engine.dispose()

    async def is_ready(self) -> bool:
        """Whether the database answers and has the tables that this release needs."""
        try:
            return await is_up_to_date(self.engine)
        except Exception as error:
            if is_trouble(error):
                return False
            raise

    # --- reading

    @contextlib.asynccontextmanager
    async def _reading(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            async with engine.connect() as connection:
                yield connection
        except Exception as error:
            if is_trouble(error):
                raise Unreachable from error
            raise

    async def load(self, match: str, seen: Seen | None = None) -> Stored | None:
        """A match as it is now; of its rows only those that are not `seen`."""
        seen = seen or Seen()
        async with self._reading(self._snapshots) as connection:
            found = (await connection.execute(select(matches).where(matches.c.id == match))).first()
            if found is None:
                return None
            stored = Stored(_read_head(dict(found._mapping)), [])
            for row in await self._rows(connection, seats, match, -1):
                row["mutes"] = {int(seat) for seat in row["mutes"].split()}
                stored.seats.append(Seat(**row))
            stored.moves = [Move(**row) for row in await self._rows(connection, moves, match, seen.moves)]
            stored.chat = [Said(**row) for row in await self._rows(connection, chat, match, seen.chat)]
            known = await self._rows(connection, answers, match, seen.answers)
            stored.answers = [Answer(**row) for row in known]
            for row in await self._rows(connection, take_backs, match, seen.take_backs):
                stored.take_backs.append(TakeBack(row["after"], json.loads(row["moves"])))
                for seat, request, name, *at in json.loads(row["requests"]):
                    # Release 0.1 did not note what the mover was answered.
                    stored.taken_back[seat, request] = name, at[0] if at else row["after"]
            return stored

    async def _rows(
        self, connection: AsyncConnection, table: Any, match: str, after: int
    ) -> list[dict[str, Any]]:
        wanted = [column for column in table.c if column.name != "match"]
        of_match = select(*wanted).where(table.c.match == match, table.c.number > after)
        found = await connection.execute(of_match.order_by(table.c.number))
        return [dict(row._mapping) for row in found]

    async def versions(self, wanted: Collection[str]) -> dict[str, int]:
        """The newest versions of some matches."""
        async with self._reading(self.engine) as connection:
            newest = select(matches.c.id, matches.c.version).where(matches.c.id.in_(list(wanted)))
            return {row.id: row.version for row in await connection.execute(newest)}

    async def version(self, match: str) -> int:
        """The newest version of a match. Those who ask while a query is under way are asked for together."""
        self._asked.add(match)
        if self._answer is None:
            self._answer = asyncio.create_task(self._ask_versions())
        return (await asyncio.shield(self._answer)).get(match, 0)

    async def _ask_versions(self) -> dict[str, int]:
        async with self._asking:
            asked, self._asked, self._answer = self._asked, set(), None
            return await self.versions(asked)

    async def due(self, now: float, others: Collection[str], most: int) -> list[tuple[str, str]]:
        """Matches in which a bot or a clock is to move, except those that `others` look after; and the
        server that did so last."""
        async with self._reading(self.engine) as connection:
            mine = select(matches.c.id, matches.c.driver).where(
                matches.c.due <= now, matches.c.driver.not_in(list(others))
            )
            found = await connection.execute(mine.order_by(matches.c.due).limit(most))
            return [(row.id, row.driver) for row in found]

    async def running(self, origin: str) -> int:
        """How many matches of an origin have a bot or a clock that is to move."""
        async with self._reading(self.engine) as connection:
            ours = select(func.count()).where(matches.c.origin == origin, matches.c.due.is_not(None))
            return int(await connection.scalar(ours) or 0)

    # --- writing: each returns only when it is stored, and makes the next version of the match

    async def add(self, head: Head, sitting: Sequence[Seat]) -> None:
        row = {**asdict(head), **_changing(head), "variant": json.dumps(head.variant)}
        rows = (insert(matches), [row]), (insert(seats), [_seat_row(head.id, s) for s in sitting])
        await self._writer.write(head.id, None, {}, *rows)

    async def _change(self, head: Head, *rows: Rows) -> None:
        await self._writer.write(head.id, head.version, _changing(head), *rows)
        head.version += 1

    async def start(
        self, head: Head, sitting: Sequence[Seat], made: Sequence[Move], *answered: Answer
    ) -> None:
        started = (
            update(matches).where(matches.c.id == head.id).values(started=head.started, nonce=head.nonce)
        )
        seated = (_seat_update(head.id, s) for s in sitting)
        await self._change(head, (started, []), *seated, _added(head.id, made), _noted(head.id, answered))

    async def close_words(self, head: Head, sitting: Sequence[Seat], *answered: Answer) -> None:
        """From now on words are only revealed."""
        closed = update(matches).where(matches.c.id == head.id).values(reveal_by=head.reveal_by)
        seated = (_seat_update(head.id, s) for s in sitting)
        await self._change(head, (closed, []), *seated, _noted(head.id, answered))

    async def change_seats(self, head: Head, changed: Sequence[Seat]) -> None:
        await self._change(head, *(_seat_update(head.id, seat) for seat in changed))

    async def add_moves(self, head: Head, made: Sequence[Move], result: Ending | None = None) -> None:
        """`result` is how the match ended with these moves."""
        changes = [_added(head.id, made)]
        if result is not None:
            ended = update(matches).where(matches.c.id == head.id)
            changes.append((ended.values(result=msgspec.json.encode(result).decode()), []))
        await self._change(head, *changes)

    async def ask(self, head: Head, *answered: Answer) -> None:
        """Who is asked about a take-back, which is a part of the head."""
        await self._change(head, _noted(head.id, answered))

    async def take_back(
        self,
        head: Head,
        number: int,
        taken: TakeBack,
        requests: list[tuple[int, str, str, int]],
        *answered: Answer,
    ) -> None:
        row = {
            "match": head.id,
            "number": number,
            "after": taken.after,
            "moves": json.dumps(taken.moves),
            "requests": json.dumps(requests),
        }
        gone = delete(moves).where(moves.c.match == head.id, moves.c.number > taken.after)
        await self._change(head, (gone, []), (insert(take_backs), [row]), _noted(head.id, answered))

    async def add_chat(self, head: Head, said: Said, *answered: Answer) -> None:
        line = {"match": head.id, **asdict(said)}
        await self._change(head, (_ADD_CHAT, [line]), _noted(head.id, answered))

    # --- who looks after a match; this changes nothing that anybody sees

    async def claim(self, match: str, before: str) -> bool:
        """Look after a match from now on, instead of the server that did so before."""
        mine = update(matches).where(matches.c.id == match, matches.c.driver == before)
        return await self._at_once(mine.values(driver=self.worker)) == 1

    async def let_rest(self, match: str) -> None:
        """Nothing is due in this match: it cannot be played on."""
        await self._at_once(update(matches).where(matches.c.id == match).values(due=None))

    async def _at_once(self, statement: Any) -> int:
        async with self._reading(self.engine.execution_options(**WRITES)) as connection, connection.begin():
            return int((await connection.execute(statement)).rowcount)


def _read_head(row: dict[str, Any]) -> Head:
    del row["mark"]
    row["variant"] = json.loads(row["variant"])
    row["asked"] = msgspec.json.decode(row["asked"], type=TakeBackRequest) if row["asked"] else None
    row["waiting"] = msgspec.json.decode(row["waiting"] or "{}", type=Waiting)
    return Head(**row)


def _changing(head: Head) -> dict[str, Any]:
    """The columns of a match that any change may alter."""
    return {
        "asked": msgspec.json.encode(head.asked).decode() if head.asked else "",
        "waiting": msgspec.json.encode(head.waiting).decode(),
        "due": head.due,
        "driver": head.driver,
    }


def _noted(match: str, answered: Sequence[Answer]) -> Rows:
    return _ADD_ANSWERS, [{"match": match, **asdict(answer)} for answer in answered]


def _added(match: str, made: Sequence[Move]) -> Rows:
    return _ADD_MOVES, [
        {"match": match, "number": move.number, "seat": move.seat, "name": move.name, "request": move.request}
        for move in made
    ]


def _seat_row(match: str, seat: Seat) -> dict[str, Any]:
    return {"match": match, **asdict(seat), "mutes": " ".join(map(str, sorted(seat.mutes)))}


def _seat_update(match: str, seat: Seat) -> Rows:
    row = _seat_row(match, seat)
    where = (seats.c.match == row.pop("match"), seats.c.number == row.pop("number"))
    return update(seats).where(*where).values(**row), []
