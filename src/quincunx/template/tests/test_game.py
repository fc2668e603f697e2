"""Tests that the game keeps what every game must keep, and that every scenario comes out as it says."""

from pathlib import Path

import pytest
from quincunx.testing import (
    CHECKS,
    Check,
    Setup,
    check_scenario,
    name_of,
    rulings_not_shown,
    scenario_files,
    setups_of,
    unknown_rulings,
)

from my_game.game import GAME

SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("setup", setups_of(GAME), ids=str)
def test_keeps_the_contract(setup: Setup, check: Check) -> None:
    check(setup)


@pytest.mark.parametrize("path", scenario_files(SCENARIOS), ids=lambda path: path.stem)
def test_comes_out_as_it_says(path: Path) -> None:
    check_scenario(path)


def test_every_ruling_has_a_scenario_and_no_other_is_cited() -> None:
    assert rulings_not_shown(GAME, SCENARIOS, "MG") == []
    assert unknown_rulings(GAME, SCENARIOS, "MG") == []
