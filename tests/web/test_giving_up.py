"""Giving up loses, and every page, record and list says so."""

import re
from typing import Any

import msgspec
import pytest

from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.match import record
from quincunx.match.match import verify
from quincunx.match.record import Absence, Record
from quincunx.text.grammar import WATCHER
from quincunx.web.live.picture import draw_alone
from quincunx.web.matches import service as hosts
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.storage.models import Ending
from tests.match.test_stand_ins import NAMES, played
from tests.waiting import until
from tests.web.clients import Browser, House, Program

pytestmark = pytest.mark.anyio


async def over(house: House, match: str) -> LiveMatch:
    live = await house.host.registry.get(match)
    await house.host.settle(live, 20)
    assert live.phase == "over"
    return live


async def saved(program: Program) -> Record:
    """Return the record that anybody can download, after checking it."""
    data = (await program.get("/record")).content
    found = record.decode(data, "record.json")
    verify(found)
    return found


async def resigned(house: House, seed: str) -> tuple[Browser, LiveMatch]:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "greedy"], name="Ann", dice="seed", seed=seed)
    match = ann.match
    await ann.send(f"/m/{match}/resign", seat=1)
    live = await over(house, match)
    await ann.open(f"/m/{match}")
    return ann, live


async def test_whoever_resigns_never_reads_that_they_won(house: House, pig: Game[Any]) -> None:
    overturned = 0
    for seed in "12345":
        ann, live = await resigned(house, seed)
        match = live.playing()
        assert match.result is not None
        overturned += match.game.result(match.state).winners == [0]
        assert match.result.winners == [1]
        assert "You won" not in ann.page
        assert "You lost. " in ann.page
        assert "You gave up. Bots played on for you." in ann.page
    assert overturned, "a bot has won for Ann in some of them"


async def test_every_page_and_list_tells_who_gave_up(house: House, pig: Game[Any]) -> None:
    ann, live = await resigned(house, "1")
    match, bot = ann.match, live.seats[1].name
    told = "Ann gave up. Bots played on for Ann."
    assert f"{bot} won: " in await ann.open("/matches")
    assert "You gave up. Bots played on for you." in ann.page
    async with house.http() as http:
        picture = (await http.get(f"/m/{match}/result.svg")).text
        assert told in (await http.get(f"/m/{match}/replay")).text
    assert "2. Ann (gave up)" in picture
    watcher = house.watcher(match)
    view = await watcher.view()
    assert view["result"]["reason"].endswith(told)
    assert [score["gave_up"] for score in view["result"]["scores"]] == [True, False]
    assert [score["won"] for score in view["result"]["scores"]] == [False, True]
    file = await saved(watcher)
    assert [each.kind for each in file.absences] == ["resigned"]
    assert file.result is not None
    assert told in file.result.reason
    assert repr(live.playing()).endswith(f"{told.rstrip('.')}>")
    for absences in ([], [Absence(0, 0, "left")]):
        with pytest.raises(UserError):
            verify(msgspec.structs.replace(file, absences=absences))
    # The same is read again from the database.
    house.host.registry.drop(live)
    assert await saved(watcher) == file
    assert (await watcher.view())["result"] == view["result"]


