"""The analysis of a match in the browser: made beside the server, and only when the match is over."""

import asyncio
import io
import re
import sys

import httpx
import msgspec
import pytest

from quincunx import games
from quincunx.analysis import Timeline
from quincunx.analysis import __main__ as process
from quincunx.analysis.analyse import Analysis, analyse
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Absence, Player
from quincunx.reporting.page import COLOURS, STYLE
from quincunx.web.jobs import postgame
from quincunx.web.matches import setup
from quincunx.web.routes import analysis
from quincunx.web.templates import assets
from tests.waiting import until
from tests.web.clients import House, Programs

pytestmark = pytest.mark.anyio


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Return a match of a small game that only this process knows."""
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    match = Match("pig", ["greedy", "random"], SeedDice("7"), {"goal": 20})
    for _ in match:
        pass
    return match


async def finished(house: House) -> Programs:
    """Return a match at this server that is over."""
    creator = await house.create("pig", "me", "greedy", variant={"goal": 5})
    live = await house.host.registry.get(creator.match)
    while (await creator[1].view())["phase"] != "over":
        await creator[1].move("hold")
        await house.host.settle(live, 5)
    return creator


async def until_made(http: httpx.AsyncClient, match: str) -> httpx.Response:
    """Wait for the analysis and return its page."""

    async def made() -> httpx.Response | None:
        page = await http.get(f"/m/{match}/analysis")
        return page if page.status_code != 202 else None

    page: httpx.Response = await until(made)
    return page


async def test_a_page_waits_and_then_shows_the_analysis(
    house: House, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, made = asyncio.Event(), asyncio.Event()

    async def later(data: bytes, tell: analysis.Tell) -> Analysis:
        tell(3, 20)
        begun.set()
        await made.wait()
        return analyse(played, seconds=0.1, jobs=1)

    monkeypatch.setattr(analysis, "_analysed", later)
    creator = await finished(house)
    async with house.http() as http:
        await http.get(f"/m/{creator.match}/analysis")
        await begun.wait()
        waiting = await http.get(f"/m/{creator.match}/analysis")
        assert waiting.status_code == 202
        assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in waiting.text
        assert '<progress id="judged" max="20" value="3">' in waiting.text
        assert "3 of 20" in waiting.text
        for address in (f"/m/{creator.match}/analysis.json", f"/api/v1/matches/{creator.match}/analysis"):
            going = await http.get(address)
            assert going.status_code == 202
            assert going.json() == {
                "done": False,
                "judged": 3,
                "decisions": 20,
                "words": "The match is being analysed, decision by decision.",
            }
        made.set()
        page = await until_made(http, creator.match)
        assert page.status_code == 200
        assert "Luck and skill" in page.text
        assert f'<a href="/m/{creator.match}/replay?at=' in page.text
        assert "<style" not in page.text, "the server's policy allows no style in a page"
        assert (await http.get("/analysis.css")).headers["content-type"].startswith("text/css")
        data = (await http.get(f"/m/{creator.match}/analysis.json")).json()
        assert len(data["expects"]) == len(played.steps) + 1
        assert data["marks"][0].keys() == {"at", "seat", "mark", "loss", "played", "best"}
        assert data["words"][-1] == ["100%" if part == 1 else "0%" for part in data["parts"][-1]]
        whole = (await http.get(f"/api/v1/matches/{creator.match}/analysis")).json()
        assert whole["timeline"]["result"] == [1.0, 0.0]
        assert msgspec.convert(whole, Analysis).decisions[0].at == data["marks"][0]["at"]


async def test_the_page_is_one_of_the_site_and_leads_to_the_table(
    house: House, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(data: bytes, tell: analysis.Tell) -> Analysis:
        return analyse(played, seconds=0.1, jobs=1)

    monkeypatch.setattr(analysis, "_analysed", at_once)
    match = (await finished(house)).match
    live = await house.host.registry.get(match)
    live.seats[0].colour = 3
    played.seats[0], played.absences = Player("<b>Ann"), [Absence(0, 0, "left")]
    ann = house.browser()
    await ann.open(f"/m/{match}/analysis")
    await until_made(ann.http, match)
    await ann.open(f"/m/{match}/analysis")
    assert 'href="/analysis.css"' in ann.page
    assert 'class="series colour-yellow dashes-1"' in ann.page
    assert f'<a class="button" href="/m/{match}">To the match</a>' in ann.page
    assert "<p>Bots made some moves of &lt;b&gt;Ann; they count as their own decisions. " in ann.page
    decision = analyse(played, seconds=0.1, jobs=1).decisions[0]
    assert f'href="/m/{match}/replay?at={decision.at}"' in ann.page
    form = f"play-on-{decision.seat + 1}"
    assert f'form="{form}" name="at" value="{decision.at}"' in ann.page
    assert f'<form id="{form}" method="post" action="/m/{match}/play-on" data-own-word>' in ann.page
    await ann.send(f"/m/{match}/play-on", at=0, seat=1)
    assert ann.status == 200
    assert ann.match != match
    await ann.send("/settings", theme="dark")
    await ann.open(f"/m/{match}/analysis")
    assert 'href="/analysis.css?theme=dark"' in ann.page
    async with house.http() as http:
        dark = (await http.get("/analysis.css?theme=dark")).text
    assert "@media all {" in dark
    assert "prefers-color-scheme" not in dark


def test_seats_have_the_colours_of_the_table() -> None:
    """By day and by night; the page of an analysis has them inside, for it needs no other file."""
    named = r"--(red|blue|green|yellow|purple|orange|black): (#\w+)"
    table = (assets.STATIC / "style.css").read_text(encoding="utf-8")
    report = STYLE.read_text(encoding="utf-8").partition("@media print")[0]
    assert len(re.findall(named, table)) == 14
    assert re.findall(named, report) == re.findall(named, table)
    assert [*COLOURS, "black"] == setup.COLOURS


async def test_a_match_that_goes_on_tells_nothing(house: House) -> None:
    going = await house.create("idle-six", "me")
    addresses = [f"/m/{going.match}/analysis.json", f"/api/v1/matches/{going.match}/analysis"]
    async with house.http() as http:
        for address in addresses:
            for accept in ("application/json", "text/html"):
                answer = await http.get(address, headers={"accept": accept})
                assert answer.status_code == 409
                assert answer.json() == {
                    "error": "The match is not over yet; its analysis is there when it is."
                }
        nowhere = await http.get("/m/nowhere/analysis.json", headers={"accept": "text/html"})
    assert (nowhere.status_code, nowhere.json()) == (404, {"error": "There is no such match here."})


async def test_the_others_wait_for_their_turn(played: Match) -> None:
    progress = analysis.Progress()
    assert progress.words == "Other matches are analysed first; this one waits for its turn."
    progress.has_begun = True
    progress.tell(4, 4)
    assert progress.words == "All decisions are judged. Now chances and luck are worked out."


async def test_what_cannot_be_analysed_is_said() -> None:
    assert await analysis._analysed(b"no record", lambda judged, decisions: None) is None


async def test_how_far_it_is_is_read_from_the_process(played: Match) -> None:
    found = analyse(played, seconds=0.1, jobs=1)
    written = b"[1,7]\n[2,7]\n" + msgspec.json.encode(found) + b"\n"
    script = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    process.stdin.write(written)
    process.stdin.close()
    told: list[tuple[int, int]] = []
    assert await analysis._follow(process, lambda *news: told.append(news)) == found
    assert told == [(1, 7), (2, 7)]
    await process.wait()


def test_the_process_reads_a_record_and_writes_its_analysis(
    played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = record.encode(played.record())
    monkeypatch.setattr(sys, "argv", ["quincunx.analysis", "0.1"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    written = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(process, "stand_back", lambda: None)
    process.main()
    written.seek(0)
    *before, last = written.buffer.read().splitlines()
    found = msgspec.json.decode(last, type=Analysis)
    assert found.game == "pig"
    total = len(found.decisions)
    assert [msgspec.json.decode(line) for line in before] == [[done + 1, total] for done in range(total)]


def test_the_match_page_tells_of_the_same_moments(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.encode(played.record()))))
    written = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(postgame, "stand_back", lambda: None)
    postgame.main()
    written.seek(0)
    line = msgspec.json.decode(written.buffer.read(), type=Timeline)
    assert line.moments
    assert line == analyse(played, seconds=0.1, jobs=1).timeline
