"""Checks of a game's scenarios: that they pass, and that every ruling and component has one."""

import re
from pathlib import Path
from typing import Any

from quincunx.core.game import Game
from quincunx.match.scenario import Scenario, coverage, read_scenario, rulings_of, run, scenario_files


def check_scenario(path: Path) -> None:
    """Run a scenario; raise an error if it fails."""
    run(read_scenario(path), path.name)


def rulings_not_shown(game: Game[Any], folder: Path, prefix: str) -> list[str]:
    """Return the rulings of the rulebook that no scenario in the folder shows."""
    return [rule for rule, shown in coverage(game, _read(folder), prefix).items() if not shown]


def unknown_rulings(game: Game[Any], folder: Path, prefix: str) -> list[str]:
    """Return the rulings that scenarios in the folder cite and the rulebook does not have."""
    cited = {rule for scenario in _read(folder) for rule in scenario.rules if rule.startswith(f"{prefix}-")}
    return sorted(cited - set(rulings_of(game, prefix)))


def components_not_shown(game: Game[Any], folder: Path) -> list[str]:
    """Return the game's components that no scenario in the folder names."""
    told = [line for scenario in _read(folder) for line in _lines_of(scenario)]
    return [part for part in game.components() if not any(_names(line, part) for line in told)]


def _read(folder: Path) -> list[Scenario]:
    return [read_scenario(path) for path in scenario_files(folder)]


def _lines_of(scenario: Scenario) -> list[str]:
    """Return the values of a scenario, each as a line with all the keys that lead to it."""
    return [scenario.title, *_lines("", [scenario.given, scenario.when, scenario.then])]


def _lines(at: str, data: Any) -> list[str]:
    if isinstance(data, dict):
        return [line for key, value in data.items() for line in _lines(f"{at} {key}", value)]
    if isinstance(data, list):
        return [line for value in data for line in _lines(at, value)]
    return [f"{at} {data}"]


def _names(line: str, component: str) -> bool:
    """Whether a line contains each word of a component: `gain-a flipped` in `Gain A, flipped: …`."""
    words = f" {' '.join(re.findall(r'[a-z0-9]+', line.lower()))} "
    return all(f" {word.replace('-', ' ')} " in words for word in component.split())
