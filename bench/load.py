"""Many matches at once: moves per second, and how long a move waits for its answer.

    python bench/load.py --matches 500 --seconds 20 --database sqlite --database postgresql://…

Each match is played by one client that knows the dice and so keeps a copy of the match. It makes a
random move, waits for the answer, thinks for a while, and goes on; another connection listens to the
match's events. At the end the server is killed, started again, and every match is compared with its
copy: a move that was answered and is not there, or an event that was missed or told twice, is lost.
With `--browsers N` each match is watched by N browsers too, which take the parts of its page. With
`--experts N` experts think at N more tables all the while.
boardgame.io's own server plays tic-tac-toe in the same run if `npm` is there, and `--against SRC` measures
the server of other sources beside ours. `--soak MINUTES` plays on for so long and tells every minute how
much memory the server has.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quincunx import games
from quincunx.chance import SeedDice
from quincunx.compiled import is_compiled
from quincunx.core.state import CHANCE
from quincunx.core.voice import WATCHER
from quincunx.match import Match
from quincunx.record import Player
from quincunx.web.live_match import may_know

HERE = Path(__file__).parent
PEER = HERE / "boardgame_io"
WARM_UP = 3.0
SERVER = """
import sys, uvicorn
from quincunx.web.app import create_app
from quincunx.web.limits import Limits
app = create_app(sys.argv[2], Limits(rate=1e9, burst=1e9))
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", backlog=4096, timeout_keep_alive=75)
"""


@dataclass
class Tally:
    """What all clients saw together."""

    latencies: list[float] = field(default_factory=list)
    page_bytes: int = 0
    """What was sent to browsers."""
    cpu: float = 0.0
    """Seconds that the server computed while moves were measured."""
    soaked: int = 0
    """Moves whose latencies were told of and forgotten."""
    lost: int = 0
    refused: int = 0
    measuring: bool = False
    stopping: bool = False


class Wire:
    """One connection that speaks just enough HTTP: a client library would be most of what is measured."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        content = json.dumps(body).encode() if body is not None else b""
        self.send(method, path, token, content)
        status, headers = await self.head()
        return status, json.loads(await self.reader.readexactly(int(headers["content-length"])))

    def send(self, method: str, path: str, token: str, content: bytes = b"") -> None:
        self.writer.write(
            f"{method} /api/v1/matches{path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n".encode()
            + content
        )

    async def head(self) -> tuple[int, dict[str, str]]:
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split()[1]), headers


