"""Bots that are not ours: how they are named and made, and which decisions they lose."""

import re
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import quincunx as qx
from quincunx import bots
from quincunx.bots import external, timeout
from quincunx.bots.external import OwnBot, find, from_python
from quincunx.bots.sandbox import Guarded, Referee
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match, from_record, verify
from quincunx.match.players import Human, read_bots, read_seats
from quincunx.match.record import Player
from tests import own_bots

CAREFUL = """
import quincunx as qx
from beside import choice

class Careful(qx.Bot):
    def choose(self, state, seat, rng):
        return choice(state.legal_actions(seat))

NUMBER = 7
"""


@pytest.fixture(autouse=True)
def _nothing_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ADDED", {})
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def careful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a file with a bot to the folder where commands are given."""
    (tmp_path / "beside.py").write_text("choice = max")
    (tmp_path / "mybot.py").write_text(CAREFUL)
    monkeypatch.chdir(tmp_path)
    for name in ("beside", "mybot"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path / "mybot.py"


def two(pig: Game[Any], bot: object, time_limit: float | None = None) -> Match:
    match = Match(pig, [bot, "greedy"], SeedDice("two"), time_limit=time_limit)  # type: ignore[list-item]
    match.referee.report = REPORTS.append
    REPORTS.clear()
    return match


REPORTS: list[str] = []


# --- naming them


def test_a_bot_is_named_by_file_or_module_and_class(careful: Path) -> None:
    assert read_seats("me,mybot.py:Careful") == [Player(""), Player("", "Careful")]
    assert read_seats(f"{careful}:Careful:Bob")[0].name == "Bob"
    assert read_bots("mybot:Careful, greedy,tests.own_bots:make_last") == ["Careful 3", "greedy", "make_last"]
    assert bots.names() == [*bots.BOTS, "Careful", "Careful 2", "Careful 3", "make_last"]
    assert read_bots("Careful") == ["Careful"]


def test_a_bot_never_takes_the_name_of_one_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "random.py").write_text("from tests.own_bots import Last as greedy")
    monkeypatch.chdir(tmp_path)
    assert read_bots("random.py:greedy") == ["greedy 2"]
    import random

    assert random.random() < 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mybot.py:Carful", "There is no class or function `Carful` in mybot.py; did you mean `Careful`?"),
        ("mybot.py:NUMBER", "There is no class or function `NUMBER` in mybot.py"),
        ("mybt.py:Careful", "There is no file mybt.py."),
        (
            "mybt:Careful",
            "There is no bot or module `mybt` here; a file is named with its ending, `mybt.py`.",
        ),
        ("broken.py:Careful", "broken.py cannot be loaded: SyntaxError: invalid syntax"),
        ("needs.py:Careful", "needs.py cannot be loaded: ModuleNotFoundError: No module named 'nothing'"),
        ("needs:Careful", "The module `needs` cannot be loaded: No module named 'nothing'"),
        ("gredy", "Nobody called `gredy` can sit down; did you mean `greedy`?"),
        ("normal,,random", "Between two commas nobody is named: say who sits at each seat."),
        ("mybot.py", "Which bot of mybot.py? Name its class, too, as in `mybot.py:Careful`."),
        ("long.py:" + "Long" * 8, "`LongLongLongLongLongLongLongLong` is too long for the name of a bot"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(careful: Path, text: str, said: str) -> None:
    careful.with_name("broken.py").write_text("class class")
    careful.with_name("needs.py").write_text("import nothing")
    careful.with_name("long.py").write_text(f"from tests.own_bots import Last as {'Long' * 8}")
    with pytest.raises(UserError) as mistake:
        read_bots(text)
    assert str(mistake.value).startswith(said)


def test_people_are_no_bots() -> None:
    with pytest.raises(UserError, match="Only bots can sit here"):
        read_bots("me,greedy")
    with pytest.raises(UserError, match="can sit down") as mistake:
        read_bots("martian,greedy")
    assert "me" not in re.findall(r"\w+", str(mistake.value))
    with pytest.raises(UserError, match="People sit as `me`"):
        read_seats("martian,greedy")


def test_installed_packages_offer_bots_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "guests-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[quincunx.bots]\nlast-move = tests.own_bots:Last\ngreedy = tests.own_bots:Raises\n"
    )
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    external.installed.cache_clear()
    try:
        assert bots.names() == [*bots.BOTS, "last-move"]
        assert read_bots("last-move") == ["last-move"]
        with pytest.raises(UserError, match="did you mean `last-move`"):
            read_bots("last-mov")
        match = Match("king-of-tokyo", ["last-move", "greedy"], SeedDice("1"))
        assert [step.seat for step in match][-1] in (0, 1, -1)
        assert match.lost == {}
        assert (
            qx.simulate("king-of-tokyo", ["last-move", "greedy"], 3, jobs=1).results.by_bot[0].bot
            == "last-move"
        )
    finally:
        external.installed.cache_clear()


# --- making them


def test_a_class_a_function_and_a_bot_make_bots(pig: Game[Any]) -> None:
    last = own_bots.Last()
    assert from_python(last).make(pig) is last
    assert isinstance(from_python(own_bots.Last).make(pig), own_bots.Last)
    assert from_python(own_bots.make_last).name == "make_last"
    assert from_python(lambda: own_bots.Last()).name == "bot"
    knowing = from_python(own_bots.Knowing).make(pig)
    assert isinstance(knowing, own_bots.Knowing)
    assert knowing.game is pig


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (own_bots.Unmakeable, r"Unmakeable cannot be made: OSError: no weights\."),
        (own_bots.wants_two, "wants_two cannot be made: TypeError: .*missing 1 required"),
        (dict, r"dict makes \{\}, which is no bot: derive its class from `quincunx\.Bot`\."),
        (7, "7 is no bot: give a name such as `greedy`, a class, or a function that makes one"),
    ],
)
def test_what_makes_no_bot_is_said_before_the_match(pig: Game[Any], given: Any, said: str) -> None:
    with pytest.raises(UserError, match=said):
        Match(pig, [given, "greedy"])
    with pytest.raises(UserError, match=said):
        qx.simulate("pig", [given, "greedy"], 1, jobs=1)


# --- at a seat


def test_a_file_is_looked_for_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.py").write_text(CAREFUL)
        monkeypatch.chdir(tmp_path / name)
        found.append(find("same.py:Careful"))
    assert found[0] is not found[1]


def test_whoever_sits_down_has_a_name(pig: Game[Any]) -> None:
    match = Match(pig, [own_bots.Last(), own_bots.Last])
    assert match.seats == [Player("Last", "Last"), Player("Last 2", "Last")]
    match = Match(pig, [Human(), "greedy"])
    assert match.seats == [Player("You"), Player("greedy", "greedy")]


def test_a_bot_of_yours_plays_a_match_that_can_be_verified_without_it(pig: Game[Any]) -> None:
    match = two(pig, own_bots.Last)
    assert all(step.move.verb != "roll" for step in match if step.seat == 0)
    assert match.over
    assert (match.lost, REPORTS) == ({}, [])
    assert match.record().seats[0] == Player("Last", "Last")
    assert verify(match.record()).over


def test_our_own_bots_are_not_guarded(pig: Game[Any]) -> None:
    assert not any(isinstance(bot, Guarded) for bot in Match(pig, ["greedy", "random"]).bots)


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (own_bots.Raises, r"Raises raised OSError: my opening book is gone at line \d+ of own_bots\.py"),
        (own_bots.Leaves, r"Leaves raised SystemExit: I have had enough at line \d+ of own_bots\.py"),
        (own_bots.Illegal, r"Illegal answered 1000000000000000, which is not a legal move"),
        (own_bots.Quits, r"Quits raised tests\.own_bots\.Quit: <exception str\(\) failed> at line .*"),
        (own_bots.Wordy, r"Wordy answered with a str, not with the number of a move"),
    ],
)
def test_a_decision_is_lost_to_a_random_move_and_reported_once(pig: Game[Any], bot: Any, fault: str) -> None:
    match = two(pig, bot)
    decisions = sum(step.seat == 0 for step in match)
    assert match.over
    assert match.lost == {bot.__name__: decisions}
    assert decisions > 2
    (report,) = REPORTS
    assert re.fullmatch(fault + r", at seat 1 in turn \d\. A random legal move was made instead; .*", report)


def test_the_fallback_is_random(pig: Game[Any]) -> None:
    match = two(pig, own_bots.Raises)
    moves = [step.move.verb for step in match if step.seat == 0]
    assert set(moves) == {"roll", "hold"}
    again = two(pig, own_bots.Illegal)
    assert [step.move.verb for step in again if step.seat == 0] == moves


def test_a_bot_has_only_a_copy_of_the_position(pig: Game[Any]) -> None:
    fair, vandal = two(pig, own_bots.Last), two(pig, own_bots.Vandal)
    assert [step.name for step in fair] == [step.name for step in vandal]
    assert vandal.lost == {}


def test_a_bot_is_told_who_sits_where_before_its_first_decision(pig: Game[Any]) -> None:
    own_bots.Sociable.met = []
    match = Match(pig, [own_bots.Sociable, Human("Ann")], SeedDice("met"))
    list(match)
    assert own_bots.Sociable.met == [["Sociable", ""]]


def test_what_a_bot_does_with_the_names_of_the_others_is_its_own_affair(pig: Game[Any]) -> None:
    match = Match(pig, [own_bots.Rude, Human("Ann")], SeedDice("met"))
    list(match)
    assert match.sitting == ["Rude", ""]


def test_whoever_fails_to_greet_the_others_loses_a_decision_and_not_the_match(pig: Game[Any]) -> None:
    match = two(pig, own_bots.Shy)
    list(match)
    assert match.over
    assert match.lost == {"Shy": 1}
    assert "ValueError: so many" in REPORTS[0]


def test_those_of_a_table_have_met(pig: Game[Any]) -> None:
    own_bots.Sociable.met = []
    sociable = from_python(own_bots.Sociable)
    table = bots.table(["Sociable", "random"], pig, own={"Sociable": sociable})
    state = pig.new_initial_state(2, pig.numbers(pig.toml))
    contest(state, table, Rng("dice"), Rng("bots"), secrets=False)
    assert own_bots.Sociable.met == [["Sociable", "random"]]


def test_a_log_tells_of_lost_decisions_where_nobody_else_does(
    pig: Game[Any], caplog: pytest.LogCaptureFixture
) -> None:
    list(Match(pig, [own_bots.Raises, "greedy"], SeedDice("1")))
    assert [record.getMessage().partition(" at line")[0] for record in caplog.records] == [
        "Raises raised OSError: my opening book is gone"
    ]


def test_lost_decisions_stay_counted_after_a_take_back(pig: Game[Any]) -> None:
    match = Match(pig, [Human("Ann"), own_bots.Raises], SeedDice("1"))
    match.referee.report = REPORTS.append
    match.play(0, "hold")
    match.advance()
    match.undo()
    match.play(0, "hold")
    match.advance()
    assert match.lost == {"Raises": 2}


# --- time


def wait_for_threads(before: list[threading.Thread]) -> None:
    """Wait until all threads but these have ended."""
    for thread in threading.enumerate():
        if thread not in before:
            thread.join(60)
            assert not thread.is_alive()


@pytest.mark.parametrize("bot", [own_bots.Last, own_bots.Knowing])
def test_a_time_limit_changes_nothing_for_a_bot_that_keeps_it(pig: Game[Any], bot: Any) -> None:
    names = [[step.name for step in two(pig, bot, limit)] for limit in (None, 20.0)]
    assert names[0] == names[1]
    assert REPORTS == []


def test_whoever_has_answered_is_not_busy_though_their_thread_still_ends(
    pig: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, end = timeout._answer, threading.Event()

    def linger(*given: Any) -> None:
        answer(*given)
        end.wait()

    monkeypatch.setattr(timeout, "_answer", linger)
    match = two(pig, own_bots.Last, 20.0)
    for _ in range(3):
        match.play_bot(0)
        match.play(1, "hold")
    end.set()
    assert (REPORTS, match.lost) == ([], {})


def test_what_is_raised_within_the_limit_is_told_as_without(pig: Game[Any]) -> None:
    match = two(pig, own_bots.Raises, 20.0)
    match.advance()
    assert REPORTS[0].startswith("Raises raised OSError: my opening book is gone at line")


def test_a_bot_that_never_answers_is_stopped(pig: Game[Any]) -> None:
    match = two(pig, own_bots.Endless, 0.05)
    before = threading.enumerate()
    for _ in range(2):
        match.play_bot(0)
        wait_for_threads(before)
        match.state = pig.new_initial_state(2, match.numbers)
        match.state.log = []
    assert match.lost == {"Endless": 2}
    assert REPORTS[0].startswith("Endless took longer than 0.05 seconds, at seat 1 in turn")


def test_a_bot_that_cannot_be_stopped_is_not_asked_again_until_it_comes_back(pig: Game[Any]) -> None:
    state, rng, told = pig.new_initial_state(2, Match(pig, ["greedy"] * 2).numbers), Rng("1"), list[str]()
    asleep, before = own_bots.Asleep(), threading.enumerate()
    referee = Referee(0.05, told.append)
    guarded = Guarded(OwnBot("Asleep", asleep), pig, referee)
    for _ in range(20):
        assert state.legal(0, guarded.choose(state, 0, rng))
    assert (asleep.asked, referee.lost["Asleep"], len(told)) == (1, 20, 1)
    asleep.alarm.set()
    wait_for_threads(before)
    referee.time_limit = 60.0
    assert guarded.choose(state, 0, rng) == state.legal_actions(0)[-1]
    assert (asleep.asked, referee.lost["Asleep"]) == (2, 20)


# --- in records


def test_a_record_never_says_which_code_is_run(pig: Game[Any], tmp_path: Path) -> None:
    match = two(pig, own_bots.Last)
    match.advance()
    record = match.record()
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')")
    record.seats[0].bot = f"{trap}:Bot"
    again = from_record(record)
    again.referee.report = REPORTS.append
    assert all(again)
    assert again.over
    assert not (tmp_path / "sprung").exists()
    assert REPORTS[0].startswith(f"{trap}:Bot cannot play (nobody said where its code is)")
    with pytest.raises(UserError, match="There is no bot"):
        Match(pig, record.seats)
