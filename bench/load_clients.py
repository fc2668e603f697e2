"""The clients of `load.py`, which do as little work as possible, because they share the server's machine.

All moves of a match are prepared before the clock starts, which the seed of the dice allows. A connection
searches for the few bytes that it needs instead of parsing headers and JSON.
"""

import asyncio
import contextlib
import itertools
import json
import random
import re
import sys
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quincunx import games
from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER
from quincunx.web.matches.live_match import may_know

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
ANSWERED_AT = re.compile(rb'"at": *(\d+)')
TOLD = re.compile(rb'event: move\n[^\n]*\ndata: \{"at": *(\d+)')


class PlannedMove(NamedTuple):
    seat: int
    name: str
    body: bytes
    """The body of the request."""
    at: int
    """The expected answer: the number of steps the mover may know of then."""
    told: int
    """The number of steps a watcher has been told of then."""


class Plan(NamedTuple):
    """A whole prepared match, with the seed of its dice."""

    seed: str
    told: int
    """The number of steps a watcher has been told of before the first move."""
    moves: list[PlannedMove]


class Known:
    """Counts the steps that each reader may know of, as the server does."""

    def __init__(self, match: Match) -> None:
        self._match, self._counted = match, 0
        self._counts = dict.fromkeys([*range(len(match.seats)), WATCHER], 0)

    def __call__(self, reader: int) -> int:
        for step in self._match.steps[self._counted :]:
            for each in self._counts:
                self._counts[each] += may_know(self._match, step, each)
        self._counted = len(self._match.steps)
        return self._counts[reader]


def make_plan(game: str, seed: str) -> Plan:
    """Prepare a random match."""
    rng, match = random.Random(seed), _begin(game, seed)
    known = Known(match)
    plan = Plan(seed, known(WATCHER), [])
    while not match.over:
        seat = match.state.current_player()
        action = rng.choice(match.state.legal_actions(seat))
        name, at = match.game.say(match.state, seat, action), known(seat)
        match.play(seat, action)
        _roll(match)
        body = json.dumps({"move": name, "at": at, "request": f"{at}"}).encode()
        plan.moves.append(PlannedMove(seat, name, body, known(seat), known(WATCHER)))
    return plan


def played(game: str, plan: Plan, moves: int) -> tuple[int, Any]:
    """Return the number of steps and the position a watcher is shown after the first moves of a plan."""
    match = _begin(game, plan.seed)
    for move in plan.moves[:moves]:
        match.play(move.seat, move.name)
        _roll(match)
    return Known(match)(WATCHER), json.loads(json.dumps(match.game.view(match.state, WATCHER)))


def _begin(game: str, seed: str) -> Match:
    loaded = games.load(game)
    match = Match(loaded, [Player(f"{seat}") for seat in range(loaded.header.players[0])], SeedDice(seed))
    _roll(match)
    return match


def _roll(match: Match) -> None:
    while match.state.current_player() == CHANCE:
        match.roll()


@dataclass
class Tally:
    """The measurements of all clients, and the pace they play at."""

    every: float
    """Seconds of thought before a move, on average."""
    latencies: list[float] = field(default_factory=list)
    page_bytes: int = 0
    """The bytes sent to browsers."""
    lost: int = 0
    refused: int = 0
    measuring: bool = False
    stopping: bool = False


