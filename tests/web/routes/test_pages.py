"""The pages: complete without a script, clean, and the same for everyone who may see the same."""

import json
import re
from typing import Any

import pytest

from quincunx import games
from quincunx.core.game import Game
from quincunx.match import record
from quincunx.match.match import verify
from tests.web.clients import Browser, House

pytestmark = pytest.mark.anyio


async def test_one_click_to_a_match_against_bots(house: House) -> None:
    visitor = house.browser()
    page = await visitor.open("/")
    for name in games.GAMES:
        assert games.load(name).header.title in page
    await visitor.send("/matches", game="idle-six", seat="me")
    assert visitor.path.startswith("/m/")
    assert "Before the first roll" not in visitor.page
    assert "Your move" in visitor.page


async def play_by_forms(browser: Browser, wanted: list[str], most: int) -> None:
    """Press the first wanted button that is there, as someone without a script would."""
    for _ in range(most):
        offered = re.findall(r'name="move" value="([^"]+)"', browser.page)
        move = next((name for name in wanted if name in offered), None)
        if move is None:
            return
        fields = {"at": browser.hidden("at"), "request": browser.hidden("request"), "move": move}
        await browser.send(f"/m/{browser.match}/move", **fields)
        assert browser.status == 200, browser.page


async def test_a_whole_match_without_a_script(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "random"], name="Ann")
    for _ in range(60):
        await play_by_forms(ann, ["roll"], 3)
        await play_by_forms(ann, ["hold"], 1)
        await ann.open(f"/m/{ann.match}")
        if "first to 50" in ann.page:
            break
    assert "won: first to 50." in ann.page
    match = ann.match
    saved = (await ann.http.get(f"/m/{match}/record.json")).content
    verify(record.decode(saved, "record.json"))
    last = len(json.loads(saved)["moves"])
    for at in (0, 1, last // 2, last, last + 50):
        await ann.open(f"/m/{match}/replay?at={at}")
        assert ann.status == 200
        assert f"Move {min(at, last)} of {last}" in ann.page
    assert json.loads(saved)["chance"]["secret"] in ann.page


async def test_the_sign_of_a_move_stands_before_it_and_not_before_a_note(
    house: House, pig: Game[Any]
) -> None:
    """A note is a paragraph: what stands before it has a line of its own."""
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "random"], name="Ann")
    await ann.send(f"/m/{ann.match}/leave", seat="1")
    await house.host.settle(await house.host.registry.get(ann.match), 10)
    for path in ("", "/replay"):
        page = await ann.open(f"/m/{ann.match}{path}")
        assert re.search(r'<li [^>]*><p class="note">\w+ steps? away[^<]*</p><span class="chosen">', page)
        assert not re.search(r'<li [^>]*class="(rolled|chosen)', page)


async def test_what_happened_last_can_be_scrolled_by_keys(house: House, pig: Game[Any]) -> None:
    """On a phone two lines of it are seen."""
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"], name=["Ann", "Bob"])
    await ann.send(f"/m/{ann.match}/move", at="0", request="x", move="hold")
    assert '<p class="since" id="since" tabindex="0">' in await house.browser().open(f"/m/{ann.match}")


