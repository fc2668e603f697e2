"""The example game of CONTRIBUTING.md: added as the guide says, it passes the generic suite."""

import re
from pathlib import Path

import pytest

from quincunx.scenario import read_scenario, run
from quincunx.testing import CHECKS, Check, Setup, name_of, setups_of
from tests.example_game.game import GAME
from tests.setups import TESTS

GUIDE = TESTS.parent / "CONTRIBUTING.md"


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("setup", setups_of(GAME, TESTS / "variants" / "pig"), ids=str)
def test_keeps_the_contract(setup: Setup, check: Check) -> None:
    check(setup)


@pytest.mark.parametrize("path", sorted((TESTS / "example_game").glob("[!_]*.*")), ids=lambda path: path.name)
def test_guide_shows_the_example_as_it_is(path: Path) -> None:
    blocks = re.findall(r"^```\w+\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert path.read_text(encoding="utf-8") in blocks


def test_guide_has_ten_steps_or_fewer() -> None:
    steps = re.findall(r"^### (\d+)\. ", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert steps == [str(number) for number in range(1, len(steps) + 1)]
    assert 1 <= len(steps) <= 10


@pytest.mark.usefixtures("pig")
def test_the_guides_scenario_comes_out(tmp_path: Path) -> None:
    text = re.findall(r"^```yaml\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    path = tmp_path / "scenario.yaml"
    path.write_text(text[0], encoding="utf-8")
    state = run(read_scenario(path))
    assert state.turns() == 1
