"""Measures a server under load: moves per second, and the time until a move is answered.

    python bench/load.py --matches 500 --seconds 20 --database sqlite --database postgresql://…

One client plays each match (`load_clients.py`), with moves prepared before. Another connection listens to the
match's events. At the end the server is killed and started again, and every match is compared with its
client's: an answered move that is missing, or an event missed or sent twice, counts as lost.

`--browsers N` adds N browsers that watch each match, `--experts N` adds N tables of experts. `--workers N`
serves with N processes; `--share 0.4` lets each of them run only 0.4 of the time, so that two workers, their
clients and PostgreSQL fit on two cores. boardgame.io plays tic-tac-toe in the same run if `npm` is installed;
`--against PYTHON` also measures the Quincunx of another environment. `--most` finds the most moves a second
with 99 of 100 answered within 250 ms. `--soak MINUTES` plays on and reports the server's memory every minute.
"""

import argparse
import asyncio
import contextlib
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from load_clients import Client, Plan, Tally, count_lost, make_plan, seat_experts

from quincunx.compiled import is_compiled

HERE = Path(__file__).parent
PEER = HERE / "boardgame_io"
WARM_UP = 3.0
MOST_PLANS = 200
"""The most different matches that are prepared; more clients than that play the same ones."""
SOON_ENOUGH = 250.0
"""The milliseconds within which `--most` wants 99 of 100 moves answered."""
NEAR_ENOUGH = 1.07
"""`--most` ends when the lowest rate that failed is at most this many times the highest that passed."""
STOPPED = 5.0
"""The seconds counted at most for a sleep of one second: more means that the process had been stopped."""
SERVER = """
import functools, sys
port, database, workers = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
from quincunx.web.server.limits import Limits
limits = Limits(rate=1e9, burst=1e9)
limits.streams = 10**6
from quincunx.web import serve
if hasattr(serve, "Table"):
    listener = serve.listen("127.0.0.1", port)
    table = serve.Table(database, 0.0, 5.0, [], False, limits=limits)
    if workers > 1:
        from quincunx.web.server.workers import Workers
        Workers(workers, functools.partial(serve.work, table), listener).run()
    else:
        serve.serve(table, listener)
else:  # As release 0.2.0 does it.
    import uvicorn
    from quincunx.web.app import create_app
    uvicorn.run(create_app(database, limits), port=port, log_level="warning", timeout_keep_alive=75)
"""

PERIOD = 0.02
"""The period, in seconds, in which a throttled process runs once."""
HOLD_BACK = """
import os, signal, sys, time
process, share, period, first = int(sys.argv[1]), *map(float, sys.argv[2:])
time.sleep(first)
while True:
    os.kill(process, signal.SIGCONT)
    time.sleep(period * share)
    os.kill(process, signal.SIGSTOP)
    time.sleep(period * (1 - share))
"""


@dataclass
class Server:
    """A running server, with the processor time and memory of its processes."""

    id: int
    port: int

    @property
    def processes(self) -> list[int]:
        """The ids of the first process and of the workers it has started."""
        started = Path(f"/proc/{self.id}/task/{self.id}/children")
        return [self.id, *map(int, started.read_text().split())] if started.exists() else [self.id]

    def cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self.processes))

    def memory(self) -> float:
        return sum(map(memory, self.processes))

    def kill(self) -> None:
        """Kill all processes at once, so that no worker can shut down in order."""
        for each in self.processes:
            os.kill(each, signal.SIGKILL)
        with contextlib.suppress(OSError):
            while True:  # The last one may take a moment to end.
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                time.sleep(0.05)


