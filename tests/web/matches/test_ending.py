"""The page of a match tells its end."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from quincunx import games
from quincunx.analysis import Moment, Timeline
from quincunx.analysis.figures import figures
from quincunx.text.grammar import WATCHER
from quincunx.web.matches import ending
from quincunx.web.storage.models import Seat


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "words", lambda *_: "Dice fall.")


def told(
    names: list[str], match: Any, *moments: tuple[float, float], reader: int = WATCHER
) -> list[tuple[int, str]]:
    """Return what the page tells of moments that changed the first seat's expectation from one to the
    other."""
    table: Any = SimpleNamespace(seats=[Seat(number, name, number) for number, name in enumerate(names)])
    turned = [Moment(at, 0, after - before, "", before, after) for at, (before, after) in enumerate(moments)]
    empty: dict[str, Any] = {name: [] for name in Timeline.__struct_fields__}
    line = msgspec.convert(empty | {"moments": turned, "given": 0, "house": ""}, Timeline)
    shown = ending._moments(table, match, line, reader)
    assert [moment.at - 1 for moment in shown] == [moment.at for moment in figures(match).moments(line)]
    return [(moment.at, moment.swing) for moment in shown]


def ended(name: str, *returns: float) -> Any:
    return SimpleNamespace(
        game=games.load(name),
        state=SimpleNamespace(returns=lambda: list(returns)),
        result=SimpleNamespace(scores=[abs(value) for value in returns]),
    )


def test_alone_turns_are_better_or_worse_and_none_did_not_turn_the_match() -> None:
    moments = (-20.0, -21.2), (-20.0, -19.96), (-20.0, -18.0)
    assert told(["Ann"], ended("idle-six", -20.0), *moments) == [
        (1, "1.2 turns worse"),
        (3, "2 turns better"),
    ]


def test_a_moment_that_the_analysis_writes_as_no_change_is_not_told_here_either() -> None:
    """Both pages say by how much the written chances differ: 50% and 50% do not, 50% and 51% do."""
    moments = (0.496, 0.5044), (0.504, 0.506)
    assert told(["Ann", "Bob"], ended("king-of-tokyo", 1.0, 0.0), *moments) == [
        (2, "Ann's chances: +1 in 100"),
    ]


def test_next_to_a_large_swing_a_small_one_decided_nothing() -> None:
    moments = (0.98, 0.99), (0.5, 0.2), (0.2, 0.22)
    assert told(["Ann", "Bob"], ended("king-of-tokyo", 1.0, 0.0), *moments) == [
        (2, "Ann's chances: -30 in 100"),
        (3, "Ann's chances: +2 in 100"),
    ]


def test_whoever_reads_of_themselves_is_you() -> None:
    match = ended("king-of-tokyo", 1.0, 0.0)
    for reader, whose in ((0, "your"), (1, "Ann's")):
        assert told(["Ann", "Bob"], match, (0.5, 0.2), reader=reader) == [(1, f"{whose} chances: -30 in 100")]
    assert told(["Ann"], ended("idle-six", -20.0), (-20.0, -21.2), reader=0) == [(1, "1.2 turns worse")]


def test_the_page_says_which_moves_are_not_judged() -> None:
    """They come from another match; in a game for one, what the numbers count is said as well."""
    empty: dict[str, Any] = {name: [] for name in Timeline.__struct_fields__}
    line = msgspec.convert(empty | {"given": 6, "house": ""}, Timeline)
    said = "The first 6 moves come from another match and are not judged."
    assert ending._note(ended("king-of-tokyo", 1.0, 0.0), line) == said
    assert ending._note(ended("idle-six", -20.0), line) == f"{said} In turns: fewer are better."
    assert ending._note(ended("king-of-tokyo", 1.0, 0.0), None) == ""
