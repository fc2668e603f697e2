"""Errors of the user: one sentence, with the nearest word that would have worked."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from quincunx import bots, games
from quincunx.core.convert import convert
from quincunx.core.errors import UserError, nearest


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    side: Annotated[int, Meta(ge=3)] = 3


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    board: Inner
    open: bool = False
    faces: list[int] = []


def test_what_fits_is_converted() -> None:
    assert convert({"name": "x", "board": {"side": 4}}, Shape, "file") == Shape("x", Inner(4))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"name": 7, "board": {}}, "file: `name` must be text, not a whole number."),
        ({"name": "x", "board": {"side": "4"}}, "file: `board.side` must be a whole number, not text."),
        ({"name": "x", "board": {"side": 2}}, "file: `board.side` must be a whole number >= 3."),
        ({"name": "x", "board": 3}, "file: `board` must be a table of keys and values, not a whole number."),
        ({"name": "x", "board": {}, "open": 1}, "file: `open` must be true or false, not a whole number."),
        (
            {"name": "x", "board": {}, "faces": {}},
            "file: `faces` must be a list, not a table of keys and values.",
        ),
        ([], "file: it must be a table of keys and values, not a list."),
    ],
)
def test_what_does_not_fit_is_named(data: object, said: str) -> None:
    with pytest.raises(UserError) as mistake:
        convert(data, Shape, "file")
    assert str(mistake.value) == said


@pytest.mark.parametrize("data", [{"board": {}}, {"name": "x", "board": {}, "colour": 1}])
def test_missing_and_unknown_keys_are_named(data: object) -> None:
    with pytest.raises(UserError, match=r"^file: .*`(name|colour)`"):
        convert(data, Shape, "file")


def test_the_nearest_word_or_all_of_them() -> None:
    assert nearest("HOLT", ["roll", "hold"]) == "; did you mean `hold`?"
    assert nearest("castle", ["roll", "hold"]) == "; known are `hold`, `roll`."


def test_unknown_games_and_bots_are_mistakes() -> None:
    with pytest.raises(UserError, match=r"There is no game `idle-sx`; did you mean `idle-six`\?"):
        games.load("idle-sx")
    with pytest.raises(UserError, match="There is no bot `castle`; known are `easy`, `expert`, `greedy`, "):
        bots.make("castle", games.load("idle-six"))
