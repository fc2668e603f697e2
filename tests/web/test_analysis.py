"""The analysis of a match in the browser: made beside the server, and only when the match is over."""

import asyncio
import io
import sys

import msgspec
import pytest

from quincunx import games, record
from quincunx.analysis import Timeline
from quincunx.analysis import __main__ as process
from quincunx.analysis.whole import Analysis, analyse
from quincunx.chance import SeedDice
from quincunx.match import Match
from quincunx.web import analysis, look_back
from tests.web.clients import House

pytestmark = pytest.mark.anyio


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of a small game that only this process knows."""
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    match = Match("pig", ["greedy", "random"], SeedDice("7"), {"goal": 20})
    for _ in match:
        pass
    return match


async def test_a_page_waits_and_then_shows_the_analysis(
    house: House, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = asyncio.Event()

    async def later(data: bytes) -> Analysis:
        await made.wait()
        return analyse(played, seconds=0.1, jobs=1)

    monkeypatch.setattr(analysis, "_analysed", later)
    creator = await house.create("pig", "me", "greedy", variant={"goal": 5})
    live = await house.host.get(creator.match)
    while (await creator[1].view())["phase"] != "over":
        await creator[1].move("hold")
        await house.host.settle(live, 5)
    async with house.http() as http:
        waiting = await http.get(f"/m/{creator.match}/analysis")
        assert (waiting.status_code, waiting.headers["refresh"]) == (202, "3")
        assert (await http.get(f"/m/{creator.match}/analysis.json")).status_code == 202
        made.set()
        while (page := await http.get(f"/m/{creator.match}/analysis")).status_code == 202:
            await asyncio.sleep(0.01)
        assert page.status_code == 200
        assert "Luck and skill" in page.text
        assert f'<a href="/m/{creator.match}/replay?at=' in page.text
        assert "<style" not in page.text, "the server's policy allows no style in a page"
        assert (await http.get("/analysis.css")).headers["content-type"].startswith("text/css")
        data = (await http.get(f"/m/{creator.match}/analysis.json")).json()
        assert len(data["expects"]) == len(played.steps) + 1
        assert data["marks"][0].keys() == {"at", "seat", "mark", "loss", "played", "best"}


async def test_a_match_that_goes_on_tells_nothing(house: House) -> None:
    going = await house.create("idle-six", "me")
    async with house.http() as http:
        answer = await http.get(f"/m/{going.match}/analysis.json", headers={"accept": "application/json"})
    assert answer.json() == {"error": "The match is not over yet; its analysis is there when it is."}


async def test_what_cannot_be_analysed_is_said() -> None:
    assert await analysis._analysed(b"no record") is None


def test_the_process_reads_a_record_and_writes_its_analysis(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = record.encode(played.record())
    monkeypatch.setattr(sys, "argv", ["quincunx.analysis", "0.1"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    written = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(process, "NICE", 0)
    process.main()
    written.seek(0)
    assert msgspec.json.decode(written.buffer.read(), type=Analysis).game == "pig"


def test_the_match_page_tells_of_the_same_moments(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.encode(played.record()))))
    written = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(look_back, "NICE", 0)
    look_back.main()
    written.seek(0)
    line = msgspec.json.decode(written.buffer.read(), type=Timeline)
    assert line.moments
    assert line == analyse(played, seconds=0.1, jobs=1).timeline