class MatchClient:
    """One match after the other: all their seats are played by this client."""

    def __init__(self, port: int, game: str, number: int, every: float, browsers: int, tally: Tally) -> None:
        self.port, self.game, self.every, self.tally = port, games.load(game), every, tally
        self.browsers = browsers
        self.rng = random.Random(number)
        self.wire = Wire(port)
        self.finished: list[tuple[str, Match, list[int]]] = []
        self.heard: list[int] = []
        self.listening: asyncio.Task[None] | None = None

    async def play(self) -> None:
        await self.wire.open()
        await asyncio.sleep(self.rng.random() * self.every)
        while not self.tally.stopping:
            await self.play_one_match()

    async def play_one_match(self) -> None:
        players = self.game.header.players[0]
        seed = f"{self.rng.random()}"
        asked = {"game": self.game.name, "seats": ["me"] * players, "dice": "seed", "seed": seed}
        status, made = await self.wire.ask("POST", "", body=asked)
        assert status == 201, made
        tokens = [seat["token"] for seat in made["seats"]]
        match = Match(self.game, [Player(f"{seat}") for seat in range(players)], SeedDice(seed))
        self.roll(match)
        self.heard = []
        self.finished.append((made["id"], match, self.heard))
        self.listening = asyncio.create_task(self.listen(made["id"], self.heard))
        watching = [asyncio.create_task(self.watch(made["id"])) for _ in range(self.browsers)]
        while not match.over and not self.tally.stopping:
            await asyncio.sleep(self.rng.expovariate(1 / self.every))
            await self.move(made["id"], match, tokens)
        await self.hear_out(known(match, WATCHER))
        for task in (self.listening, *watching):
            task.cancel()

    async def hear_out(self, last: int) -> None:
        for _ in range(200):
            if not self.heard or self.heard[-1] >= last:
                return
            await asyncio.sleep(0.05)

    async def move(self, match_id: str, match: Match, tokens: list[str]) -> None:
        seat = match.state.actor()
        action = self.rng.choice(match.state.actions(seat))
        name, at = match.game.say(match.state, seat, action), known(match, seat)
        measured = self.tally.measuring
        begun = time.perf_counter()
        body = {"move": name, "at": at, "request": f"{at}"}
        status, answer = await self.wire.ask("POST", f"/{match_id}/moves", tokens[seat], body)
        if measured:
            self.tally.latencies.append(time.perf_counter() - begun)
        if status != 200:
            self.tally.refused += 1
            print(f"refused: {answer}", file=sys.stderr)
            return
        match.play(seat, action)
        self.roll(match)
        self.tally.lost += answer["at"] != known(match, seat)

    def roll(self, match: Match) -> None:
        while match.state.actor() == CHANCE:
            match.roll()

    async def listen(self, match_id: str, heard: list[int]) -> None:
        wire = Wire(self.port)
        await wire.open()
        try:
            wire.send("GET", f"/{match_id}/events", "")
            while line := await wire.reader.readline():
                if line.startswith(b"event: move"):
                    await wire.reader.readline()
                    heard.append(json.loads((await wire.reader.readline())[6:])["at"])
        finally:
            wire.writer.close()

    async def watch(self, match_id: str) -> None:
        """As a browser without a seat does: the parts of the page that are new, compressed."""
        wire = Wire(self.port)
        await wire.open()
        try:
            wire.writer.write(
                f"GET /m/{match_id}/events HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip\r\n\r\n".encode()
            )
            await wire.head()
            while part := await wire.reader.read(1 << 16):
                self.tally.page_bytes += len(part) if self.tally.measuring else 0
        finally:
            wire.writer.close()


def known(match: Match, reader: int) -> int:
    """How many steps a reader may know of: what the server counts for them."""
    return sum(may_know(match, step, reader) for step in match.steps)


async def seat_experts(port: int, tables: int) -> None:
    """Tables where only experts play: games that take them far longer than we measure."""
    wire = Wire(port)
    await wire.open()
    for _ in range(tables):
        status, made = await wire.ask("POST", "", body={"game": "nomenklatura", "seats": ["expert"] * 4})
        assert status == 201, made


async def load(port: int, server: int, options: argparse.Namespace) -> tuple[Tally, list[MatchClient]]:
    """`server` is the id of the server's process."""
    tally = Tally()
    await seat_experts(port, options.experts)
    clients = [
        MatchClient(port, options.game, number, options.every, options.browsers, tally)
        for number in range(options.matches)
    ]
    playing = []
    for number, client in enumerate(clients):
        playing.append(asyncio.create_task(client.play()))
        if number % 20 == 19:
            await asyncio.sleep(0.1)
    while not all(client.finished for client in clients):
        await asyncio.sleep(0.1)  # To begin a match is more work than a move.
    await asyncio.sleep(WARM_UP)
    tally.measuring, before = True, cpu_seconds(server)
    if options.soak:
        await soak(tally, server, options.soak)
    else:
        await asyncio.sleep(options.seconds)
    tally.measuring, tally.cpu = False, cpu_seconds(server) - before
    tally.stopping = True
    await asyncio.gather(*playing)
    return tally, clients


