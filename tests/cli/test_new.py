"""`quincunx new` writes a package of the one shape, whatever the game is called, and overwrites nothing."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from quincunx import __version__, games
from quincunx.cli.commands.new import LONGEST, check_name, command, template_files, write_package
from quincunx.core.errors import UserError


def test_says_what_it_wrote_and_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command.main(["hill-race"], standalone_mode=False)
    assert "  cd hill-race\n" in capsys.readouterr().out
    files = {path.as_posix() for path in Path("hill-race").rglob("*.*") if path.is_file()}
    assert files == {
        "hill-race/pyproject.toml",
        "hill-race/scenarios/run.yaml",
        "hill-race/scenarios/walk.yaml",
        "hill-race/src/hill_race/game.py",
        "hill-race/tests/test_game.py",
    }
    with pytest.raises(UserError, match=r"^hill-race exists already; choose another name"):
        command.main(["hill-race"], standalone_mode=False)
    command.main(["hill-race", "--one-file"], standalone_mode=False)
    assert "  quincunx play ./hill_race.py\n" in capsys.readouterr().out
    assert Path("hill_race.py").read_text() == Path("hill-race/src/hill_race/game.py").read_text()
    with pytest.raises(UserError, match=r"^hill_race\.py exists already; choose another name"):
        command.main(["hill-race", "--one-file"], standalone_mode=False)


@pytest.mark.parametrize("name", ["x", "hill-race", "trek-2", "a-very-long-name-of-30-letters"])
def test_the_name_is_filled_in_and_the_style_stays_right(tmp_path: Path, name: str) -> None:
    assert len(name) <= LONGEST
    folder = tmp_path / name
    write_package(name, folder)
    module = name.replace("-", "_")
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["quincunx.games"] == {name: f"{module}.game"}
    assert project["dependencies"] == [f"quincunx>={__version__}"]
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert len(written) == len(template_files())
    for path in written:
        text = f"{path} {path.read_text(encoding='utf-8')}"
        assert not any(word in text for word in ("my_game", "my-game", "My Game", "MG-", '"MG"'))
    for words in (["check"], ["format", "--check"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *words, str(folder)], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Hill Race", r"^A game cannot be called `Hill Race`: use up to 30 small letters"),
        ("2-fast", "small letters"),
        ("hill--race", "small letters"),
        ("x" * 31, "up to 30"),
        ("../up", "small letters"),
        ("", "small letters"),
        ("idle-six", r"^There is a game `idle-six` already"),
        ("random", r"^Python uses the name `random` already"),
        ("while", r"^Python uses the name `while` already"),
        ("quincunx", r"^Python uses the name `quincunx` already"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        check_name(name)


def test_the_names_it_accepts_are_those_that_can_be_registered() -> None:
    assert all(games.NAME.fullmatch(name) for name in games.GAMES)
