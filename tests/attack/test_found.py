"""Regression tests of faults that attacks found, one each."""

import json
import logging
import os
import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from quincunx import games
from quincunx.bots.external import from_python
from quincunx.bots.sandbox import Guarded, Referee
from quincunx.cli import entry
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import IllegalMove, State
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.web.app import create_app
from quincunx.web.matches.tokens import VISITOR, csrf, read_cookies
from quincunx.web.server import connections, health, logs
from quincunx.web.storage import database as databases
from quincunx.web.storage.sqlite import SqliteCommits
from tests.attack import files
from tests.waiting import PATIENCE
from tests.web.clients import House, open_house
from tests.web.conftest import NO_LIMITS
from tests.web.servers import in_thread

resource = pytest.importorskip("resource", reason="files and memory have no limits there")
LONG = "9" * 5000


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'quincunx.db'}"


@pytest.mark.parametrize("kind", [UserError, IllegalMove])
@pytest.mark.parametrize("quote", ["`{}`", "«{}»", "'{}'"])
def test_no_message_repeats_more_than_the_beginning(kind: type[Exception], quote: str) -> None:
    said = str(kind(f"The game's {quote.format(LONG)} is no player's move; see `help`."))
    assert said == f"The game's {quote.format('9' * 79 + '…')} is no player's move; see `help`."
    assert len(str(kind("x " * 5000))) == 1500
    assert len(str(kind(f"There is no `{'9' * 20_000}`; known are all."))) < 130


@pytest.mark.parametrize("name", games.GAMES)
def test_no_move_has_numbers_of_thousands_of_digits(name: str) -> None:
    game = games.load(name)
    match = Match(game, ["random"] * game.header.players[0], SeedDice("7"))
    for _ in range(12):
        seat = match.state.players_to_move()[0]
        for pattern in [*(move.pattern for move in game.codec.moves), "reroll X", "keep X"]:
            with pytest.raises(IllegalMove):
                game.parse(match.state, seat, re.sub(r"\b[A-Z]+\b|\d+", LONG, pattern) + f" {LONG}")
        match.advance()


