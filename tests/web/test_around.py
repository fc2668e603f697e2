"""Functions around the moves, pages after a match, and the look of pages."""

import re
from typing import Any

import pytest
from markupsafe import escape

from quincunx import games
from quincunx.core.game import Game
from quincunx.match import proof, record
from quincunx.match.match import Match, from_record, verify
from quincunx.match.variant import shipped
from quincunx.text.grammar import Voice
from quincunx.web.matches.match_events import (
    BACK,
    DELETE,
    LEFT,
    REPLACED,
    RESIGNED,
    TIME_UP,
    TOOK_BACK,
    placed,
    tell,
)
from quincunx.web.matches.service import GONE_AFTER
from quincunx.web.matches.tokens import invitation, read_keys
from quincunx.web.storage.models import Happening
from quincunx.web.templates.assets import _body
from tests.web.clients import Browser, House, Program

pytestmark = pytest.mark.anyio


async def two_people(house: House) -> tuple[Browser, Browser]:
    ann, bob = house.browser(), house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="Ann", dice="seed", seed="7")
    link = re.search(r"/m/\w+/seat/\w+", ann.page)
    assert link
    await bob.open(link[0])
    await bob.send(f"/m/{ann.match}/join", token=bob.hidden("token"), name="Bob")
    return ann, bob


async def finish(house: House, *people: Browser) -> None:
    """Let everybody leave, and bots play to the end."""
    for person in people:
        await person.open(f"/m/{person.match}")
        await person.send(f"/m/{person.match}/leave")
    live = await house.host.registry.get(people[0].match)
    await house.host.settle(live, 20)
    assert live.phase == "over"


async def test_whoever_leaves_comes_back_or_gives_up_is_in_the_log(house: House, pig: Game[Any]) -> None:
    ann, bob = await two_people(house)
    path = f"/m/{ann.match}"
    await ann.open(path)
    await ann.send(f"{path}/leave")
    await ann.send(f"{path}/return")
    await bob.open(path)
    await bob.send(f"{path}/resign")
    live = await house.host.registry.get(ann.match)
    assert [each.kind for each in live.happenings] == [LEFT, BACK, RESIGNED]
    # The same is read again from the database.
    house.host.registry.drop(live)
    again = await house.host.registry.get(ann.match)
    assert again.happenings == live.happenings
    page = await ann.open(path)
    assert "You step away: a bot plays on." in page
    assert "Bob gives up: a bot plays on to the end." in page
    await bob.open(path)
    await bob.send(f"{path}/return")
    assert bob.status == 409


def test_every_happening_has_a_sentence() -> None:
    voice = Voice(["Ann", "Bob"], 0)
    told = {
        kind: tell(Happening(1, kind, 1, 0, 0), voice) for kind in (TIME_UP, LEFT, REPLACED, BACK, TOOK_BACK)
    }
    assert told == {
        TIME_UP: "Bob's time was up: a bot made this move.",
        LEFT: "Bob steps away: a bot plays on.",
        REPLACED: "You let a bot play for Bob.",
        BACK: "Bob is back at the table.",
        TOOK_BACK: "Bob takes back a move.",
    }


def test_what_was_before_a_take_back_stands_where_the_match_went_on() -> None:
    left, back = Happening(1, LEFT, 0, 0, 9), Happening(2, TOOK_BACK, 1, 1, 4)
    assert placed([left, back]) == [(4, left), (4, back)]


async def test_a_rematch_seats_the_same_people_and_pressing_twice_is_one(
    house: House, pig: Game[Any]
) -> None:
    ann, bob = await two_people(house)
    await finish(house, ann, bob)
    old = ann.match
    await ann.send(f"/m/{old}/rematch")
    new = ann.match
    assert new != old
    await ann.open(f"/m/{old}")
    await ann.send(f"/m/{old}/rematch")
    assert ann.match == new
    assert "Start now" in await ann.open(f"/m/{new}")
    assert "Join the rematch" in await bob.open(f"/m/{old}")
    await bob.send(f"/m/{old}/rematch")
    live = await house.host.registry.get(new)
    assert ([seat.name for seat in live.seats], live.phase) == (["Ann", "Bob"], "playing")
    stranger = house.browser()
    await stranger.open(f"/m/{old}")
    await stranger.send(f"/m/{old}/rematch")
    assert stranger.status == 403


