"""The other servers on the same PostgreSQL: what they have changed, whom they see, and who is alive.

Each server says in the database that it is alive, for a few seconds at a time. Matches whose server has
not said so are looked after by another (`autoplay.py`). Whoever changes a match tells all others in the
same transaction (`storage/postgres.py`), with the moves; if it was more than moves, they read it, provided
that somebody here looks at the match.
"""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec

from quincunx.web.matches.registry import Registry
from quincunx.web.server import tasks
from quincunx.web.server.errors import Unreachable
from quincunx.web.storage.database import is_trouble
from quincunx.web.storage.postgres import CHANNEL, News

BEAT = 1.0
"""Seconds between two heartbeats."""
LEASE = 5.0
"""Seconds after its last heartbeat until a server counts as dead."""
PATIENCE = 5.0
"""Seconds that PostgreSQL may take to answer."""
PRESENCE = "quincunx_presence"
MOST_IN_A_NOTE = 200
"""Most matches in one notification; PostgreSQL allows 8,000 bytes."""
ALIVE = """
INSERT INTO workers (id, until, metrics) VALUES ($1, extract(epoch FROM clock_timestamp()) + $2, $3)
ON CONFLICT (id) DO UPDATE SET until = excluded.until, metrics = excluded.metrics
"""
WHO_IS_ALIVE = "SELECT id, metrics FROM workers WHERE until > extract(epoch FROM clock_timestamp())"
FORGET_THE_DEAD = "DELETE FROM workers WHERE until < extract(epoch FROM clock_timestamp()) - 60"
GOODBYE = "DELETE FROM workers WHERE id = $1"

log = logging.getLogger(__name__)


class Cluster:
    """The other servers that are alive, as this one sees them. Empty if the database is not shared."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._me = registry.store.worker
        self._task: asyncio.Task[None] | None = None
        self._reading: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        if self._registry.store.shared:
            met = asyncio.Event()
            self._task = asyncio.create_task(self._live_on(met))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await met.wait()

    async def close(self) -> None:
        """Say goodbye, so that other servers take over our matches at once."""
        if self._task is not None:
            await tasks.cancel([self._task])

    async def _live_on(self, met: asyncio.Event) -> None:
        while True:
            try:
                await self._meet(met)
            except Exception as error:
                if is_trouble(error) or isinstance(error, Unreachable):
                    log.warning("The other servers cannot be heard: %s.", type(error).__name__)
                else:
                    log.exception("The other servers cannot be heard.")
            await asyncio.sleep(BEAT)

    async def _meet(self, met: asyncio.Event) -> None:
        """Listen and send heartbeats for as long as the connection holds."""
        import asyncpg

        address = self._registry.store.engine.url.set(drivername="postgresql")
        connection = await asyncpg.connect(address.render_as_string(False), timeout=PATIENCE)
        try:
            await connection.add_listener(CHANNEL, self._on_change)
            await connection.add_listener(PRESENCE, self._on_presence)
            await self._beat(connection)
            met.set()
            # Changes made while nobody listened.
            await self._registry.catch_up_all()
            while True:
                await asyncio.sleep(BEAT)
                await self._beat(connection)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                await connection.execute(GOODBYE, self._me, timeout=PATIENCE)
            raise
        finally:
            connection.terminate()

    async def _beat(self, connection: Any) -> None:
        metrics = self._registry.count().as_json()
        await connection.execute(ALIVE, self._me, LEASE, metrics, timeout=PATIENCE)
        await connection.execute(FORGET_THE_DEAD, timeout=PATIENCE)
        alive = await connection.fetch(WHO_IS_ALIVE, timeout=PATIENCE)
        self._registry.others = {row["id"]: row["metrics"] for row in alive if row["id"] != self._me}
        self._registry.forget_absent()
        if self._registry.others:
            for note in self._presence():
                await connection.execute("SELECT pg_notify($1, $2)", PRESENCE, note, timeout=PATIENCE)

    def _presence(self) -> list[str]:
        """Return who is seen here, as notifications for the other servers."""
        here = list(self._registry.who_is_here(2 * BEAT).items())
        parts = [dict(here[first : first + MOST_IN_A_NOTE]) for first in range(0, len(here), MOST_IN_A_NOTE)]
        return [msgspec.json.encode({"by": self._me, "here": part}).decode() for part in parts]

    def _on_presence(self, _connection: Any, _pid: int, _channel: str, note: str) -> None:
        said = msgspec.json.decode(note)
        if said["by"] != self._me:
            self._registry.see_elsewhere(said["here"])

    def _on_change(self, _connection: Any, _pid: int, _channel: str, note: str) -> None:
        by, *lines = note.split("\n")
        for line in lines if by != self._me else []:
            match, version, driver, *news = line.split(" ", 3)
            told = msgspec.json.decode(news[0], type=News) if news else None
            reading = self._registry.hear(match, int(version), driver, told)
            if reading is not None:
                self._reading.add(reading)
                reading.add_done_callback(self._reading.discard)
