"""A match that goes on from another: only its own moves are judged, and they keep their numbers."""

import io
from itertools import pairwise

import pytest
from rich.console import Console

from quincunx import games
from quincunx.analysis import Timeline, timeline
from quincunx.analysis.analyse import Analysis, analyse
from quincunx.analysis.decisions import choices
from quincunx.analysis.page import html
from quincunx.analysis.screen import AnalysisReport
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match, from_record

SAID = "The first 9 moves come from another match and are not judged."


@pytest.fixture(autouse=True)
def pig(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")


def to_its_end(match: Match) -> Match:
    for _ in match:
        pass
    return match


def played_on(at: int) -> Match:
    was = to_its_end(Match("pig", ["random", "random"], SeedDice("1"))).record()
    players = Match("pig", ["greedy", "random"], SeedDice("1")).record().seats
    return to_its_end(from_record(record.branch_off(was, at, players, SeedDice("3").header())))


def sums(line: Timeline, seat: int) -> float:
    parts = (line.start, line.luck, line.decisions, line.others, line.revised)
    return sum(part[seat] for part in parts)


@pytest.mark.parametrize("at", [0, 1, 9])
def test_only_own_moves_are_judged_and_the_sums_add_up(at: int) -> None:
    match = played_on(at)
    line = timeline(match, worlds=4)
    assert line.given == at
    assert [change.at for change in line.changes] == list(range(at, len(match.steps)))
    assert [point.at for point in line.points] == list(range(len(match.steps) + 1)), "a replay shows them all"
    assert line.start == line.points[at].expects
    assert all(moment.at >= at for moment in line.moments)
    assert all(choice.place.at >= at for choice in choices(match))
    for seat in range(2):
        assert sums(line, seat) == pytest.approx(line.result[seat], abs=1e-9)
        own = sum(change.decided[seat] for change in line.changes if change.seat == seat)
        assert line.decisions[seat] == own


def test_who_plays_on_as_the_house_does_owes_nothing_to_the_moves_before() -> None:
    match = played_on(9)
    assert timeline(match, worlds=4).decisions[0] == pytest.approx(0)
    match.branch = None
    assert timeline(match, worlds=4).decisions[0] != pytest.approx(0), "those before were random"


def test_a_decision_that_the_border_cuts_is_judged_from_there_on() -> None:
    was = to_its_end(Match("king-of-tokyo", ["random", "random"], SeedDice("2")))
    begun = was.record()
    middle = next(
        at for at, (one, two) in enumerate(pairwise(was.steps), 1) if one.seat == two.seat and one.seat >= 0
    )
    match = to_its_end(from_record(record.branch_off(begun, middle, begun.seats, SeedDice("3").header())))
    assert choices(match)[0].place.at >= middle


@pytest.fixture(scope="module")
def whole() -> Analysis:
    games.GAMES["pig"] = "tests.example_game.game"
    try:
        return analyse(played_on(9), seconds=0.2, jobs=1)
    finally:
        del games.GAMES["pig"]


def test_the_page_the_screen_and_the_data_say_so(whole: Analysis) -> None:
    console = Console(width=100, file=io.StringIO())
    console.print(AnalysisReport(whole))
    assert isinstance(console.file, io.StringIO)
    assert SAID in console.file.getvalue()
    assert SAID in html(whole)
    assert whole.to_dict()["timeline"]["given"] == 9
    assert all(decision.at >= 9 for decision in whole.decisions)
    assert len(whole.for_replay()["expects"]) == len(whole.timeline.points)


def test_one_move_and_none_are_said_as_people_say_it() -> None:
    assert timeline(played_on(1), worlds=1).note == (
        "The first move comes from another match and is not judged."
    )
    assert timeline(played_on(0), worlds=1).note == ""
