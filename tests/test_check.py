"""check.py itself: what it installs and says, and what an interrupted run leaves behind."""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement

import check
from tests.browser.conftest import evidence
from tests.browser.people import Door, Person
from tests.waiting import PATIENCE

STUBBORN = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
with open(sys.argv[1], "w") as line:
    line.write("here\\n")
    line.flush()
    signal.pause()
"""
PARENT = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", {STUBBORN!r}, sys.argv[1]])
subprocess.Popen([sys.executable, "-c", {STUBBORN!r}, sys.argv[1]]).wait()
"""


@pytest.fixture(autouse=True)
def corner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an environment that is not the one running this test, and a check nobody interrupted."""
    corner = tmp_path / ".venv-check"
    corner.mkdir()
    monkeypatch.setattr(check, "VENV", corner)
    monkeypatch.setattr(check, "WHOLE", corner / "whole")
    monkeypatch.setattr(check, "PYTHON", check.ROOT / sys.executable)
    monkeypatch.setattr(check, "INTERRUPTED", threading.Event())
    monkeypatch.setattr(check, "GRACE", 0.1)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.delenv("PIP_CONSTRAINT", raising=False)
    return corner


def test_help_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        check.main(["--help"])
    said = capsys.readouterr().out
    assert leaving.value.code == 0
    assert all(word in said for word in ("Python 3.11", ".venv-check", "--newest", "--oldest", "Chromium"))


def test_an_older_python_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = SimpleNamespace(version_info=(3, 10, 13), version="3.10.13 (main)", stderr=sys.stderr)
    monkeypatch.setattr(check, "sys", old)
    assert check.main([]) == 1
    assert capsys.readouterr().err == "Quincunx needs Python 3.11 or newer; this is 3.10.13.\n"
    ast.parse(Path(check.__file__).read_text(encoding="utf-8"), feature_version=(3, 10))


def test_a_folder_that_cannot_be_written_to_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_folder = tmp_path / "a file"
    no_folder.touch()
    monkeypatch.setattr(check, "ROOT", no_folder)
    assert check.main([]) == 1
    assert f"{no_folder} cannot be written to" in capsys.readouterr().out


def test_without_network_it_says_so() -> None:
    said = "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(…)'"
    with pytest.raises(check.Red, match=r"^there is no network"):
        check.online("-c", f"raise SystemExit({said!r})")
    with pytest.raises(check.Red, match="failed with code 1"):
        check.online("-c", "raise SystemExit('another mistake')")


def test_whoever_lacks_compiler_and_chromium_is_told_what_was_not_tested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "step", lambda title, work: None)
    monkeypatch.setattr(check, "is_compiled", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    assert check.main([]) == 0
    first, second, last = capsys.readouterr().out.strip().splitlines()
    assert first.startswith("Not tested: compiled games, because ")
    assert second.startswith("Not tested: browsers, because ")
    assert last.startswith("GREEN after ")


def test_what_was_left_half_installed_is_not_whole(corner: Path) -> None:
    assert not check.is_whole()
    with check.installing():
        assert not check.is_whole()
    assert check.is_whole()
    check.WHOLE.write_text("another Python", encoding="utf-8")
    assert not check.is_whole()
    with pytest.raises(check.Red), check.installing():
        raise check.Red("pip found no such version")
    assert check.is_whole()
    with check.installing():
        check.INTERRUPTED.set()
    assert not check.is_whole()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="groups of processes are a Unix thing")
def test_an_interrupted_step_leaves_no_process(tmp_path: Path) -> None:
    line, ends = tmp_path / "line", []
    os.mkfifo(line)

    def work() -> None:
        with pytest.raises(check.Red, match="it was interrupted"):
            check.finish([sys.executable, "-c", PARENT, str(line)], dict(os.environ))
        ends.append("interrupted")

    thread = threading.Thread(target=work)
    thread.start()
    with line.open() as told:
        assert [told.readline(), told.readline()] == ["here\n", "here\n"]
        check.INTERRUPTED.set()
        # The line ends when the last process is gone that could write to it.
        assert told.read() == ""
    thread.join(PATIENCE)
    assert ends == ["interrupted"]


def test_a_failure_ends_with_its_test_its_command_and_what_is_left_of_it(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n\n"
        "def test_good(): pass\n\n"
        "@pytest.mark.parametrize('word', ['a b'])\n"
        "def test_bad(word, record_property):\n"
        "    record_property('screenshot', 'page.png')\n"
        "    assert not word\n"
    )
    results = tmp_path / "results.xml"
    pytest_ = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
    subprocess.run([*pytest_, *check.report_to(results), "test_it.py"], cwd=tmp_path, check=False)
    assert check.failures(results, {"QUINCUNX_PLAIN": "1"}) == [
        "FAILED test_it.py::test_bad[a b]",
        f"  alone: QUINCUNX_PLAIN=1 {check.python()} -m pytest 'test_it.py::test_bad[a b]'",
        "  screenshot: page.png",
    ]


def test_what_people_at_browsers_saw_last_is_kept(tmp_path: Path) -> None:
    log, kept = tmp_path / "server.log", tmp_path / "kept"
    log.write_text("{}")
    kept.mkdir()
    person: Any = object.__new__(Person)
    person.served = SimpleNamespace(log=log)
    person.page = SimpleNamespace(screenshot=lambda path, timeout: path.touch())
    door: Any = object.__new__(Door)
    door.people = [person, person]
    assert evidence("test_it[a B]", ["no door", door], kept) == [
        ("screenshot", str(kept / "test-it-a-b-1.png")),
        ("screenshot", str(kept / "test-it-a-b-2.png")),
        ("server's log", str(kept / "test-it-a-b.log")),
    ]
    assert len(list(kept.iterdir())) == 3


def test_the_lock_holds_all_that_is_asked_for_and_names_no_host() -> None:
    text = check.LOCK.read_text(encoding="utf-8")
    locked = {need.name: need for need in map(Requirement, re.findall(r"(?m)^[^#\s].*$", text))}
    asked = check.wanted()
    needs = [*asked["build-system"]["requires"], *asked["project"]["dependencies"]]
    for need in map(Requirement, needs + check.needs_of("dev", asked["project"]["optional-dependencies"])):
        (version,) = locked[re.sub(r"[-_.]+", "-", need.name).lower()].specifier
        assert version.operator == "=="
        assert need.specifier.contains(version.version), need
    assert "://" not in text


def test_the_oldest_versions_are_the_lower_bounds_of_what_users_install() -> None:
    held = check.oldest_versions(check.wanted())
    assert "click==8.1.8" in held
    assert "numpy==1.26" in held
    assert not [need for need in held if ">=" in need or "[" in need or need.startswith(("ruff", "zensical"))]


@pytest.mark.parametrize("versions", ["locked", "newest", "oldest"])
def test_pip_is_held_to_the_versions_that_were_chosen(
    versions: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {})
    options = [] if versions == "locked" else [f"--{versions}"]
    check.hold_versions(check.chosen_versions(options), tmp_path)
    places = {"locked": check.LOCK.as_uri(), "oldest": (tmp_path / check.LOCK.name).as_uri()}
    assert os.environ.get("PIP_CONSTRAINT") == places.get(versions)
