"""People who play through faults, and the faults: workers and databases that die, and networks that are slow.

Everybody sends a request until it is answered, the same one each time. At the end the database must know
whatever was answered.
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.match_events import RESIGNED
from quincunx.web.matches.tokens import VISITOR, Keys, cookie_name, csrf, digest, own_token
from quincunx.web.storage.store import Store
from tests.waiting import until

PATIENCE = 90.0
"""The seconds after which a request that nobody answers is a failure."""


@dataclass
class Sent:
    """A request of a program, and its answer."""

    path: str
    token: str
    body: dict[str, Any]
    answer: Any


@dataclass
class Answered:
    """The answers that one table was given."""

    match: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    moves: dict[tuple[int, str], str] = field(default_factory=dict)
    chat: list[str] = field(default_factory=list)
    undos: list[tuple[int, str]] = field(default_factory=list)
    resigned: set[int] = field(default_factory=set)
    rematch: str = ""
    deleted: bool = False
    sent: list[Sent] = field(default_factory=list)
    """The requests that must be answered the same when they are sent again."""

    @property
    def answers(self) -> int:
        """The number of answers to requests that must be stored."""
        known = self.moves, self.chat, self.undos, self.tokens, self.resigned
        return sum(map(len, known)) + bool(self.rematch) + self.deleted


class Table:
    """A table at which one match after the other is played by all its people at once."""

    def __init__(self, http: httpx.AsyncClient, name: str, rng: random.Random) -> None:
        self._http, self._name, self._rng = http, name, rng
        self._requests = (f"{name}-{number}" for number in itertools.count())
        self.told: list[Answered] = []
        self.heard = 0
        """The number of answers so far, of any kind."""

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            alone = self._rng.random() < 0.5
            await (self._play_alone(stop) if alone else self._play_together(stop))

    async def _play_alone(self, stop: asyncio.Event) -> None:
        told = await self._set_up({"game": "idle-six", "seats": ["me"]})
        for _ in range(30):
            if stop.is_set():
                return
            await self._move(told, 0)
            if self._rng.random() < 0.2:
                await self._undo(told)
        if self._rng.random() < 0.5:
            await self._delete(told)

    async def _play_together(self, stop: asyncio.Event) -> None:
        """Play a match of two people and a bot. One of them may give up; in the end they play again, or want
        it deleted."""
        wanted = {"game": "king-of-tokyo", "seats": ["me", "friend", "greedy"], "wait": False}
        told = await self._set_up(wanted)
        secret = next(self._requests)
        joined = await self._ask("POST", told, "/join", told.tokens[1], name="Ann", secret=secret)
        told.tokens[1] = joined.json()["token"]
        while not stop.is_set():
            over = [await self._move(told, seat) for seat in (0, 1)]
            what = self._rng.random()
            if what < 0.3:
                await self._say(told, self._rng.randrange(2))
            elif what < 0.36 and not told.resigned:
                await self._resign(told, self._rng.randrange(2))
            elif what < 0.38:
                await self._delete(told)
                return
            if any(over):
                told = await self._again(told)

    async def _again(self, told: Answered) -> Answered:
        """Ask for the rematch at both seats, and check that both are at one table."""
        again = Answered()
        for seat in (0, 1):
            answer = await self._form(told, "rematch", seat)
            assert answer.status_code == 200, answer.text
            again.match = answer.json()["id"]
            assert told.rematch in ("", again.match), "there are two rematches of one match"
            told.rematch = again.match
            again.tokens[seat] = own_token(f"{told.match} again {seat}", told.tokens[seat])
        self.told.append(again)
        return again

    async def _resign(self, told: Answered, seat: int) -> None:
        answer = await self._form(told, "resign", seat)
        if answer.status_code == 303:
            told.resigned.add(seat)

    async def _delete(self, told: Answered) -> None:
        """Ask for deletion at all seats. Somebody who asks again because nobody answered may find the match
        gone."""
        for seat in told.tokens:
            answer = await self._form(told, "delete", seat)
            assert answer.status_code in (303, 404), answer.text
        left = await self._ask("GET", told, "", "")
        told.deleted = left.status_code == 404
        assert told.deleted or left.json()["phase"] == "over", "a match that all want deleted is there"

    async def _form(self, told: Answered, what: str, seat: int) -> httpx.Response:
        """Press a button on the page of a match."""
        visitor = f"{self._name} at seat {seat}".replace(" ", "-").ljust(16, "-")
        keys = Keys({seat: told.tokens[seat]}).write()
        headers = {"cookie": f"{VISITOR}={visitor}; {cookie_name(told.match)}={keys}"}
        headers["accept"] = "application/json"
        form = {"csrf": csrf(visitor), "seat": str(seat + 1)}
        return await self._send("POST", f"/m/{told.match}/{what}", headers, data=form)

    async def _set_up(self, wanted: dict[str, Any]) -> Answered:
        answer = await self._send("POST", "/api/v1/matches", {}, json=wanted)
        made, told = answer.json(), Answered()
        told.match = made["id"]
        told.tokens = {seat["seat"] - 1: seat["token"] for seat in made["seats"]}
        self.told.append(told)
        return told

    async def _move(self, told: Answered, seat: int) -> bool:
        """Make a move if it is theirs, and return whether the match is over."""
        token = told.tokens[seat]
        now = (await self._ask("GET", told, "/moves", token)).json()
        if now.get("phase") != "playing" or not now["your_move"]:
            return bool(now.get("phase") == "over")
        request, move = next(self._requests), self._rng.choice(now["moves"])
        answer = await self._ask("POST", told, "/moves", token, move=move, at=now["at"], request=request)
        if answer.status_code == 200:
            told.moves[seat, request] = answer.json()["move"]
        return False

    async def _say(self, told: Answered, seat: int) -> None:
        text = next(self._requests)
        answer = await self._ask("POST", told, "/chat", told.tokens[seat], text=text, request=text)
        if answer.status_code == 200:
            told.chat.append(text)

    async def _undo(self, told: Answered) -> None:
        request = next(self._requests)
        answer = await self._ask("POST", told, "/undo", told.tokens[0], answer="ask", request=request)
        if answer.status_code == 200:
            told.undos.append((0, request))

    async def _ask(self, method: str, told: Answered, what: str, token: str, **body: Any) -> httpx.Response:
        path, headers = (
            f"/api/v1/matches/{told.match}{what}",
            {"authorization": f"Bearer {token}"} if token else {},
        )
        sent = {"json": body} if method == "POST" else {}
        answer = await self._send(method, path, headers, **sent)
        if "request" in body and answer.status_code == 200:
            told.sent.append(Sent(path, token, body, answer.json()))
        return answer

    async def _send(self, method: str, path: str, headers: dict[str, str], **sent: Any) -> httpx.Response:
        """Send a request until somebody answers."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    answer = await self._http.request(method, path, headers=headers, **sent)
                    if answer.status_code not in (429, 503):
                        assert answer.status_code < 500, answer.text
                        self.heard += 1
                        return answer
                await asyncio.sleep(0.05 + self._rng.random() / 10)


