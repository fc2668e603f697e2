"""Clocks that run out, players who go and come back, bots who think."""

import threading
import time
from typing import Any

import pytest

from quincunx import bots
from quincunx.bots.external import OwnBot
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.thinking.protocol import task
from quincunx.web.matches import live_match
from quincunx.web.matches import service as hosts
from tests import own_bots
from tests.waiting import PATIENCE, until
from tests.web.clients import House, Program

pytestmark = pytest.mark.anyio


async def view_at(program: Program, at: int) -> dict[str, Any]:
    """Return the view when at least that many steps are stored."""
    await until(lambda: program.house.host.registry._live[program.match].stored >= at)
    return await program.view()


async def test_when_time_is_up_a_bot_plays_that_move(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", clock=3600)
    view = await players[1].view()
    assert 3000 < view["clock"]["seconds"] <= 3600
    assert view["clock"]["seat"] == 1
    live = await house.host.registry.get(players.match)
    live.deadlines[0] = time.time()
    house.host.autoplay.go_on(live)
    view = await view_at(players[1], 1)
    assert view["story"][0]["who"] == "Player 1"
    assert not view["seats"][0]["away"]


async def test_everyone_gets_their_whole_time(house: House, fingers: Game[Any]) -> None:
    players = await house.create("fingers", "me", "me", clock=60)
    live = await house.host.registry.get(players.match)
    before = dict(live.deadlines)
    await players[1].move("show 1")
    assert live.deadlines == {1: before[1]}
    await players[2].move("show 2")
    assert set(live.deadlines) == {0, 1}
    assert live.deadlines[0] > before[0]


async def test_bots_are_told_when_a_bot_plays_for_somebody(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sociable = own_bots.Sociable
    monkeypatch.setattr(sociable, "met", [])
    monkeypatch.setattr(bots, "ADDED", {"Sociable": OwnBot("Sociable", sociable)})
    players = await house.create("pig", "me", "Sociable")
    live = await house.host.registry.get(players.match)
    match, told = live.playing(), list[list[str]]()
    for away in (False, True, True, False):
        live.seats[0].away = away
        live.seat_substitutes()
        told.append(task(match, 1, "expert", "seed").players)
        match.play(0, "hold")
        match.play_bot(1)
    person, bot = ["", "Sociable"], ["normal", "Sociable"]
    assert told == [person, bot, bot, person]
    assert sociable.met == [person, bot, person]


async def test_a_bot_plays_for_whoever_leaves_until_they_come_back(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    assert (await players[1].post("/leave")).status_code == 200
    live = await house.host.registry.get(players.match)
    await house.host.settle(live, 2)
    view = await players[1].view()
    assert view["seats"][0]["away"]
    assert view["at"] > 0
    assert view["moves"] == (await players[1].get("/moves")).json()["moves"] == []
    assert not view["your_move"]
    assert not view["seats"][1]["away"]
    refused = await players[1].move("roll")
    assert refused.json() == {"error": "A bot plays for you; come back to your seat first."}
    assert (await players[1].post("/return")).status_code == 200
    await players[2].move("hold")
    view = await players[1].view()
    assert view["your_move"]
    assert view["moves"] == ["hold", "roll"]


async def test_nobody_is_away_from_a_match_that_is_over(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    live = await house.host.registry.get(players.match)
    page, away = house.browser(), ">away<"
    await players[1].post("/leave")
    await house.host.settle(live, 2)
    assert away in await page.open(f"/m/{players.match}")
    await players[2].post("/leave")
    await house.host.settle(live, 5)
    assert live.phase == "over"
    assert live.seats[0].away
    assert away not in await page.open(f"/m/{players.match}")


async def test_who_is_gone_can_be_replaced_and_who_is_here_cannot(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    live = await house.host.registry.get(players.match)
    assert (await players[2].post("/leave", seat=1)).status_code == 409
    live.connect([0])
    assert (await players[2].post("/leave", seat=1)).status_code == 409
    live.disconnect([0])
    assert (await players[2].post("/leave", seat=1)).status_code == 409
    live.seen_at[0] -= hosts.GONE_AFTER
    assert (await players[2].post("/leave", seat=1)).status_code == 200
    assert (await players[2].view())["seats"][0]["away"]
    assert (await house.watcher(players.match).post("/leave", seat=2)).status_code == 403


async def test_nobody_gains_time_by_stepping_away(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", clock=60)
    live = await house.host.registry.get(players.match)
    before = live.deadlines[0]
    async with live.lock:  # So that the bot does not come to move.
        for away in (True, False):
            live.seats[0].away = away
            live.seat_substitutes()
            live.note_waiting(0)
    assert live.deadlines == {0: before}


async def test_who_is_asked_about_a_take_back_may_leave(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    await players[1].move("hold")
    await players[2].post("/undo", answer="ask")
    assert (await players[1].post("/leave")).status_code == 200
    view = await players[2].view()
    assert (view["undo"], view["at"]) == (None, 1)
    await players[2].move("hold")
    await view_at(players[2], 3)


async def test_a_match_without_an_end_is_not_played_for_ever(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_match, "MOST_STEPS", 20)
    players = await house.create("pig", "random", "random", variant={"goal": 10**6})
    live = await house.host.registry.get(players.match)
    await house.host.settle(live, 5)
    assert live.driver is None
    assert 20 <= live.stored < 10_000


async def test_absence_survives_a_restart(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    await players[2].post("/leave")
    house.host.registry.drop(await house.host.registry.get(players.match))
    await players[1].move("hold")
    view = await view_at(players[1], 2)
    assert view["seats"][1]["away"]


class Slow(Bot):
    """A bot that thinks until it may answer."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        self.may_answer.wait(PATIENCE)
        return state.legal_actions(seat)[0]


async def test_a_slow_bot_keeps_nobody_waiting(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Slow()
    monkeypatch.setitem(vars(pig.bots), "policy", lambda: bot)
    slow = await house.create("pig", "me", "greedy")
    other = await house.create("pig", "me", "me")
    await slow[1].move("hold")
    assert (await other[1].move("roll")).status_code == 200
    await slow[1].post("/chat", text="take your time")
    assert (await slow[1].view())["at"] == 1
    bot.may_answer.set()
    await view_at(slow[1], 2)


async def test_undo_needs_everyone_elses_consent(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    assert (await players[1].post("/undo", answer="ask")).status_code == 409
    await players[1].move("hold")
    assert (await players[2].post("/undo", answer="agree")).status_code == 409
    await players[1].post("/undo", answer="ask")
    asked = {"seat": 1, "name": "Player 1", "is_you": False, "answer": True}
    assert (await players[2].view())["undo"] == asked
    await players[2].post("/undo", answer="refuse")
    assert (await players[2].view())["undo"] is None
    await players[1].post("/undo", answer="ask")
    await players[2].move("roll")
    assert (await players[2].view())["undo"] is None
    assert (await players[1].post("/undo", answer="ask")).status_code == 409


async def test_nothing_is_taken_back_from_whoever_was_replaced(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "GONE_AFTER", 0.0)
    players = await house.create("pig", "me", "me")
    await players[1].move("hold")
    assert (await players[1].post("/leave", seat=2)).status_code == 200
    refused = await players[1].post("/undo", answer="ask")
    assert refused.status_code == 409
    assert "somebody is away who would have to agree" in refused.json()["error"]


async def test_alone_nobody_has_to_agree(house: House) -> None:
    players = await house.create("idle-six", "me")
    await players[1].move("gain a")
    assert (await players[1].post("/undo", answer="ask")).json()["at"] == 0
