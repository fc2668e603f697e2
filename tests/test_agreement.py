"""Every Python plays the same games, compiled and plain."""

import builtins
import os
import subprocess
import sys
from collections.abc import Iterable

import pytest

from quincunx import games
from tests.digests import digests_of, kept

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", games.GAMES)
def test_bots_and_simulations_play_as_everywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only plain code can be watched: that nothing adds floats with `sum`, which rounds otherwise
    from Python 3.12 on."""
    add = builtins.sum

    def whole(numbers: Iterable[int], start: int = 0) -> int:
        total = add(numbers, start)
        assert not isinstance(total, float), "add floats with math.fsum: sum depends on the version of Python"
        return total

    monkeypatch.setattr(builtins, "sum", whole)
    # After a change that is meant to change moves: python -m tests.digests --write
    assert list(digests_of(name)) == kept(name)


def test_plain_means_plain() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import quincunx.core.state as s, sys; print(s.__file__, len(sys.argv))"],
        env={**os.environ, "QUINCUNX_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.split()[0].endswith("state.py")
