"""The statements that write a match, compiled once.

SQLAlchemy compiles each for SQLite and PostgreSQL; running it then takes only its text and the values. So the
cost of making SQL is paid once for each statement, not for each move.
"""

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Delete, Insert, Table, Update, bindparam, delete, insert, update
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from quincunx.web.storage.schema import answers, chat, happenings, matches, moves, seats, take_backs

Statement = Insert | Update | Delete
Rows = tuple[Statement, list[dict[str, Any]]]
"""A statement, and a row of values for each time that it is run."""


class Sql(NamedTuple):
    """A statement in one database's SQL, and the names of its values in order."""

    text: str
    names: list[str]


@cache
def for_sqlite(statement: Statement) -> Sql:
    return _compiled(statement, sqlite_dialect())


@cache
def for_postgres(statement: Statement) -> Sql:
    return _compiled(statement, PGDialect_asyncpg())  # type: ignore[no-untyped-call]


def _compiled(statement: Statement, dialect: Any) -> Sql:
    compiled = statement.compile(dialect=dialect)
    return Sql(str(compiled), list(compiled.positiontup or []))


def _add(table: Table, without: tuple[str, ...] = ()) -> Insert:
    return insert(table).values({c.name: bindparam(c.name) for c in table.c if c.name not in without})


def _change(*columns: str) -> Update:
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    return update(matches).where(matches.c.id == bindparam("match")).values(values)


MARKED = ("version", "mark", "asked", "waiting", "due", "driver")
"""The columns of a match that every change writes."""

ADD_MATCH = _add(matches, without=("mark",))
ADD_SEATS = _add(seats)
ADD_MOVES = _add(moves)
ADD_TAKE_BACK = _add(take_backs)
ADD_CHAT = _add(chat)
ADD_ANSWERS = _add(answers)
ADD_HAPPENINGS = _add(happenings)
MOVE_ON = (
    update(matches)
    .where(matches.c.id == bindparam("match"), matches.c.version == bindparam("before"))
    .values({name: bindparam(name) for name in MARKED})
)
"""Advances a match by one version, if it is still at the one expected."""
LINK_REMATCH = _change("rematch")
START = _change("started", "nonce")
CLOSE_WORDS = _change("reveal_by")
END = _change("result")
CHANGE_SEAT = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.number == bindparam("of_number"))
    .values({c.name: bindparam(c.name) for c in seats.c if c.name not in ("match", "number")})
)
FORGET_MOVES = delete(moves).where(
    moves.c.match == bindparam("of_match"), moves.c.number > bindparam("after")
)
DELETE = [
    *(
        delete(table).where(table.c.match == bindparam("of_match"))
        for table in (seats, moves, take_backs, chat, answers, happenings)
    ),
    delete(matches).where(matches.c.id == bindparam("of_match")),
]
"""Deletes all rows of a match, its own row last."""