@dataclass
class Measured:
    """The measurements of a server over some seconds."""

    seconds: float
    latencies: list[float]
    server_cpu: float
    client_cpu: float

    @property
    def moves(self) -> int:
        return len(self.latencies)

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds

    def percentile(self, part: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else float("nan")

    def figures(self) -> dict[str, float]:
        moves = max(1, self.moves)
        return {
            "moves_per_second": self.per_second,
            "p50": self.percentile(0.5),
            "p99": self.percentile(0.99),
            "cpu": self.server_cpu / moves * 1000,
            "client_cpu": self.client_cpu / moves * 1000,
        }

    def __str__(self) -> str:
        figures = self.figures()
        return (
            f"{figures['moves_per_second']:6.0f} moves/s   p50 {figures['p50']:7.1f} ms   "
            f"p99 {figures['p99']:7.1f} ms   {figures['cpu']:5.2f} ms of CPU a move, "
            f"client {figures['client_cpu']:.2f}"
        )


async def measure(tally: Tally, server: Server, seconds: float) -> Measured:
    tally.latencies = []
    before, client = server.cpu_seconds(), time.process_time()
    tally.measuring = True
    took = await let_pass(seconds)
    tally.measuring = False
    return Measured(took, tally.latencies, server.cpu_seconds() - before, time.process_time() - client)


async def let_pass(seconds: float) -> float:
    """Wait, and return the time passed. Time in which this process was stopped does not count, so that a soak
    can be paused while something else is measured."""
    passed = 0.0
    while passed < seconds:
        begun = time.perf_counter()
        await asyncio.sleep(min(1.0, seconds - passed))
        passed += min(time.perf_counter() - begun, STOPPED)
    return passed


async def load(
    server: Server, plans: list[Plan], options: argparse.Namespace
) -> tuple[Measured, Tally, list[Client]]:
    """Play at all tables, and measure as the options say."""
    tally = Tally(options.every)
    await seat_experts(server.port, options.experts)
    clients = [
        Client(server.port, options.game, plans, number, options.browsers)
        for number in range(options.matches)
    ]
    playing = []
    for number, client in enumerate(clients):
        playing.append(asyncio.create_task(client.play(tally)))
        if number % 20 == 19:
            await asyncio.sleep(0.1)
    while not all(client.has_begun for client in clients):
        await asyncio.sleep(0.1)  # Beginning a match is more work than a move.
    await asyncio.sleep(WARM_UP)
    if options.soak:
        measured = await soak(tally, server, options.soak)
    elif options.most:
        measured = await most(tally, server, options)
    else:
        measured = await measure(tally, server, options.seconds)
    tally.stopping = True
    await asyncio.gather(*playing)
    return measured, tally, clients


async def most(tally: Tally, server: Server, options: argparse.Namespace) -> Measured:
    """Double the rate until answers are too slow, then search between that rate and the one before."""
    best: Measured | None = None
    good, bad = 0.0, 0.0
    rate = options.matches / options.every
    while not bad or bad > good * NEAR_ENOUGH:
        tally.every = options.matches / rate
        measured = await at_best(tally, server, options.seconds)
        print(f"    {rate:6.0f} wanted: {measured}", file=sys.stderr, flush=True)
        if measured.percentile(0.99) < SOON_ENOUGH:
            good = rate
            best = measured if best is None or measured.per_second > best.per_second else best
        else:
            bad = rate
        rate = good * 2 if not bad else (good or bad / 4) / 2 + bad / 2
        if bad and bad < 1:
            break
    assert best is not None, "not even a few moves a second are answered in time"
    return best


async def at_best(tally: Tally, server: Server, seconds: float) -> Measured:
    """Measure, and once more if it is too slow: the machine may have had other work."""
    for _ in range(2):
        await asyncio.sleep(WARM_UP)
        measured = await measure(tally, server, seconds)
        if measured.percentile(0.99) < SOON_ENOUGH:
            break
    return measured


async def soak(tally: Tally, server: Server, minutes: int) -> Measured:
    """Print a line of measurements every minute, and return their sum."""
    whole = Measured(0.0, [], 0.0, 0.0)
    for minute in range(1, minutes + 1):
        measured = await measure(tally, server, 60)
        print(f"minute {minute:3}: {server.memory():6.1f} MB, {measured}", flush=True)
        whole.seconds += measured.seconds
        whole.server_cpu += measured.server_cpu
        whole.client_cpu += measured.client_cpu
        whole.latencies += measured.latencies
    return whole


def cpu_seconds(process_id: int) -> float:
    """Return the processor time of a process and its threads; 0 without `/proc`."""
    path = Path(f"/proc/{process_id}/stat")
    if not path.exists():
        return 0.0
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process_id: int) -> float:
    """Return the megabytes that a process has in memory."""
    path = Path(f"/proc/{process_id}/statm")
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if path.exists() else 0.0


