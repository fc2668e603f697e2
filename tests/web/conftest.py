"""A server on a database of its own, reached without a network."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from quincunx.web.limits import Limits
from tests.web.clients import House, open_house

NO_LIMITS = Limits(rate=1e9, burst=1e9, chat_rate=1e9, chat_burst=1e9)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A fresh file, or the database that QUINCUNX_DATABASE names, to test PostgreSQL as well."""
    return os.environ.get("QUINCUNX_DATABASE") or f"sqlite:///{tmp_path / 'quincunx.db'}"


@pytest.fixture
async def house(database: str) -> AsyncIterator[House]:
    async with open_house(database, NO_LIMITS) as house:
        yield house
