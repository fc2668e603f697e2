"""Compiled and plain rules give the same games."""

import os
import subprocess
import sys

import pytest

import quincunx.core.state
from tests.digests import digests
from tests.setups import TESTS

GAMES_EACH = 2
"""A random and a greedy one; check.py compares more."""


@pytest.mark.skipif(
    str(quincunx.core.state.__file__).endswith(".py"),
    reason="nothing is compiled here, so there is one side only",
)
def test_compiled_and_plain_play_the_same_games() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.digests", str(GAMES_EACH)],
        cwd=TESTS.parent,
        env={**os.environ, "QUINCUNX_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.splitlines() == digests(GAMES_EACH)


def test_plain_means_plain() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import quincunx.core.state as s, sys; print(s.__file__, len(sys.argv))"],
        env={**os.environ, "QUINCUNX_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.split()[0].endswith("state.py")