@contextlib.contextmanager
def process(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@contextlib.contextmanager
def held_back(server: Server, workers: int, share: float) -> Iterator[None]:
    """Throttle the serving processes to a share of the time, one after the other."""
    with contextlib.ExitStack() as stack:
        if share < 1:
            while workers > 1 and len(server.processes) <= workers:
                time.sleep(0.1)
            for number, each in enumerate(server.processes[-workers:]):
                words = [str(each), str(share), str(PERIOD), str(number * PERIOD / workers)]
                stack.enter_context(process(sys.executable, "-c", HOLD_BACK, *words))
        yield


def wait_for(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run(work: Any) -> Any:
    """Run a coroutine, with uvloop if it is installed, as the server does."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


@functools.cache
def plans(game: str, number: int) -> list[Plan]:
    return [make_plan(game, f"load {each}") for each in range(min(number, MOST_PLANS))]


def measure_ours(
    database: str, options: argparse.Namespace, workers: int = 1, python: str = ""
) -> dict[str, Any]:
    made_up = plans(options.game, options.matches)
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/load.db" if database == "sqlite" else database
        port = free_port()
        # -I keeps this repository's package out of another environment.
        python_of_server = [python, "-I"] if python else [sys.executable]
        command = *python_of_server, "-c", SERVER, str(port), address, str(workers)
        with process(*command) as server:
            wait_for(port)
            serving = Server(server.pid, port)
            with held_back(serving, workers, options.share):
                measured, tally, clients = run(load(serving, made_up, options))
            serving.kill()
        with process(*command) as server:
            wait_for(port)
            lost = tally.lost + run(count_lost(port, options.game, clients))
            Server(server.pid, port).kill()
    name = f"quincunx{f' of {python}' if python else ''}, {options.game}"
    many = f", {workers} workers" if workers > 1 else ""
    return {
        "server": f"{name}, {'SQLite' if database == 'sqlite' else 'PostgreSQL'}{many}",
        "bytes_per_page": tally.page_bytes / max(1, measured.moves * options.browsers),
        **measured.figures(),
        "lost": lost + tally.refused,
    }


def measure_peer(options: argparse.Namespace) -> dict[str, Any] | None:
    if not shutil.which("npm"):
        print("boardgame.io is left out: there is no npm.", file=sys.stderr)
        return None
    folder = Path(options.peer) if options.peer else PEER
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent"], cwd=folder, check=True)
    port = free_port()
    with process("node", str(folder / "server.js"), str(port)) as server:
        wait_for(port)
        words = [f"http://localhost:{port}", str(options.matches), str(options.seconds), str(options.every)]
        done = subprocess.run(
            ["node", str(folder / "load.js"), *words], check=True, stdout=subprocess.PIPE, text=True
        )
        # This includes the time to begin its matches, and so is a little too much.
        cpu = cpu_seconds(server.pid)
    seen = json.loads(done.stdout.strip().splitlines()[-1])
    return {
        "server": "boardgame.io, tic-tac-toe, in memory",
        "moves_per_second": seen["moves"] / seen["seconds"],
        "p50": seen["p50"],
        "p99": seen["p99"],
        "cpu": cpu / max(1, seen["moves"]) * 1000,
        "lost": seen["lost"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--every", type=float, default=2.0, help="seconds of thought before a move, on average"
    )
    parser.add_argument("--game", default="idle-six")
    parser.add_argument("--browsers", type=int, default=0, help="how many browsers watch each match")
    parser.add_argument("--experts", type=int, default=0, help="at how many more tables experts think")
    parser.add_argument("--database", action="append", help="`sqlite`, or an address; may be repeated")
    parser.add_argument(
        "--workers", type=int, action="append", help="how many processes serve; may be repeated"
    )
    parser.add_argument(
        "--share", type=float, default=1.0, help="the part of the time that each of them runs"
    )
    parser.add_argument("--peer", default="", help="a folder with boardgame_io's files and node_modules")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="PYTHON",
        help="of another environment, measured too",
    )
    parser.add_argument("--most", action="store_true", help="look for the most moves a second")
    parser.add_argument("--soak", type=int, default=0, metavar="MINUTES", help="play on for so long")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.json:
        print(
            f"{options.matches} matches for {options.seconds:g} s, a move every {options.every:g} s at each; "
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; "
            f"{'compiled' if is_compiled() else 'plain'}",
            flush=True,
        )
    results = []
    for database in options.database or ["sqlite"]:
        for workers in options.workers or [1]:
            results.append(measure_ours(database, options, workers))
            show(results[-1], options.json)
        for python in options.against:
            results.append(measure_ours(database, options, python=python))
            show(results[-1], options.json)
    if not options.no_peer and not options.most and not options.soak and (peer := measure_peer(options)):
        results.append(peer)
        show(peer, options.json)
    if options.json:
        print(json.dumps(results, indent=1))


def show(result: dict[str, Any], as_json: bool) -> None:
    if not as_json:
        print(
            f"{result['server']:40} {result['moves_per_second']:6.0f} moves/s"
            f"   p50 {result['p50']:7.1f} ms   p99 {result['p99']:7.1f} ms   "
            f"{result['cpu']:5.2f} ms of CPU a move"
            + (f", client {result['client_cpu']:.2f}" if "client_cpu" in result else "")
            + f"   lost {result['lost']}"
            + (f"   {result['bytes_per_page']:,.0f} bytes a page" if result.get("bytes_per_page") else ""),
            flush=True,
        )


if __name__ == "__main__":
    main()
