"""`quincunx serve`: matches in the browser, on a port of this machine."""

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
from quincunx.web.server import gc_policy, logs
from quincunx.web.server.connections import TableProtocol
from quincunx.web.server.limits import Limits
from quincunx.web.server.workers import Workers
from quincunx.web.storage.database import check, is_shared, locked

log = logging.getLogger(__name__)

SECONDS_TO_FINISH = 10
"""How long requests that are under way may take when the server stops."""


@dataclass(frozen=True)
class Table:
    """What is served. A process can start from this alone."""

    database: str
    pace: float
    time_limit: float | None
    bots: list[str]
    """Bots of the operator's own, such as `mybot.py:Careful`."""
    log_requests: bool
    desk: bool = True
    proxies: str = ""
    """The proxies that are believed when they say for whom they ask, with commas between them."""
    limits: Limits = field(default_factory=Limits)
    """How much each visitor may ask for."""

    def add_bots(self) -> None:
        """Make the operator's bots known in this process."""
        for code in self.bots:
            bots.add(code)


def run(host: str, port: int, table: Table, workers: int = 1) -> None:
    """Serve until someone stops it; a UserError if the port or the database cannot be used."""
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
    """One process of several. The database may be gone for a while just when it is started."""
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
    """Serve that socket until the process is stopped."""
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
    """Tells when it is ready, and sends those who listen away before it stops."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._collecting = gc_policy.begin()
        if self.started:
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        self.lifespan.state["host"].say_goodbye()
        await super().shutdown(sockets)


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def address_for_others() -> str:
    """This machine's address in its network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: asking for the way to anywhere outside names the address one would have.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address."""
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
