"""A table on a database of its own, reached without a network."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from quincunx.table.limits import Limits
from tests.table.clients import House, open_house

NO_LIMITS = Limits(rate=1e9, burst=1e9, chat_rate=1e9, chat_burst=1e9)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'table.db'}"


@pytest.fixture
async def house(database: str) -> AsyncIterator[House]:
    async with open_house(database, NO_LIMITS) as house:
        yield house
