"""The setups that our own games are tested in."""

from pathlib import Path

from quincunx import games
from quincunx.testing import Setup, setups_of

TESTS = Path(__file__).parent


def every_setup() -> list[Setup]:
    """Return every registered game for each number of players, and with every variant of tests/variants."""
    return [setup for name in games.GAMES for setup in setups_of(games.load(name), TESTS / "variants" / name)]
