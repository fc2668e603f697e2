"""Sizes and rates have limits, and refusals are sensible."""

import asyncio
import dataclasses
import threading
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from quincunx.core.game import Game
from quincunx.games.idle_six.web import terms
from quincunx.games.idle_six.web_cards import MOST_AMOUNTS, both
from quincunx.input_limits import TOML
from quincunx.thinking.hints import Hint
from quincunx.web.jobs import postgame
from quincunx.web.live import stream
from quincunx.web.matches import advice, registry
from quincunx.web.matches import service as hosts
from quincunx.web.matches.live_match import Advice
from quincunx.web.matches.tokens import Keys
from quincunx.web.routes import pages
from quincunx.web.server.errors import Refused
from quincunx.web.server.limits import Limits, Rates
from tests.waiting import until
from tests.web.clients import House, open_house

pytestmark = pytest.mark.anyio


async def no_news(*_: Any) -> AsyncGenerator[str]:
    """A stream that ends at once."""
    yield ""


async def test_who_asks_too_quickly_has_to_wait(database: str) -> None:
    async with open_house(database, Limits(rate=0.001, burst=50)) as house:
        statuses = [(await house.http().get("/health")).status_code for _ in range(52)]
        assert statuses == [200] * 50 + [429] * 2
        answer = await house.http().post("/api/v1/matches", json={"game": "idle-six"})
        assert answer.status_code == 429
        assert answer.json() == {"error": "You ask too quickly; wait a moment."}
        answer = await house.http().post("/m/any/move", headers={"accept": "application/json"})
        assert answer.json() == {"error": "You ask too quickly; wait a moment."}
        assert (await house.http().get("/static/style.css")).status_code == 200


async def test_new_matches_cost_more(database: str) -> None:
    async with open_house(database, Limits(rate=0.001, burst=70)) as house:
        made = [(await house.http().post("/api/v1/matches", json={"game": "idle-six"})) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]


async def test_thinking_and_looking_up_cost_more(database: str, pig: Game[Any]) -> None:
    async with open_house(database, Limits(rate=0.001, burst=100)) as house:
        assert (await house.http().get("/matches")).status_code == 200
        statuses = [(await house.http().get("/m/0123456789/analysis")).status_code for _ in range(10)]
        assert statuses == [404] * 9 + [429]


async def test_what_a_seat_does_beside_its_moves_is_counted(database: str, pig: Game[Any]) -> None:
    """As 3,899 times leaving and coming back in six seconds were not."""
    few = Limits(rate=1e9, burst=1e9, deed_rate=0.001, deed_burst=4)
    async with open_house(database, few) as house:
        players = await house.create("pig", "me", "me", hints=True)
        first = [(await players[1].post(what)).status_code for what in ("/leave", "/return") * 3]
        assert first == [200, 200, 200, 200, 429, 200]
        live = await house.host.registry.get(players.match)
        assert len(live.happenings) == 4
        assert not live.seats[0].away
        assert (await players[1].post("/undo", answer="ask")).status_code == 429
        assert (await players[1].post("/mute", seat=2)).status_code == 429
        assert (await players[1].post("/hint")).status_code == 429
        assert (await players[2].post("/mute", seat=1)).status_code == 200, "others have points of their own"
        assert (await players[1].move("hold", 0)).status_code == 200, "moves are not counted"


async def test_a_name_is_changed_a_few_times_and_the_same_name_changes_nothing(
    database: str, pig: Game[Any]
) -> None:
    few = Limits(rate=1e9, burst=1e9, deed_rate=0.001, deed_burst=4)
    async with open_house(database, few) as house:
        players = await house.create("pig", "me", "me")
        live = await house.host.registry.get(players.match)
        before = live.head.version
        names = ("Ann", "Ann", "Anna", "Ann", "Bob")
        statuses = [(await players[1].post("/join", name=name)).status_code for name in names]
        assert statuses == [200, 200, 200, 200, 429]
        assert live.head.version == before + 3