class Wire(asyncio.Protocol):
    """A connection that sends one request at a time. It reconnects if the server has closed it, which happens
    if this process was stopped for a while."""

    _transport: Any
    _answer: "asyncio.Future[tuple[bytes, bytes]] | None" = None
    _read = b""

    def __init__(self, port: int) -> None:
        self._port = port

    async def connect(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, end, content = self._read.partition(b"\r\n\r\n")
        if end and (length := LENGTH.search(head)) and len(content) >= int(length[1]):
            self._read = b""
            assert self._answer is not None
            self._answer.set_result((head, content))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server hung up"))

    def close(self) -> None:
        self._transport.close()

    async def send(self, request: bytes) -> tuple[int, bytes]:
        while True:
            if self._transport.is_closing():
                await self.connect()
            self._read, self._answer = b"", asyncio.get_running_loop().create_future()
            self._transport.write(request)
            with contextlib.suppress(ConnectionError):
                head, content = await self._answer
                return int(head[9:12]), content

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        content = json.dumps(body).encode() if body is not None else b""
        status, answer = await self.send(head_of(method, path, "") % len(content) + content)
        return status, json.loads(answer)


def head_of(method: str, path: str, token: str) -> bytes:
    """Return the head of a request, with a placeholder for the length of the body."""
    return (
        f"{method} /api/v1/matches{path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n"
        "content-type: application/json\r\ncontent-length: %d\r\n\r\n"
    ).encode()


async def connect(port: int) -> Wire:
    wire = Wire(port)
    await wire.connect()
    return wire


class Listener(asyncio.Protocol):
    """Follows the events of a match as a program does, and checks that each step comes once, in order."""

    def __init__(self, match: str) -> None:
        self._match, self._rest = match, b""
        self.last: int | None = None
        self.out_of_order = 0

    def connection_made(self, transport: Any) -> None:
        transport.write(head_of("GET", f"/{self._match}/events", "") % 0)

    def data_received(self, data: bytes) -> None:
        whole, _, self._rest = (self._rest + data).rpartition(b"\n\n")
        for told in TOLD.findall(whole):
            at = int(told)
            self.out_of_order += self.last is not None and at != self.last + 1
            self.last = at


class Watcher(asyncio.Protocol):
    """Follows a match as a browser without a seat does: it gets the changed parts of the page, compressed."""

    def __init__(self, match: str, tally: Tally) -> None:
        self._match, self._tally = match, tally

    def connection_made(self, transport: Any) -> None:
        asked = f"GET /m/{self._match}/events HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip\r\n\r\n"
        transport.write(asked.encode())

    def data_received(self, data: bytes) -> None:
        if self._tally.measuring:
            self._tally.page_bytes += len(data)


class Followed(NamedTuple):
    """A match that was played, to be compared with the server's after a restart."""

    id: str
    plan: Plan
    moves: int
    """The number of the plan's moves that were made."""
    is_heard: bool
    """Whether its listener got every event once and in order."""


class Client:
    """Plays one match after the other, on all seats."""

    def __init__(self, port: int, game: str, plans: list[Plan], number: int, browsers: int) -> None:
        self._port, self._game, self._browsers = port, game, browsers
        self._plans = itertools.islice(itertools.cycle(plans), number % len(plans), None)
        self._rng = random.Random(number)
        self.has_begun = False
        self.matches: list[Followed] = []

    async def play(self, tally: Tally) -> None:
        wire = await connect(self._port)
        await asyncio.sleep(self._rng.random() * tally.every)
        while not tally.stopping:
            await self._play_one(wire, next(self._plans), tally)
        wire.close()

    async def _play_one(self, wire: Wire, plan: Plan, tally: Tally) -> None:
        seats = ["me"] * games.load(self._game).header.players[0]
        asked = {"game": self._game, "seats": seats, "dice": "seed", "seed": plan.seed}
        status, made = await wire.ask("POST", "", asked)
        assert status == 201, made
        loop, match = asyncio.get_running_loop(), made["id"]
        following, listener = await loop.create_connection(lambda: Listener(match), "127.0.0.1", self._port)
        watching = [
            await loop.create_connection(lambda: Watcher(match, tally), "127.0.0.1", self._port)
            for _ in range(self._browsers)
        ]
        self.has_begun = True
        heads = [head_of("POST", f"/{match}/moves", seat["token"]) for seat in made["seats"]]
        number = 0
        for number, move in enumerate(plan.moves, 1):
            await asyncio.sleep(self._rng.expovariate(1 / tally.every))
            if tally.stopping or not await self._move(wire, heads[move.seat], move, tally):
                number -= 1
                break
        told = plan.moves[number - 1].told if number else plan.told
        is_heard = await _hear_out(listener, told)
        self.matches.append(Followed(match, plan, number, is_heard))
        for transport, _ in ((following, listener), *watching):
            transport.close()

    async def _move(self, wire: Wire, head: bytes, move: PlannedMove, tally: Tally) -> bool:
        begun = time.perf_counter()
        status, content = await wire.send(head % len(move.body) + move.body)
        if tally.measuring:
            tally.latencies.append(time.perf_counter() - begun)
        if status != 200:
            tally.refused += 1
            print(f"refused: {content.decode()}", file=sys.stderr)
            return False
        at = ANSWERED_AT.search(content)
        tally.lost += at is None or int(at[1]) != move.at
        return True


async def _hear_out(listener: Listener, told: int) -> bool:
    """Wait for the last events to arrive; return whether the listener got all of them."""
    for _ in range(200):
        if listener.last is None or listener.last >= told:
            break
        await asyncio.sleep(0.05)
    return not listener.out_of_order and listener.last in (None, told)


async def seat_experts(port: int, tables: int) -> None:
    """Begin matches between experts, which take far longer than the measurement."""
    wire = await connect(port)
    for _ in range(tables):
        status, made = await wire.ask("POST", "", {"game": "nomenklatura", "seats": ["expert"] * 4})
        assert status == 201, made
    wire.close()


async def count_lost(port: int, game: str, clients: list[Client]) -> int:
    """Return the number of matches that differ, after the restart, from what their clients know."""
    wire, lost = await connect(port), 0
    for match in (match for client in clients for match in client.matches):
        _, view = await wire.ask("GET", f"/{match.id}")
        lost += not match.is_heard or (view["at"], view["position"]) != played(game, match.plan, match.moves)
    wire.close()
    return lost
