"""The smallest game passes the generic suite."""

import pytest

from quincunx.testing import CHECKS, Check, Setup, name_of, setups_of
from tests.example_game.game import GAME
from tests.setups import TESTS


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("setup", setups_of(GAME, TESTS / "variants" / "pig"), ids=str)
def test_keeps_the_contract(setup: Setup, check: Check) -> None:
    check(setup)
