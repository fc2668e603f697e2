"""A server, and a real Chromium to visit it."""

import contextlib
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.people import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")

UNWANTED = [
    # An address bar that nobody looks at loads two pages of its own for every window: with them the browser
    # worked half as much again.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # What Playwright switches off. Of several lists Chromium heeds the last, which is ours.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
]
"""The features of Chromium that are switched off."""
FLAGS = ["--disable-gpu", "--disable-dev-shm-usage", f"--disable-features={','.join(UNWANTED)}"]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Yield a server in a thread of this process, so that tests can look behind its pages; its log is a
    file."""
    from quincunx.web.app import create_app
    from quincunx.web.server.limits import Limits
    from tests.web.servers import in_thread

    app = create_app(f"sqlite:///{folder / 'quincunx.db'}", Limits(rate=1e6, burst=1e6))
    log, running = folder / "server.log", in_thread(app, timeout_graceful_shutdown=1)
    with running as (port, loop), logging_to(log):
        yield Served(f"http://127.0.0.1:{port}", app, loop, log)


@contextlib.contextmanager
def logging_to(log: Path) -> Iterator[None]:
    """Write warnings, and the server's requests, to a file."""
    from quincunx.web.server.logs import JsonLines

    handler, requests = logging.FileHandler(log, mode="w"), logging.getLogger("quincunx.requests")
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    requests.setLevel(logging.INFO)
    yield
    requests.setLevel(logging.NOTSET)
    logging.getLogger().removeHandler(handler)
    handler.close()


@contextlib.contextmanager
def browsing() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Without a sandbox, since tests may run as root in a container.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *FLAGS])
        yield browser
        browser.close()
