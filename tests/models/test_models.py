"""Every game's model agrees with its rules, and notices when what it is fed is wrong."""

import pytest

from quincunx import games
from quincunx.testing.setups import Setup, setups_of
from tests.models.replay import BOTS, play

MATCHES = {
    "idle-six": {"random": 50, "greedy": 50},
    "nomenklatura": {"random": 10, "greedy": 15},
    "bitcoin-mining": {"random": 20, "greedy": 20},
    "total-eclips": {"random": 1, "greedy": 5},
    "king-of-tokyo": {"random": 20, "greedy": 20},
}
"""For each number of players: fewer where matches are long."""

SETUPS = [setup for name in games.GAMES for setup in setups_of(games.load(name))]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_model_agrees(setup: Setup, bot: str) -> None:
    for number in range(MATCHES[setup.game.name][bot]):
        play(setup, bot, f"agree {number}").check()


@pytest.mark.parametrize("name", games.GAMES)
def test_the_model_notices_an_amount_one_more(name: str) -> None:
    setups = setups_of(games.load(name))
    for setup, bot in ((setups[0], "greedy"), (setups[-1], "random")):
        assert play(setup, bot, "fault").unnoticed() == []
