"""docs/your-game.md and docs/more-for-your-game.md are true: the game is as `quincunx new` writes it.

Commands run in processes of their own, so check.py runs this in one suite only.
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

DOCS = TESTS.parent / "docs"
GUIDE = (DOCS / "your-game.md").read_text(encoding="utf-8")
MORE = (DOCS / "more-for-your-game.md").read_text(encoding="utf-8")
OURS = Path(games.__file__).parents[2]
NAME, MODULE = "hill-race", "hill_race"


def blocks(language: str, page: str = GUIDE) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the guide's game and its scenario, as a reader would."""
    game, *_ = blocks("python")
    (tmp_path / "hill_race.py").write_text(game, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (scenario,) = blocks("yaml")
    (tmp_path / "scenarios" / "run.yaml").write_text(scenario, encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str, stdin: str = "") -> str:
    environment = {**os.environ, "PYTHONPATH": str(OURS), "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**environment, "QUINCUNX_HOME": str(folder / "home")},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def quincunx(folder: Path, *words: str, stdin: str = "") -> str:
    return run(folder, "-m", "quincunx", *words, stdin=stdin)


def test_it_is_one_page_with_the_game_that_is_written(tmp_path: Path) -> None:
    assert GUIDE.count("\n") <= 150
    quincunx(tmp_path, "new", NAME, "--one-file")
    game, *_ = blocks("python")
    assert (tmp_path / "hill_race.py").read_text(encoding="utf-8") == game
    write_package(NAME, tmp_path / NAME)
    written = {
        path: path.read_text(encoding="utf-8") for path in (tmp_path / NAME).rglob("*.*") if path.is_file()
    }
    assert len(written) <= 6
    assert all(text.strip() for text in written.values())
    assert written[tmp_path / NAME / "src" / MODULE / "game.py"] == game
    assert written[tmp_path / NAME / "scenarios" / "run.yaml"] in blocks("yaml")


def test_every_command_takes_the_file_at_once(folder: Path) -> None:
    file = "./hill_race.py"
    played = quincunx(folder, "play", file, "--seed", "1", stdin="run\nwalk\n")
    assert "You run to space" in played
    assert "You walk to space" in played
    assert f"quincunx play {folder.resolve()}/hill_race.py --resume" in played.replace("\n", "")
    (saved,) = (folder / "home" / "matches").iterdir()
    assert "You walk to space" in quincunx(folder, "play", file, "--resume", str(saved), stdin="log\n")
    assert "Wins by seat" in quincunx(folder, "simulate", file, "--games", "40", "--jobs", "2")
    said = quincunx(folder, "check", file).splitlines()
    assert said[0] == "hill_race.py keeps what every game must keep: 18 of 18 checks hold."
    assert said[1:] == ["1 of 1 scenarios come out as they say."]
    assert "# Hill Race" not in quincunx(folder, "rules", file)
    quincunx(folder, "report", file, "--games", "40", "--jobs", "1")
    assert "Hill Race" in (folder / "hill-race.html").read_text(encoding="utf-8")
    assert "hill-race" in quincunx(folder, "bench", file, "--seconds", "0.1", "--json")
    quincunx(folder, "schema", file)


def test_what_a_game_breaks_is_said_in_a_sentence(folder: Path) -> None:
    file = folder / "hill_race.py"
    game = file.read_text(encoding="utf-8")
    file.write_text(game.replace("max(0, self.spaces[runner] + steps)", "0"), encoding="utf-8")
    with pytest.raises(
        AssertionError, match=r"with 2 players, this does not hold: Random games come to an end"
    ):
        quincunx(folder, "check", "hill_race.py")


def test_a_refusal_gets_the_reason_of_the_page(folder: Path) -> None:
    _, why_not = blocks("python")
    code = f"from hill_race import *\n{why_not}\nclass Own(HillRace):\n    codec = codec\ngame = Own()\n"
    asked = "state = game.new_initial_state(2, Numbers())\nprint(game.refusal(state, 1, WALK, qx_voice))"
    voice = "from quincunx.text.grammar import Voice\nqx_voice = Voice(['Ann', 'Bob'])\n"
    assert run(folder, "-c", code + voice + asked) == "Ann is on the way.\n"


def test_the_snippets_of_the_second_page_run(folder: Path) -> None:
    *snippets, build = blocks("python", MORE)
    parts = "\n".join(snippets)
    code = f"""
from hill_race import *
{parts}
from quincunx.testing import check_game

class Grown(HillRace):
    phrases, codec, screens = phrases, codec, screens

    def new_initial_state(self, players, numbers):
        return QuickRace(players, numbers)

game = Grown()
state = game.new_initial_state(2, Numbers())
assert game.say(state, 0, 0) == "jump 0" and game.parse(state, 0, "jump 1") == 1
assert state.clone().position_key() == state.position_key()
"""
    run(folder, "-c", code)
    assert "compiled(" in build


def test_a_package_is_found_where_it_is_written(tmp_path: Path) -> None:
    """As in an editable install, and by the path of its game."""
    folder = tmp_path / NAME
    write_package(NAME, folder)
    write_entry_points(folder / "src", NAME, f"{NAME} = {MODULE}.game")
    assert "18 of 18" in quincunx(folder, "check", f"src/{MODULE}/game.py")
