"""The setups that our own games are tested in, and the start of their training."""

import json
from pathlib import Path

from quincunx import games
from quincunx.testing import Setup, setups_of

TESTS = Path(__file__).parent


def every_setup() -> list[Setup]:
    """Return every registered game for each number of players, and with every variant of tests/variants."""
    return [setup for name in games.GAMES for setup in setups_of(games.load(name), TESTS / "variants" / name)]


def training_of(game: str) -> dict[str, list[float]]:
    """Return the numbers that the training of a game's policy begins with, and the step of each."""
    begins: dict[str, dict[str, list[float]]] = json.loads(
        (TESTS.parent / "research/train_master.json").read_text()
    )
    return begins[game]
