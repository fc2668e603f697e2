"""What the page of a match says of its end."""

from types import SimpleNamespace
from typing import Any

import pytest

from quincunx import games
from quincunx.analysis import Moment
from quincunx.web import ending
from quincunx.web.stored import Seat


def table(*names: str) -> Any:
    return SimpleNamespace(seats=[Seat(number, name, number) for number, name in enumerate(names)])


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> list[Moment]:
    monkeypatch.setattr(ending, "words", lambda *_: "Dice fall.")
    swings = (-1.2, 0.4, 2.0)
    return [Moment(at, 0, swing, "", -20.0, -20.0 + swing) for at, swing in enumerate(swings)]


def test_alone_turns_are_better_or_worse_and_none_did_not_turn_the_match(turned: list[Moment]) -> None:
    match: Any = SimpleNamespace(game=games.load("idle-six"))
    told = ending._moments(table("Ann"), match, turned, 0)
    assert [(moment.at, moment.swing) for moment in told] == [(1, "1 turn worse"), (3, "2 turns better")]
