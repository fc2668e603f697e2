"""Names, titles and seeds as people choose them: kept, resumed, and harmless to a terminal."""

import subprocess
import sys
from pathlib import Path

import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.sanitize import one_line
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match, from_record
from quincunx.match.narration import lines
from quincunx.match.players import read_players
from quincunx.match.record import Player
from quincunx.match.scenario import read_scenario
from quincunx.terminal.log_view import log_lines
from quincunx.text.grammar import WATCHER, Look

ODD_NAMES = [
    "👩\u200d🚀 Ann",
    "Ann\tLee",
    "Ann\u00a0Lee",
    "Zoë \u2003 B",
    "🇩🇪🏳️\u200d🌈",
    "한글",
    "A\nB",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می\u200cروم",
]
CLEAR = "\x1b[2J"


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_match_can_be_resumed_whatever_its_players_are_called(name: str, tmp_path: Path) -> None:
    """Also one that an earlier version saved, which did not look at names."""
    game = games.load("idle-six")
    for seats in ([Player(name)], read_players(f"me:{name}", game, None)):
        path = tmp_path / "m.json"
        record.save(Match(game, seats, SeedDice("7")).record(), path)
        resumed = from_record(record.read(path, unfinished=True))
        assert resumed.seats[0].name == seats[0].name


def test_names_that_are_typed_stand_on_one_line() -> None:
    named = read_players("me: Ann\tLee ,greedy:B\u00a0\nB", games.load("bitcoin-mining"), None)
    assert [player.name for player in named] == ["Ann Lee", "B B"]
    assert one_line("👩\u200d🚀") == "👩\u200d🚀"


@pytest.mark.parametrize("what", ["seed", "nonce", "name", "taken back", "started"])
def test_a_record_cannot_drive_a_terminal(what: str) -> None:
    match = Match(games.load("idle-six"), [Player("Ann")], SeedDice("7"))
    saved = match.record()
    match what:
        case "seed":
            saved.chance.seed = CLEAR
        case "nonce":
            saved.chance.nonce = CLEAR
        case "name":
            saved.seats[0].name = CLEAR
        case "taken back":
            saved.take_backs = [record.TakeBack(0, [CLEAR])]
        case "started":
            saved.started = CLEAR
    with pytest.raises(UserError, match="characters that cannot be printed"):
        record.decode(record.encode(saved), "m.json")


def run(*words: str, script: str = "pass") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own; `script` prepares it."""
    main = f"import os, sys; sys.argv[1:] = {list(words)!r}; {script}; from quincunx.cli import main; main()"
    return subprocess.run([sys.executable, "-c", main], capture_output=True, text=True, check=False)


def test_titles_and_seeds_cannot_drive_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text('game: idle-six\ntitle: "\\x1b[2Jx"\nrule: "IS-1"\nthen: {turns: 9}\n')
    ran = run("check", str(path))
    assert "x1b[2Jx" in ran.stdout
    path.write_text('game: "\\x1b[2Jx"\ntitle: x\nrule: "IS-1"\nthen: {}\n')
    broken = run("check", str(path))
    assert "x1b[2Jx" in broken.stderr
    seed = run("play", "idle-six", "--seed", CLEAR)
    assert seed.returncode == 2
    assert "characters that drive a terminal" in seed.stderr
    assert CLEAR not in ran.stdout + ran.stderr + broken.stdout + broken.stderr + seed.stdout + seed.stderr


@pytest.mark.parametrize(
    ("closed", "said"), [("sys.stdin = None", ""), ("sys.stdout = None", "the standard output is closed.")]
)
def test_a_closed_stream_gives_a_sentence(closed: str, said: str) -> None:
    """The name that Python gives a stream closed by whoever started it."""
    ran = run("list", script=closed)
    assert "Traceback" not in ran.stderr
    assert ran.returncode == (2 if said else 0)
    assert said in ran.stderr


def test_a_match_without_a_keyboard_is_saved(tmp_path: Path) -> None:
    ran = run("play", "idle-six", "--save", str(tmp_path / "m.json"), script="sys.stdin = None")
    assert "Saved. Go on with:" in ran.stdout
    assert (tmp_path / "m.json").exists()


def nested(start: str, again: str) -> str:
    levels = [f"l{level}: &l{level} {again.format(f'*l{level - 1}')}" for level in range(1, 10)]
    return "\n".join(["game: idle-six", "title: x", "rule: IS-1", f"l0: &l0 {start}", *levels])


@pytest.mark.parametrize(
    "text",
    [
        nested("[x, x]", "[{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}]"),
        nested("{a: 1}", "{{<<: [{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}]}}"),
        "a: &a [*a]",
    ],
)
def test_anchors_that_repeat_without_end_are_a_mistake(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(UserError, match="with what its anchors repeat, it has more than 4,000 values"):
        read_scenario(path)


def test_a_scenario_may_repeat_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text('game: idle-six\ntitle: x\nrule: "IS-1"\ngiven: &same {turns: 1}\nthen: *same\n')
    assert read_scenario(path).then == {"turns": 1}


def test_the_right_name_stands_in_a_line_whatever_people_are_called() -> None:
    """One name begins like another, and one is a word that sentences use."""
    game = games.load("total-eclips")
    names = ["Ann", "Ann has", "Chance", "You"]
    match = Match(game, [Player(name, "greedy") for name in names], SeedDice("names"))
    while len(match.steps) < 400 and match.advance():
        pass
    seen = set()
    for _, line in lines(match, match.steps, 3, Look()):
        about = line.events[0].seat if line.events else line.seat
        if about >= 0 and line.subject is not None:
            assert line.subject == about
            seen.add(names[line.subject])
    assert seen == set(names)


def test_a_name_is_not_cut_off_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann moves in secret, and what everybody hears is about Ann Smith."""
    game = games.load("nomenklatura")
    match = Match(game, [Player("Ann", "greedy"), Player("Ann Smith", "greedy")], SeedDice("names"))
    while len(match.steps) < 60 and match.advance():
        pass
    monkeypatch.setitem(vars(game.phrases), "tell", lambda event, voice, numbers: f"{voice.who(1)} hears it.")
    told = [line.plain for line in log_lines(match, match.steps, WATCHER, Look())]
    assert "Ann: Ann Smith hears it." in told
    assert "Ann Smith hears it." in told
