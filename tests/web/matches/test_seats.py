"""Seats are held by secrets, which nobody else can find."""

import os
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from quincunx.core.game import Game
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.web.live.picture import draw_alone
from quincunx.web.live.result_picture import seat_colours
from quincunx.web.matches.setup import COLOURS
from quincunx.web.templates.rendering import HERE
from tests.web.clients import House

pytestmark = pytest.mark.anyio


async def test_friends_take_their_seats_by_link(house: House, pig: Game[Any]) -> None:
    ann, bob, eve = house.browser(), house.browser(), house.browser()
    await ann.play_now("pig", seat=["me", "friend"], name="Ann")
    link = re.search(r"/m/\w+/seat/\w+", ann.page)
    assert link
    await bob.open(link[0])
    await bob.send(f"/m/{ann.match}/join", token=bob.hidden("token"), name="Bob", colour="purple")
    assert bob.path == f"/m/{ann.match}"
    page = await ann.open(f"/m/{ann.match}")
    assert "Bob" in page
    assert "colour-purple" in page
    assert link[0] not in page
    # The link is used up: neither Ann nor anyone she gave it to can look into Bob's hand.
    await eve.open(link[0])
    assert eve.status == 403
    await ann.open(link[0])
    assert ann.path == f"/m/{ann.match}"
    assert ann.page.count("<small>you</small>") == 1


async def test_no_two_people_have_the_same_colour(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend")
    await players[2].post("/join", name="Bob", colour="red")
    assert [seat["colour"] for seat in (await players[1].view())["seats"]] == ["red", "blue"]
    players = await house.create("pig", "friend", "me")
    await players[1].post("/join", name="Bob", colour="purple")
    assert [seat["colour"] for seat in (await players[2].view())["seats"]] == ["purple", "blue"]


async def test_bots_that_are_named_after_colours_have_them(house: House) -> None:
    players = await house.create("total-eclips", "me", "greedy", "greedy", "greedy")
    seats = (await players[1].view())["seats"]
    assert [seat["colour"] for seat in seats] == ["red", "yellow", "blue", "black"]
    assert [seat["name"] for seat in seats[1:]] == ["Yellow", "Blue", "Black"]
    players = await house.create("total-eclips", "me", "friend", "greedy")
    await players[2].post("/join", name="Bob", colour="blue")
    seats = (await players[1].view())["seats"]
    assert [seat["colour"] for seat in seats] == ["red", "green", "blue"]


def test_pictures_have_the_colours_of_the_table() -> None:
    players = [Player("You"), Player("Yellow", "normal"), Player("Blue", "normal"), Player("Black", "normal")]
    board = draw_alone(Match("total-eclips", players, SeedDice("7")), 0)
    for name in ("Yellow", "Blue", "Black"):
        assert f'colour-{name.lower()}" aria-label="The board of {name}"' in board
    style = (HERE / "static" / "style.css").read_text()
    assert list(seat_colours()) == COLOURS
    assert all(f"--{name}: {value};" in style for name, value in seat_colours().items())


async def test_a_lost_answer_to_joining_is_given_again(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend")
    first = await players[2].post("/join", name="Bob", secret="mine alone")
    again = await players[2].post("/join", name="Bob", secret="mine alone")
    assert first.json() == again.json()
    assert (await players[2].post("/join", name="Eve", secret="another")).status_code == 403


async def test_bots_fill_the_open_seats(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend")
    assert (await players[1].view())["phase"] == "waiting"
    assert (await players[1].move("roll", 0)).status_code == 409
    assert (await players[1].post("/start")).status_code == 403
    assert (await players.creator.post("/start", word="mine")).json()["phase"] == "playing"
    assert (await players[1].view())["seats"][1]["is_bot"]
    assert (await players[2].post("/join", name="Late")).status_code == 403


async def test_words_are_mixed_into_fair_dice(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend", dice="fair", seed="", wait=False)
    before = (await players[1].view())["chance"]
    assert before["nonce"] == ""
    await players[2].post("/join", name="Bob", word="abracadabra")
    after = (await players[1].view())["chance"]
    assert after["commitment"] == before["commitment"]
    assert after["nonce"] == "abracadabra"


@pytest.mark.skipif("QUINCUNX_DATABASE" in os.environ, reason="reads the file of SQLite")
async def test_no_token_is_in_the_database(house: House, pig: Game[Any], tmp_path: Path) -> None:
    players = await house.create("pig", "me", "friend")
    tokens = [players[1].token, players[2].token, players.creator.token]
    tokens.append((await players[2].post("/join", name="Bob")).json()["token"])
    with sqlite3.connect(tmp_path / "quincunx.db") as database:
        dump = "\n".join(database.iterdump())
    assert players.match in dump
    for token in tokens:
        assert token not in dump
    assert (tmp_path / "quincunx.db").stat().st_mode & 0o077 == 0


async def test_a_seats_own_link_opens_it_on_another_device(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "greedy")
    phone = house.browser()
    await phone.open(f"/m/{players.match}/seat/{players[1].token}")
    assert phone.path == f"/m/{players.match}"
    assert "Your move" in phone.page


async def test_a_watcher_sees_no_link_and_has_no_moves(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend")
    watcher = house.browser()
    page = await watcher.open(f"/m/{players.match}")
    assert watcher.status == 200
    assert "/seat/" not in page
    view = await house.watcher(players.match).view()
    assert (view["seat"], view["moves"], view["your_move"]) == (None, [], False)


async def test_cookies_are_for_this_site_and_no_script(house: House, pig: Game[Any]) -> None:
    http = house.http()
    lobby = await http.get("/")
    csrf = re.search(r'name="csrf" value="(\w+)"', lobby.text)
    assert csrf
    made = await http.post("/matches", data={"csrf": csrf[1], "game": "pig"})
    cookies = [*lobby.headers.get_list("set-cookie"), *made.headers.get_list("set-cookie")]
    assert len(cookies) == 3
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


async def test_forms_of_others_are_refused(house: House, pig: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig")
    match = ann.match
    move = {"at": "0", "move": "roll", "request": "x"}
    for csrf in ({}, {"csrf": ""}, {"csrf": "0" * 32}):
        answer = await ann.http.post(f"/m/{match}/move", data={**move, **csrf})
        assert answer.status_code == 403
    good = {**move, "csrf": ann.hidden("csrf")}
    for header in ({"sec-fetch-site": "cross-site"}, {"origin": "http://evil.test"}):
        assert (await ann.http.post(f"/m/{match}/move", data=good, headers=header)).status_code == 403
    same = {"sec-fetch-site": "same-origin", "origin": "http://quincunx.test"}
    assert (await ann.http.post(f"/m/{match}/move", data=good, headers=same)).status_code == 303


async def test_names_are_cleaned_and_told_apart(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "friend", names=["  Ann\u202e\n\x00 "])
    await players[2].post("/join", name="Ann")
    assert [seat["name"] for seat in (await players[1].view())["seats"]] == ["Ann", "Ann 2"]
