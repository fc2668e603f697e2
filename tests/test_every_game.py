"""Every registered game passes the generic suite: every player count, every variant of tests/variants."""

import pytest

from tests.generic import CHECKS
from tests.setups import Check, Setup, every_setup


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("setup", every_setup(), ids=str)
def test_keeps_the_contract(setup: Setup, check: Check) -> None:
    check(setup)
