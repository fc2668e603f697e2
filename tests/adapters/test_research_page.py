"""The code of docs/research.md runs, and its table of sizes is true."""

import re

import pytest

from quincunx import games
from quincunx.adapters.setup import EnvironmentSetup
from tests.setups import TESTS

PAGE = (TESTS.parent / "docs" / "research.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=range(len(BLOCKS)))
def test_the_code_runs(code: str) -> None:
    if "pyspiel" in code:
        pytest.importorskip("pyspiel")
    exec(code, {})


def test_the_sizes_are_true() -> None:
    for name in games.GAMES:
        for players in games.load(name).header.players:
            setup = EnvironmentSetup(name, players)
            assert f"| {players} | {len(setup.moves):,} | {len(setup.entries):,} |" in PAGE