async def test_a_rematch_keeps_each_seat_for_whoever_had_it(house: House, pig: Game[Any]) -> None:
    ann, bob = await two_people(house)
    old = ann.match
    live = await house.host.registry.get(old)
    live.head.public = True
    bobs_link = re.search(r"/m/\w+/seat/\w+", await bob.open(f"/m/{old}"))
    assert bobs_link
    await finish(house, ann, bob)
    await ann.send(f"/m/{old}/rematch")
    new = await house.host.registry.get(ann.match)
    # There is no link by which Ann, or whoever has it from her, could sit down for Bob.
    assert f'href="/m/{old}">the page of the last match' in ann.page
    keys = read_keys(next(str(each.value) for each in ann.http.cookies.jar if each.name == f"seat-{new.id}"))
    stranger = house.browser()
    for token in ("public", invitation(keys.creator, 1)):
        await stranger.open("/")
        await stranger.send(f"/m/{new.id}/join", token=token, name="Eve")
        assert [seat.name for seat in new.seats] == ["Ann", "Bob"]
    assert f"/m/{new.id}/sit" not in await stranger.open("/")
    # Bob sits down at one device, and finds his seat at another.
    phone = house.browser()
    await phone.open(bobs_link[0])
    for device in (bob, phone):
        await device.open(f"/m/{old}")
        await device.send(f"/m/{old}/rematch")
        assert device.match == new.id
        assert "<small>you</small>" in device.page
    assert new.phase == "playing"


async def test_who_comes_late_to_a_rematch_is_told_so(house: House, pig: Game[Any]) -> None:
    ann, bob = await two_people(house)
    old = ann.match
    await finish(house, ann, bob)
    await ann.send(f"/m/{old}/rematch")
    await ann.send(f"/m/{ann.match}/start")
    assert (await house.host.registry.get(ann.match)).seats[1].bot
    await bob.open(f"/m/{old}")
    assert "The rematch began before you came" in await bob.send(f"/m/{old}/rematch")
    assert bob.status == 409


async def test_a_rematch_that_was_deleted_can_be_asked_for_again(house: House, pig: Game[Any]) -> None:
    ann, bob = await two_people(house)
    old = ann.match
    await finish(house, ann, bob)
    await ann.send(f"/m/{old}/rematch")
    gone = ann.match
    await ann.send(f"/m/{gone}/delete")
    await bob.open(f"/m/{old}")
    await bob.send(f"/m/{old}/rematch")
    assert (bob.status, bob.match == gone) == (200, False)


async def test_a_program_sits_down_again_by_the_token_of_its_seat(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="Ann", dice="seed", seed="7")
    link = re.search(r"/m/\w+/seat/(\w+)", ann.page)
    assert link
    invited = Program(house, ann.match, link[1])
    token = (await invited.post("/join", name="Bob")).json()["token"]
    await Program(house, ann.match, token).post("/leave")
    await finish(house, ann)
    await ann.send(f"/m/{ann.match}/rematch")
    joined = await Program(house, ann.match, token).post("/join", name="Bob")
    assert (joined.status_code, joined.json()["seat"]) == (200, 2)


