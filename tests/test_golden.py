"""Every game goes as it always did: one whole game each for its fewest and its most players, word for word.

After a change that is meant to change them: `QUINCUNX_GOLDEN=update python -m pytest tests/test_golden.py`,
then read the difference before you keep it.
"""

import pytest

from quincunx import games
from quincunx.testing import check_golden
from tests.setups import TESTS

LONGEST = 3000
"""The most lines of a golden game that anybody would read; a full table needs most of them."""


def golden_games() -> list[tuple[str, int]]:
    return [(name, count) for name in games.GAMES for count in sorted(set(games.load(name).header.players))]


@pytest.mark.parametrize(("name", "players"), golden_games())
def test_plays_as_it_always_did(name: str, players: int) -> None:
    check_golden(games.load(name), players, TESTS / "golden")
    text = (TESTS / "golden" / f"{name}-{players}.txt").read_text(encoding="utf-8")
    assert text.count("\n") < LONGEST
