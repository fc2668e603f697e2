"""The server process behind `quincunx serve`: opens the port, then serves from one process or several."""

import asyncio
import functools
import logging
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import uvicorn

from quincunx import bots, games
from quincunx.core.errors import UserError
from quincunx.web.app import create_app
from quincunx.web.live.page_diff import NAMES
from quincunx.web.server import gc_policy, logs
from quincunx.web.server.connections import TableProtocol
from quincunx.web.server.limits import Limits
from quincunx.web.server.workers import Workers
from quincunx.web.storage.database import check, is_shared, locked
from quincunx.web.templates.rendering import compile_all

log = logging.getLogger(__name__)

SECONDS_TO_FINISH = 10
"""Seconds that open requests get to finish when the server stops."""


@dataclass(frozen=True)
class Table:
    """Settings of a server, complete enough to start another process from them."""

    database: str
    pace: float
    time_limit: float | None
    bots: list[str]
    """Bots that the operator added, such as `mybot.py:Careful`."""
    log_requests: bool
    desk: bool = True
    proxies: str = ""
    """Trusted proxies, separated by commas; they may name the visitor they forward for."""
    limits: Limits = field(default_factory=Limits)
    """Limits for each visitor."""

    def add_bots(self) -> None:
        """Register the operator's bots in this process."""
        for code in self.bots:
            bots.add(code)


def run(host: str, port: int, table: Table, workers: int = 1) -> None:
    """Serve until stopped. Raise UserError if the port or the database cannot be used."""
    if workers > 1 and not is_shared(table.database):
        raise UserError(
            "Several workers need a database that they can share: `--database postgresql://USER@HOST/NAME`, "
            "or leave `--workers` out."
        )
    with locked(table.database):
        check(table.database)
    table.add_bots()
    listener = listen(host, port)
    for problem in games.load_all()[1]:
        print(f"quincunx: {problem}", file=sys.stderr, flush=True)
    everywhere = host in ("0.0.0.0", "::")
    print(
        f"The table is open at {_url('127.0.0.1' if everywhere else host, port)} (Ctrl-C closes it).",
        flush=True,
    )
    if everywhere and (ours := address_for_others()):
        print(f"Friends on your network find it at {_url(ours, port)}.", flush=True)
    logs.set_up(table.log_requests)
    if workers == 1:
        serve(table, listener)
    else:
        Workers(workers, functools.partial(work, table), listener).run()


def work(table: Table, listener: socket.socket, when_ready: Callable[[], None]) -> None:
    """Serve as one of several processes. Wait while the database is down, since a replaced worker may start
    then."""
    logs.set_up(table.log_requests)
    table.add_bots()
    while True:
        try:
            check(table.database)
            break
        except UserError as gone:
            log.warning("%s", gone)
            time.sleep(1)
    serve(table, listener, when_ready)


def serve(table: Table, listener: socket.socket, when_ready: Callable[[], None] = lambda: None) -> None:
    """Serve `listener` until the process is stopped."""
    limits = replace(table.limits, bot_seconds=table.time_limit)
    config = uvicorn.Config(
        create_app(table.database, limits, table.pace, table.desk, table.proxies),
        log_config=None,
        access_log=False,
        http=TableProtocol,
        proxy_headers=False,  # `gate.py` reads them.
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
        timeout_keep_alive=75,
    )
    TableServer(config, when_ready).run(sockets=[listener])


class TableServer(uvicorn.Server):
    """Uvicorn's server that reports when it is ready and ends open streams before it stops."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready
        self._collecting: asyncio.Task[None] | None = None
        self._compiling: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._collecting = gc_policy.begin()
        self._compiling = asyncio.get_running_loop().run_in_executor(None, compile_all, NAMES)
        if self.started:
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        self.lifespan.state["host"].registry.say_goodbye()
        await super().shutdown(sockets)


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def address_for_others() -> str:
    """Return this machine's address in its network, or "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket sends nothing, but it selects the address used for outside traffic.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to that address, or raise UserError."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except socket.gaierror:
        raise UserError(f"There is no address `{host}` on this machine.") from None
    except PermissionError:
        raise UserError(f"Port {port} is not yours to open; try `--port 8000`.") from None
    except OSError as error:
        raise UserError(
            f"Port {port} is taken, or `{host}` is not an address of this machine ({error.strerror}); "
            f"try `--port {port + 1}`."
        ) from None
    return listener
