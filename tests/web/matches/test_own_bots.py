"""Guest bots at a table: offered by name, never named as code, and never in anybody's way."""

import logging
import threading
from typing import Any, ClassVar

import pytest

from quincunx import bots
from quincunx.bots.external import OwnBot
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State
from tests import own_bots
from tests.waiting import PATIENCE, until
from tests.web.clients import House
from tests.web.matches.test_absence import view_at

pytestmark = pytest.mark.anyio


class Moody(Bot):
    """A bot that answers at once, and then one day thinks until it is done."""

    asked: ClassVar[int]
    done: ClassVar[threading.Event]

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        Moody.asked += 1
        if Moody.asked == 3:
            Moody.done.wait(PATIENCE)
        return state.legal_actions(seat)[-1]


@pytest.fixture
def _guests(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (own_bots.Last, own_bots.Raises, own_bots.Unmakeable, Moody)
    monkeypatch.setattr(bots, "ADDED", {kind.__name__: OwnBot(kind.__name__, kind) for kind in kinds})


@pytest.mark.usefixtures("_guests")
async def test_a_guest_sits_at_a_table(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "Last")
    await players[1].move("hold")
    view = await view_at(players[1], 2)
    assert view["seats"][1]["name"] == "Last"
    assert view["story"][1]["move"] == "hold"
    page = await house.http().get("/games/pig/new")
    assert '<option value="Last">Last</option>' in page.text


@pytest.mark.usefixtures("_guests")
@pytest.mark.parametrize("code", ["tests.own_bots:Illegal", "tests/own_bots.py:Illegal"])
async def test_no_visitor_names_code(house: House, pig: Game[Any], code: str) -> None:
    answer = await house.http().post("/api/v1/matches", json={"game": "pig", "seats": ["me", code]})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(f"Nobody called `{code}` can sit down")


@pytest.mark.usefixtures("_guests")
async def test_a_guest_that_fails_is_reported_to_the_host_and_the_match_goes_on(
    house: House, pig: Game[Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "quincunx"):
        players = await house.create("pig", "Raises", "greedy", variant={"goal": 10})
        live = await house.host.registry.get(players.match)
        await house.host.settle(live, 5)
    assert live.phase == "over"
    assert live.playing().referee.time_limit == 5.0
    assert live.playing().lost["Raises"] > 0
    assert [record.name for record in caplog.records] == ["quincunx"]


@pytest.mark.usefixtures("_guests")
async def test_a_guest_that_cannot_be_made_stops_no_match(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "Unmakeable")
    await players[1].move("hold")
    await view_at(players[1], 2)
    assert (await house.host.registry.get(players.match)).playing().lost["Unmakeable"] >= 1


@pytest.mark.usefixtures("_guests")
async def test_a_guest_that_was_quick_and_then_thinks_keeps_nobody_waiting(
    house: House, pig: Game[Any]
) -> None:
    Moody.asked, Moody.done = 0, threading.Event()
    players = await house.create("pig", "me", "Moody")
    (await house.host.registry.get(players.match)).playing().referee.time_limit = PATIENCE
    for number in range(4):
        await players[1].move("hold")
        if number == 2:
            await until(lambda: Moody.asked == 3)
            assert (await players[1].view())["at"] == 5
            Moody.done.set()
        await view_at(players[1], 2 * number + 2)
    assert Moody.asked == 4


@pytest.mark.usefixtures("_guests")
async def test_a_match_goes_on_without_a_guest_who_is_no_longer_offered(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await house.create("pig", "me", "Last")
    monkeypatch.setattr(bots, "ADDED", {})
    house.host.registry.drop(await house.host.registry.get(players.match))
    await players[1].move("hold")
    await view_at(players[1], 2)
    assert (await house.host.registry.get(players.match)).playing().lost == {"Last": 1}
