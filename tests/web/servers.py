"""A real server in a process of its own."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from quincunx.web.serve import TableServer, listen
from tests.waiting import PATIENCE, block_until

ROOT = Path(__file__).parents[2]


class Server:
    """`quincunx serve` on a free port, with its database in a folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "quincunx", "serve", "--port", str(self.port), *self.options]
        # The same package as the tests, wherever they run from.
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(command, cwd=self.folder, env=env, text=True, stdout=subprocess.PIPE)
        block_until(lambda: self._answers() or self._has_ended())
        assert not self._has_ended(), "the server did not start"

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.address}/health", trust_env=False).status_code == 200
        return False

    def _has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        """Kill the server as a power cut would: no goodbye."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextlib.contextmanager
def in_thread(app: FastAPI, **options: Any) -> Iterator[tuple[int, asyncio.AbstractEventLoop]]:
    """Run a server in a thread of this process, so that tests can look behind it; yields its port and its
    loop."""
    listener, loop, ready = listen("127.0.0.1", 0), asyncio.new_event_loop(), threading.Event()
    server = TableServer(uvicorn.Config(app, log_level="warning", **options), ready.set)
    thread = threading.Thread(target=loop.run_until_complete, args=[server.serve([listener])], daemon=True)
    thread.start()
    assert ready.wait(PATIENCE), "the server did not start"
    yield listener.getsockname()[1], loop
    server.should_exit = True
    thread.join(PATIENCE)
    loop.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
