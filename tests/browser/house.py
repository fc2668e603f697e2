"""A server, and a real Chromium to visit it."""

import asyncio
import contextlib
import shutil
import socket
import threading
import time
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
"""Features of Chromium that are switched off."""
FLAGS = ["--disable-gpu", "--disable-dev-shm-usage", f"--disable-features={','.join(UNWANTED)}"]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """A server on a free port, in a thread of this process, so that one can look behind its pages."""
    import uvicorn

    from quincunx.web.app import create_app
    from quincunx.web.limits import Limits

    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(f"sqlite:///{folder / 'quincunx.db'}", Limits(rate=1e6, burst=1e6))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=[server.serve([listener])], daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}", app, loop)
    server.should_exit = True
    thread.join(10)


@contextlib.contextmanager
def browsing() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Without a sandbox, since tests may run as root in a container.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *FLAGS])
        yield browser
        browser.close()
