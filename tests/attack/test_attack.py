"""A small part of `python -m bench.attack`, in this process: 5,000 examples of hostile input."""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.attack import files, players, visits
from tests.attack.memory import MOST_GROWTH, peak
from tests.web.clients import House, open_house
from tests.web.conftest import NO_LIMITS

pytestmark = pytest.mark.attack

EVERY = 500
"""The number of requests after which new tables are set, since attacks end and delete matches."""
rngs = st.randoms(use_true_random=False)


def examples(number: int) -> settings:
    """Return the settings for Hypothesis: the same examples each time, and no time spent on shrinking."""
    return settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[asyncio.Runner, visits.Scene]]:
    """Yield a server without rate limits, and tables at it."""
    folder = tmp_path_factory.mktemp("attacked")
    with asyncio.Runner() as runner:
        stack = contextlib.AsyncExitStack()
        opened = open_house(f"sqlite:///{folder}/quincunx.db", NO_LIMITS)
        house: House = runner.run(stack.enter_async_context(opened))
        yield runner, visits.Scene(house.http())
        runner.run(stack.aclose())


def test_no_request_breaks_the_server(scene: tuple[asyncio.Runner, visits.Scene]) -> None:
    runner, there = scene
    runner.run(there.begin())
    before = peak()

    @examples(2000)
    @given(rngs)
    def attack(rng: random.Random) -> None:
        if there.sent % EVERY == EVERY - 1:
            runner.run(there.begin())
        assert not visits.complaint(runner.run(there.send(visits.visit(rng))))

    attack()
    assert there.sent >= 2000
    assert peak() - before < MOST_GROWTH


def test_no_file_breaks_what_reads_it(tmp_path: Path) -> None:
    path, before = tmp_path / "attack", peak()

    @examples(2600)
    @given(rngs)
    def attack(rng: random.Random) -> None:
        data, read = files.file(rng)
        path.write_bytes(data)
        assert not read(path)

    attack()
    assert peak() - before < MOST_GROWTH


@examples(400)
@given(rngs)
def test_no_bot_breaks_a_match(rng: random.Random) -> None:
    assert not players.complaint(rng)
