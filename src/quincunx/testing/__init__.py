"""The generic test suite for games, with pytest or without it.

`check_game(GAME)` runs the whole generic suite. A test module does the same with a test for each check:

    import pytest
    from quincunx.testing import CHECKS, name_of, setups_of

    @pytest.mark.parametrize("check", CHECKS, ids=name_of)
    @pytest.mark.parametrize("setup", setups_of(GAME), ids=str)
    def test_keeps_the_contract(setup, check):
        check(setup)
"""

import sys
from pathlib import Path
from typing import Any

if "pytest" in sys.modules:
    # pytest then shows the compared values when a check fails.
    parts = ("checks", "golden", "scenarios", "setups")
    sys.modules["pytest"].register_assert_rewrite(*(f"quincunx.testing.{part}" for part in parts))

from quincunx.core.game import Game
from quincunx.match.scenario import rulings_of as rulings_of
from quincunx.match.scenario import scenario_files as scenario_files
from quincunx.testing.checks import CHECKS as CHECKS
from quincunx.testing.golden import check_golden as check_golden
from quincunx.testing.scenarios import check_scenario as check_scenario
from quincunx.testing.scenarios import components_not_shown as components_not_shown
from quincunx.testing.scenarios import rulings_not_shown as rulings_not_shown
from quincunx.testing.scenarios import unknown_rulings as unknown_rulings
from quincunx.testing.setups import Check as Check
from quincunx.testing.setups import Setup as Setup
from quincunx.testing.setups import setups_of as setups_of


def check_game(game: Game[Any], variants: Path | None = None) -> None:
    """Run every check of the generic suite, for each number of players and each variant in the folder."""
    for setup in setups_of(game, variants):
        for check in CHECKS:
            check(setup)


def name_of(check: Check) -> str:
    """Return the name of a check in a report."""
    return check.__name__.removeprefix("check_")