async def test_a_record_is_not_to_be_had_before_the_end(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    for page in ("record.json", "replay"):
        await ann.open(f"/m/{ann.match}/{page}")
        assert ann.status == 409
        await ann.open(f"/m/{ann.path.split('/')[2]}")


async def test_the_same_button_twice_is_one_move_and_another_one_a_refusal(
    house: House, pig: Game[Any]
) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    path, at, request = f"/m/{ann.match}/move", ann.hidden("at"), ann.hidden("request")
    for _ in range(2):
        await ann.send(path, at=at, request=request, move="hold")
        assert ann.status == 200
        assert 'data-at="1"' in ann.page
    await ann.send(path, at=at, request=request, move="roll")
    assert ann.status == 409
    assert "This question is no longer asked" in ann.page


async def test_words_of_a_move_may_come_in_parts(house: House, fingers: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("fingers", seat=["me", "random"])
    await ann.send(f"/m/{ann.match}/move", at="0", request="x", move=["show", "2"])
    assert ann.status == 200


async def test_people_at_one_screen_are_covered_from_each_other(house: House, fingers: Game[Any]) -> None:
    both = house.browser()
    await both.play_now("fingers", seat=["me", "me"], name=["Ann", "Bob"])
    match = both.match
    assert "Ann, it is your move" in both.page
    await both.open(f"/m/{match}?seat=2")
    assert "Bob, your move" in both.page  # Both are to choose: either may be first.
    await both.open(f"/m/{match}?seat=1")
    await play_by_forms(both, ["show 3"], 1)
    assert "Bob, it is your move" in both.page
    assert "show 3" not in both.page
    await both.open(f"/m/{match}?seat=2")
    assert "You will show" not in both.page
    await play_by_forms(both, ["show 1"], 1)
    await both.open(f"/m/{match}?seat=1")
    assert "You show 3. Bob shows 1." in both.page


async def test_a_page_from_before_a_take_back_is_out_of_date(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"], name=["Ann", "Bob"])
    await play_by_forms(ann, ["hold"], 1)
    old = {
        "seat": "2",
        "at": ann.hidden("at"),
        "takes": ann.hidden("takes"),
        "request": "old",
        "move": "hold",
    }
    await ann.send(f"/m/{ann.match}/undo", answer="ask")
    await play_by_forms(ann, ["hold"], 1)
    assert ann.hidden("at") == old["at"]
    assert "is no longer asked" in await ann.send(f"/m/{ann.match}/move", **old)


async def test_links_that_lead_nowhere_else_are_said_to(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="Ann")
    assert f'value="http://quincunx.test/m/{ann.match}"' in ann.page
    assert "on this machine only" not in ann.page
    assert "on this machine only" in await ann.open(f"http://localhost/m/{ann.match}")


async def test_a_page_is_sent_only_the_lines_it_does_not_have(house: House, pig: Game[Any]) -> None:
    both = house.browser()
    await both.play_now("pig", seat=["me", "me"], name=["Ann", "Bob"])
    part = f"/m/{both.match}/part"
    await play_by_forms(both, ["hold", "hold", "hold"], 3)
    for last, numbers in (
        ("0.2.0", ["3"]),
        ("", ["1", "2", "3"]),
        ("2", ["1", "2", "3"]),
        ("x", ["1", "2", "3"]),
    ):
        new = json.loads(await both.open(f"{part}?last={last}"))
        assert re.findall(r'data-line="(\d+)"', new["parts"]["log"]) == numbers


async def test_without_secrets_the_screen_follows_whose_move_it_is(house: House, pig: Game[Any]) -> None:
    both = house.browser()
    await both.play_now("pig", seat=["me", "me"], name=["Ann", "Bob"])
    assert "Ann, your move" in both.page
    await play_by_forms(both, ["hold"], 1)
    assert "Bob, your move" in both.page
    await play_by_forms(both, ["hold"], 1)
    assert "Ann, your move" in both.page


async def test_undo_chat_and_mute_by_forms(house: House, pig: Game[Any]) -> None:
    ann, bob = house.browser(), house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="Ann")
    link = re.search(r"/m/\w+/seat/\w+", ann.page)
    assert link
    await bob.open(link[0])
    await bob.send(f"/m/{ann.match}/join", token=bob.hidden("token"), name="Bob")
    path = f"/m/{ann.match}"
    await ann.open(path)
    await ann.send(f"{path}/start")
    await play_by_forms(ann, ["hold"], 1)
    await ann.send(f"{path}/undo", answer="ask")
    page = await bob.open(path)
    assert "asks to take the last move back" in page
    await bob.send(f"{path}/undo", answer="agree")
    assert 'data-at="0"' in bob.page
    await bob.send(f"{path}/chat", text="<b>Well</b> done & so on")
    assert "&lt;b&gt;Well&lt;/b&gt; done &amp; so on" in bob.page
    await ann.open(path)
    await ann.send(f"{path}/mute", whom="2", on="1")
    assert "Well" not in ann.page
    await ann.send(f"{path}/mute", whom="2", on="0")
    assert "Well" in ann.page


async def test_every_page_obeys_the_content_security_policy(
    house: House, pig: Game[Any], fingers: Game[Any]
) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="<script>alert(1)</script>")
    match = ann.match
    paths = ["/", f"/m/{match}", f"/m/{match}/part", "/docs", "/nowhere", "/m/nowhere"]
    paths += [f"/games/{name}" for name in games.GAMES if name not in ("fingers",)]
    for path in paths:
        answer = await ann.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        for tag in re.findall(r"<script[^>]*>", answer.text):
            assert " src=" in tag, f"{path}: {tag}"
        assert not re.search(r"<style|\sstyle=|\son\w+=", answer.text), path
        assert not re.search(r"""(?:src|href|action)="(?:https?:)?//""", answer.text), path
        assert "<script>alert" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_pages_that_are_not_there_say_so(house: House) -> None:
    visitor = house.browser()
    for path in (
        "/nowhere",
        "/m/nothing",
        "/games/chess",
        "/games/idle-six/rules.py",
        "/games/idle-six/..%2f..",
    ):
        await visitor.open(path)
        assert visitor.status == 404, path
        assert "<h1>" in visitor.page


async def test_a_wish_that_makes_no_sense_is_refused_with_a_sentence(house: House) -> None:
    visitor = house.browser()
    for fields, sentence in (
        ({"game": "chess"}, "There is no game"),
        ({"game": "idle-six", "seat": ["me", "me"]}, "is for 1 player, not 2"),
        ({"game": "idle-six", "seat": "martian"}, "can sit down"),
        ({"game": "idle-six", "dice": "loaded"}, "There are no"),
        ({"game": "idle-six", "variant": "= nonsense"}, "not valid TOML"),
        ({"game": "idle-six", "variant": "sixes = 7"}, "there is no"),
    ):
        await visitor.open("/")
        page = await visitor.send("/matches", **fields)
        assert visitor.status == 422
        assert sentence in page


async def test_the_lobby_lists_your_matches(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "friend"])
    match = ann.match
    assert match in await ann.open("/")
    assert match not in await house.browser().open("/")


