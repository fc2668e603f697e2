"""Settings and fixtures of the whole suite: Hypothesis is repeatable, and the games of the tests can be
registered."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from quincunx.core.game import Game

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent / "browser"):
            item.add_marker("browser")


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> "Game[Any]":
    """Register the example game for two."""
    from quincunx import games

    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    return games.load("pig")


@pytest.fixture
def fingers(monkeypatch: pytest.MonkeyPatch) -> "Game[Any]":
    """Register a game with secrets in which all choose at once."""
    from quincunx import games

    monkeypatch.setitem(games.GAMES, "fingers", "tests.secret_game.game")
    return games.load("fingers")