async def test_streams_deletions_and_hints_seen_again_are_counted(
    database: str, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Limits(rate=1e9, burst=1e9, deed_rate=1e-9, deed_burst=4)
    monkeypatch.setattr(stream, "_listen", no_news)
    async with open_house(database, few) as house:
        players = await house.create("pig", "me", "me")
        live = await house.host.registry.get(players.match)
        opened = [(await players[1].get("/events")).status_code for _ in range(5)]
        assert opened == [200] * 4 + [429]
        assert (await house.watcher(players.match).get("/events")).status_code == 200
        # Who asks to delete, moves, and asks again writes a note each time.
        keys = Keys(seats={1: players[2].token})
        for number in range(4):
            assert not await house.host.delete(live, keys)
            assert not await house.host.delete(live, keys), "the second changes nothing"
            assert len(live.happenings) == number + 1
            await players[1].move("hold")
            await players[2].move("hold")
        with pytest.raises(Refused, match="too often"):
            await house.host.delete(live, keys)
        assert len(live.happenings) == 4


async def test_a_hint_that_is_closed_twice_wakes_nobody_twice(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await house.host.registry.get((await house.create("pig", "me", "me", hints=True)).match)
    woken = list[None]()
    monkeypatch.setattr(live, "changed", lambda: woken.append(None))
    live.advice[0] = Advice(live.decision(0), [Hint(["roll"], "", "", "")], is_thinking=False)
    for _ in range(5):
        advice.close(live, 0)
    assert len(woken) == 1
    for _ in range(5):
        await advice.hint(house.host, live, 0)
    assert len(woken) == 2


async def test_a_match_keeps_so_many_lines_of_chat(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "MOST_SAID", 2)
    players = await house.create("pig", "me", "me")
    said = [(await players[1].post("/chat", text="well", request=each)).status_code for each in "aabbcc"]
    assert said == [200, 200, 200, 200, 409, 409]
    assert len((await house.host.registry.get(players.match)).chat) == 2


@pytest.mark.parametrize("what", ["replay", "frames", "result.svg", "record.json"])
async def test_what_takes_long_to_draw_costs_more_than_a_page(database: str, what: str) -> None:
    async with open_house(database, Limits(rate=0.001, burst=10)) as house:
        statuses = [(await house.http().get(f"/m/0123456789/{what}")).status_code for _ in range(3)]
        assert statuses[-1] == 429


async def test_what_changes_nothing_is_not_stored(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"], dice="seed")
    live = await house.host.registry.get(ann.match)
    players = await house.create("pig", "me", "me")
    with_friend = await house.host.registry.get(players.match)
    assert (await players[1].move("hold", 0)).status_code == 200
    for _ in range(3):
        assert (await players[2].post("/mute", seat=1)).status_code == 200
        assert (await players[1].post("/undo", answer="ask")).status_code == 200
    assert with_friend.head.version == 4, "begun, moved, muted, asked"
    for _ in range(3):
        await ann.send(f"/m/{live.id}/resign", seat=1)
    assert [each.kind for each in live.happenings] == ["resigned"]


async def test_coming_back_and_taking_back_have_an_end(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "MOST_RETURNS", 3)
    monkeypatch.setattr(hosts, "MOST_TAKE_BACKS", 2)
    players = await house.create("pig", "me", "me")
    statuses = [(await players[1].post(what)).status_code for what in ("/leave", "/return") * 4]
    assert statuses == [200] * 7 + [409]
    assert (await players[2].post("/return")).status_code == 200, "who has not left may always"
    alone = await house.create("pig", "me", "random")
    for _ in range(2):
        assert (await alone[1].move("hold")).status_code == 200
        await house.host.settle(await house.host.registry.get(alone.match), 5)
        assert (await alone[1].post("/undo", answer="ask")).status_code == 200
    assert (await alone[1].move("hold")).status_code == 200
    await house.host.settle(await house.host.registry.get(alone.match), 5)
    refused = await alone[1].post("/undo", answer="ask")
    assert refused.json() == {"error": "Moves were taken back 2 times in this match; now they stand."}


async def test_a_page_shows_the_last_notes(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    for _ in range(20):
        for what in ("/leave", "/return"):
            assert (await players[1].post(what)).status_code == 200
    assert (await players[1].move("hold", 0)).status_code == 200
    (line, *_) = (await players[2].view())["story"]
    assert line["notes"] == ["Player 1 steps away: a bot plays on.", "Player 1 is back at the table."] * 3


async def test_what_is_too_large_is_not_read(house: House) -> None:
    answer = await house.http().post("/api/v1/matches", content=b"x" * 70_000)
    assert answer.status_code == 413

    async def endless() -> Any:
        for _ in range(100):
            yield b"x" * 1000

    assert (await house.http().post("/api/v1/matches", content=endless())).status_code == 413


async def test_a_variant_is_read_beside_the_loop(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []

    def decode(data: bytes, most: int) -> Any:
        readers.append(threading.current_thread())
        return TOML.decode(data, most)

    monkeypatch.setattr(pages, "TOML", dataclasses.replace(TOML, decode=decode))
    ann = house.browser()
    await ann.play_now("pig", variant="goal = 5")
    assert readers
    assert threading.current_thread() not in readers
    await ann.open("/")
    said = await ann.send("/matches", game="pig", variant=".".join("a" * 32_000) + " = 1")
    assert ann.status == 422
    assert "The variant is not valid TOML: it has more than 4,000 values and parts of keys." in said


async def test_nonsense_is_refused_with_a_sentence(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig")
    path, http = f"/m/{ann.match}", ann.http
    assert (await http.post(f"{path}/move", headers={"origin": "http://["})).status_code == 403
    odd = {"content-type": "multipart/form-data; boundary=x; charset=utf-7"}
    body = b'--x\r\ncontent-disposition: form-data; name="csrf"\r\n\r\n+2AA-\r\n--x--\r\n'
    answer = await http.post(f"{path}/move", content=body, headers=odd)
    assert answer.status_code == 400
    for toml in ("a = " + "[" * 5000, "a = " + "9" * 6000):
        await ann.open("/")
        assert "The variant" in await ann.send("/matches", game="pig", variant=toml)
        assert ann.status == 422
    body = b'{"game": "pig", "variant": {"\\ud800": 1}}'
    answer = await http.post("/api/v1/matches", content=body, headers={"content-type": "application/json"})
    assert answer.json() == {
        "error": "The variant cannot be used: it has half of a character, which cannot be written."
    }
    players = await house.create("pig", "me", "me")
    assert (await players[1].move("hold", 0, "\0")).status_code == 422
    assert (await players[1].post("/chat", text="x", request="\0")).status_code == 422
    for name in ("%00", "x", "0123456789abcdef", "0123456789"):
        assert (await http.get(f"/m/{name}")).status_code == 404
    assert (await http.head("/")).status_code == 200


async def test_a_database_that_is_gone_is_said_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_match: str) -> None:
        raise OSError("connection refused")

    monkeypatch.setattr(house.host.registry.store, "load", gone)
    answer = await house.http().get("/api/v1/matches/0123456789")
    assert answer.status_code == 503
    assert answer.json() == {"error": "The database cannot be reached; try again in a moment."}


async def test_after_the_end_nobody_moves(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "random", variant={"goal": 1})
    live = await house.host.registry.get(players.match)
    while not live.playing().over:
        await players[1].move("roll")
        await players[1].move("hold")
        await house.host.settle(live, 1)
    for refused in (await players[1].move("hold"), await players[1].post("/undo", answer="ask")):
        assert refused.json() == {"error": "The match is over."}


async def test_chat_is_short_and_slow(database: str, pig: Game[Any]) -> None:
    async with open_house(database, Limits(rate=1e9, burst=1e9, chat_rate=0.001, chat_burst=2)) as house:
        players = await house.create("pig", "me", "me")
        assert (await players[1].post("/chat", text="x" * 301)).status_code == 422
        assert (await players[1].post("/chat", text=" \n ")).status_code == 422
        statuses = [(await players[1].post("/chat", text="hello")).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert (await players[2].post("/chat", text="hello")).status_code == 200


async def test_the_same_line_of_chat_sent_twice_is_said_once(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    for _ in range(2):
        assert (await players[1].post("/chat", text="hello", request="once")).status_code == 200
    assert len((await players[2].view())["chat"]) == 1


async def test_matches_nobody_looks_at_leave_memory_and_come_back(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_IN_MEMORY", 3)
    matches = [await house.create("pig", "me", "me") for _ in range(6)]
    assert len(house.host.registry._live) == 3
    for players in matches:
        assert (await players[1].move("hold", 0)).status_code == 200
    assert len(house.host.registry._live) == 3


async def test_matches_that_are_over_leave_memory_soon(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_OVER", 2)
    going_on = await house.create("pig", "me", "me")
    for _ in range(10):
        match = (await house.create("pig", "greedy", "greedy")).match
        live = await house.host.registry.get(match)
        await house.host.settle(live, 60)
        assert live.phase == "over"
    await until(lambda: len(house.host.registry._live) <= 1 + 2 * 2 + 1)
    assert going_on.match in house.host.registry._live
    assert (await house.watcher(match).view())["phase"] == "over"


async def test_matches_that_nobody_looks_at_any_more_are_not_looked_back_at(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would wait in memory, one after the other, for as long as it takes."""
    go_on, asked = asyncio.Event(), []

    async def think(data: bytes) -> None:
        asked.append(data)
        await go_on.wait()

    monkeypatch.setattr(postgame, "think", think)
    lives = []
    for _ in range(3):
        live = await house.host.registry.get((await house.create("pig", "greedy", "greedy")).match)
        await house.host.settle(live, 60)
        house.host.registry.timelines.begin(live)
        lives.append(live)
        await until(lambda: all(live.look_back for live in lives))  # Then each waits for its turn.
    lives[2].listeners.add(asyncio.Event())
    go_on.set()
    await until(lambda: not house.host.registry.timelines._tasks)
    assert [live.is_looked_back_at for live in lives] == [True, False, True]
    assert len(asked) == 2


def test_amounts_of_idle_six_are_not_remembered_without_end() -> None:
    for money in range(2 * MOST_AMOUNTS):
        both(money)
        terms(money)
    assert max(each.cache_info().currsize for each in (both, terms)) <= MOST_AMOUNTS


def test_a_great_many_addresses_do_not_fill_memory() -> None:
    rates = Rates(rate=1, burst=10)
    for address in range(25_000):
        assert rates.allow(address)
    assert len(rates._buckets) <= 10_000
