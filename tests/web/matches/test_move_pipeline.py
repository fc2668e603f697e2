"""A move is made once, by whoever may make it, and is stored when it is answered."""

import asyncio
from typing import Any

import pytest

from quincunx.core.game import Game
from tests.waiting import PATIENCE
from tests.web.clients import House, open_house, second_house
from tests.web.conftest import NO_LIMITS

pytestmark = pytest.mark.anyio


async def test_a_whole_match_against_a_bot(house: House, pig: Game[Any]) -> None:
    ann = (await house.create("pig", "me", "greedy"))[1]
    live = await house.host.registry.get(ann.match)
    while (view := await ann.view())["phase"] == "playing":
        if view["your_move"]:
            assert (await ann.move(view["moves"][0] if view["turns"] % 3 else "hold")).status_code == 200
        else:
            await house.host.settle(live, PATIENCE)
    assert view["result"]["headline"].endswith("won: first to 50.")
    assert len(view["story"]) > 20


async def test_the_same_request_twice_is_one_move(house: House, pig: Game[Any]) -> None:
    ann = (await house.create("pig", "me", "me"))[1]
    first = await ann.move("roll", 0, "once")
    second = await ann.move("roll", 0, "once")
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json() == {"at": 2, "move": "roll"}
    assert (await ann.view())["at"] == 2


async def test_the_same_request_at_once_is_one_move(house: House, pig: Game[Any]) -> None:
    ann = (await house.create("pig", "me", "me"))[1]
    answers = await asyncio.gather(*(ann.move("roll", 0, "once") for _ in range(5)))
    assert {answer.text for answer in answers} == {'{"at":2,"move":"roll"}'}
    assert (await ann.view())["at"] == 2


async def test_two_requests_at_once_are_one_move_and_one_refusal(house: House, pig: Game[Any]) -> None:
    ann = (await house.create("pig", "me", "me"))[1]
    answers = await asyncio.gather(ann.move("roll", 0, "a"), ann.move("hold", 0, "b"))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = max(answers, key=lambda answer: answer.status_code)
    assert refused.json() == {"error": "This question is no longer asked; look again and choose anew."}


async def test_others_who_decide_at_the_same_time_do_not_disturb(house: House, fingers: Game[Any]) -> None:
    players = await house.create("fingers", "me", "me")
    assert (await players[1].move("show 2", 0)).status_code == 200
    assert (await players[2].move("show 1", 0)).status_code == 200
    late = await players[2].move("show 1", 0)
    assert late.status_code == 409


async def test_a_request_whose_move_was_taken_back_is_not_made_again(
    house: House, pig: Game[Any], database: str
) -> None:
    players = await house.create("pig", "me", "me")
    ann = players[1]
    await ann.move("hold", 0, "once")
    await ann.post("/undo", answer="ask")
    assert (await players[2].post("/undo", answer="agree")).json()["at"] == 0
    await ann.move("hold", 0, "once")
    assert (await ann.view())["at"] == 0
    async with second_house(database, NO_LIMITS) as again:
        ann.house = again
        assert (await ann.move("hold", 0, "once")).status_code == 200
        assert (await ann.view())["at"] == 0


async def test_only_the_seat_itself_may_move(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    assert (await players[2].move("roll", 0)).json() == {"error": "It is not your move."}
    assert (
        await house.watcher(players.match).post("/moves", move="roll", at=0, request="x")
    ).status_code == 403
    players[1].token = "guess"
    assert (await players[1].post("/moves", move="roll", at=0, request="x")).status_code == 403


async def test_a_refused_move_says_why_and_changes_nothing(house: House, pig: Game[Any]) -> None:
    ann = (await house.create("pig", "me", "me"))[1]
    answer = await ann.move("rol", 0)
    assert answer.status_code == 422
    assert answer.json() == {"error": "`rol` is not a move you can make now; did you mean `roll`?"}
    assert (await ann.view())["at"] == 0


async def test_every_answered_move_is_there_after_a_restart(
    database: str, pig: Game[Any], fingers: Game[Any]
) -> None:
    async with open_house(database, NO_LIMITS) as house:
        players = await house.create("fingers", "me", "me")
        for _ in range(3):
            await players[1].move("show 1")
            await players[2].move("show 2")
        await players[1].post("/chat", text="hello")
        before = await players[1].view()
    async with open_house(database, NO_LIMITS) as again:
        players[1].house = again
        assert await players[1].view() == before


async def test_what_cannot_be_stored_is_not_done(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from quincunx.web.server.errors import Refused

    players = await house.create("pig", "me", "me")

    async def broken(*_: object) -> None:
        raise Refused("That could not be stored, so it was not done; try again.", 503)

    with monkeypatch.context() as patch:
        patch.setattr(house.host.registry.store, "add_moves", broken)
        assert (await players[1].move("roll", 0, "x")).status_code == 503
    assert (await players[1].view())["at"] == 0
    assert (await players[1].move("roll", 0, "x")).status_code == 200


async def test_two_servers_on_one_database_do_not_both_move(
    house: House, pig: Game[Any], database: str
) -> None:
    players = await house.create("pig", "me", "me")
    async with second_house(database, NO_LIMITS) as other:
        twin = type(players[1])(other, players.match, players[1].token)
        await twin.view()
        assert (await players[1].move("roll", 0, "a")).status_code == 200
        assert (await twin.move("hold", 0, "b")).status_code == 409
        assert (await twin.view())["at"] == 2


PLACEMENT = "put m1 on a; * put m1 on unlock; done"


async def test_several_moves_are_one_request(house: House, database: str) -> None:
    ann = (await house.create("total-eclips", "me", "me"))[1]
    before = (await ann.view())["at"]
    first = await ann.move(PLACEMENT, before, "once")
    assert first.json() == {"at": before + 4, "move": "done"}
    assert (await ann.move(PLACEMENT, before, "once")).json() == first.json()
    view = await ann.view()
    assert [line["move"] for line in view["story"][-4:]] == [
        "put m1 on a",
        "put m1 on unlock",
        "put m1 on unlock",
        "done",
    ]
    async with second_house(database, NO_LIMITS) as again:
        ann.house = again
        assert (await ann.move(PLACEMENT, before, "once")).json() == first.json()


async def test_of_several_moves_none_is_made_if_one_is_refused(house: House) -> None:
    ann = (await house.create("total-eclips", "me", "me"))[1]
    before = (await ann.view())["at"]
    refused = await ann.move("put m1 on a; put m1 on manufacture; done")
    assert refused.status_code == 422
    assert refused.json() == {
        "error": "Nothing was done, because of `put m1 on manufacture`: "
        "Manufacture takes 0 cores of yours: 4 of its 4 slots are locked."
    }
    view = await ann.view()
    assert view["at"] == before
    assert "put m1 on a" in view["moves"]


async def test_moves_after_the_dice_are_not_made_ahead(house: House, pig: Game[Any]) -> None:
    ann = (await house.create("pig", "me", "me"))[1]
    refused = await ann.move("roll; roll")
    assert refused.json() == {"error": "Nothing was done, because of `roll`: It is not your move."}
    assert (await ann.view())["at"] == 0


async def test_there_is_an_end_to_what_one_request_may_do(house: House) -> None:
    ann = (await house.create("idle-six", "me"))[1]
    refused = await ann.move("* done")
    assert refused.json() == {"error": "At most 60 moves are made at once."}
