"""Live updates miss nothing and double nothing."""

import asyncio
import json
from typing import Any

import pytest

from quincunx.core.game import Game
from quincunx.web import live, present
from quincunx.web.tokens import Keys
from tests.web.clients import House, Program, Programs, open_house
from tests.web.conftest import NO_LIMITS

pytestmark = pytest.mark.anyio


class Listener:
    """Someone with an open stream, who remembers what came."""

    def __init__(self, house: House, table: Programs, seat: int | None = None) -> None:
        self.house = house
        self.table = table
        self.seat = seat
        self.last_id = ""
        self.told: list[tuple[str, dict[str, Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        running = await self.house.host.get(self.table.match)
        keys = Keys({self.seat - 1: self.table[self.seat].token}) if self.seat else Keys()
        events = live.stream(self.house.host, running, present.eyes(running, keys), self.last_id, True)
        self._task = asyncio.create_task(self._listen(events))
        await asyncio.sleep(0.01)

    async def _listen(self, events: Any) -> None:
        try:
            async for chunk in events:
                for text in chunk.strip().split("\n\n"):
                    fields = dict(line.split(": ", 1) for line in text.splitlines())
                    if "id" in fields:
                        self.last_id = fields["id"]
                        self.told.append((fields["event"], json.loads(fields["data"])))
        finally:
            await events.aclose()

    async def lose_connection(self) -> None:
        assert self._task is not None
        await asyncio.sleep(0.01)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [data for name, data in self.told if name == kind]


async def test_a_listener_hears_every_move_once_however_often_the_line_breaks(
    house: House, pig: Game[Any]
) -> None:
    table = await house.create("pig", "me", "me")
    steady, shaky = Listener(house, table, 1), Listener(house, table)
    await steady.connect()
    await shaky.connect()
    for turn in range(12):
        if turn % 3 == 1:
            await shaky.lose_connection()
        seat = 1 + (await table[1].view())["turns"] % 2
        assert (await table[seat].move("roll" if turn % 2 else "hold")).status_code == 200
        await table[seat].post("/chat", text=f"line {turn}")
        if turn % 3 == 2:
            await shaky.connect()
    await shaky.lose_connection()
    await steady.lose_connection()
    numbers = [move["at"] for move in shaky.heard("move")]
    assert numbers == list(range(1, (await table[1].view())["at"] + 1))
    assert shaky.heard("move") == steady.heard("move")
    assert [said["text"] for said in shaky.heard("chat")] == [f"line {turn}" for turn in range(12)]


async def test_a_stream_goes_on_after_the_server_started_anew(database: str, pig: Game[Any]) -> None:
    async with open_house(database, NO_LIMITS) as house:
        table = await house.create("pig", "me", "me")
        listener = Listener(house, table)
        await listener.connect()
        await table[1].move("hold")
        await listener.lose_connection()
        await table[2].move("hold")
    async with open_house(database, NO_LIMITS) as again:
        listener.house = table[1].house = again
        await listener.connect()
        await table[1].move("hold")
        await listener.lose_connection()
    assert [move["at"] for move in listener.heard("move")] == [1, 2, 3]


async def test_taken_back_moves_are_told_as_such(house: House, pig: Game[Any]) -> None:
    table = await house.create("pig", "me", "me")
    here, gone = Listener(house, table), Listener(house, table)
    await here.connect()
    await gone.connect()
    await table[1].move("hold")
    await gone.lose_connection()
    await table[1].post("/undo", answer="ask")
    await table[2].post("/undo", answer="agree")
    await table[1].move("roll")
    await gone.connect()
    for listener in (here, gone):
        await listener.lose_connection()
        history = [(kind, data["at"]) for kind, data in listener.told if kind in ("move", "undo")]
        assert history == [("move", 1), ("undo", 0), ("move", 1), ("move", 2)]


async def test_who_is_connected_is_seen(house: House, pig: Game[Any]) -> None:
    table = await house.create("pig", "me", "me")
    watcher, bob = Listener(house, table), Listener(house, table, 2)
    await watcher.connect()
    await bob.connect()
    assert [seat["connected"] for seat in (await table[1].view())["seats"]] == [False, True]
    changes = len(watcher.heard("change"))
    await bob.lose_connection()
    await watcher.lose_connection()
    assert [seat["connected"] for seat in (await table[1].view())["seats"]] == [False, False]
    assert len(watcher.heard("change")) > changes


async def test_nonsense_in_place_of_an_id_is_no_harm(house: House, pig: Game[Any]) -> None:
    table = await house.create("pig", "me", "me")
    await table[1].move("hold")
    for nonsense in ("x", "1.2", "9.9.9", "-1.0.0", "0.999999.0"):
        listener = Listener(house, table)
        listener.last_id = nonsense
        await listener.connect()
        await table[1].post("/chat", text="still there?")
        await listener.lose_connection()
        assert listener.told


async def test_too_many_watchers_are_refused_and_players_never(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_WATCHERS", 1)
    table = await house.create("pig", "me", "me")
    first = Listener(house, table)
    await first.connect()
    assert (await house.watcher(table.match).get("/events")).status_code == 429
    running = await house.host.get(table.match)
    live.check_room(running, present.eyes(running, Keys({0: table[1].token})))
    await first.lose_connection()
    live.check_room(running, present.eyes(running, Keys()))


async def until_moved(program: Program, seconds: float) -> None:
    """Wait until there is a second move, but no longer than that."""
    async with asyncio.timeout(seconds):
        while (await program.view())["at"] < 2:
            await asyncio.sleep(0.02)


async def test_bots_pause_where_people_look_on(database: str, pig: Game[Any]) -> None:
    async with open_house(database, NO_LIMITS, pace=1.0) as house:
        unseen = await house.create("pig", "me", "greedy")
        await unseen[1].move("hold")
        await until_moved(unseen[1], 0.9)
        seen = await house.create("pig", "me", "greedy")
        onlooker = Listener(house, seen)
        await onlooker.connect()
        await seen[1].move("hold")
        await asyncio.sleep(0.3)
        assert (await seen[1].view())["at"] == 1
        await until_moved(seen[1], 5)
        await onlooker.lose_connection()


async def test_bots_go_on_though_somebody_came_back_while_they_paused(database: str, pig: Game[Any]) -> None:
    async with open_house(database, NO_LIMITS, pace=0.5) as house:
        table = await house.create("pig", "me", "greedy")
        onlooker = Listener(house, table)
        await onlooker.connect()
        await table[1].post("/leave")
        await table[1].post("/return")
        await asyncio.sleep(0.7)
        view = await table[1].view()
        assert (view["at"], view["your_move"]) == (0, True)
        await table[1].move("hold")
        await until_moved(table[1], 5)
        await onlooker.lose_connection()