def test_a_scenario_of_no_game_is_refused_in_short(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(json.dumps({"game": LONG, "title": "x", "rule": "x", "then": {}}))
    assert not files.complaint(["check", str(path)])


@pytest.mark.parametrize("command", ["verify", "replay --at 3 --json"])
def test_hints_of_thousands_of_digits_are_none(command: str, tmp_path: Path) -> None:
    whole = Match("king-of-tokyo", ["greedy", "random"], SeedDice("1"))
    list(whole)
    saved = whole.record()
    assert saved.result is not None
    saved.result.reason += f"{record.HINTS}seat {LONG} before move 1; seat 1 before moves 7 and {LONG}."
    assert record.read_hints(saved) == [record.Hinted(6, 0)]
    saved.digest = ""
    path = tmp_path / "match.json"
    path.write_bytes(record.encode(saved))
    assert not files.complaint([*command.split(), str(path)])


def test_an_arena_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = ["arena", "idle-six", "--bots", "greedy,random", "--keep", str(pipe)]
    command = [sys.executable, "-m", "quincunx", *words]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 2
    assert "is a pipe or a device" in ended.stderr


def limited(command: list[str], megabytes: int) -> "subprocess.CompletedProcess[str]":
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    return subprocess.run(command, check=False, capture_output=True, text=True, preexec_fn=limit)


@pytest.mark.skipif(sys.platform != "linux", reason="`ulimit -v` limits nothing")
def test_a_report_is_drawn_below_a_limit_of_memory(tmp_path: Path) -> None:
    """An engine that needed many gigabytes of addresses ended the process when it drew the charts."""
    words = ["compare", "idle-six", "original", "head-start", "--games", "64", "--budget", "0", "--jobs", "1"]
    page = tmp_path / "page.html"
    ended = limited([sys.executable, "-m", "quincunx", *words, "--out", str(page)], 2000)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "<svg" in page.read_text(encoding="utf-8")


def test_too_little_memory_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def app(**_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(entry, "app", app)
    monkeypatch.setattr(sys, "argv", ["quincunx"])
    with pytest.raises(SystemExit) as end:
        entry.main()
    assert end.value.code == 2
    assert capsys.readouterr().err == "quincunx: There is not enough memory for this.\n"


class Liar(int):
    def __repr__(self) -> str:
        return LONG


class Lies(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return Liar(10**9)


def test_what_a_bot_answers_is_repeated_in_short() -> None:
    match, said = Match("idle-six", ["random"], SeedDice("7")), list[str]()
    bot = Guarded(from_python(Lies()), match.game, Referee(None, said.append))
    assert match.state.legal(0, bot.choose(match.state, 0, Rng("1")))
    assert "answered 1000000000, which" in said[0]


# --- the server


@pytest.fixture
async def house(database: str) -> Any:
    async with open_house(database, NO_LIMITS) as house:
        yield house


@pytest.mark.anyio
@pytest.mark.parametrize("match", ["<script>", "a;b", "ä", "x" * 90])
async def test_a_match_of_an_odd_name_is_not_here(house: House, match: str) -> None:
    async with house.http() as http:
        visitor = "somebody" * 3
        headers = {"cookie": f"{VISITOR}={visitor}"}
        answer = await http.post(f"/m/{match}/forget", data={"csrf": csrf(visitor)}, headers=headers)
        assert answer.status_code == 404
        assert "x" * 81 not in answer.text


@pytest.mark.anyio
async def test_a_request_that_breaks_off_is_none(house: House, pig: Game[Any]) -> None:
    """A line of chat that was cut in the middle was said."""
    players = await house.create("pig", "me", "me")
    body = b'{"text": "I am not going to win"}'
    sent = iter([{"type": "http.request", "body": body, "more_body": True}, {"type": "http.disconnect"}])
    answers: list[Any] = []

    async def receive() -> Any:
        return next(sent)

    async def send(message: Any) -> None:
        answers.append(message)

    headers = [
        (b"content-type", b"application/json"),
        (b"authorization", f"Bearer {players[1].token}".encode()),
    ]
    scope = {"type": "http", "method": "POST", "path": f"{players[1].path}/chat", "headers": headers}
    await house.app({**scope, "query_string": b"", "client": ("127.0.0.1", 1)}, receive, send)
    assert not answers
    assert not (await house.host.registry.get(players.match)).chat


@pytest.mark.anyio
async def test_lengths_of_thousands_of_digits_are_too_large(house: House) -> None:
    async with house.http() as http:
        answer = await http.post("/api/v1/matches", content=b"{}", headers={"content-length": LONG})
        assert answer.status_code == 413


@pytest.mark.anyio
async def test_unknown_fields_are_named_in_short(house: House) -> None:
    async with house.http() as http:
        answer = await http.post("/api/v1/matches", json={"game": "idle-six", LONG: 1})
        assert answer.status_code == 422
        assert len(answer.json()["error"]) < 200


# --- what the operator hears of


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PAUSE", 0.0)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.name == health.log.name]


async def trouble(house: House, caplog: pytest.LogCaptureFixture, move: Any, end: Any) -> None:
    """Make the storage of two moves fail, and that of the next succeed."""
    http = house.http()
    assert (await http.get("/ready")).status_code == 200
    for _ in range(2):
        assert (await move()).status_code == 503
    assert (await http.get("/health")).status_code == 200
    assert (await http.get("/ready")).status_code == 503
    assert "failed_changes_total" in (await http.get("/metrics")).text
    assert house.host.registry.store.health.failed == 2
    told = said(caplog)
    assert [line.rpartition(": ")[2] for line in told] == ["1 could not be stored.", "2 could not be stored."]
    end()
    assert (await http.get("/ready")).status_code == 200  # By itself: nobody has moved.
    assert said(caplog)[2:] == ["The database takes changes again; 2 could not be stored."]
    assert (await move()).status_code == 200


@pytest.mark.anyio
async def test_the_operator_hears_of_a_locked_database(
    database: str,
    pig: Game[Any],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    no_pause: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(databases, "PRAGMAS", [*databases.PRAGMAS, "busy_timeout=10"])
    async with open_house(database, NO_LIMITS) as house:
        players = await house.create("pig", "me", "me")
        commits = house.host.registry.store.commits
        assert isinstance(commits, SqliteCommits)
        commits.patience = 0.01
        lock = sqlite3.connect(tmp_path / "quincunx.db", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        await trouble(house, caplog, lambda: players[1].move("hold", 0, "once"), lock.close)
    assert said(caplog)[0] == "The database takes no changes (database is locked): 1 could not be stored."


@pytest.mark.anyio
async def test_the_operator_hears_of_a_full_disk(
    database: str, pig: Game[Any], tmp_path: Path, caplog: pytest.LogCaptureFixture, no_pause: None
) -> None:
    """As a limit of the size of files makes one."""
    async with open_house(database, NO_LIMITS) as house:
        players = await house.create("pig", "me", "me")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            size = (tmp_path / "quincunx.db-wal").stat().st_size
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
            full = trouble(
                house,
                caplog,
                lambda: players[1].move("hold", 0, "once"),
                lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before),
            )
            await full
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_is_no_http_fills_no_log(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each connection, as quickly as somebody can make them."""
    before = logging.root.handlers[:]
    try:
        logs.set_up(requests=False)
        for words in ("Invalid HTTP request received.", "a real warning"):
            logging.getLogger("uvicorn.error").warning(words)
    finally:
        logging.root.handlers[:] = before
    assert [json.loads(line)["message"] for line in capsys.readouterr().err.splitlines()] == [
        "a real warning"
    ]


def test_cookies_of_others_neither_hide_ours_nor_take_long() -> None:
    """Python's own reader takes 2.4 s for 60 KB of quotes, and stops at what it does not know."""
    assert read_cookies('odd={"a":1}; visitor=abc; tables=1-2.3') == {
        "odd": '{"a":1}',
        "visitor": "abc",
        "tables": "1-2.3",
    }


def test_headers_have_a_budget(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS_FOR_HEADERS", 100 * PATIENCE)
    with in_thread(create_app(database, NO_LIMITS), http=connections.TableProtocol) as (port, _):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\ncookie: a=")
            with pytest.raises(ConnectionError):
                connection.sendall(b"x" * 64_000_000)
        assert httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False).status_code == 200
