"""docs/your-game.md is true: its files are those that `quincunx new` writes, its commands print what it says.

It runs a whole package in processes of its own, so check.py runs it in one suite only.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx import games
from quincunx.cli.commands.new import write_package
from tests.packages import write_entry_points
from tests.setups import TESTS

pytestmark = pytest.mark.slow

GUIDE = (TESTS.parent / "docs" / "your-game.md").read_text(encoding="utf-8")
OURS = Path(games.__file__).parents[2]
NAME, MODULE = "hill-race", "hill_race"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Write the package of the guide, found where it was written, as in an editable install."""
    folder = tmp_path / NAME
    write_package(NAME, folder)
    write_entry_points(folder / "src", NAME, f"{NAME} = {MODULE}.game")
    return folder


def run(folder: Path, *words: str) -> str:
    paths = os.pathsep.join([str(folder / "src"), str(OURS)])
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_shows_every_file_as_it_is_written(package: Path) -> None:
    shown = blocks(r"\w+")
    files = [path for path in (package / "src" / MODULE).iterdir() if path.name != "__init__.py"]
    files += [package / "setup.py", package / "tests" / "test_game.py", package / "variants" / "short.toml"]
    for path in files:
        assert path.read_text(encoding="utf-8") in shown, f"{path.name} is not shown as it is"
    written = {path.read_text(encoding="utf-8") for path in package.rglob("*.*") if path.is_file()}
    assert set(blocks("(?:markdown|html|css|svg)")) <= written
    (entry_point,) = [block for block in blocks("toml") if block not in written]
    assert entry_point in (package / "pyproject.toml").read_text(encoding="utf-8")


def test_commands_print_what_it_says(package: Path, tmp_path: Path) -> None:
    commands = re.findall(r"^```\n\$ quincunx (.*?)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert [command.split()[0] for command, _ in commands] == ["new", "check", "simulate", "simulate"]
    empty = tmp_path / "empty"
    empty.mkdir()
    for command, said in commands:
        printed = run(empty if command.startswith("new") else package, "-m", "quincunx", *command.split())
        assert [line for line in lines_of(said) if line not in lines_of(printed)] == []
    (snippet,) = [block for block in blocks("python") if "observe(" in block]
    assert run(package, "-c", snippet) in blocks("")


def test_the_change_of_a_rule_does_what_it_says(package: Path) -> None:
    edits = re.findall(r"In `([\w/.]+)`:\n\n```diff\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert len(edits) == GUIDE.count("```diff") == 4
    for name, edit in edits:
        path = package / name
        before, after = (
            "".join(line[1:] for line in edit.splitlines(keepends=True) if line[0] in signs)
            for signs in (" -", " +")
        )
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), encoding="utf-8")
    (scenario,) = [block for block in blocks("yaml") if "HR-6" in block]
    (package / "scenarios" / "again.yaml").write_text(scenario, encoding="utf-8")
    run(package, "-m", "pytest", "-q", "-p", "no:cacheprovider")
