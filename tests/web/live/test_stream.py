"""Live updates miss nothing and double nothing."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest

from quincunx.core.game import Game
from quincunx.web.live import stream
from quincunx.web.live.event_id import read_cursor
from quincunx.web.live.page_diff import PageCopy
from quincunx.web.live.view import Viewer, viewer_of
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.tokens import Keys
from tests.waiting import until
from tests.web.clients import House, Programs, open_house
from tests.web.conftest import NO_LIMITS

pytestmark = pytest.mark.anyio


async def all_heard(live: LiveMatch) -> None:
    """Wait until everybody who listens to a match has heard what there is, and waits for more."""
    await until(lambda: all(wake._waiters and not wake.is_set() for wake in live.listeners))


class Listener:
    """A client with an open stream, who remembers what came."""

    def __init__(
        self, house: House, players: Programs, seat: int | None = None, browser: bool = False
    ) -> None:
        self.house = house
        self.players = players
        self.seat = seat
        self.browser = browser
        self.last_id = ""
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.sent = ""
        self._task: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        before = len(self.sent)
        self._task = asyncio.create_task(self._listen(await self._stream()))
        await until(lambda: len(self.sent) > before)
        await self.hear()

    async def hear(self) -> None:
        """Wait for the next event."""
        await all_heard(await self.house.host.registry.get(self.players.match))

    async def _stream(self) -> AsyncIterator[str]:
        live = await self.house.host.registry.get(self.players.match)
        keys = Keys({self.seat - 1: self.players[self.seat].token}) if self.seat else Keys()
        viewer = viewer_of(live, keys)
        if not self.browser:
            return stream.for_program(live, viewer, self.last_id)
        page = PageCopy(viewer, "http://quincunx.test", "csrf", read_cursor(self.last_id, live))
        return stream.for_page(live, page)

    async def _listen(self, events: Any) -> None:
        try:
            async for chunk in events:
                self.sent += chunk
                for text in chunk.strip().split("\n\n"):
                    fields = dict(line.split(": ", 1) for line in text.splitlines())
                    self.last_id = fields.get("id", self.last_id)
                    if "event" in fields:
                        self.told.append((fields["event"], json.loads(fields["data"])))
        finally:
            await events.aclose()

    async def lose_connection(self) -> None:
        assert self._task is not None
        await self.hear()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [data for name, data in self.told if name == kind]


async def test_a_listener_hears_every_move_once_however_often_the_line_breaks(
    house: House, pig: Game[Any]
) -> None:
    players = await house.create("pig", "me", "me")
    steady, shaky = Listener(house, players, 1), Listener(house, players)
    await steady.connect()
    await shaky.connect()
    for turn in range(12):
        if turn % 3 == 1:
            await shaky.lose_connection()
        seat = 1 + (await players[1].view())["turns"] % 2
        assert (await players[seat].move("roll" if turn % 2 else "hold")).status_code == 200
        await players[seat].post("/chat", text=f"line {turn}")
        if turn % 3 == 2:
            await shaky.connect()
    await shaky.lose_connection()
    await steady.lose_connection()
    numbers = [move["at"] for move in shaky.heard("move")]
    assert numbers == list(range(1, (await players[1].view())["at"] + 1))
    happened = [[(move["at"], move["events"]) for move in one.heard("move")] for one in (shaky, steady)]
    assert happened[0] == happened[1]
    assert [said["text"] for said in shaky.heard("chat")] == [f"line {turn}" for turn in range(12)]


async def test_a_stream_goes_on_after_the_server_started_anew(database: str, pig: Game[Any]) -> None:
    async with open_house(database, NO_LIMITS) as house:
        players = await house.create("pig", "me", "me")
        listener = Listener(house, players)
        await listener.connect()
        await players[1].move("hold")
        await listener.lose_connection()
        await players[2].move("hold")
    async with open_house(database, NO_LIMITS) as again:
        listener.house = players[1].house = again
        await listener.connect()
        await players[1].move("hold")
        await listener.lose_connection()
    assert [move["at"] for move in listener.heard("move")] == [1, 2, 3]


async def test_taken_back_moves_are_told_as_such(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    here, gone = Listener(house, players), Listener(house, players)
    await here.connect()
    await gone.connect()
    await players[1].move("hold")
    await gone.lose_connection()
    await players[1].post("/undo", answer="ask")
    await players[2].post("/undo", answer="agree")
    await players[1].move("roll")
    await gone.connect()
    for listener in (here, gone):
        await listener.lose_connection()
        history = [(kind, data["at"]) for kind, data in listener.told if kind in ("move", "undo")]
        assert history == [("move", 1), ("undo", 0), ("move", 1), ("move", 2)]


async def test_who_is_connected_is_seen(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    watcher, bob = Listener(house, players), Listener(house, players, 2)
    await watcher.connect()
    await bob.connect()
    assert [seat["connected"] for seat in (await players[1].view())["seats"]] == [False, True]
    changes = len(watcher.heard("change"))
    await bob.lose_connection()
    await watcher.lose_connection()
    assert [seat["connected"] for seat in (await players[1].view())["seats"]] == [False, False]
    assert len(watcher.heard("change")) > changes


async def test_silence_is_broken_again_and_again(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT", 0.02)
    players = await house.create("pig", "me", "me")
    live = await house.host.registry.get(players.match)
    heard = stream.for_program(live, Viewer(Keys(), [], None), "")
    async with asyncio.timeout(60), contextlib.aclosing(heard):
        assert (await anext(heard)).startswith("retry")
        for _ in range(3):
            while "still here" not in await anext(heard):
                pass
        await players[1].move("hold")
        while "event: move" not in await anext(heard):
            pass
        while "still here" not in await anext(heard):
            pass


async def test_nonsense_in_place_of_an_id_is_no_harm(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    await players[1].move("hold")
    for nonsense in ("x", "1.2", "9.9.9", "-1.0.0", "0.999999.0"):
        listener = Listener(house, players)
        listener.last_id = nonsense
        await listener.connect()
        await players[1].post("/chat", text="still there?")
        await listener.lose_connection()
        assert listener.told


async def test_too_many_watchers_are_refused_and_players_never(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST_WATCHERS", 1)
    players = await house.create("pig", "me", "me")
    first = Listener(house, players)
    await first.connect()
    assert (await house.watcher(players.match).get("/events")).status_code == 429
    live = await house.host.registry.get(players.match)
    stream.check_room(live, viewer_of(live, Keys({0: players[1].token})))
    await first.lose_connection()
    stream.check_room(live, viewer_of(live, Keys()))


PACE = 7.0


class Pauses:
    """A replacement of `asyncio` where bots move: their pauses end when the test says so."""

    def __init__(self) -> None:
        self.begun = 0
        self.over = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def sleep(self, seconds: float) -> Awaitable[object]:
        self.begun += seconds == PACE
        return self.over.wait() if seconds == PACE else asyncio.sleep(seconds)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    pauses = Pauses()
    monkeypatch.setattr("quincunx.web.matches.autoplay.asyncio", pauses)
    return pauses


async def until_moved(house: House, players: Programs) -> None:
    """Wait until there is a second move."""
    live = await house.host.registry.get(players.match)
    await until(lambda: live.stored >= 2)


async def test_bots_pause_among_themselves_where_people_look_on(
    database: str, pig: Game[Any], pauses: Pauses
) -> None:
    async with open_house(database, NO_LIMITS, pace=PACE) as house:
        played = await house.create("pig", "me", "greedy")
        onlooker = Listener(house, played, browser=True)
        await onlooker.connect()
        await played[1].move("hold")
        await until_moved(house, played)
        assert pauses.begun == 0
        await onlooker.lose_connection()
        watched = await house.create("pig", "me", "greedy")
        onlooker = Listener(house, watched, browser=True)
        await onlooker.connect()
        await watched[1].post("/leave")
        await until(lambda: pauses.begun)
        assert (await watched[1].view())["at"] == 0
        pauses.over.set()
        await until_moved(house, watched)
        await onlooker.lose_connection()


async def test_a_browser_is_sent_every_position_that_bots_lead_to(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "greedy")
    onlooker = Listener(house, players, browser=True)
    await onlooker.connect()
    await players[1].move("hold")
    live = await house.host.registry.get(players.match)
    await until(lambda: live.driver is None)
    await onlooker.lose_connection()
    view = await players[1].view()
    shown = [page["at"] for page in onlooker.heard("page")]
    # Each move of the bot, with the dice that it led to.
    ends = [*[line["number"] - 1 for line in view["story"] if line["seat"]][1:], view["at"]]
    assert shown == [0, *ends]
    assert len(ends) > 2


async def test_bots_go_on_though_somebody_came_back_while_they_paused(
    database: str, pig: Game[Any], pauses: Pauses
) -> None:
    async with open_house(database, NO_LIMITS, pace=PACE) as house:
        players = await house.create("pig", "me", "greedy")
        onlooker = Listener(house, players, browser=True)
        await onlooker.connect()
        await players[1].post("/leave")
        await until(lambda: pauses.begun)
        await players[1].post("/return")
        pauses.over.set()
        live = await house.host.registry.get(players.match)
        await until(lambda: live.driver is None)
        view = await players[1].view()
        assert (view["at"], view["your_move"]) == (0, True)
        await players[1].move("hold")
        await until_moved(house, players)
        await onlooker.lose_connection()


async def test_events_come_as_data_too(house: House, fingers: Game[Any]) -> None:
    players = await house.create("fingers", "me", "me")
    ann, bob = Listener(house, players, 1), Listener(house, players, 2)
    await ann.connect()
    await bob.connect()
    await players[1].move("show 3")
    await ann.lose_connection()
    await bob.lose_connection()
    chosen = {"kind": "chosen", "seat": 1}
    own = {"kind": "will-show", "seat": 1, "amounts": {"fingers": 3}, "to": 1}
    assert [move["events"] for move in ann.heard("move")] == [[chosen, own]]
    assert [move["events"] for move in bob.heard("move")] == [[chosen]]
    assert [line["events"] for line in (await players[2].view())["story"]] == [[chosen]]


async def test_a_page_is_sent_what_is_new_and_nothing_else(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    page = Listener(house, players, 2, browser=True)
    await page.connect()
    assert set(page.heard("page")[0]["parts"]) >= {"board", "log", "talk", "players"}
    await players[1].move("hold")
    await page.hear()
    new = page.heard("page")[-1]
    assert (new["at"], new["yourMove"], new["phase"]) == (1, True, "playing")
    assert {"state", "board", "below", "log"} <= set(new["parts"])
    assert not {"talk", "chance", "ending"} & set(new["parts"])
    await players[1].post("/chat", text="well, well")
    await page.hear()
    assert set(page.heard("page")[-1]["parts"]) == {"talk"}
    for _ in range(2):
        await players[1].post("/chat", text="and again")
    await page.lose_connection()
    talk = "".join(event["parts"].get("talk", "") for event in page.heard("page"))
    assert (talk.count("well, well"), talk.count("and again")) == (1, 2)
    before = len(page.told)
    await players[2].move("hold")
    await page.connect()
    await page.lose_connection()
    back = page.told[before][1]["parts"]
    assert "well, well" not in back["talk"]
    assert back["log"].count("<li") == 1


async def test_a_page_drops_the_lines_that_were_taken_back(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    page = Listener(house, players, 2, browser=True)
    await players[1].move("hold")
    await page.connect()
    await players[1].post("/undo", answer="ask")
    await players[2].post("/undo", answer="agree")
    await page.lose_connection()
    last = page.heard("page")[-1]
    assert (last["at"], last["takeBacks"]) == (0, 1)
    assert 'data-from="0"' in last["parts"]["log"]
    assert "<li" not in last["parts"]["log"]


async def test_who_mutes_somebody_hears_nothing_more_of_them(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    page = Listener(house, players, 2, browser=True)
    await players[1].post("/chat", text="well, well")
    await page.connect()
    assert "well, well" in page.heard("page")[-1]["parts"]["talk"]
    await players[2].post("/mute", seat=1)
    await page.lose_connection()
    talk = page.heard("page")[-1]["parts"]["talk"]
    assert 'data-from="0"' in talk
    assert "well, well" not in talk
