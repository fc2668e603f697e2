"""The short way of a move answers as the documented route does, and leaves everything unusual to it."""

from typing import Any

import pytest

from quincunx.web.routes import api, fast_move
from tests.web.clients import House, Program

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["short", "documented"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose each of both ways: the documented route is taken if the short one finds no seat."""
    if request.param == "documented":
        monkeypatch.setattr(fast_move, "_seat", lambda _scope, _live: None)
    return str(request.param)


async def send(program: Program, body: bytes, **headers: str) -> tuple[int, dict[str, Any], str]:
    own = {"authorization": f"Bearer {program.token}", "content-type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with program.house.http() as http:
        answer = await http.post(f"{program.path}/moves", content=body, headers={**own, **named})
    return answer.status_code, answer.json(), answer.headers["content-type"]


MOVE = b'{"move": "gain a", "at": 0, "request": "r"}'


async def test_both_ways_answer_the_same(house: House, way: str) -> None:
    players = await house.create("idle-six", "me")
    assert await send(players[1], MOVE) == (200, {"at": 1, "move": "gain a"}, "application/json")
    assert await send(players[1], MOVE) == (200, {"at": 1, "move": "gain a"}, "application/json")
    late = b'{"move": "gain a", "at": 0, "request": "other"}'
    sentence = "This question is no longer asked; look again and choose anew."
    assert await send(players[1], late) == (409, {"error": sentence}, "application/json")
    status, refused, _ = await send(players[1], b'{"move": "fly", "at": 1, "request": "third"}')
    assert (status, list(refused)) == (422, ["error"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"move": "gain a", "at": "0", "request": "r"}', 200),
        (b'{"move": "gain a", "at": 0, "request": "r", "more": 1}', 422),
        (b'{"move": "gain a", "at": -1, "request": "r"}', 422),
        (b'{"move": "", "at": 0, "request": "r"}', 422),
        (b'{"move": "gain a", "at": 0, "request": "\\ud800"}', 422),
        (b'{"move": "gain a", "at": 0}', 422),
        (b"{", 422),
        (b"", 422),
        (b"\xff", 400),
    ],
)
async def test_what_is_sent_is_judged_by_the_documented_route(
    house: House, way: str, body: bytes, status: int
) -> None:
    players = await house.create("idle-six", "me")
    assert (await send(players[1], body))[0] == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"authorization": "Bearer nobody"}, 403),
        ({"authorization": ""}, 403),
        ({"content_type": "text/plain"}, 422),
        ({"content_type": "application/json; charset=utf-8"}, 200),
    ],
)
async def test_who_sends_it_is_judged_by_the_documented_route(
    house: House, way: str, headers: dict[str, str], status: int
) -> None:
    players = await house.create("idle-six", "me")
    assert (await send(players[1], MOVE, **headers))[0] == status


async def test_a_move_needs_no_route(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain request does not come to FastAPI at all, and is counted as a move all the same."""

    async def refuse(*_: object) -> None:
        raise AssertionError

    players = await house.create("idle-six", "me")
    before = sum(house.host.registry.metrics.move_seconds.counts)
    monkeypatch.setattr(type(house.app), "go_on", refuse)
    monkeypatch.setattr(house.app.guard._fast_move, "app", refuse)  # type: ignore[attr-defined]
    assert (await send(players[1], MOVE))[0] == 200
    assert sum(house.host.registry.metrics.move_seconds.counts) == before + 1
    assert fast_move._ROUTE.endpoint is api.make_move  # type: ignore[attr-defined]
