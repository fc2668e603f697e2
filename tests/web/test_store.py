"""The database is brought up to date at the start, and its address is checked."""

import asyncio
import contextlib
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from quincunx.core.game import Game
from quincunx.core.mistake import Mistake
from quincunx.web import database as databases
from quincunx.web import sqlite_commits
from quincunx.web.schema import metadata
from tests.web.clients import open_house
from tests.web.conftest import NO_LIMITS


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'quincunx.db'}"


def test_the_migrations_make_the_tables_that_the_code_uses(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    databases.check(database)
    databases.check(database)
    with create_engine(database).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_sqlite_writes_ahead(database: str, tmp_path: Path) -> None:
    databases.check(database)
    with sqlite3.connect(tmp_path / "quincunx.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.anyio
async def test_what_was_written_ahead_is_copied_while_people_play(
    database: str, tmp_path: Path, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_commits, "COPY_AFTER", 0.0)
    async with open_house(database, NO_LIMITS) as house, asyncio.timeout(60):
        players = await house.create("pig", "me", "me")
        assert (await players[1].move("hold")).status_code == 200
        while not _moves_in(shutil.copy(tmp_path / "quincunx.db", tmp_path / "without-the-rest.db")):
            await asyncio.sleep(0.02)


def _moves_in(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        number: int = connection.execute("SELECT count(*) FROM moves").fetchone()[0]
        return number


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nonsense", "is no address of a database"),
        ("mysql://me:hidden@there/games", "is neither `sqlite:///FILE` nor `postgresql://USER@HOST/NAME`"),
        ("sqlite:////no/such/folder/quincunx.db", "cannot be used: No such file or directory."),
        ("postgresql://me:hidden@127.0.0.1:1/games", "ostgre"),
    ],
)
def test_an_address_that_cannot_be_used_is_a_mistake(address: str, sentence: str) -> None:
    with pytest.raises(Mistake, match=re.escape(sentence)) as mistake:
        databases.check(address)
    assert "hidden" not in str(mistake.value)
