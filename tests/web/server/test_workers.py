"""Several servers share one PostgreSQL: all hear of everything, and one plays for the bots."""

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from sqlalchemy import text, update

from quincunx.text.grammar import WATCHER
from quincunx.web.live import stream
from quincunx.web.live.view import Viewer
from quincunx.web.matches import autoplay, cluster, registry
from quincunx.web.matches.tokens import Keys
from quincunx.web.storage.schema import matches
from tests.waiting import PATIENCE, until
from tests.web.clients import House, Program, open_house
from tests.web.conftest import NO_LIMITS

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("pig")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make signs of life come ten times as often. They are good for a minute: on a busy machine both servers,
    which are one process here, may stand still for a while, and neither is to be taken for dead because of
    that. Whoever dies here has no lease left (`die`)."""
    monkeypatch.setattr(cluster, "BEAT", 0.1)
    monkeypatch.setattr(cluster, "LEASE", 60.0)
    monkeypatch.setattr(autoplay, "A_ROUND", 0.1)


@pytest.fixture
async def houses(shared_database: str) -> AsyncIterator[tuple[House, House]]:
    async with (
        open_house(shared_database, NO_LIMITS) as house,
        open_house(shared_database, NO_LIMITS) as other,
    ):
        await until(lambda: bool(house.host.registry.others and other.host.registry.others))
        yield house, other


async def until_its_move(program: Program) -> None:
    """Ask until the bots have moved, since only listeners are told."""

    async def its_move() -> bool:
        return bool((await program.view())["your_move"])

    await until(its_move)


def pass_by(seconds: float, patch: pytest.MonkeyPatch) -> None:
    """Move the clock of those who look at clocks forward."""
    later = SimpleNamespace(time=lambda: time.time() + seconds, monotonic=time.monotonic)
    patch.setattr("quincunx.web.matches.autoplay.time", later)


async def hear(events: AsyncIterator[str], what: str) -> None:
    """Wait for an event; others may come before it."""
    async with asyncio.timeout(PATIENCE):
        while what not in await anext(events):
            pass


def at(house: House, program: Program) -> Program:
    return Program(house, program.match, program.token)


async def die(house: House) -> None:
    """Stop all that a server does by itself, without a goodbye; its last sign of life is long past."""
    host = house.host
    name, host.cluster._me = host.cluster._me, "gone"  # So that the goodbye is somebody else's.
    for task in (host.cluster._task, host.autoplay._rounds):
        assert task is not None
        task.cancel()
        await asyncio.wait([task])
    for live in host.registry._live.values():
        live.stop()
    async with host.registry.store.engine.begin() as connection:
        await connection.execute(text("UPDATE workers SET until = 1 WHERE id = :name"), {"name": name})


async def test_what_happens_on_one_server_is_heard_on_the_other(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    live = await other.host.registry.get(players.match)
    heard = stream.for_program(live, Viewer(Keys(), [], None), "")
    await hear(heard, "retry")
    await players[1].move("hold")
    await hear(heard, '"text":"Player 1 banks')
    await players[2].post("/chat", text="well done")
    await hear(heard, "well done")
    await players[1].post("/undo", answer="ask")
    await at(other, players[2]).post("/undo", answer="agree")
    await hear(heard, "event: undo")
    await heard.aclose()
    assert (await house.host.registry.get(players.match)).position(WATCHER) == 0


async def test_one_server_plays_for_the_bots_wherever_people_move(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "greedy")
    assert (await at(other, players[1]).move("hold")).status_code == 200
    theirs = await other.host.registry.get(players.match)
    assert theirs.driver is None
    assert theirs.head.driver == house.host.registry.store.worker
    await until_its_move(at(other, players[1]))


async def test_another_server_takes_over_when_one_dies(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "greedy")
    await die(house)
    assert (await at(other, players[1]).move("hold")).status_code == 200
    theirs = await other.host.registry.get(players.match)
    await until(lambda: theirs.next_bot() is None and theirs.stored > 1)
    assert theirs.head.driver == other.host.registry.store.worker


async def test_bots_of_a_match_that_no_server_has_are_played(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As all are that were begun before servers shared a database."""
    house, other = houses
    monkeypatch.setattr(house.host.registry, "go_on", lambda live: None)
    players = await house.create("pig", "greedy", "me")
    async with house.host.registry.store.engine.begin() as connection:
        await connection.execute(update(matches).values(driver="", due=None))
    await until_its_move(at(other, players[2]))


async def test_clocks_go_on_without_their_server(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me", clock=3600)
    deadline = (await house.host.registry.get(players.match)).deadlines[0]
    await die(house)
    assert (await at(other, players[1]).view())["at"] == 0
    live = await other.host.registry.get(players.match)
    assert live.deadlines[0] == deadline
    other.host.registry.drop(live)
    pass_by(3600, monkeypatch)
    await until(
        lambda: (
            players.match in other.host.registry._live and other.host.registry._live[players.match].stored > 0
        )
    )


async def test_clocks_survive_a_restart(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(database, NO_LIMITS) as house:
        players = await house.create("pig", "me", "me", clock=3600)
    pass_by(3600, monkeypatch)
    async with open_house(database, NO_LIMITS) as again:
        # Nobody asks for the match.
        await until(
            lambda: (
                players.match in again.host.registry._live
                and again.host.registry._live[players.match].stored > 0
            )
        )


async def test_who_is_connected_elsewhere_is_here(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    ours, theirs = await house.host.registry.get(players.match), await other.host.registry.get(players.match)
    theirs.seen_at[0] -= 60
    ours.connect([0])
    await until(lambda: theirs.is_here(0))
    assert (await at(other, players[2]).post("/leave", seat=1)).status_code == 409
    monkeypatch.setattr(registry, "ABSENT_AFTER", 0.4)
    await until(lambda: theirs.elsewhere.get(0, 0) < time.monotonic() + 0.4)
    ours.disconnect([0])
    # Neither goes on to believe it because the other does.
    await until(lambda: theirs.unseen_for(0) > 0.8 and ours.unseen_for(0) > 0.8)


async def test_any_server_tells_the_counts_of_all(houses: tuple[House, House]) -> None:
    house, other = houses
    players = await house.create("pig", "me", "me")
    await players[1].move("hold")
    name = house.host.registry.store.worker
    moved = f'quincunx_moves_total{{worker="{name}",by="person"}} 1'
    await until(lambda: '"moves_of_people":1' in other.host.registry.others.get(name, ""))
    for server in houses:
        answer = await server.http().get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        assert moved in answer.text.splitlines()
    assert f'quincunx_move_seconds_count{{worker="{name}"}} 1' in answer.text
