"""Hints, chances and why, at a table in the browser and for programs."""

import asyncio
from typing import Any

import pytest

from quincunx.core.rng import Rng
from quincunx.match import record as records
from quincunx.match.match import verify
from quincunx.text.grammar import Look
from quincunx.thinking.protocol import SearchLine, SearchRequest, SearchResult
from quincunx.web.matches import advice
from quincunx.web.matches.live_match import Advice
from tests.waiting import PATIENCE, until
from tests.web.clients import Browser, House, Program
from tests.web.jobs.test_bot_pool import use
from tests.web.test_around import finish

SHORT = {"max_rounds": 1}
pytestmark = pytest.mark.anyio


async def my_move(program: Program) -> dict[str, Any]:
    """Return the view when it is one's move."""
    live = await program.house.host.registry.get(program.match)
    await program.house.host.settle(live, PATIENCE)
    view = await program.view()
    assert view["your_move"]
    return view


async def offer_of_a_hint(browser: Browser) -> None:
    """Wait until the page offers a hint."""

    async def offered() -> bool:
        return ">Hint</button>" in await browser.open(browser.path)

    await until(offered)


async def test_a_hint_is_given_and_noted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    use("quick", monkeypatch)
    ann = (await house.create("king-of-tokyo", "me", "normal"))[1]
    view = await my_move(ann)
    answer = await ann.post("/hint")
    assert answer.status_code == 200, answer.text
    hints = answer.json()
    assert 1 <= len(hints) <= 3
    assert hints[0]["moves"][0] in view["moves"]
    assert hints[0]["reason"]
    await ann.move(hints[0]["moves"][0])
    story = (await ann.view())["story"]
    mine = next(line for line in story if line["seat"] == 1)
    assert mine["told"].endswith("That was after a hint.")
    # It is known to a server that reads the match anew.
    live = await house.host.registry.get(ann.match)
    taken = list(live.playing().hints)
    house.host.registry.drop(live)
    assert (await house.host.registry.get(ann.match)).playing().hints == taken != []


async def test_nobody_has_two_things_thought_over_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    use("stuck", monkeypatch)
    ann = (await house.create("idle-six", "me"))[1]
    first = asyncio.create_task(ann.post("/hint"))
    await until(lambda: house.host.registry.bot_pool.processes)
    assert (await ann.post("/hint")).status_code == 429
    await house.host.registry.bot_pool.close()
    assert (await first).status_code == 503


async def test_a_hint_that_was_not_given_is_not_noted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    use("dead", monkeypatch)
    ann = (await house.create("king-of-tokyo", "me", "normal"))[1]
    await my_move(ann)
    assert (await ann.post("/hint")).status_code == 503
    live = await house.host.registry.get(ann.match)
    assert live.playing().hints == []
    assert live.happenings == []
    use("quick", monkeypatch)
    assert (await ann.post("/hint")).status_code == 200
    assert len(live.playing().hints) == 1


