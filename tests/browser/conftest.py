"""A server and a browser for all tests here, and a door for the people of each."""

import contextlib
import hashlib
import itertools
import os
import re
import shutil
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.house import CHROMIUM, browsing, serving
from tests.browser.people import Door, Person, Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """After a failure, keep what its people saw; check.py and `--junit-xml` name the files."""
    report = yield
    if call.when == "call" and report.failed:
        assert item.config.cache  # Its folder outlives the run.
        item.user_properties += evidence(
            item.name, item.funcargs.values(), item.config.cache.mkdir("browser")
        )
    return report


def evidence(test: str, fixtures: Iterable[Any], folder: Path) -> list[tuple[str, object]]:
    """Keep a screenshot of every page that a test's people have open, and the log of their server."""
    doors = [each for each in fixtures if isinstance(each, Door)]
    people = [each for each in fixtures if isinstance(each, Person)]
    people += [person for door in doors for person in door.people]
    kept: list[tuple[str, object]] = []
    name = re.sub(r"[^a-z0-9]+", "-", test.lower()).strip("-")
    for number, person in enumerate(people, 1):
        picture = folder / f"{name}-{number}.png"
        # A page that crashed or closed shows nothing any more.
        with contextlib.suppress(Exception):
            person.page.screenshot(path=picture, timeout=10_000)
            kept.append(("screenshot", str(picture)))
    for log in {person.served.log for person in people}:
        kept.append(("server's log", str(shutil.copy(log, folder / f"{name}.log"))))
    return kept


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web")) as served:
        yield served


@pytest.fixture(scope="package")
def chromium() -> Iterator["Browser"]:
    """Yield a Chromium for no longer than needed: while it runs no other test can run an event loop."""
    if os.environ.get("CI") != "true":
        pytest.importorskip("playwright.sync_api")
        if not CHROMIUM:
            pytest.skip("there is no Chromium here (Debian: apt install chromium), so no browser played.")
    assert CHROMIUM, "there is no Chromium, and browsers must play here."
    with browsing() as browser:
        yield browser


@pytest.fixture
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every run of a test play the same matches: the server's secrets follow from the test's name."""
    made, name = itertools.count(), request.node.nodeid

    def token_hex(length: int) -> str:
        return hashlib.shake_256(f"{name}:{next(made)}".encode()).hexdigest(length)

    monkeypatch.setattr("quincunx.web.matches.setup.secrets", SimpleNamespace(token_hex=token_hex))


@pytest.fixture
def door(served: Served, chromium: "Browser", same_dice: None) -> Iterator[Door]:
    """Yield a door for people, and afterwards fail if their browsers had anything to complain about."""
    door = Door(served, chromium)
    yield door
    door.close()
