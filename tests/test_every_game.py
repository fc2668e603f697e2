"""Every registered game passes the generic suite: every player count, every variant of tests/variants."""

import pytest

from quincunx.testing import CHECKS, Check, Setup, name_of
from tests.setups import every_setup


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("setup", every_setup(), ids=str)
def test_keeps_the_contract(setup: Setup, check: Check) -> None:
    check(setup)