async def test_a_variant_may_be_uploaded(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.open("/")
    answer = await ann.http.post(
        "/matches",
        data={"csrf": ann.hidden("csrf"), "game": "pig", "seat": ["me", "me"]},
        files={"variant": ("short.toml", b"goal = 1\n")},
    )
    live = await house.host.registry.get(answer.headers["location"].split("/")[2])
    assert live.head.variant == {"goal": 1}


async def test_a_script_may_have_the_bare_answer(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    fields = {"csrf": ann.hidden("csrf"), "at": "0", "request": "x", "move": "hold"}
    wants = {"accept": "application/json"}
    answer = await ann.http.post(f"/m/{ann.match}/move", data=fields, headers=wants)
    assert answer.json() == {"at": 1, "move": "hold", "seat": 1}
    answer = await ann.http.post(f"/m/{ann.match}/move", data={**fields, "move": "fly"}, headers=wants)
    assert answer.status_code == 409
    assert "error" in answer.json()


async def test_players_are_told_of_by_their_names(house: House, fingers: Game[Any]) -> None:
    both = house.browser()
    await both.play_now("fingers", seat=["me", "me"], name=["Ann", "Bob"])
    await both.open(f"/m/{both.match}?seat=1")
    await play_by_forms(both, ["show 3"], 1)
    await both.open(f"/m/{both.match}?seat=2")
    assert "Ann</span> has chosen." in both.page
    assert "Player 1" not in both.page
