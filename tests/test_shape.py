"""Every game has one shape: the same files with the same content, as CONTRIBUTING.md shows them."""

import re
from collections import Counter
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
    "snapshot.py": ["Snapshot", "take", "restore", "problem"],
    "terminal.py": ["draw"],
    "web.py": ["board"],
    "playtest.py": ["Playtest"],
    "game.py": ["GAME"],
}
"""The names that each file of a game's folder must define."""
OTHERS = {"RULES.md", "game.toml", "board.html", "board.css", "picture.svg", "__init__.py"}
WHERE_NEEDED = {
    *("codes.py", "names.py", "chances.py", "reasons.py", "question.py", "tour.toml"),
    *("evaluator.py", "policy.py", "turn_evaluator.py", "encoding.py"),
}
IN_ROOMS = {
    "rules.py": "rules/engine.py",
    "encoding.py": "encoding/actions.py",
    **{f"{name}.py": f"ai/{name}.py" for name in ("bot", "evaluator", "policy", "turn_evaluator")},
    **{name: f"help/{name}" for name in ("chances.py", "reasons.py", "question.py", "tour.toml")},
    **{
        name: f"screens/{name}"
        for name in ("terminal.py", "web.py", "board.html", "board.css", "picture.svg")
    },
}
"""Where a large game has these files: a room is a file until it needs to be a folder."""
MOST_MODULES = 25
MOST_LINES = 600


def places(name: str) -> list[str]:
    """The paths in a game's folder where that file may be."""
    return [name, IN_ROOMS[name]] if name in IN_ROOMS else [name]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_the_files_of_every_game(folder: Path) -> None:
    for name in {*CONTENT, *OTHERS}:
        assert sum((folder / place).is_file() for place in places(name)) == 1, name
    for name in WHERE_NEEDED:
        assert sum((folder / place).is_file() for place in places(name)) <= 1, name


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_of_a_game_is_small_and_has_no_families_by_prefix(folder: Path) -> None:
    for room in {path.parent for path in folder.rglob("*.py")}:
        names = [path.stem for path in room.glob("*.py") if path.stem != "__init__"]
        assert len(names) <= MOST_MODULES, room
        families = Counter(name.partition("_")[0] for name in names)
        assert [prefix for prefix, members in families.items() if members > 2] == [], room


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_file_holds_what_its_name_says(folder: Path) -> None:
    package = f"quincunx.games.{folder.name}" if folder.parent.name == "games" else f"tests.{folder.name}"
    for file, names in CONTENT.items():
        place = next(place for place in places(file) if (folder / place).is_file())
        module = import_module(f"{package}.{place.removesuffix('.py').replace('/', '.')}")
        assert [name for name in names if not hasattr(module, name)] == [], file
    game = import_module(f"{package}.game").GAME
    assert isinstance(game.bots.policy(), Bot)
    assert isinstance(game.lab.observer(), Observer)
    assert set(game.phrases.kinds) == set(import_module(f"{package}.events").KINDS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_kind_of_event_is_noted_somewhere(folder: Path) -> None:
    package = f"quincunx.games.{folder.name}" if folder.parent.name == "games" else f"tests.{folder.name}"
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.name != "events.py"
    )
    for kind in import_module(f"{package}.events").KINDS:
        assert f'"{kind}"' in source, f"nothing notes {kind}"


@pytest.mark.parametrize("name", games.GAMES)
def test_what_is_hot_is_compiled(name: str) -> None:
    game = games.load(name)
    modules = {path.relative_to(game.folder).with_suffix("").as_posix() for path in game.folder.rglob("*.py")}
    hot = {name for name in modules if re.match(r"(state|rules|cards?|encoding|bot|ai/bot)\b", name)}
    hot = {name for name in hot if not name.endswith("__init__")}
    assert hot <= set(game.header.compiled)


def test_the_guide_shows_the_shape() -> None:
    guide = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = guide.partition("## A game's folder")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w.*]+\.\w+)`", shown))
    assert named >= {*CONTENT, *OTHERS, *WHERE_NEEDED} - {"__init__.py"}
    assert set(re.findall(r"`(\w+/)`", shown)) >= {
        place.partition("/")[0] + "/" for place in IN_ROOMS.values()
    }


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
