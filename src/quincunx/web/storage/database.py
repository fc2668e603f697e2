"""Connections to the database: addresses, upgrades of the tables, and the lock on a SQLite file."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from quincunx.core.errors import UserError

MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
WRITES = {"writes": True}
"""Execution option for connections that will write."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    "wal_autocheckpoint=8000",
)
"""Settings of every connection to a SQLite file. The write-ahead log is copied into the file only at some 32
MB, since moves wait meanwhile."""
UPGRADING = 0x5175696E
"""Key of PostgreSQL's advisory lock for upgrading the tables."""


async def open_engine(address: str) -> AsyncEngine:
    """Connect and upgrade the tables; raise UserError if the database cannot be used."""
    engine = _engine(address)
    try:
        async with engine.execution_options(**WRITES).begin() as connection:
            await connection.run_sync(_upgrade)
    except Exception as error:
        await engine.dispose()
        if not is_trouble(error):
            raise
        reason = str(error.__cause__ or error).splitlines()[0].rstrip(".")
        raise UserError(f"The database {_shown(address)} cannot be used: {reason}.") from None
    return engine


def check(address: str) -> None:
    """Upgrade the tables of a database; raise UserError if it cannot be used."""

    async def look() -> None:
        await (await open_engine(address)).dispose()

    asyncio.run(look())


async def is_up_to_date(engine: AsyncEngine) -> bool:
    """Whether the tables are those of this release."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    def look(connection: Connection) -> bool:
        script = ScriptDirectory(str(MIGRATIONS))
        return set(MigrationContext.configure(connection).get_current_heads()) == set(script.get_heads())

    async with engine.connect() as connection:
        return await connection.run_sync(look)


def is_shared(address: str) -> bool:
    """Whether several servers may use this database at once."""
    return _url(address).get_backend_name() != "sqlite"


@contextlib.contextmanager
def locked(address: str) -> Iterator[None]:
    """Lock a SQLite file against other servers; raise UserError if one uses it already."""
    url = _url(address)
    if url.get_backend_name() != "sqlite" or not _is_file(url):
        yield
        return
    path = f"{url.database}.lock"
    try:
        lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise UserError(f"The database {url.database} cannot be used: {error.strerror}.") from None
    try:
        if not _lock(lock):
            raise UserError(
                f"Another server uses {url.database}. Stop it, name another file with `--database`, or share "
                "a PostgreSQL: `--database postgresql://USER@HOST/NAME`."
            )
        yield
    finally:
        os.close(lock)  # Closing releases the lock, and so does the end of the process.


def _lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_trouble(error: Exception) -> bool:
    """Whether the database cannot be reached or used, rather than our program being wrong."""
    if isinstance(error, OSError | SQLAlchemyError | TimeoutError):
        return True
    # asyncpg's own errors are not wrapped while a connection is made.
    return type(error).__module__.startswith("asyncpg")


def _is_file(url: URL) -> bool:
    return bool(url.database) and url.database != ":memory:"


def _url(address: str) -> URL:
    try:
        return make_url(address)
    except ArgumentError:
        raise UserError(
            f"`{_shown(address)}` is no address of a database, such as `sqlite:///quincunx.db`."
        ) from None


def _engine(address: str) -> AsyncEngine:
    url = _url(address)
    try:
        kind = url.get_backend_name()
        if kind not in DRIVERS and url.drivername not in DRIVERS:
            raise UserError(
                f"`{_shown(address)}` is neither `sqlite:///FILE` nor `postgresql://USER@HOST/NAME`."
            )
        url = url.set(drivername=DRIVERS[kind])
        if kind == "sqlite":
            return _sqlite(url)
        # Errors are logged, and parameters hold secrets.
        return create_async_engine(url, pool_size=4, hide_parameters=True)
    except (ArgumentError, NoSuchModuleError):
        raise UserError(
            f"`{_shown(address)}` is no address of a database, such as `sqlite:///quincunx.db`."
        ) from None
    except ModuleNotFoundError:
        raise UserError("PostgreSQL needs one more package: `pip install 'quincunx[postgres]'`.") from None


def _shown(address: str) -> str:
    """Return an address without its password."""
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return address


def _sqlite(url: URL) -> AsyncEngine:
    if not _is_file(url):
        raise UserError("Matches need a file that keeps them: name one, such as `sqlite:///quincunx.db`.")
    # Only the owner may read the file: it holds the secrets of dice.
    try:
        os.close(os.open(url.database or "", os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise UserError(f"The database {url.database} cannot be used: {error.strerror}.") from None
    engine = create_async_engine(url, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # The "begin" listener below starts transactions.
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock before it reads, so that nothing changes in between.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        # Several servers may start at once.
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": UPGRADING})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
