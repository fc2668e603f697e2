"""Bots that take long think in processes beside the server: nobody waits for them but their own table."""

import asyncio
import logging
import sys

import pytest

from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.thinking.protocol import ADVICE, SearchRequest, SearchResult, task
from quincunx.web.jobs import bot_pool
from quincunx.web.jobs.bot_pool import BotPool
from quincunx.web.server.limits import Limits
from tests.setups import TESTS
from tests.waiting import until
from tests.web.clients import House, Programs, open_house

pytestmark = pytest.mark.anyio

ODD = str(TESTS / "web" / "odd_brain.py")


def use(kind: str, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bot_pool, "COMMAND", [sys.executable, ODD, kind])


async def let_expert_think(house: House) -> Programs:
    """Return a table where an expert thinks."""
    table = await house.create("nomenklatura", "expert", "me", "normal")
    live = await house.host.registry.get(table.match)
    while await until(lambda: live.thinking or live.next_bot() is None) is True:
        moves = (await table[2].view())["moves"]
        assert (await table[2].move("pass" if "pass" in moves else moves[0])).status_code == 200
    return table


async def test_an_expert_that_thinks_delays_no_other_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    use("stuck", monkeypatch)
    live = await house.host.registry.get((await let_expert_think(house)).match)
    other = await house.create("idle-six", "me")
    for _ in range(5):
        moves = (await other[1].view())["moves"]
        assert (await other[1].move(moves[0])).status_code == 200
    assert live.thinking


async def test_when_the_server_stops_no_process_is_left(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use("stuck", monkeypatch)
    async with open_house(database, Limits()) as house:
        await let_expert_think(house)
        await until(lambda: house.host.registry.bot_pool.processes)
        processes = list(house.host.registry.bot_pool.processes)
    assert [process.returncode is None for process in processes] == [False]


async def test_a_brain_that_dies_leaves_the_move_to_the_rules_of_thumb(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use("dead", monkeypatch)
    with caplog.at_level(logging.WARNING):
        table = await house.create("king-of-tokyo", "hard", "normal")
        live = await house.host.registry.get(table.match)
        await until(lambda: any(step.seat == 0 for step in live.playing().steps))
        house.host.registry.drop(live)
    assert f"The hard of match {table.match} plays by rules of thumb" in caplog.text


async def test_a_level_plays_and_what_it_thought_is_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    use("quick", monkeypatch)
    table = await house.create("nomenklatura", "hard", "normal")
    live = await house.host.registry.get(table.match)
    match = live.playing()
    await until(lambda: any(step.seat == 0 for step in match.steps))
    number = next(number for number, step in enumerate(match.steps) if step.seat == 0)
    first = match.thoughts.of(number)
    assert first is not None
    begun, thought = first
    assert begun == number
    assert thought.plan[0] == match.steps[number].action
    assert len(thought.considered) > 1
    assert all(plan.visits and len(plan.expects) == 2 for plan in thought.considered)
    house.host.registry.drop(live)


async def test_who_leaves_a_table_stops_the_thinking(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    use("stuck", monkeypatch)
    table = await let_expert_think(house)
    live = await house.host.registry.get(table.match)
    await until(lambda: house.host.registry.bot_pool.processes)
    (process,) = house.host.registry.bot_pool.processes
    house.host.registry.drop(live)
    await until(lambda: process.returncode is not None)


def a_task() -> SearchRequest:
    match = Match("idle-six", ["greedy"], SeedDice("1"))
    assert match.state.current_player() != CHANCE
    return task(match, 0, ADVICE, "seed")


async def test_everybody_gets_a_turn_and_less_time_if_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = asyncio.Event()

    async def ask(process: asyncio.subprocess.Process, task: SearchRequest) -> SearchResult:
        await answered.wait()
        return SearchResult([])

    use("stuck", monkeypatch)
    monkeypatch.setattr(bot_pool, "_ask", ask)
    some = BotPool(1)
    tasks = [a_task() for _ in range(4)]
    done: list[int] = []

    async def think(number: int) -> None:
        await some.think(tasks[number])
        done.append(number)

    thinking = [asyncio.create_task(think(number)) for number in range(4)]
    await until(lambda: len(some._line) == 3)
    thinking[1].cancel()
    answered.set()
    await asyncio.wait(thinking)
    assert done == [0, 2, 3]
    assert len(some.processes) == 1
    assert tasks[0].share == 1
    assert tasks[2].share == 0.5
    assert tasks[3].share == 1
    await some.close()
