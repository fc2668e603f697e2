"""Workers and PostgreSQL die while people play, and nothing that was answered is lost. The long run is
`python -m bench.faults`."""

import asyncio
import random
import signal
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, until
from tests.web.clients import Program, open_house
from tests.web.conftest import NO_LIMITS
from tests.web.faults import SlowNetwork, Table, check, kill_a_worker, players, send_again, workers_of
from tests.web.postgres import Postgres
from tests.web.servers import free_port, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_nothing_is_lost_when_workers_and_the_database_die(cluster: Postgres, tmp_path: Path) -> None:
    """Real processes: a worker is killed, then PostgreSQL, then all workers are replaced, then they stop."""
    database, rng = cluster.database(), random.Random(7)
    with serving(tmp_path, "--workers", "2", "--database", database, "--pace", "0") as server:
        assert server.process is not None
        pid = server.process.pid
        async with players(server.address, 4, seed=7) as tables:
            await until(lambda: answers(tables) >= 8)
            assert kill_a_worker(pid, rng)
            await until(lambda: answers(tables) >= 16)
            await asyncio.to_thread(cluster.kill)
            await asyncio.to_thread(cluster.start)
            before = set(workers_of(pid))
            server.process.send_signal(signal.SIGHUP)
            await until(lambda: len(set(workers_of(pid)) - before) == 2)
            enough = answers(tables) + 8
            await until(lambda: answers(tables) >= enough)
        assert await send_again(server.address, tables)
        server.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
        assert await check(database, tables) >= enough


def answers(tables: list[Table]) -> int:
    """Return how often people were answered so far."""
    return sum(told.answers - len(told.tokens) for one in tables for told in one.told)


async def test_a_slow_way_to_the_database_that_breaks_loses_nothing(cluster: Postgres) -> None:
    database = cluster.database()
    async with SlowNetwork(cluster.port, free_port(), 0.005).running() as network:
        slow = database.replace(f":{cluster.port}/", f":{network.port}/")
        async with open_house(slow, NO_LIMITS) as house, open_house(slow, NO_LIMITS) as other:
            ones = [await server.create("idle-six", "me") for server in (house, other) for _ in range(2)]
            moved: list[tuple[str, str]] = []
            for number in range(3):
                if number == 1:
                    network.cut()
                for one in ones:
                    moved.append((one.match, await move(one[1], f"r{number}")))
        # Asked without the slow way, and by a server that knows nothing yet.
        async with open_house(database, NO_LIMITS) as again:
            for one in ones:
                told = [name for match, name in moved if match == one.match]
                stored = await again.host.registry.stored(one.match)
                assert [made.name for made in stored.moves if made.request] == told


async def move(program: Program, request: str) -> str:
    """Make a move, sent until it is answered."""

    async def answered() -> str | None:
        now = await program.get("/moves")
        if now.status_code == 200:
            at, names = now.json()["at"], now.json()["moves"]
            name = next((name for name in names if name != "done"), names[0])
            for _ in range(20):
                answer = await program.move(name, at, request)
                if answer.status_code == 200:
                    return str(answer.json()["move"])
                assert answer.status_code in (409, 503), answer.text
        return None

    return str(await until(answered))
