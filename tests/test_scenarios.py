"""Every worked example comes out as it says; every ruling and every component has one."""

from pathlib import Path

import pytest

from quincunx import games
from quincunx.match.scenario import read_scenario
from quincunx.testing import (
    check_scenario,
    components_not_shown,
    rulings_not_shown,
    rulings_of,
    scenario_files,
    unknown_rulings,
)

RULINGS = {
    "bitcoin-mining": ("BM", 23),
    "idle-six": ("IS", 24),
    "king-of-tokyo": ("KT", 66),
    "nomenklatura": ("NK", 18),
    "total-eclips": ("EC", 17),
}
"""The prefix of a game's rulings, and how many there are."""

FOLDERS = {name: games.load(name).folder / "scenarios" for name in games.OURS}


@pytest.mark.parametrize(
    ("name", "path"),
    [
        pytest.param(name, path, id=f"{name}/{path.stem}")
        for name, folder in FOLDERS.items()
        for path in scenario_files(folder)
    ],
)
def test_comes_out_as_it_says(name: str, path: Path) -> None:
    assert read_scenario(path).game == name
    check_scenario(path)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_rulebook_has_every_ruling_and_no_other(name: str) -> None:
    prefix, count = RULINGS[name]
    assert rulings_of(games.load(name), prefix) == [f"{prefix}-{number}" for number in range(1, count + 1)]


@pytest.mark.parametrize("name", games.GAMES)
def test_every_ruling_has_a_scenario(name: str) -> None:
    assert rulings_not_shown(games.load(name), FOLDERS[name], RULINGS[name][0]) == []


@pytest.mark.parametrize("name", games.GAMES)
def test_scenarios_cite_rulings_that_exist(name: str) -> None:
    assert unknown_rulings(games.load(name), FOLDERS[name], RULINGS[name][0]) == []


@pytest.mark.parametrize("name", games.GAMES)
def test_every_component_has_a_scenario(name: str) -> None:
    assert components_not_shown(games.load(name), FOLDERS[name]) == []
