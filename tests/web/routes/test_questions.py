"""Questions that a game asks people: before a match begins, and before a move is made."""

import html
import json
import re
import subprocess
import sys
from typing import Any

import pytest

from quincunx.core.game import Choice, Game
from quincunx.core.move import Move
from quincunx.text.grammar import Voice
from tests.web.clients import House
from tests.web.servers import ROOT

pytestmark = pytest.mark.anyio

QUESTION = "Hold & bank nothing?"


@pytest.fixture
def asking(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """Register a Pig that asks before an empty pot is banked, unless that is switched off."""

    def confirm(state: Any, seat: int, move: Move, voice: Voice) -> str:
        return QUESTION if str(move) == "hold" and not state.pot and "sure" not in voice.look.off else ""

    monkeypatch.setitem(vars(pig.phrases), "confirm", confirm)
    monkeypatch.setitem(vars(pig.screens), "toggles", {"sure": "a question before holding"})
    return pig


async def test_a_person_is_asked_and_answers_by_a_second_press(house: House, asking: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    path = f"/m/{ann.match}/move"
    await ann.send(path, at="0", takes="0", request="x", move="hold")
    assert ann.status == 200
    assert html.escape(QUESTION) in ann.page
    assert 'data-at="0"' in ann.page
    form = re.search(r'role="alertdialog".*?</form>', ann.page, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    assert (fields["move"], fields["confirmed"]) == ("hold", "1")
    await ann.send(path, **fields)
    assert 'data-at="1"' in ann.page
    assert "alertdialog" not in ann.page


async def test_a_script_gets_the_question_and_sends_the_move_again(house: House, asking: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    fields = {"csrf": ann.hidden("csrf"), "at": "0", "request": "x", "move": "hold"}
    wants = {"accept": "application/json"}
    path = f"/m/{ann.match}/move"
    assert (await ann.http.post(path, data=fields, headers=wants)).json() == {"confirm": QUESTION}
    sure = {**fields, "confirmed": "1"}
    made = {"at": 1, "move": "hold", "seat": 1}
    assert (await ann.http.post(path, data=sure, headers=wants)).json() == made
    # Whoever sends it once more hears that it was made, and is not asked again.
    assert (await ann.http.post(path, data=fields, headers=wants)).json() == made


async def test_who_switches_the_question_off_is_not_asked(house: House, asking: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    for on in ("0", "1", "0"):
        await ann.send(f"/m/{ann.match}/look", toggle="sure", on=on)
    await ann.send(f"/m/{ann.match}/move", at="0", request="x", move="hold")
    assert 'data-at="1"' in ann.page


async def test_programs_are_never_asked(house: House, asking: Game[Any]) -> None:
    players = await house.create("pig", "me", "me")
    assert (await players[1].move("hold")).json() == {"at": 1, "move": "hold"}


async def test_an_illegal_move_is_refused_and_not_asked_about(house: House, asking: Game[Any]) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"])
    await ann.send(f"/m/{ann.match}/move", at="0", request="x", move="holt")
    assert ann.status == 422
    assert "did you mean `hold`?" in ann.page


@pytest.fixture
def choosy(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    goals = Choice("goal", {"short": 20, "usual": 50, "long": 100}, "points to win")
    monkeypatch.setattr(type(pig), "choices", {"length": goals})
    return pig


@pytest.mark.parametrize(
    ("chosen", "file", "variant"),
    [
        ("", "", {}),
        ("usual", "", {}),
        ("long", "", {"goal": 100}),
        ("long", "goal = 7", {"goal": 7}),
    ],
)
async def test_what_a_game_lets_people_choose_is_chosen_when_a_table_is_set(
    house: House, choosy: Game[Any], chosen: str, file: str, variant: dict[str, Any]
) -> None:
    ann = house.browser()
    page = await ann.open("/games/pig/new")
    assert "Points to win" in page
    assert re.search(r'<select name="choice-length">.*<option value="usual" selected>', page)
    await ann.send("/matches", game="pig", seat=["me", "me"], variant=file, **{"choice-length": chosen})
    assert (await house.host.registry.get(ann.match)).head.variant == variant


async def test_a_choice_that_is_not_offered_is_refused(house: House, choosy: Game[Any]) -> None:
    ann = house.browser()
    for name, word in (("choice-length", "lnog"), ("choice-width", "long")):
        await ann.open("/")
        page = await ann.send("/matches", game="pig", seat=["me", "me"], **{name: word})
        assert ann.status == 422
        assert 'role="alert"' in page


DRAW_EVERYTHING = """
import json, sys
from quincunx import games
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.web.app import create_app
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import MatchSetup, set_up
from quincunx.web.live.page_diff import PageCopy
from quincunx.web.storage.models import Stored
from quincunx.web.matches.tokens import Keys
from quincunx.web.live.view import viewer_of

create_app()
for name in games.GAMES:
    few = games.load(name).header.players[0]
    head, seats, keys = set_up(MatchSetup(name, ["me"] * few, dice="seed", seed="7"))
    live = LiveMatch(Stored(head, seats))
    live.begin(Match(live.game, live.players(), head.chance()))
    live.roll()
    live.stored = len(live.playing().steps)
    for viewer in (viewer_of(live, keys), viewer_of(live, Keys())):
        PageCopy(viewer, "", "").catch_up(live)
terminal = ("rich", "quincunx.cli", "quincunx.terminal")
print(json.dumps([len(games.GAMES), [name for name in terminal if name in sys.modules]]))
"""


def test_pages_need_nothing_of_the_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRAW_EVERYTHING],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )
    drawn, loaded = json.loads(done.stdout)
    assert drawn
    assert loaded == []
