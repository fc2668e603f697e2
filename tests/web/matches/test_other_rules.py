"""A match outlives the rules it was played by: it says what has changed, and its record can be had."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from quincunx.core.game import Game
from quincunx.match import record, variant
from quincunx.match.match import verify
from quincunx.web.storage import database as databases
from tests.example_game.rules import ROLL, Pig
from tests.web.clients import House, Programs

pytestmark = pytest.mark.anyio


async def finish(house: House, players: Programs) -> None:
    live = await house.host.registry.get(players.match)
    while not live.playing().over:
        seat = live.playing().state.current_player() + 1
        await players[seat].move("roll")
        if live.playing().state.current_player() + 1 == seat:
            await players[seat].move("hold")


def change_rules(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the rules of matches that nobody holds any more."""
    monkeypatch.setattr(game.header, "rules", game.header.rules + 1)
    monkeypatch.setattr(
        Pig, "_legal_actions", lambda self, seat: [ROLL] if seat == self.current_player() else []
    )


async def test_a_match_names_its_rules_and_its_numbers(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "me", variant={"goal": 20})
    stored = await house.host.registry.stored(players.match)
    assert stored.head.rules == pig.header.rules
    assert stored.head.numbers == variant.digest(pig, {"goal": 20})


async def test_an_unfinished_match_of_other_rules_says_so(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.browser()
    await ann.play_now("pig", seat=["me", "me"], name=["Ann", "Bob"])
    match = ann.match
    await ann.send(f"/m/{match}/move", at="0", request="x", move="hold")
    await ann.send(f"/m/{match}/leave", seat=1)
    live = await house.host.registry.get(match)
    house.host.registry.drop(live)
    change_rules(pig, monkeypatch)
    await ann.open(f"/m/{match}")
    assert ann.status == 409
    assert "by version 1 of the rules of Pig; here is version 2" in ann.page
    assert f'href="/m/{match}/record.json"' in ann.page
    assert (await house.http().get(f"/api/v1/matches/{match}")).status_code == 409
    saved = record.decode((await ann.http.get(f"/m/{match}/record.json")).content, "record.json")
    assert (saved.moves, saved.rules, saved.result) == (["1: hold"], 1, None)
    assert saved.absences == [record.Absence(1, 0, "left")]
    assert saved.chance.commitment
    assert not saved.chance.secret
    assert "from before its rules were changed" in await ann.open("/matches")


async def test_a_finished_match_of_other_rules_keeps_its_result_and_its_dice(
    house: House, pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await house.create("pig", "me", "me", variant={"goal": 5}, dice="fair", seed="", wait=False)
    await finish(house, players)
    whole = (await players[1].get("/record")).content
    house.host.registry.drop(await house.host.registry.get(players.match))
    with monkeypatch.context() as patch:
        change_rules(pig, patch)
        kept = (await house.http().get(f"/api/v1/matches/{players.match}/record")).content
    assert kept == whole
    verify(record.decode(kept, "record.json"))


def test_matches_of_the_first_release_are_taken_over(tmp_path: Path) -> None:
    """The second migration gives them the first version of the rules, and numbers that nobody noted."""
    path = tmp_path / "old.db"
    with create_engine(f"sqlite:///{path}").begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(databases.MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    values = ("0123456789", "pig", "{}", "seed", "7", "", "", 0, "x", "then", "then")
    names = "id, game, variant, dice, seed, secret, nonce, clock, creator, created, started"
    with sqlite3.connect(path) as old:
        old.execute(f"INSERT INTO matches ({names}) VALUES ({', '.join('?' * len(values))})", values)
    databases.check(f"sqlite:///{path}")
    with sqlite3.connect(path) as new:
        assert new.execute("SELECT id, rules, numbers, result FROM matches").fetchall() == [
            ("0123456789", 1, "", "")
        ]
