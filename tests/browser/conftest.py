"""A server and a browser for all tests here, and a door for the people of each."""

import hashlib
import itertools
import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tests.browser.house import CHROMIUM, browsing, serving
from tests.browser.people import Door, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web")) as served:
        yield served


@pytest.fixture(scope="package")
def chromium() -> Iterator["Browser"]:
    """For no longer than needed: beside it no other test can run an event loop."""
    if os.environ.get("CI") != "true":
        pytest.importorskip("playwright.sync_api")
        if not CHROMIUM:
            pytest.skip("there is no Chromium here (Debian: apt install chromium), so no browser played.")
    assert CHROMIUM, "there is no Chromium, and browsers must play here."
    with browsing() as browser:
        yield browser


@pytest.fixture
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a test plays the same matches: what a server keeps secret follows from the test's name."""
    made, name = itertools.count(), request.node.nodeid

    def token_hex(length: int) -> str:
        return hashlib.shake_256(f"{name}:{next(made)}".encode()).hexdigest(length)

    monkeypatch.setattr("quincunx.web.new_match.secrets", SimpleNamespace(token_hex=token_hex))


@pytest.fixture
def door(served: Served, chromium: "Browser", same_dice: None) -> Iterator[Door]:
    """Lets people in, and after the test asks whether their browsers had anything to complain about."""
    door = Door(served, chromium)
    yield door
    door.close()