async def test_a_match_goes_on_from_another_and_its_record_says_so(house: House) -> None:
    ann = house.browser()
    await ann.play_now("king-of-tokyo", seat=["me", "normal"], name="Ann")
    await finish(house, ann)
    old = ann.match
    await ann.open(f"/m/{old}/replay?at=25")
    await ann.send(f"/m/{old}/play-on", at="25", seat="1")
    assert "come from" in ann.page
    assert str(escape(proof.wordless())) in ann.page
    assert ann.match != old
    new = ann.match
    await finish(house, ann)
    saved = record.decode((await ann.http.get(f"/m/{new}/record.json")).content, "record.json")
    assert saved.branch is not None
    assert (saved.branch.moves, saved.branch.match) == (25, old)
    verify(saved)
    # Its own dice are checked; those before are not its own.
    own = next(at for at, line in enumerate(saved.moves) if at >= 25 and line.startswith("chance: roll"))
    faces = saved.moves[own].split()[2:]
    saved.moves[own] = "chance: roll " + " ".join("claw" if face != "claw" else "heart" for face in faces)
    with pytest.raises(Exception, match=f"Move {own + 1}"):
        from_record(saved)
    await ann.open(f"/m/{old}/replay?at=25")
    await ann.send(f"/m/{old}/play-on", at="99999", seat="1")
    assert ann.status == 422


def test_nothing_before_the_branch_is_taken_back() -> None:
    first = Match("idle-six", ["greedy"])
    for _ in first:
        pass
    file = first.record()
    file.result, file.digest, file.draws = None, "", {}
    own = next(at for at, line in enumerate(file.moves) if at > 10 and line.startswith("1:"))
    file.moves = file.moves[:own]
    file.seats[0].bot = ""
    file.branch = record.Branch(own)
    assert from_record(file).undoable() == 0


async def test_a_match_of_ones_own_is_deleted_and_one_with_others_is_not(
    house: House, pig: Game[Any]
) -> None:
    alone = house.browser()
    await alone.play_now("pig", seat=["me", "random"])
    match = alone.match
    page = await alone.open("/matches")
    # Folded up, for one press must not be enough.
    folds = re.findall(r'<details class="ask">.*?</details>', page, re.DOTALL)
    assert ["/resign" in folds[0], "/delete" in folds[1]] == [True, True]
    assert page.count("/resign") == page.count("/delete") == 1
    await alone.send(f"/m/{match}/delete")
    assert alone.path == "/matches"
    await alone.open(f"/m/{match}")
    assert alone.status == 404
    ann, bob = await two_people(house)
    match = ann.match
    path = f"/m/{match}"
    live = await house.host.registry.get(match)
    # Not even of somebody who has been gone for long, and for whom a bot plays.
    live.seen_at[1] -= GONE_AFTER
    await ann.open(path)
    await ann.send(f"{path}/leave", seat="2")
    assert live.seats[1].away
    for _ in range(2):
        await ann.open("/matches")
        page = await ann.send(f"{path}/delete")
        assert "You asked to delete it" in page
    assert [each.kind for each in live.happenings] == [REPLACED, DELETE]
    # A server that starts again knows who has asked; whoever plays on has thought better of it.
    house.host.registry.drop(live)
    live = await house.host.registry.get(match)
    assert live.want_it_deleted() == {0}
    assert "Ann asks to delete this match." in await bob.open(path)
    await ann.open(path)
    await ann.send(f"{path}/move", move="hold", at=str(live.position(0)))
    assert live.want_it_deleted() == set()
    await ann.send(f"{path}/delete")
    await bob.open("/matches")
    await bob.send(f"{path}/delete")
    assert await bob.open(path)
    assert bob.status == 404


async def test_a_match_that_is_over_only_leaves_the_list_of_whoever_deletes_it(
    house: House, pig: Game[Any]
) -> None:
    ann, bob = await two_people(house)
    path = f"/m/{ann.match}"
    await finish(house, ann, bob)
    for person in (ann, bob):
        assert path in await person.open("/matches")
        assert path not in await person.send(f"{path}/delete")
        assert "The match is over" in await person.open(path)
    alone = house.browser()
    await alone.play_now("pig", seat=["me", "random"])
    path = f"/m/{alone.match}"
    await finish(house, alone)
    await alone.send(f"{path}/delete")
    assert "The match is over" in await alone.open(path)


