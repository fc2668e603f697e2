"""Every game has one shape: the same files with the same content, as CONTRIBUTING.md shows them."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.observer import Observer
from tests.setups import TESTS

SOURCE = TESTS.parent / "src" / "quincunx"
FOLDERS = [*sorted(path.parent for path in SOURCE.glob("games/*/game.toml")), TESTS / "example_game"]
CONTENT = {
    "numbers.py": ["Numbers"],
    "state.py": [],
    "rules.py": [],
    "bot.py": [],
    "moves.py": ["MOVES", "decode", "explain", "why_not"],
    "events.py": ["KINDS"],
    "snapshot.py": ["Snapshot", "snapshot", "restore", "problem"],
    "terminal.py": ["draw"],
    "web.py": ["board"],
    "playtest.py": ["Playtest"],
    "game.py": ["GAME"],
}
"""The names that each file of a game's folder must define."""
OTHERS = {"RULES.md", "game.toml", "board.html", "board.css", "picture.svg", "__init__.py"}
WHERE_NEEDED = {
    *("chances.py", "reasons.py", "codes.py", "names.py", "question.py", "space.py", "value.py", "master.py"),
    *("tour.toml", "foresight.py"),
}
PARTS = re.compile(r"cards\.py|(rules|cards|bot|terminal|web)_[a-z]+\.py")
"""The files that a game may split further, along a seam that a player would name."""
NOUN = re.compile(r"[a-z]+\.(py|html|svg|json)")
VAGUE = {"board", "page", "position", "problem", "screen", "show", "sound", "table", "utils", "words"}
"""The names that once meant different things in different games."""
MOST_LINES = 600


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_the_files_of_every_game(folder: Path) -> None:
    files = {path.name for path in folder.iterdir() if path.is_file() and path.suffix != ".so"}
    assert files >= {*CONTENT, *OTHERS}
    for own in files - {*CONTENT, *OTHERS, *WHERE_NEEDED}:
        assert PARTS.fullmatch(own) or NOUN.fullmatch(own), f"{own} is not one noun"
        assert Path(own).stem not in VAGUE


def test_what_several_games_have_has_a_place_in_the_shape() -> None:
    own = [
        path.name
        for folder in FOLDERS
        for path in folder.iterdir()
        if NOUN.fullmatch(path.name) and path.name not in {*CONTENT, *OTHERS, *WHERE_NEEDED, "cards.py"}
    ]
    assert sorted(own) == sorted(set(own))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_file_holds_what_its_name_says(folder: Path) -> None:
    package = f"quincunx.games.{folder.name}" if folder.parent.name == "games" else f"tests.{folder.name}"
    for file, names in CONTENT.items():
        module = import_module(f"{package}.{Path(file).stem}")
        assert [name for name in names if not hasattr(module, name)] == [], file
    game = import_module(f"{package}.game").GAME
    assert isinstance(game.bot(), Bot)
    assert isinstance(game.playtest(), Observer)
    assert set(game.event_kinds) == set(import_module(f"{package}.events").KINDS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_kind_of_event_is_noted_somewhere(folder: Path) -> None:
    package = f"quincunx.games.{folder.name}" if folder.parent.name == "games" else f"tests.{folder.name}"
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.name != "events.py"
    )
    for kind in import_module(f"{package}.events").KINDS:
        assert f'"{kind}"' in source, f"nothing notes {kind}"


@pytest.mark.parametrize("name", games.GAMES)
def test_what_is_hot_is_compiled(name: str) -> None:
    game = games.load(name)
    hot = {
        path.stem
        for path in game.folder.glob("*.py")
        if re.match(r"(state|rules|cards|bot|space)\b|(rules|cards)_", path.stem)
    }
    assert hot <= set(game.header.compiled)


def test_the_guide_shows_the_shape() -> None:
    guide = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = guide.partition("## A game's folder")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w.*]+\.\w+)`", shown))
    assert named >= {*CONTENT, *OTHERS, *WHERE_NEEDED} - {"__init__.py"}


@pytest.mark.parametrize("suffix", ["py", "html", "css", "js"])
def test_no_file_is_too_long(suffix: str) -> None:
    long = {
        path.name: lines for path in SOURCE.rglob(f"*.{suffix}") if (lines := count_lines(path)) > MOST_LINES
    }
    assert long == {}


def count_lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def test_no_test_waits_for_a_length_of_time() -> None:
    """Nor is any tried again. Bots pause where a clock of the test's own says so; networks may be slow."""
    waiting = re.compile(r"\bsleep\(|wait_for_timeout|reruns|mark\.flaky")
    found = {
        str(path.relative_to(TESTS))
        for path in TESTS.rglob("*.py")
        if path != Path(__file__) and waiting.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"waiting.py", "web/faults.py", "web/live/test_stream.py"}