async def soak(tally: Tally, server: int, minutes: int) -> None:
    """A line every minute. What was played is forgotten here, so that only the server could grow."""
    for minute in range(1, minutes + 1):
        await asyncio.sleep(60)
        latencies, tally.latencies = tally.latencies, []
        tally.soaked += len(latencies)
        print(
            f"minute {minute:3}: {memory(server):5.0f} MB, {len(latencies) / 60:4.0f} moves/s, "
            f"p50 {percentile(latencies, 0.5):.1f} ms, p99 {percentile(latencies, 0.99):.1f} ms",
            flush=True,
        )


def cpu_seconds(process_id: int) -> float:
    """How long a process and its threads have computed; 0 where that cannot be asked."""
    path = Path(f"/proc/{process_id}/stat")
    if not path.exists():
        return 0.0
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process_id: int) -> float:
    """Megabytes that a process has in memory."""
    path = Path(f"/proc/{process_id}/statm")
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if path.exists() else 0.0


async def count_lost(port: int, clients: list[MatchClient]) -> int:
    """Matches that are not, after a kill and a new start, what their clients know them to be."""
    wire = Wire(port)
    await wire.open()
    lost = 0
    for client in clients:
        for match_id, match, heard in client.finished:
            _, view = await wire.ask("GET", f"/{match_id}")
            there = view["at"] == known(match, WATCHER) and view["position"] == json.loads(
                json.dumps(match.game.view(match.state, WATCHER))
            )
            steps = list(range(heard[0], known(match, WATCHER) + 1)) if heard else []
            lost += not there or heard != steps
    return lost


@contextlib.contextmanager
def process(*command: str, sources: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A process that uses Quincunx from other `sources`, if they are named."""
    environment = {**os.environ, **({"PYTHONPATH": sources} if sources else {})}
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


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


def percentile(latencies: list[float], part: float) -> float:
    ordered = sorted(latencies)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else float("nan")


def measure_ours(database: str, options: argparse.Namespace, sources: str = "") -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/load.db" if database == "sqlite" else database
        port = free_port()
        command = sys.executable, "-c", SERVER, str(port), address
        with process(*command, sources=sources) as server:
            wait_for(port)
            tally, clients = asyncio.run(load(port, server.pid, options))
        with process(*command, sources=sources):
            wait_for(port)
            lost = tally.lost + asyncio.run(count_lost(port, clients))
    moves = max(1, len(tally.latencies) + tally.soaked)
    name = f"quincunx{' before' if sources else ''}, {options.game}"
    return {
        "server": f"{name}, {'SQLite' if database == 'sqlite' else 'PostgreSQL'}",
        "bytes_per_page": tally.page_bytes / max(1, moves * options.browsers),
        "moves_per_second": moves / (options.soak * 60 or options.seconds),
        "p50": percentile(tally.latencies, 0.5),
        "p99": percentile(tally.latencies, 0.99),
        "cpu": tally.cpu / moves * 1000,
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
        # Its matches are begun in this time too: it is a little more than its moves take.
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
    parser.add_argument("--peer", default="", help="a folder with boardgame_io's files and node_modules")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument(
        "--against", action="append", default=[], help="a folder `src` of an older Quincunx, measured too"
    )
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
        for sources in ["", *options.against]:
            results.append(measure_ours(database, options, sources))
            show(results[-1], options.json)
    if not options.no_peer and (peer := measure_peer(options)):
        results.append(peer)
        show(peer, options.json)
    if options.json:
        print(json.dumps(results, indent=1))


def show(result: dict[str, Any], as_json: bool) -> None:
    if not as_json:
        print(
            f"{result['server']:40} {result['moves_per_second']:6.0f} moves/s"
            f"   p50 {result['p50']:7.1f} ms   p99 {result['p99']:7.1f} ms   "
            f"{result['cpu']:5.2f} ms of CPU a move   lost {result['lost']}"
            + (f"   {result['bytes_per_page']:,.0f} bytes a page" if result.get("bytes_per_page") else ""),
            flush=True,
        )


if __name__ == "__main__":
    main()