async def test_whoever_comes_back_has_not_lost(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", variant={"goal": 40})
    live = await house.host.registry.get(players.match)
    await players[1].post("/leave")
    await house.host.settle(live, 20)
    made = sum(step.seat == 0 for step in live.playing().steps)
    assert made > 0
    await players[1].post("/return")
    while live.phase != "over":
        view = await players[1].view()
        if view["your_move"]:
            await players[1].move("hold" if view["position"]["pot"] > 7 else "roll")
        else:
            await players[2].move("hold")
    match = live.playing()
    assert match.stood_in.gave_up == []
    assert match.result == match.game.result(match.state)
    assert f"Bots made {made} of your moves." in (await players[1].view())["result"]["reason"]
    assert [each.kind for each in (await saved(players[1])).absences] == ["left", "back"]


async def test_whoever_leaves_for_good_has_lost_and_is_ranked_by_when(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "GONE_AFTER", 0.0)
    players = await house.create("pig", "me", "me")
    await players[1].move("hold")
    await players[1].post("/leave")
    await players[2].post("/leave")
    live = await over(house, players.match)
    assert live.playing().stood_in.gave_up == [0, 1]
    view = await players[1].view()
    assert view["result"]["headline"].startswith("Nobody won: ")
    page = await house.browser().open(f"/m/{players.match}")
    assert page.index('<span class="place">1</span> <b>Player 2') < page.index("2</span> <b>Player 1")
    # Nothing that is done then changes what the record says.
    before = await saved(players[1])
    for what in ("/return", "/leave"):
        assert (await players[1].post(what)).status_code == 200
    assert await saved(players[1]) == before
    assert len(live.happenings) == 2


async def test_whoever_was_replaced_by_others_has_not_given_up(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "GONE_AFTER", 0.0)
    players = await house.create("pig", "me", "me", variant={"goal": 5})
    for seat in (1, 2) * 20:
        await players[seat].move("hold")
    await players[2].post("/leave", seat=1)
    await house.host.resign(await house.host.registry.get(players.match), 1)
    live = await over(house, players.match)
    match = live.playing()
    assert match.stood_in.gave_up == [1]
    assert match.result is not None
    assert match.result.winners == [0]
    reason = (await players[1].view())["result"]["reason"]
    assert f"Bots made {match.stood_in.moves[0]} of your moves." in reason


async def test_who_lets_the_clock_make_every_move_has_lost(house: House, pig: Game[Any]) -> None:
    players = await house.create(
        "pig", "me", "greedy", clock=3600, variant={"goal": 5}, dice="seed", seed="1"
    )
    live = await house.host.registry.get(players.match)
    while live.phase != "over":
        if 0 in live.deadlines:
            live.deadlines[0], before = 0.0, live.stored
            house.host.autoplay.go_on(live)
            await until(lambda before=before: live.stored > before)  # type: ignore[misc]
        await house.host.settle(live, 20)
    match = live.playing()
    assert match.stood_in.how == {0: "idle"}
    assert match.result is not None
    assert match.result.winners == [1]
    assert "more than half of them: that loses" in (await players[1].view())["result"]["reason"]
    assert await saved(players[1]) == match.record()


async def test_a_clock_that_ran_out_is_in_the_record(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", clock=3600, variant={"goal": 5})
    live = await house.host.registry.get(players.match)
    live.deadlines[0] = 0.0
    house.host.autoplay.go_on(live)
    await until(lambda: live.stored > 0)
    for seat in (1, 2):
        await players[seat].post("/leave")
    match = (await over(house, players.match)).playing()
    assert match.absences[0] == Absence(0, 0, "time-up")
    assert await saved(players[1]) == match.record()


async def test_whoever_gave_up_is_not_offered_the_seat_again(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", hints=False)
    live, page = await house.host.registry.get(players.match), house.browser()
    await page.open(f"/m/{players.match}/seat/{players[1].token}")
    await players[1].post("/leave")
    await page.open(f"/m/{players.match}")
    assert "is not back at the end has lost" in page.page
    assert f"/m/{players.match}/return" in page.page
    await house.host.resign(live, 0)
    await page.open(f"/m/{players.match}")
    assert "You gave up: a bot plays for you to the end." in page.page
    assert ">gave up<" in page.page
    assert f"/m/{players.match}/return" not in page.page


async def test_alone_who_gives_up_has_lost(house: House) -> None:
    ann = house.browser()
    await ann.play_now("idle-six", seat=["me"], name="Ann", dice="seed", seed="7")
    match = ann.match
    await ann.send(f"/m/{match}/resign", seat=1)
    live = await over(house, match)
    assert "You lost: You gave up. Bots played on for you." in await ann.open(f"/m/{match}")
    assert "You lost: You gave up. Bots played on for you." in await ann.open("/matches")
    assert verify(live.playing().record()).stood_in.gave_up == [0]


async def test_a_match_that_ended_before_there_were_notes_keeps_its_result(
    house: House, pig: Game[Any]
) -> None:
    """Release 0.3 noted resignations beside the record, and let them win."""
    _, live = await resigned(house, "1")
    for seed in "2345":
        if live.game.result(live.playing().state).winners == [0]:
            break
        _, live = await resigned(house, seed)
    match = live.playing()
    match.absences = []
    old = match.record()
    assert old.result is not None
    assert old.result.winners == [0]
    ending = Ending(old.result.winners, old.result.scores, old.result.reason, old.draws, old.digest)
    live.head.result = msgspec.json.encode(ending).decode()
    stored = await house.host.registry.stored(live.id)
    stored.head.result = live.head.result
    again = LiveMatch(stored).playing()
    assert again.record() == old
    assert verify(again.record()).result == match.result


async def test_a_rematch_and_a_match_played_on_begin_without_notes(house: House, pig: Game[Any]) -> None:
    ann, _ = await resigned(house, "1")
    old = ann.match
    await ann.send(f"/m/{old}/rematch")
    assert ann.match != old
    assert (await house.host.registry.get(ann.match)).playing().absences == []
    await ann.open(f"/m/{old}/replay")
    await ann.send(f"/m/{old}/play-on", at=1, seat=1)
    assert ann.match != old
    new = await house.host.registry.get(ann.match)
    assert (new.playing().absences, new.seats[0].away) == ([], False)


@pytest.mark.parametrize("name", ["king-of-tokyo", "bitcoin-mining", "nomenklatura", "total-eclips"])
def test_no_board_crowns_whoever_gave_up(name: str) -> None:
    match = played(name, 3)
    (winner,) = match.result.winners if match.result else []
    crowned = re.compile('aria-label="(winner|won)"')
    assert crowned.search(draw_alone(match, WATCHER))
    match.absences = [Absence(0, seat, "resigned") for seat in range(3)]
    board = draw_alone(match, WATCHER)
    assert not crowned.search(board)
    assert f"{NAMES[winner]} wins" not in board
    assert "is King of Tokyo" not in board