async def test_others_who_choose_at_the_same_time_do_not_disturb_a_hint(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await house.create("total-eclips", "me", "me", hints=True)
    views = [await my_move(players[seat]) for seat in (1, 2)]
    live = await house.host.registry.get(players.match)
    think = house.host.registry.bot_pool.think

    async def think_while_bob_moves(task: SearchRequest) -> SearchResult:
        await players[2].move(views[1]["moves"][0])
        return await think(task)

    use("quick", monkeypatch)
    monkeypatch.setattr(house.host.registry.bot_pool, "think", think_while_bob_moves)
    answer = await players[1].post("/hint")
    assert answer.status_code == 200, answer.text
    told = advice.show(live, 0, Look()).told
    assert told is not None
    await players[1].move(views[0]["moves"][0])
    assert advice.show(live, 0, Look()).told is None


async def test_a_hint_stays_while_others_move_in_public(house: House) -> None:
    players = await house.create("total-eclips", "me", "me", hints=True)
    live = await house.host.registry.get(players.match)
    rng, seen = Rng("moves"), 0
    for _ in range(400):
        match = live.playing()
        actors = match.state.players_to_move()
        told, known = Advice(live.decision(0), is_thinking=False), live.position(0)
        live.advice[0] = told
        mover = actors[-1]
        move = match.game.say(match.state, mover, match.state.random_action(mover, rng))
        await players[mover + 1].move(move)
        if actors == [0, 1] and 0 in match.state.players_to_move() and live.position(0) > known:
            seen += 1
            assert advice.show(live, 0, Look()).told is told
        if seen == 2:
            break
    assert seen


async def test_a_hint_can_be_closed_and_is_there_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    use("quick", monkeypatch)
    ann = house.browser()
    await ann.play_now("bitcoin-mining", seat=["me", "normal"], dice="seed", seed="7")
    await offer_of_a_hint(ann)
    await ann.send(f"{ann.path}/hint", seat=1)
    assert '<ol class="hints">' in ann.page
    assert 'id="ask-hint"' in ann.page
    await ann.send(f"{ann.path}/close-help", seat=1)
    assert '<ol class="hints">' not in ann.page
    use("dead", monkeypatch)
    await ann.send(f"{ann.path}/hint", seat=1)
    assert '<ol class="hints">' in ann.page


async def test_the_record_tells_of_hints_and_can_be_verified(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    use("quick", monkeypatch)
    ann = (await house.create("bitcoin-mining", "me", "normal", variant=SHORT))[1]
    view = await my_move(ann)
    assert (await ann.post("/hint")).status_code == 200
    for _ in range(400):
        view = await ann.view()
        if view["phase"] == "over":
            break
        if view["your_move"]:
            await ann.move(view["moves"][0])
        else:
            await house.host.settle(await house.host.registry.get(ann.match), PATIENCE)
    file = await house.http().get(f"/m/{ann.match}/record.json")
    told = records.decode(file.content, "the record")
    assert told.result is not None
    assert "Hints were taken: seat 1 before move" in told.result.reason
    assert told.hints == []
    assert verify(told).hints != []


async def test_hints_are_off_among_several_people(house: House) -> None:
    players = await house.create("king-of-tokyo", "me", "me")
    answer = await players[1].post("/hint")
    assert answer.status_code == 403
    assert answer.json()["error"] == "This table plays without hints."
    allowed = await house.create("king-of-tokyo", "me", "me", hints=True)
    assert (await house.host.registry.get(allowed.match)).head.hints


async def test_chances_are_told_to_the_one_who_chooses(house: House) -> None:
    players = await house.create("king-of-tokyo", "me", "me")
    views = [await players[seat].view() for seat in (1, 2)]
    chooser = 1 if views[0]["your_move"] else 2
    told = (await players[chooser].get("/chances")).json()
    assert any("with 2 rerolls" in sentence for sentence in told)
    assert (await players[3 - chooser].get("/chances")).json() == []


async def test_a_bot_says_why(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    use("quick", monkeypatch)
    ann = (await house.create("bitcoin-mining", "hard", "me"))[2]
    lines: list[int] = []
    while not lines:
        view = await my_move(ann)
        lines = [line["number"] for line in view["story"] if line["seat"] == 1]
        if not lines:
            await ann.move(view["moves"][-1])
    line = lines[0]
    answer = await ann.get(f"/why?line={line}")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert "compared this with" in told["words"]
    assert sum(plan["chosen"] for plan in told["tried"]) == 1
    assert told["tried"][0]["chosen"]
    assert told["tried"][0]["expects"].startswith("chance to win: ")
    assert (await ann.get("/why?line=9999")).status_code == 422


async def test_a_bot_is_not_asked_about_another_match(house: House) -> None:
    ann = house.browser()
    await ann.play_now("king-of-tokyo", seat=["me", "normal"], dice="seed", seed="7")
    old = ann.match
    match = (await house.host.registry.get(old)).playing()
    await finish(house, ann)
    at = next(number for number, step in enumerate(match.steps, 1) if step.seat == 1)
    await ann.open(f"/m/{old}/replay?at={at}")
    await ann.send(f"/m/{old}/play-on", at=at, seat=1)
    new = await house.host.registry.get(ann.match)
    assert new.known(0)[-1] >= at
    line = new.known(0).index(at) + 1
    assert line not in [asked for asked, _ in advice.show(new, 0, Look()).bots]
    await ann.send(f"/m/{ann.match}/why", line=line, seat=1)
    assert "That was moved in the match before this one" in ann.page


async def test_the_page_offers_and_shows_help(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    use("quick", monkeypatch)
    ann = house.browser()
    await ann.play_now("king-of-tokyo", seat=["me", "normal"], dice="seed", seed="7")
    await offer_of_a_hint(ann)
    assert "<summary>Chances</summary>" in ann.page
    await ann.send(f"{ann.path}/hint", seat=1)
    assert '<ol class="hints">' in ann.page


async def test_one_press_does_anew_what_a_hint_undoes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.browser()
    await ann.play_now("total-eclips", seat=["me", "normal"], dice="seed", seed="4")
    match = (await house.host.registry.get(ann.match)).playing()

    async def press(moves: str) -> None:
        fields = {"at": ann.hidden("at"), "request": ann.hidden("request"), "confirmed": "1"}
        await ann.send(f"{ann.path}/move", move=moves, **fields)

    def mine() -> list[str]:
        return [step.name for step in match.steps if step.seat == 0]

    async def think(*_: object) -> SearchResult:
        plan = [match.game.parse(match.state, 0, name) for name in ("take back", "put m1 on unlock", "done")]
        return SearchResult([SearchLine(plan, 100, [0.5, 0.5]), SearchLine(plan[-1:], 100, [0.4, 0.6])])

    monkeypatch.setattr(advice, "_think", think)
    await press("put m1 on d")
    assert mine() == ["put m1 on d"]
    await ann.send(f"/m/{ann.match}/hint", seat=1)
    assert 'value="take back; put m1 on unlock" class="small">do this instead</button>' in ann.page
    assert "take back a Millennium I core from project D; place a Millennium I core on Unlock. " in ann.page
    await press("take back; put m1 on unlock")
    assert mine() == ["put m1 on d", "take back", "put m1 on unlock"]


async def test_bots_are_listed_with_their_strength(house: House) -> None:
    told = (await house.http().get("/api/v1/bots")).json()
    assert [bot["name"] for bot in told][:6] == ["easy", "normal", "hard", "expert", "random", "greedy"]
    assert all(bot["words"].endswith(".") for bot in told[:6])


async def test_what_was_sent_wrongly_is_told_in_a_sentence(house: House) -> None:
    http, ann = house.http(), (await house.create("king-of-tokyo", "me", "normal"))[1]
    why = f"/api/v1/matches/{ann.match}/why"
    answer = await http.get(why, params={"line": "x"}, headers={"authorization": f"Bearer {ann.token}"})
    assert (answer.status_code, answer.json()["error"]) == (422, "`line` must be a whole number.")
    for body, sentence in (
        ("{game}", "The body is not JSON; look at its character 2."),
        ("[]", "The body must be a JSON object, sent as `application/json`."),
        ("", "The body must be a JSON object, sent as `application/json`."),
        ("{}", "`game` is missing."),
        ('{"game": 6}', "`game` must be a text."),
        ('{"game": "idle-six", "clock": 1.5}', "`clock` must be a whole number."),
        ('{"game": "idle-six", "clock": -1}', "`clock` must be greater than or equal to 0."),
        ('{"game": "idle-six", "dice": "odd"}', "`dice` must be 'fair' or 'seed'."),
        ('{"game": "idle-six", "dise": "fair"}', "`dise` is not known here; `/docs` lists what can be sent."),
    ):
        answer = await http.post(
            "/api/v1/matches", content=body, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["error"]) == (422, sentence)
