"""A real server: a process that serves, is killed, and serves again."""

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from quincunx.cli import app
from quincunx.core.errors import UserError
from quincunx.web.serve import listen
from tests.waiting import PATIENCE, block_until
from tests.web.servers import ROOT, Server, serving


def create(http: httpx.Client) -> tuple[str, dict[str, str]]:
    made = http.post("/api/v1/matches", json={"game": "idle-six"}).json()
    return f"/api/v1/matches/{made['id']}", {"authorization": f"Bearer {made['seats'][0]['token']}"}


def play_until_killed(server: Server, path: str, headers: dict[str, str], answered: list[str]) -> None:
    """Move as fast as possible and note what was answered. `done` and `gain a` are nearly always legal."""
    with httpx.Client(base_url=server.address, headers=headers, trust_env=False) as http:
        try:
            while True:
                now = http.get(f"{path}/moves").json()
                move = next((move for move in now["moves"] if move != "done"), now["moves"][0])
                body = {"move": move, "at": now["at"], "request": f"r{now['at']}"}
                answer = http.post(f"{path}/moves", json=body)
                if answer.status_code == 200:
                    answered.append(f"{now['at'] + 1} {answer.json()['move']}")
        except (httpx.TransportError, json.JSONDecodeError):
            return


def test_every_answered_move_survives_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with httpx.Client(base_url=server.address, trust_env=False) as http:
            matches = [create(http) for _ in range(3)]
        told: list[list[str]] = [[] for _ in matches]
        for enough in (12, 30):
            players = [
                threading.Thread(target=play_until_killed, args=(server, *match, answered))
                for match, answered in zip(matches, told, strict=True)
            ]
            for player in players:
                player.start()
            block_until(lambda: min(map(len, told)) >= enough)  # noqa: B023
            server.kill()
            for player in players:
                player.join()
            server.start()
        with httpx.Client(base_url=server.address, trust_env=False) as http:
            for (path, headers), answered in zip(matches, told, strict=True):
                assert len(answered) >= 30
                story = http.get(path, headers=headers).json()["story"]
                kept = {line["number"]: line["move"] for line in story}
                for line in answered:
                    number, _, move = line.partition(" ")
                    if int(number) in kept:
                        assert kept[int(number)] == move
                    else:
                        assert len(story) == 300, "an answered move is lost"


def test_events_come_over_the_wire_and_can_be_resumed(tmp_path: Path) -> None:
    with serving(tmp_path) as server, httpx.Client(base_url=server.address, trust_env=False) as http:
        path, headers = create(http)

        def move(at: int) -> None:
            name = "gain a" if at == 0 else "done"
            body = {"move": name, "at": at, "request": f"{at}"}
            assert http.post(f"{path}/moves", json=body, headers=headers).status_code == 200

        last = ""
        for at in (0, 1):
            resumed = {**headers, "last-event-id": last} if last else headers
            with http.stream("GET", f"{path}/events", headers=resumed, timeout=PATIENCE) as events:
                assert events.headers["content-type"].startswith("text/event-stream")
                lines = events.iter_lines()
                if at == 0:
                    assert next(line for line in lines if line.startswith("event")) == "event: change"
                    move(0)
                kind = next(line for line in lines if line in ("event: move", "event: undo"))
                last = next(line for line in lines if line.startswith("id: ")).removeprefix("id: ")
                data = json.loads(next(line for line in lines if line.startswith("data: "))[6:])
                assert (kind, data["at"], data["who"]) == ("event: move", at + 1, "Player 1")
            if at == 0:
                move(1)


def test_the_example_plays_a_whole_match(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.address, "idle-six"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("You won: ")


def test_the_example_is_short() -> None:
    lines = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line and not line.startswith(("import", '"""'))]
    assert len(code) <= 20


def test_a_port_that_is_taken_is_one_clear_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"Port {port} is taken.*--port {port + 1}"):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(UserError):
        listen("no.such.host.invalid", 8000)


def test_a_database_that_cannot_be_used_is_a_mistake(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["serve", "--database", f"sqlite:///{tmp_path}/no/quincunx.db"])
    assert isinstance(result.exception, UserError)
