"""The operation of a server: alive, ready, counts, logs, limits that hold, and an end without losses."""

import asyncio
import gc
import json
import logging
import signal
import socket
import sqlite3
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from click.testing import CliRunner
from uvicorn.server import ServerState

from quincunx.cli import app as commands
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.web.app import create_app
from quincunx.web.live import stream
from quincunx.web.matches import service as hosts
from quincunx.web.server import connections, gc_policy, logs
from quincunx.web.server.health import Health
from quincunx.web.server.limits import Limits
from quincunx.web.storage import store
from quincunx.web.storage.models import TakeBackRequest
from quincunx.web.storage.sqlite import SqliteCommits
from tests.waiting import PATIENCE, until
from tests.web.clients import House, open_house
from tests.web.conftest import NO_LIMITS
from tests.web.servers import in_thread, serving

pytestmark = pytest.mark.anyio


async def test_alive_and_ready_are_two_things(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await house.http().get("/health")).json() == {"status": "ok"}
    assert (await house.http().get("/ready")).json() == {"status": "ready"}

    async def gone(_engine: object) -> bool:
        raise OSError("connection refused")

    monkeypatch.setattr(store, "is_up_to_date", gone)
    assert (await house.http().get("/health")).status_code == 200
    answer = await house.http().get("/ready")
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("The database cannot be reached")


async def test_the_counts_are_those_of_prometheus(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "greedy")
    await players[1].move("hold")
    await house.host.settle(await house.host.registry.get(players.match), 2)
    lines = (await house.http().get("/metrics")).text.splitlines()
    counts = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}
    name = house.host.registry.store.worker
    assert counts[f'quincunx_moves_total{{worker="{name}",by="person"}}'] == 1
    assert counts[f'quincunx_moves_total{{worker="{name}",by="bot"}}'] >= 1
    assert counts[f'quincunx_tables{{worker="{name}"}}'] == 1
    for kind in ("move", "request", "database"):
        whole = counts[f'quincunx_{kind}_seconds_count{{worker="{name}"}}']
        assert counts[f'quincunx_{kind}_seconds_bucket{{worker="{name}",le="+Inf"}}'] == whole >= 1


