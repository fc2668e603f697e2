"""The mutation test notices a fault, names what survives, and marks only what is there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx import games
from tests.mutation.__main__ import Report, show, write_table
from tests.mutation.faults import GAMES, definitions_of, faults_of
from tests.mutation.marks import MARKS, read_marks
from tests.mutation.trial import Trial
from tests.setups import TESTS

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="each fault is tried in a forked process")
FOLDER = GAMES / "idle_six"

RUN = """
from tests.mutation.faults import faults_of
from tests.mutation.trial import Trial
trial = Trial("idle-six")
for fault in trial.run([fault for fault in faults_of(trial.folder, []) if fault.key in {keys}]):
    print(fault.key)
"""


def run(*arguments: str) -> str:
    """Return the output of Python in a process of its own: no fault can be put into a game that is loaded."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=TESTS.parent,
        env={**os.environ, "QUINCUNX_PLAIN": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def faults_in(tmp_path: Path, code: str) -> list[tuple[str, str, str]]:
    (tmp_path / "rules_dice.py").write_text(code, encoding="utf-8")
    (tmp_path / "game.toml").touch()
    return [fault.key for fault in faults_of(tmp_path, [])]


@forks
@pytest.mark.slow
def test_only_the_fault_that_no_scenario_notices_survives() -> None:
    unused = ("", "BASE = 6", "BASE = 7")
    endless = ("digits", "value //= 6", "pass")
    assert run("-c", RUN.format(keys={unused, endless})) == f"{unused}\n"


def test_a_fault_that_may_take_super_away_is_put_into_the_file() -> None:
    found = [fault for fault in faults_of(GAMES / "bitcoin_mining", []) if "super()" in fault.before]
    assert found
    assert not [fault for fault in found if Trial("bitcoin-mining").can_be_swapped(fault, None)]


def test_survivors_are_told_with_line_and_diff(capsys: pytest.CaptureFixture[str]) -> None:
    show(report(), FOLDER, True)
    shown = capsys.readouterr().out
    assert "senary.py:8 : BASE = 6  ->  BASE = 7\n" in shown
    assert "\n-BASE = 6\n+BASE = 7\n" in shown
    assert "| Caught by scenarios 1 of 2 (50.0%) |" in shown


def test_the_table_keeps_the_rows_of_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "proof.md"
    page.write_text("Before.\n\n| Game |\n|---|\n| ludo | 9 |\n| idle-six | 1 |\n\nAfter.\n")
    monkeypatch.setattr("tests.mutation.__main__.PAGE", page)
    write_table([report()])
    before, table, after = page.read_text().split("\n\n")
    assert (before, after) == ("Before.", "After.\n")
    assert table.splitlines()[2:] == [
        "| idle-six | 63 | 1, 2 | 3 | 1 | 1 of 2 (50.0%) | 2 of 2 (100.0%) |",
        "| ludo | 9 |",
    ]


def report() -> Report:
    """Return a report on three faults of which one is equivalent, one survives the scenarios, and none the
    tests."""
    drawn = [fault for fault in faults_of(FOLDER, []) if fault.path == "senary.py"][:3]
    return Report("idle-six", 63, [1, 2], drawn, drawn[2:], drawn[:1], [])


def test_a_boundary_a_condition_and_a_number_are_drawn(tmp_path: Path) -> None:
    code = (
        "def may(self, hearts: int) -> bool:\n    if hearts < 3:\n        self.cards.pop()\n    return True\n"
    )
    assert faults_in(tmp_path, code) == [
        ("may", "if hearts < 3:", "if hearts <= 3:"),
        ("may", "if hearts < 3:", "if hearts >= 3:"),
        ("may", "if hearts < 3:", "if True:"),
        ("may", "if hearts < 3:", "if False:"),
        ("may", "if hearts < 3:", "if hearts < 4:"),
        ("may", "if hearts < 3:", "if hearts < 2:"),
        ("may", "self.cards.pop()", "pass"),
        ("may", "return True", "return False"),
    ]


def test_what_is_only_told_or_refused_in_words_is_not_drawn(tmp_path: Path) -> None:
    code = """
def lose(self, hearts: int) -> None:
    \"\"\"Lose 2 hearts.\"\"\"
    assert hearts > 0
    if self.log is not None and hearts > 1:
        self.note("hearts", amounts={"hearts": hearts + 1})
    raise IllegalMove(f"You have {hearts + 1}.")
"""
    assert faults_in(tmp_path, code) == []


def test_an_amount_is_drawn_and_a_text_is_not(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(
        '[game]\nplayers = [2, 6]\n[cards.x]\ntext = "Lose 2." # or 3\n'
        'hearts = 2\ncost = "25K"\nfree = true\n',
        encoding="utf-8",
    )
    assert [fault.key for fault in faults_of(tmp_path, [])] == [
        ("cards.x", "hearts = 2", "hearts = 3"),
        ("cards.x", "hearts = 2", "hearts = 1"),
        ("cards.x", 'cost = "25K"', 'cost = "24K"'),
        ("cards.x", "free = true", "free = false"),
    ]


def test_a_fault_keeps_its_key_when_its_lines_move(tmp_path: Path) -> None:
    code = "def pay(self) -> None:\n    self.energy -= 2\n"
    before = faults_in(tmp_path, code)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules_dice.py").rename(tmp_path / "rules" / "shop.py")
    (tmp_path / "rules" / "shop.py").write_text("\n# Energy is paid.\n\n" + code, encoding="utf-8")
    assert [fault.key for fault in faults_of(tmp_path, [])] == before


@pytest.mark.parametrize("game", games.OURS)
def test_every_fault_can_be_read_again(game: str) -> None:
    folder = GAMES / game.replace("-", "_")
    for fault in faults_of(folder, [])[::50]:
        if fault.path.endswith(".py"):
            compile(fault.put_into((folder / fault.path).read_bytes()), fault.path, "exec")


@pytest.mark.parametrize("game", games.OURS)
def test_marks_are_of_what_is_there_and_say_why(game: str) -> None:
    marks = read_marks(game)
    assert all({*entry} == {"in", "before", "after", "why"} for entry in marks.equivalent)
    assert all({*entry} in ({"in", "why"}, {"field", "why"}) for entry in marks.not_rules)
    assert all(entry["why"].endswith(".") for entry in [*marks.equivalent, *marks.not_rules])
    folder = GAMES / game.replace("-", "_")
    assert marks.stale(faults_of(folder, []), definitions_of(folder)) == []
    assert len(marks.keys()) == len(marks.equivalent)


def test_a_mark_of_what_is_gone_is_stale() -> None:
    marks = read_marks("nomenklatura")
    assert marks.stale([], set())


def test_every_file_of_marks_is_of_a_game() -> None:
    assert {path.stem for path in MARKS.iterdir()} <= {*games.OURS}
