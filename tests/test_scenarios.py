"""Every worked example comes out as it says; every ruling and every component has one."""

import re
from pathlib import Path
from typing import Any

import pytest

from quincunx import games
from quincunx.scenario import Scenario, read_scenario, run
from tests.setups import TESTS

RULINGS = {
    "bitcoin-mining": ("BM", 23),
    "idle-six": ("IS", 24),
    "king-of-tokyo": ("KT", 66),
    "nomenklatura": ("NK", 18),
    "total-eclips": ("EC", 17),
}
"""How a game's rulings are numbered, and how many there are."""

FILES = sorted((TESTS / "scenarios").glob("*/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_comes_out_as_it_says(path: Path) -> None:
    scenario = read_scenario(path)
    assert scenario.game == path.parent.name
    run(scenario, path.name)


def scenarios_of(name: str) -> list[Scenario]:
    return [read_scenario(path) for path in FILES if path.parent.name == name]


def rulings_of(name: str) -> list[str]:
    prefix, count = RULINGS[name]
    return [f"{prefix}-{number}" for number in range(1, count + 1)]


@pytest.mark.parametrize("name", games.GAMES)
def test_the_rulebook_has_every_ruling_and_no_other(name: str) -> None:
    prefix, _ = RULINGS[name]
    cited = set(re.findall(rf"\b{prefix}-\d+\b", games.load(name).rulebook()))
    assert cited == set(rulings_of(name))


@pytest.mark.parametrize("name", games.GAMES)
def test_every_ruling_has_a_scenario(name: str) -> None:
    shown = {rule for scenario in scenarios_of(name) for rule in scenario.rules}
    assert [ruling for ruling in rulings_of(name) if ruling not in shown] == []


@pytest.mark.parametrize("name", games.GAMES)
def test_scenarios_cite_rulings_that_exist(name: str) -> None:
    prefix, _ = RULINGS[name]
    known = set(rulings_of(name))
    for scenario in scenarios_of(name):
        cited = [rule for rule in scenario.rules if rule.startswith(f"{prefix}-")]
        assert set(cited) <= known, scenario.title


@pytest.mark.parametrize("name", games.GAMES)
def test_every_component_has_a_scenario(name: str) -> None:
    told = [line for scenario in scenarios_of(name) for line in lines_of(scenario)]
    missing = [part for part in games.load(name).components() if not any(names(line, part) for line in told)]
    assert missing == []


def lines_of(scenario: Scenario) -> list[str]:
    """Everything a scenario says, one value a line with all the keys that lead to it."""
    return [scenario.title, *_lines("", [scenario.given, scenario.when, scenario.then])]


def _lines(at: str, data: Any) -> list[str]:
    if isinstance(data, dict):
        return [line for key, value in data.items() for line in _lines(f"{at} {key}", value)]
    if isinstance(data, list):
        return [line for value in data for line in _lines(at, value)]
    return [f"{at} {data}"]


def names(line: str, component: str) -> bool:
    """Whether each word of a component stands in the line: `gain-a flipped` in `Gain A, flipped: …`."""
    words = f" {' '.join(re.findall(r'[a-z0-9]+', line.lower()))} "
    return all(f" {word.replace('-', ' ')} " in words for word in component.split())