@contextlib.asynccontextmanager
async def players(address: str, tables: int, seed: int) -> AsyncIterator[list[Table]]:
    """Run people at a number of tables, who play until the end of the block."""
    stop = asyncio.Event()
    limits = httpx.Limits(max_connections=4 * tables, max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=10, limits=limits) as http:
        all_tables = [Table(http, f"t{n}", random.Random(f"{seed} {n}")) for n in range(tables)]
        async with asyncio.TaskGroup() as group:
            for table in all_tables:
                group.create_task(table.play(stop))
            yield all_tables
            stop.set()


async def all_heard(tables: list[Table]) -> None:
    """Wait until each table has been answered again, so that none starves on a busy machine."""
    before = [table.heard for table in tables]
    await until(lambda: all(table.heard > heard for table, heard in zip(tables, before, strict=True)))


async def send_again(address: str, tables: list[Table]) -> int:
    """Send every request again that had a name, in matches that are there, and return their number."""
    sent = [each for table in tables for told in table.told if not told.deleted for each in told.sent]
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=PATIENCE) as http:
        for each in sent:
            headers = {"authorization": f"Bearer {each.token}"}
            answer = await http.post(each.path, json=each.body, headers=headers)
            while answer.status_code in (429, 503):
                await asyncio.sleep(0.1)
                answer = await http.post(each.path, json=each.body, headers=headers)
            assert answer.json() == each.answer, f"{each.path} is answered otherwise"
    return len(sent)


async def check(database: str, tables: list[Table]) -> int:
    """Check that the database knows all that was answered, and return the number of answers."""
    store = await Store.open(database)
    try:
        answers = 0
        for told in [told for table in tables for told in table.told]:
            stored = await store.load(told.match)
            answers += told.answers
            if told.deleted:
                assert stored is None, "a deleted match is there"
                continue
            assert stored is not None, "a match is lost"
            live = LiveMatch(stored)  # Every move is checked by the rules, and every roll against the dice.
            for seat, token in told.tokens.items():
                assert stored.seats[seat].token == digest(token), "a seat is somebody else's"
            for (seat, request), name in told.moves.items():
                assert live.made(seat, request).move == name, "an answered move is lost"
            lines = [said.text for said in stored.chat]
            assert len(lines) == len(set(lines)), "something was said twice"
            assert set(told.chat) <= set(lines), "something that was said is lost"
            assert all(undo in live.answers for undo in told.undos), "a take-back is lost"
            gave_up = [each.seat for each in stored.happenings if each.kind == RESIGNED]
            assert len(gave_up) == len(set(gave_up)), "somebody gave up twice"
            assert told.resigned <= set(gave_up), "somebody who gave up has not"
            assert told.rematch in ("", stored.head.rematch), "a rematch is lost"
            # A request that was sent again may have been made once, not twice.
            requests = [(move.seat, move.request) for move in stored.moves if move.request]
            assert len(requests) == len(set(requests))
        return answers
    finally:
        await store.close()


def kill_a_worker(server: int, rng: random.Random) -> bool:
    """Kill a worker as a crash would, and return whether there was one. `server` is the process that started
    it."""
    workers = workers_of(server)
    if workers:
        os.kill(rng.choice(workers), signal.SIGKILL)
    return bool(workers)


def workers_of(server: int) -> list[int]:
    """Return the processes that a server has started to serve."""
    return [int(pid) for pid in Path(f"/proc/{server}/task/{server}/children").read_text().split()]


class SlowNetwork:
    """A slow network: a way to another port that takes its time, and breaks now and then."""

    def __init__(self, target: int, port: int, delay: float) -> None:
        self.target, self.port, self.delay = target, port, delay
        self._open: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["SlowNetwork"]:
        server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        try:
            yield self
        finally:
            server.close()
            self.cut()
            await asyncio.gather(*self._carrying, return_exceptions=True)

    def cut(self) -> None:
        """Break every connection."""
        for writer in list(self._open):
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        task = asyncio.current_task()
        assert task is not None
        self._open |= {writer, to_writer}
        self._carrying.add(task)
        try:
            await asyncio.gather(self._carry(reader, to_writer), self._carry(to_reader, writer))
        finally:
            self._open -= {writer, to_writer}
            self._carrying.discard(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await asyncio.sleep(random.random() * 2 * self.delay)
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
