"""The documentation is true: its Python runs, its commands answer as shown, its links lead somewhere.

A block marked `python` is run, all of a page in one go. A block marked `console` has commands after `$` and
what they print; `…` stands for anything. Blocks marked otherwise are only shown.
"""

import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

import quincunx
from quincunx import __version__

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
OWN_TESTS = ("your-bot.md", "your-game.md", "more-for-your-game.md")
"""The pages whose blocks are files of one package: tests of their own build and run it."""
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def blocks(page: Path, kind: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text(encoding="utf-8")) if found == kind]


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if page.name not in OWN_TESTS and blocks(page, kind)]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_python_runs(page: Path, tmp_path: Path) -> None:
    code = "\n".join(blocks(page, "python"))
    done = subprocess.run(
        [sys.executable, "-"], input=code, cwd=tmp_path, env=environment(tmp_path), text=True, timeout=120
    )
    assert done.returncode == 0


@pytest.mark.parametrize("page", pages_with("console"), ids=name_of)
def test_commands_answer_as_shown(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for line, shown in re.findall(r"^\$ ([^\n]+)\n((?:(?!\$ ).*\n?)*)", block, re.MULTILINE):
            answer = run(line, tmp_path)
            assert matches(shown, answer), f"`{line}` answers:\n{answer}"


def run(line: str, folder: Path) -> str:
    words = shlex.split(line, comments=True)
    assert words[0] == "quincunx", f"only our own command is run, not `{line}`"
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", *words[1:]],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    return done.stdout


def environment(home: Path) -> dict[str, str]:
    look = {"COLUMNS": "110", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "QUINCUNX_HOME": str(home)}
    return {**os.environ, **look}


def matches(shown: str, answer: str) -> bool:
    """Whether an answer is what is shown; spaces at the ends of lines and empty lines do not count."""
    pattern = ".*".join(re.escape(part) for part in tidy(shown).split("…"))
    return re.fullmatch(pattern, tidy(answer), re.DOTALL) is not None


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def test_what_differs_is_found() -> None:
    assert matches("a\n…\nc", "a\nb\n\nb\nc\n")
    assert not matches("a\n…\nc", "a\nb\n")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        path = unquote(target.partition("#")[0])
        if path and "://" not in path:
            assert (page.parent / path).exists(), f"{target} is not there"


def test_every_page_is_in_the_contents() -> None:
    contents = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert f'"{page.relative_to(ROOT / "docs").as_posix()}"' in contents


def test_the_architecture_page_shows_the_import_contracts() -> None:
    layers = runpy.run_path(str(ROOT / "docs" / "screens" / "layers.py"))
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert layers["DRAWING"].read_text(encoding="utf-8") == layers["draw"](), "python docs/screens/layers.py"
    described = [
        re.findall(r"`(\w+)`", names) for names in re.findall(r"^\*\*(`.*?)\*\*", page, re.MULTILINE)
    ]
    assert described == [row for rows in layers["contracts"]().values() for row in rows]


def test_the_guide_names_files_that_exist() -> None:
    """In tables and walks a path may begin in the folder that was named before it."""
    guide = BLOCK.sub("", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")).partition(
        "## A game's folder"
    )[0]
    package = Path(quincunx.__file__).parent
    files = {f"/src/quincunx/{path.relative_to(package).as_posix()}": path for path in package.rglob("*")}
    for path in re.findall(r"`/?([\w./-]+/[\w-]+(?:\.\w+)?|[\w-]+\.(?:py|toml|html|js))`", guide):
        there = (ROOT / path).exists() or path == "src/quincunx"
        assert there or any(name.endswith(f"/{path}") for name in files), path
    for path, word in re.findall(r"`/?([\w./-]+\.\w+)`: `\W*(\w+)", guide):
        found = [file for name, file in files.items() if name.endswith(f"/{path}")]
        assert any(word in file.read_text(encoding="utf-8") for file in found), f"{path}: {word}"


def test_the_citation_has_the_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
