"""A package that `quincunx new` wrote is installed from its own wheel: it plays and is checked as ours are.

Its rules are moved to a module that is compiled where Quincunx is, which takes most of a minute. So this
is one test, for the wheel to be built once however tests are shared out, and check.py runs it in one suite.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from quincunx import games
from quincunx.build import has_compiler
from quincunx.cli.commands.new import write_package
from quincunx.compiled import is_compiled
from quincunx.web.server.limits import Limits
from tests.web.clients import open_house

pytestmark = pytest.mark.slow

NAME, MODULE = "hill-race", "hill_race"
OURS = Path(games.__file__).parents[2]
"""The folder of the Quincunx that is tested now."""


def test_a_package_is_installed_and_plays_as_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forget_packages: None
) -> None:
    folder = tmp_path / NAME
    write_package(NAME, folder)
    types_are_right(folder)
    rules_are_compiled(folder)
    types_are_right(folder)
    install(folder)
    hot_modules_are_compiled_where_ours_are(folder)
    contract_is_kept_and_scenarios_come_out(folder)
    is_listed_played_and_simulated(folder)
    monkeypatch.syspath_prepend(folder / "site")
    asyncio.run(is_played_in_a_browser(f"sqlite:///{tmp_path / 'test.db'}"))


def rules_are_compiled(folder: Path) -> None:
    """Grow the package as docs/more-for-your-game.md says: numbers and rules of their own, a game.toml and a
    setup.py."""
    game = folder / "src" / MODULE / "game.py"
    text = game.read_text(encoding="utf-8")
    begin, numbers = text.index("WALK, RUN ="), text.index("class Numbers(")
    state, end = text.index("class Race("), text.index("class Runner(")
    (game.parent / "numbers.py").write_text(
        f"import quincunx as qx\n\n\n{text[numbers:state]}", encoding="utf-8"
    )
    imports = (
        f"from quincunx.core.state import CHANCE, TERMINAL, State\n\nfrom {MODULE}.numbers import Numbers\n\n"
    )
    rules = imports + (text[begin:numbers] + text[state:end]).replace("qx.", "")
    (game.parent / "rules.py").write_text(rules, encoding="utf-8")
    moved = f"from {MODULE}.numbers import Numbers\nfrom {MODULE}.rules import RUN, WALK, Race\n\n\n"
    text = text[:begin] + moved + text[end:]
    header = text.index("    header = ")
    text = text[:header] + text[text.index("    numbers_type") :]
    game.write_text(text, encoding="utf-8")
    (game.parent / "__init__.py").write_text("import quincunx as quincunx\n", encoding="utf-8")
    (game.parent / "game.toml").write_text(TOML, encoding="utf-8")
    (folder / "setup.py").write_text(SETUP, encoding="utf-8")
    (folder / "variants").mkdir()
    (folder / "variants" / "short.toml").write_text("goal = 6\n", encoding="utf-8")


TOML = """
goal = 30
walk = 2
fall = 3

[game]
title = "Hill Race"
summary = "Walk, or risk more."
players = [2, 4]
compiled = ["rules"]
"""
SETUP = """
from quincunx.build import compiled
from setuptools import setup

setup(ext_modules=compiled("src/hill_race"))
"""


def install(folder: Path) -> None:
    """Build the package's wheel, and unpack it to `site`."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(folder, *pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", ".")
    (wheel,) = (folder / "dist").glob("*.whl")
    run(folder, *pip, "install", "-q", "--no-deps", "--target", "site", str(wheel))
    # What runs from now on must be what was installed.
    (folder / "src").rename(folder / "source")


@pytest.fixture
def forget_packages() -> Iterator[None]:
    """Search for packages anew, before and after, and forget the modules of this one."""
    games._found.cache_clear()
    yield
    games._found.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == MODULE]:
        del sys.modules[name]


def run(folder: Path, *words: str, **environment: str) -> str:
    paths = os.pathsep.join([str(folder / "site"), str(OURS)])
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "QUINCUNX_HOME": str(folder / "home"), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def quincunx(folder: Path, *words: str, **environment: str) -> str:
    return run(folder, sys.executable, "-m", "quincunx", *words, **environment)


def types_are_right(folder: Path) -> None:
    run(folder, sys.executable, "-m", "mypy")


def hot_modules_are_compiled_where_ours_are(folder: Path) -> None:
    code = f"import {MODULE}.rules as rules; print(rules.__file__)"
    assert run(folder, sys.executable, "-c", code).strip().endswith(".py") is not (
        is_compiled() and has_compiler()
    )
    plain = run(folder, sys.executable, "-c", code, QUINCUNX_PLAIN="1")
    assert plain.strip().endswith("rules.py")


def contract_is_kept_and_scenarios_come_out(folder: Path) -> None:
    run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    checked = quincunx(folder, "check", "scenarios")
    assert checked == "2 of 2 scenarios come out as they say.\n"


def is_listed_played_and_simulated(folder: Path) -> None:
    listed = msgspec.json.decode(quincunx(folder, "list", "--json"))
    assert listed[-1]["name"] == NAME
    assert "## " not in quincunx(folder, "rules", NAME)
    words = ("simulate", NAME, "--games", "40", "--seats", "greedy,random,greedy", "--json")
    compiled, plain = quincunx(folder, *words), quincunx(folder, *words, QUINCUNX_PLAIN="1")
    assert msgspec.json.decode(compiled)["games"] == 40
    assert compiled == plain
    shortened = quincunx(folder, *words, "--variant", "variants/short.toml")
    assert shortened != compiled
    bench = quincunx(folder, "bench", NAME, "--seconds", "0.1", "--json")
    assert {speed["game"] for speed in msgspec.json.decode(bench)["speeds"]} == {NAME}
    assert "hill-race" in quincunx(folder, "play", NAME, "--seats", "greedy,greedy", "--seed", "1")


async def is_played_in_a_browser(database: str) -> None:
    async with open_house(database, Limits()) as house:
        visitor = house.browser()
        assert "Hill Race" in await visitor.open("/")
        assert "Be the first to reach space 30" in await visitor.open(f"/games/{NAME}")
        board = await visitor.play_now(NAME)
        assert '<td data-key="Spaces-0">0</td>' in board
        fields = {"at": visitor.hidden("at"), "request": visitor.hidden("request"), "move": "walk"}
        assert '<td data-key="Spaces-0">2</td>' in await visitor.send(f"/m/{visitor.match}/move", **fields)