async def test_hints_are_as_the_table_was_set(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    for other, chosen, hints in (
        ("random", "", True),
        ("me", "", False),
        ("me", "1", True),
        ("random", "0", False),
    ):
        await ann.play_now("pig", seat=["me", other], hints=chosen)
        assert (await house.host.registry.get(ann.match)).head.hints is hints


async def test_a_public_table_is_offered_and_a_private_one_is_not(house: House, pig: Game[Any]) -> None:
    ann, bob = house.browser(), house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="Ann")
    private = ann.match
    await ann.play_now("pig", seat=["me", "friend"], name="Ann", public="1")
    page = await bob.open("/")
    assert f"/m/{ann.match}/sit" in page
    assert private not in page
    await bob.send(f"/m/{private}/join", token="public", name="Bob")
    assert bob.status == 403
    await bob.open(f"/m/{ann.match}/sit")
    await bob.send(f"/m/{ann.match}/join", token="public", name="Bob")
    assert bob.status == 200
    assert (await house.host.registry.get(ann.match)).seats[1].name == "Bob"


async def test_a_theme_decides_the_styles_and_numbers_follow_the_language(house: House) -> None:
    ann = house.browser()
    page = await ann.open("/settings")
    assert "data-theme" not in page
    await ann.send("/settings", theme="dark", numbers="continental", back="//elsewhere.example")
    assert (ann.path, 'data-theme="dark"' in ann.page) == ("/", True)
    assert "style.css?theme=dark" in ann.page
    assert "6.530.347.008" in await ann.play_now("idle-six", seat="me")
    german = house.browser()
    german.http.headers["accept-language"] = "de-DE,de;q=0.9"
    assert "6.530.347.008" in await german.play_now("idle-six", seat="me")


def test_the_dark_is_always_or_never_in_a_themed_style() -> None:
    style = games.load("king-of-tokyo").find_file("board.css")
    dark, light = (_body(style, 0, theme, False)[0].decode() for theme in ("dark", "light"))
    assert "prefers-color-scheme" not in dark + light
    assert "@media all" in dark
    assert "@media not all" in light


@pytest.mark.parametrize("name", games.GAMES)
async def test_a_rulebook_has_contents_and_every_rule_an_anchor(house: House, name: str) -> None:
    page = await house.browser().open(f"/games/{name}")
    cited = set(re.findall(r"\b[A-Z]{2}-\d+\b", games.load(name).rulebook()))
    anchors = re.findall(r'id="([A-Z]{2}-\d+)"', page)
    assert sorted(anchors) == sorted(cited)
    for target in re.findall(r'<li class="level-\d"><a href="#([^"]+)"', page):
        assert f'id="{target}"' in page
    assert page.count('class="position"') == 2


async def test_a_rule_has_its_examples(house: House) -> None:
    """They stand where the rule is said, and not where its number is only an example of a number."""
    reader = house.browser()
    page = await reader.open("/games/king-of-tokyo")
    rules = re.findall(
        r'id="(KT-\d+)" href="#\1">\1</a> <a class="examples" href="/games/king-of-tokyo/rules/\1"', page
    )
    assert len(rules) == 66
    assert page.index('href="#KT-13"') < page.index('id="KT-1"') < page.index('id="KT-13"')
    examples = await reader.open("/games/king-of-tokyo/rules/KT-12")
    assert "<summary>If no monster is left, nobody wins</summary><pre>given:" in examples
    assert re.search(r"\b(game|title|rule):", examples) is None
    assert (await reader.http.get("/games/king-of-tokyo/rules/KT-99")).status_code == 404


@pytest.mark.parametrize("name", games.GAMES)
def test_a_shipped_variant_says_what_it_changes(name: str) -> None:
    for variant in shipped(games.load(name)).values():
        assert all([variant.title, variant.words, variant.changes])
