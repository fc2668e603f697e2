"""A server on a database of its own, reached without a network."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from quincunx.web.server.limits import Limits
from tests.web import postgres
from tests.web.clients import House, open_house
from tests.web.postgres import Postgres

NO_LIMITS = Limits(rate=1e9, burst=1e9, chat_rate=1e9, chat_burst=1e9, deed_rate=1e9, deed_burst=1e9)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Return a fresh file, or the database that QUINCUNX_DATABASE names, to test PostgreSQL as well."""
    return os.environ.get("QUINCUNX_DATABASE") or f"sqlite:///{tmp_path / 'quincunx.db'}"


@pytest.fixture
async def house(database: str) -> AsyncIterator[House]:
    async with open_house(database, NO_LIMITS) as house:
        yield house


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """Run a PostgreSQL of our own, or skip the tests that need it."""
    if reason := postgres.why_not():
        pytest.skip(f"PostgreSQL is not tested: {reason}")
    with postgres.running() as server:
        yield server


@pytest.fixture
def shared_database(cluster: Postgres) -> str:
    """Return a database that several servers may use."""
    return cluster.database()


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest, database: str) -> str:
    """Return each kind of database in turn, so that a test runs on both."""
    return database if request.param == "sqlite" else str(request.getfixturevalue("shared_database"))
