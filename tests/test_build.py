"""Compilation on install: which modules are compiled, and why something is not."""

import sys
from pathlib import Path

import pytest

from quincunx import build, games
from tests.setups import TESTS


@pytest.fixture
def building(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", "bdist_wheel"])


def test_the_modules_to_compile_are_those_that_game_toml_names() -> None:
    game = games.load("idle-six")
    hot = [path.relative_to(game.folder).with_suffix("").as_posix() for path in build.hot(game.folder)]
    assert hot == game.header.compiled
    assert all(path.exists() for path in (*build.hot(game.folder), *build.CORE))


@pytest.mark.parametrize("command", ["egg_info", "editable_wheel"])
def test_nothing_is_compiled_where_nothing_is_built_or_it_will_be_changed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", command])
    assert build.compiled(games.load("idle-six").folder) == []
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("building")
def test_it_says_why_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUINCUNX_COMPILE", "0")
    assert build.compiled(games.load("idle-six").folder) == []
    said = (
        "idle_six: installing plain Python, because QUINCUNX_COMPILE is 0; same games, slower simulation.\n"
    )
    assert capsys.readouterr().err == said


@pytest.mark.usefixtures("building")
def test_a_game_that_names_nothing_to_compile_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    assert build.compiled(TESTS / "example_game") == []
    assert capsys.readouterr().err == ""


def test_a_game_is_not_compiled_for_a_core_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINCUNX_COMPILE", raising=False)
    monkeypatch.setattr(build, "has_compiler", lambda: True)
    monkeypatch.setattr(build, "version", lambda package: "0.0")
    assert build.missing(with_core=True) == ""
    assert "not compiled, or by another mypy than 0.0" in build.missing(with_core=False)


def test_the_cores_library_is_named_after_what_it_is_made_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = {build.core_library()}
    monkeypatch.setattr(build, "version", lambda package: "0.0")
    names.add(build.core_library())
    other = tmp_path / "rng.py"
    other.write_text("changed = True")
    monkeypatch.setattr(build, "CORE", [other, *build.CORE[1:]])
    names.add(build.core_library())
    assert len(names) == 3