async def test_a_log_is_json_and_has_no_secrets(
    house: House, pig: Game[Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "quincunx.requests")
    players = await house.create("pig", "me", "friend")
    await house.http().get(f"/m/{players.match}/seat/{players[2].token}")
    await players[2].post("/join", name="Ann", word="swordfish")
    lines = [
        logs.JsonLines().format(record) for record in caplog.records if record.name == "quincunx.requests"
    ]
    told = [json.loads(line) for line in lines]
    assert [line["path"] for line in told] == [
        "/api/v1/matches",
        "/m/{match}/seat/{token}",
        "/api/v1/matches/{match}/join",
    ]
    assert told[2]["match"] == players.match
    for secret in ("swordfish", players[1].token, players[2].token, players.creator.token):
        assert secret not in "".join(lines)


async def test_one_address_has_a_share_of_the_clocks(database: str, pig: Game[Any]) -> None:
    async with open_house(database, Limits(rate=1e9, burst=1e9, clocks=2)) as house:
        waiting = await house.create("pig", "me", "me", clock=3600, wait=True)
        wanted = {"game": "pig", "seats": ["me", "me"], "clock": 3600, "wait": False}
        made = [(await house.http().post("/api/v1/matches", json=wanted)).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        assert (await waiting.creator.post("/start")).status_code == 429
        unhurried = {**wanted, "clock": 0}
        assert (await house.http().post("/api/v1/matches", json=unhurried)).status_code == 201


async def test_idle_clocks_do_not_stay_in_memory(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", clock=3600)
    live = await house.host.registry.get(players.match)
    assert live.alarm is not None
    assert live.idle


async def test_one_seat_has_few_streams(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST_STREAMS", 2)
    players = await house.create("pig", "me", "me")
    live = await house.host.registry.get(players.match)
    live.connect([0])
    live.connect([0])
    answer = await players[1].get("/events")
    assert answer.status_code == 429
    assert answer.json() == {"error": "This seat is open in too many places already; close some of them."}


async def test_one_address_has_a_share_of_the_streams(database: str, pig: Game[Any]) -> None:
    async with open_house(database, Limits(rate=1e9, burst=1e9, streams=0)) as house:
        players = await house.create("pig", "me", "me")
        answer = await players[1].get("/events")
        assert answer.status_code == 429
        assert answer.json() == {"error": "Too many pages are open at your address."}


async def test_a_program_that_looks_counts_as_present(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    live = await house.host.registry.get(players.match)
    live.seen_at[0] -= 2 * hosts.GONE_AFTER
    await players[1].view()
    assert (await players[2].post("/leave", seat=1)).status_code == 409


async def test_a_request_that_comes_again_is_answered_the_same(
    house: House, database: str, pig: Game[Any]
) -> None:
    players = await house.create("pig", "me", "friend")
    joins = [await players[2].post("/join", name="Ann", secret="s" * 16) for _ in range(2)]
    assert joins[0].json() == joins[1].json()
    ann = type(players[2])(house, players.match, joins[0].json()["token"])
    answers: list[Any] = []
    for _ in range(2):
        moved = await players[1].move("hold", 0, "move")
        said = await players[1].post("/chat", text="hello", request="say")
        asked = await players[1].post("/undo", answer="ask", request="ask")
        agreed = await ann.post("/undo", answer="agree", request="agree")
        answers.append([answer.json() for answer in (moved, said, asked, agreed)])
        await players[1].move("roll")
        house.host.registry.drop(await house.host.registry.get(players.match))
    assert answers[0] == answers[1]
    assert answers[0][3] == {"at": 0, "phase": "playing"}
    view = await players[1].view()
    assert (view["take_backs"], len(view["chat"])) == (1, 1)


async def test_a_start_that_comes_again_is_answered_the_same(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend")
    first = await players.creator.post("/start", request="go")
    await players[1].move("hold")
    assert (await players.creator.post("/start", request="go")).json() == first.json()


async def test_an_undo_that_is_pressed_twice_is_one(house: House) -> None:
    browser = house.browser()
    await browser.play_now("idle-six")
    live = await house.host.registry.get(browser.match)
    for name in ("gain a", "gain b"):
        at, request = browser.hidden("at"), browser.hidden("request")
        await browser.send(f"/m/{browser.match}/move", at=at, request=request, move=name, confirmed="1")
    before = len(live.playing().steps)
    page = browser.page
    for _ in range(2):
        browser.page = page
        await browser.send(f"/m/{browser.match}/undo", answer="ask", takes=browser.hidden("takes"))
    assert len(live.playing().steps) == before - 1


async def test_who_asks_twice_keeps_the_consent_they_have(house: House) -> None:
    players = await house.create("king-of-tokyo", "me", "me", "me")
    live = await house.host.registry.get(players.match)
    live.take_back_request = TakeBackRequest(0, {2})  # The second has agreed, the third has not.
    live.may_take_back = lambda seats: True  # type: ignore[method-assign]
    assert (await players[1].post("/undo", answer="ask")).status_code == 200
    assert live.take_back_request == TakeBackRequest(0, {2})


async def test_a_locked_file_makes_movers_wait_once(database: str, pig: Game[Any], tmp_path: Path) -> None:
    if not database.startswith("sqlite"):
        pytest.skip("this is about SQLite")
    async with open_house(database, NO_LIMITS) as house:
        tables = [await house.create("pig", "me", "me") for _ in range(6)]
        commits = house.host.registry.store.commits
        assert isinstance(commits, SqliteCommits)
        commits.patience = 1.0
        lock = sqlite3.connect(tmp_path / "quincunx.db", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        answers = await asyncio.gather(*(table[1].move("hold", 0, "once") for table in tables))
        took = time.monotonic() - begun
        lock.execute("ROLLBACK")
        lock.close()
        assert [answer.status_code for answer in answers] == [503] * 6
        assert took < 6 * commits.patience  # One after the other they would have waited longer.
        again = [await table[1].move("hold", 0, "once") for table in tables]
        assert [answer.status_code for answer in again] == [200] * 6


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Yield the port of a server that waits half a second for headers."""
    monkeypatch.setattr(connections, "SECONDS_FOR_HEADERS", 0.5)
    app = create_app(f"sqlite:///{tmp_path}/quincunx.db", NO_LIMITS)
    with in_thread(app, http=connections.TableProtocol) as (port, _):
        yield port


def test_an_answer_is_sent_in_one_go(impatient: int) -> None:
    """Headers and body, and also before the connection is closed."""
    for more in (b"", b"Connection: close\r\n"):
        with socket.create_connection(("127.0.0.1", impatient), timeout=PATIENCE) as connection:
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n" + more + b"\r\n")
            assert connection.recv(4096).endswith(b"}")


HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX: "
WHOLE = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(("first", "then"), [(b"", b""), (b"", HALF), (WHOLE, HALF)])
def test_half_a_header_does_not_hold_a_connection(impatient: int, first: bytes, then: bytes) -> None:
    with socket.create_connection(("127.0.0.1", impatient), timeout=PATIENCE) as connection:
        if first:
            connection.sendall(first)
            assert b"200 OK" in connection.recv(4096)
        connection.sendall(then)
        wait_for_the_end(connection)


def wait_for_the_end(connection: socket.socket) -> None:
    """Wait until the server has cut off a connection."""
    while connection.recv(4096):
        pass


def test_a_connection_that_asks_is_kept(impatient: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{impatient}", trust_env=False) as http:
        for _ in range(3):
            assert http.get("/health").status_code == 200
            with socket.create_connection(("127.0.0.1", impatient), timeout=PATIENCE) as silent:
                wait_for_the_end(silent)


def test_a_server_that_stops_sends_its_listeners_away(tmp_path: Path) -> None:
    with serving(tmp_path) as server, httpx.Client(base_url=server.address, trust_env=False) as http:
        made = http.post("/api/v1/matches", json={"game": "idle-six"}).json()
        headers = {"authorization": f"Bearer {made['seats'][0]['token']}"}
        path = f"/api/v1/matches/{made['id']}/events"
        with http.stream("GET", path, headers=headers, timeout=PATIENCE) as events:
            lines = events.iter_lines()
            assert next(lines) == "retry: 1000"
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            assert ": the server stops; come again" in list(lines)
        server.process.wait(PATIENCE)


def test_several_workers_need_a_database_they_can_share() -> None:
    result = CliRunner().invoke(commands, ["serve", "--workers", "2"])
    assert isinstance(result.exception, UserError)
    assert str(result.exception).startswith("Several workers need a database that they can share")


async def test_a_match_that_leaves_memory_is_gone_at_once(house: House) -> None:
    """Else hundreds of finished matches would wait for the next collection of garbage."""
    players = await house.create("idle-six", "me")
    await players[1].move("gain a")
    left = weakref.ref((await house.host.registry.get(players.match)).playing())
    gc.collect()
    gc.disable()
    try:
        house.host.registry.drop(await house.host.registry.get(players.match))
        await until(lambda: left() is None)
    finally:
        gc.enable()


async def test_garbage_takes_a_small_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches there are, for whoever moves meanwhile must wait; unless there is much of it."""
    collected, rests = [(0.01, 50), (0.25, 50), (3.0, 50), (3.0, 300_000)], []
    looks = iter(collected)

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        if len(rests) > len(collected):
            raise asyncio.CancelledError

    monkeypatch.setattr(gc_policy, "collect", lambda: next(looks))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, gc_policy.FEW))
    monkeypatch.setattr(asyncio, "sleep", rest)
    with pytest.raises(asyncio.CancelledError):
        await gc_policy._collect_on()
    assert rests == [30, 30, 50, 600, 10]


async def test_nothing_is_collected_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    async def rest(_seconds: float) -> None:
        rests.append(_seconds)
        if len(rests) == 3:
            raise asyncio.CancelledError

    rests: list[float] = []
    monkeypatch.setattr(gc_policy, "collect", lambda: pytest.fail("there is nothing to collect"))
    monkeypatch.setattr(gc, "get_count", lambda: (699, 9, gc_policy.FEW - 1))
    monkeypatch.setattr(asyncio, "sleep", rest)
    with pytest.raises(asyncio.CancelledError):
        await gc_policy._collect_on()


class Wire(asyncio.Transport):
    """A transport that notes what is sent."""

    def __init__(self, sent: list[bytes]) -> None:
        super().__init__()
        self._sent = sent

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._sent.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


async def test_who_moved_is_answered_before_others_are_told() -> None:
    """In one packet, and not after the work that the move has made for others."""
    done: list[bytes] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        asyncio.get_running_loop().call_soon(done.append, b"told")
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
        await send({"type": "http.response.body", "body": b"made"})

    config = uvicorn.Config(app, lifespan="off", log_config=None)
    config.load()
    protocol = connections.TableProtocol(config, ServerState(), {})
    protocol.connection_made(Wire(done))
    protocol.data_received(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n")
    await until(lambda: len(done) == 2)
    protocol.connection_lost(None)
    assert [sent[-4:] for sent in done] == [b"made", b"told"]
    assert done[0].startswith(b"HTTP/1.1 200")


def test_an_error_without_words_is_counted_like_any_other() -> None:
    health = Health()
    health.note_failure(TimeoutError(), 3)
    assert (health.failed, health.failing) == (3, True)
