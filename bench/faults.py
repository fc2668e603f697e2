"""Kill workers and PostgreSQL at random while people play, then check that the database knows all that they
were answered, and that who sends a request again is answered the same: `python -m bench.faults --kills 200`,
from the root of the repository.

It starts a PostgreSQL and a server of its own. `--delay 0.01` puts a slow network between the two, which also
breaks at random. With `--sqlite` one process on a file is killed and started again.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeVar

import httpx

from quincunx.web.serve import Table as Served
from quincunx.web.serve import run as run_server
from tests.waiting import block_until
from tests.web import postgres
from tests.web.faults import SlowNetwork, Table, all_heard, check, kill_a_worker, players, send_again
from tests.web.servers import Server, free_port

Serving = TypeVar("Serving", Server, "Forked")


@contextlib.asynccontextmanager
async def network(port: int, delay: float) -> AsyncIterator[SlowNetwork | None]:
    if not delay:
        yield None
        return
    async with SlowNetwork(port, free_port(), delay).running() as slow:
        yield slow


@contextlib.asynccontextmanager
async def started(server: Serving) -> AsyncIterator[Serving]:
    """Waits beside the loop: the network to its database is in this process."""
    try:
        await asyncio.to_thread(server.start)
        yield server
    finally:
        server.kill()


async def harm(cluster: postgres.Postgres, server: int, slow: SlowNetwork | None, rng: random.Random) -> str:
    """Cause one fault, and return its kind."""
    kinds = ["worker"] * 7 + ["PostgreSQL"] * 3 + (["network"] * 3 if slow else [])
    kind = rng.choice(kinds)
    if kind == "worker":
        kill_a_worker(server, rng)
    elif kind == "PostgreSQL":
        await asyncio.to_thread(cluster.kill)
        await asyncio.sleep(rng.random() * 2)
        await asyncio.to_thread(cluster.start)
    elif slow is not None:
        slow.cut()
    return kind


class Forked:
    """A server on a file in a process that has loaded all its code already, so that it starts at once."""

    def __init__(self, folder: Path) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            ["quincunx.web.serve", "alembic.command", "sqlalchemy.dialects.sqlite"]
        )
        self._database, self._port = f"sqlite:///{folder}/quincunx.db", free_port()
        self.address = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        table = Served(self._database, 0.0, None, [], log_requests=False)
        self._process = self._context.Process(target=run_server, args=("127.0.0.1", self._port, table))
        self._process.start()
        block_until(self._answers)

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/health", trust_env=False).status_code == 200
        return False

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


async def pause(number: int, seconds: float, rng: random.Random, tables: list[Table]) -> None:
    """Wait before a fault; before each second one until everybody has been answered since the last."""
    if number % 2 == 0:
        await all_heard(tables)
    await asyncio.sleep(rng.random() * 2 * seconds)


async def run_on_a_file(options: argparse.Namespace, folder: Path) -> None:
    rng, begun = random.Random(options.seed), time.monotonic()
    async with started(Forked(folder)) as server:
        async with players(server.address, options.tables, options.seed) as tables:
            for number in range(1, options.kills + 1):
                await pause(number, options.pause, rng, tables)
                server.kill()
                await asyncio.to_thread(server.start)
                tell(number, begun)
        again = await send_again(server.address, tables)
    answers = await check(f"sqlite:///{folder}/quincunx.db", tables)
    print(f"{options.kills} kills on SQLite. {in_words(tables, answers, again)}")


def in_words(tables: list[Table], answers: int, again: int) -> str:
    told = [told for table in tables for told in table.told]
    kinds = {
        "moves": sum(len(each.moves) for each in told),
        "take-backs": sum(len(each.undos) for each in told),
        "resignations": sum(len(each.resigned) for each in told),
        "rematches": sum(bool(each.rematch) for each in told),
        "deletions": sum(each.deleted for each in told),
    }
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
    return f"{answers} answers ({counts}): nothing lost or doubled; {again} requests answered the same again."


def tell(number: int, begun: float) -> None:
    if number % 10 == 0:
        print(f"{number} faults, {time.monotonic() - begun:.0f} s", flush=True)


async def run(options: argparse.Namespace, folder: Path) -> None:
    rng, begun = random.Random(options.seed), time.monotonic()
    with postgres.running() as cluster:
        database = cluster.database()
        async with network(cluster.port, options.delay) as slow:
            used = database.replace(f":{cluster.port}/", f":{slow.port}/") if slow else database
            more = ["--workers", str(options.workers), "--database", used, "--pace", "0"]
            async with started(Server(folder, *more)) as server:
                assert server.process is not None
                async with players(server.address, options.tables, options.seed) as tables:
                    done: dict[str, int] = {}
                    for number in range(1, options.kills + 1):
                        await pause(number, options.pause, rng, tables)
                        kind = await harm(cluster, server.process.pid, slow, rng)
                        done[kind] = done.get(kind, 0) + 1
                        tell(number, begun)
                again = await send_again(server.address, tables)
                answers = await check(database, tables)
    faults = ", ".join(f"{number} {kind}" for kind, number in sorted(done.items()))
    print(f"{options.kills} faults ({faults}) on PostgreSQL. {in_words(tables, answers, again)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between two faults, on average")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds on the way to PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true", help="one process on a file, in place of PostgreSQL")
    options = parser.parse_args()
    if not options.sqlite and (reason := postgres.why_not()):
        raise SystemExit(f"PostgreSQL cannot be started: {reason}.")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run((run_on_a_file if options.sqlite else run)(options, Path(folder)))


if __name__ == "__main__":
    main()
