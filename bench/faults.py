"""Kills workers and PostgreSQL at random during matches, then checks that every answered move is stored.

`python -m bench.faults --kills 200`, from the root of the repository.

It starts its own PostgreSQL and server. `--delay 0.01` puts a slow network between them, which also breaks at
random.
"""

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from tests.web import postgres
from tests.web.faults import SlowNetwork, check, kill_a_worker, players
from tests.web.servers import Server, free_port


@contextlib.asynccontextmanager
async def network(port: int, delay: float) -> AsyncIterator[SlowNetwork | None]:
    if not delay:
        yield None
        return
    async with SlowNetwork(port, free_port(), delay).running() as slow:
        yield slow


@contextlib.asynccontextmanager
async def started(server: Server) -> AsyncIterator[Server]:
    """Start a server in a thread: the loop must go on, because it runs the network to the database."""
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
                        await asyncio.sleep(rng.random() * 2 * options.pause)
                        kind = await harm(cluster, server.process.pid, slow, rng)
                        done[kind] = done.get(kind, 0) + 1
                        if number % 10 == 0:
                            print(f"{number} faults, {time.monotonic() - begun:.0f} s", flush=True)
                answers = await check(database, tables)
    faults = ", ".join(f"{number} {kind}" for kind, number in sorted(done.items()))
    print(f"{options.kills} faults ({faults}), {answers} answers, nothing lost.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between two faults, on average")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds on the way to PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if reason := postgres.why_not():
        raise SystemExit(f"PostgreSQL cannot be started: {reason}.")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(options, Path(folder)))


if __name__ == "__main__":
    main()
