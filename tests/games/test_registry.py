"""Games of installed packages are found; one that is broken or clashes is named, and stops no other."""

import asyncio
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quincunx import games
from quincunx.cli.output import every_game
from quincunx.core.errors import UserError
from quincunx.web.server.limits import Limits
from tests.packages import write_entry_points
from tests.web.clients import open_house

Register = Callable[..., None]

PIG = "from tests.example_game.game import PigGame\nGAME = PigGame()\n"


@pytest.fixture
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Register]:
    """Write an installed package: its entry points, and the code of its module."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(package: str, points: str, code: str = PIG) -> None:
        (tmp_path / f"{package}.py").write_text(code)
        write_entry_points(tmp_path, package, points)
        importlib.invalidate_caches()
        games._found.cache_clear()

    before = set(sys.modules)
    yield write
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == tmp_path:
            del sys.modules[name]
    games._found.cache_clear()


def test_a_package_brings_a_game(register: Register) -> None:
    register("pens", "pig = tests.example_game.game")
    assert list(games.GAMES) == [*games.OURS, "pig"]
    assert games.load("pig").header.title == "Pig"
    loaded, problems = games.load_all()
    assert [game.name for game in loaded] == list(games.GAMES)
    assert problems == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "import no_such_module",
            r"ModuleNotFoundError: No module named 'no_such_module', line 1 of .*sty\.py\.",
        ),
        ("def new(:", r"SyntaxError: invalid syntax \(sty\.py, line 1\)\."),
        (
            "1 / 0",
            r"ZeroDivisionError: division by zero, line 1 of .*sty\.py\. `python -c 'import sty'` shows",
        ),
        ("Game = 1", r"AttributeError: module 'sty' has no attribute 'GAME'"),
        ("GAME = 1", r"its `GAME` is no `Game`\.$"),
        (PIG, r"it calls itself `pig`, so register it by that name\.$"),
        (
            f"{PIG}\nclass Sow(PigGame):\n    name = 'sow'\nGAME = Sow()",
            r"there is no `game\.toml` in .*; add it",
        ),
        (
            "raise ModuleNotFoundError(name='quincunx_core_0__mypyc')",
            r"it was compiled for another Quincunx; install it",
        ),
    ],
)
def test_a_broken_package_is_named_and_stops_no_other(
    register: Register, capsys: pytest.CaptureFixture[str], code: str, said: str
) -> None:
    register("sty", "sow = sty", code)
    register("pens", "pig = tests.example_game.game")
    with pytest.raises(UserError, match=f"^The game `sow` of `sty` cannot be used: {said}"):
        games.load("sow")
    assert [game.name for game in every_game()] == [*games.OURS, "pig"]
    complaint = capsys.readouterr().err
    assert complaint.startswith("quincunx: The game `sow` of `sty` cannot be used")
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("[game", "its `game.toml` cannot be read: "),
        ("goal = 50", "its `game.toml` has no `[game]` table."),
        ("[game]\ntitle = 1", "game.toml: `title` "),
    ],
)
def test_a_broken_game_toml_is_named(register: Register, tmp_path: Path, toml: str, said: str) -> None:
    register("sty", "pig = sty", f"{PIG}\nclass Sow(PigGame): pass\nGAME = Sow()")
    (tmp_path / "game.toml").write_text(toml)
    with pytest.raises(UserError) as refused:
        games.load("pig")
    assert str(refused.value).startswith(f"The game `pig` of `sty` cannot be used: {said}")


def test_the_lobby_shows_the_others(register: Register, tmp_path: Path) -> None:
    register("sty", "sow = sty", "1 / 0")
    register("pens", "pig = tests.example_game.game")

    async def visit() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'test.db'}", Limits()) as house:
            visitor = house.browser()
            assert "Roll on and hope" in await visitor.open("/")
            assert visitor.status == 200
            listed = json.loads(await visitor.open("/api/v1/games"))
            assert [game["name"] for game in listed] == [*games.OURS, "pig"]
            assert "ZeroDivisionError" in await visitor.open("/games/sow")
            assert visitor.status == 422

    asyncio.run(visit())


def test_a_name_that_is_taken_is_refused(register: Register) -> None:
    register("pens", "idle-six = pens\npig = tests.example_game.game")
    register("sty", "pig = sty\nPig! = sty")
    assert games.GAMES == games.OURS
    assert games.load("idle-six").folder.name == "idle_six"
    with pytest.raises(UserError, match=r"^The packages `pens` and `sty` each have a game `pig`; uninstall"):
        games.load("pig")
    _, problems = games.load_all()
    assert [problem.partition(";")[0] for problem in problems] == [
        "The package `sty` calls a game `Pig!`",
        "The package `pens` has a game `idle-six`, but Quincunx has one already",
        "The packages `pens` and `sty` each have a game `pig`",
    ]


def test_a_game_of_ours_is_loaded_without_a_look_at_the_packages() -> None:
    loading = "import sys; from quincunx import games; games.load('idle-six')"
    code = f"{loading}; print('importlib.metadata' in sys.modules)"
    # To prefer the source of packages, they have to be found.
    environment = {key: value for key, value in os.environ.items() if key != "QUINCUNX_PLAIN"}
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert ran.stdout.strip() == "False"
