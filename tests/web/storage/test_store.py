"""The database is brought up to date at the start, and its address is checked."""

import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from quincunx.core.errors import UserError
from quincunx.web.storage import database as databases
from quincunx.web.storage.schema import metadata


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
    with pytest.raises(UserError, match=re.escape(sentence)) as mistake:
        databases.check(address)
    assert "hidden" not in str(mistake.value)
