"""`quincunx serve`: matches in the browser, on a port of this machine."""

import socket

import uvicorn

from quincunx.core.mistake import Mistake
from quincunx.web.app import create_app
from quincunx.web.database import check


def run(host: str, port: int, database: str, pace: float) -> None:
    """Serve until someone stops it; a Mistake if the port or the database cannot be used."""
    check(database)
    listener = listen(host, port)
    everywhere = host in ("0.0.0.0", "::")
    print(
        f"The table is open at {_url('127.0.0.1' if everywhere else host, port)} (Ctrl-C closes it).",
        flush=True,
    )
    if everywhere and (ours := address_for_others()):
        print(f"Friends on your network find it at {_url(ours, port)}.", flush=True)
    config = uvicorn.Config(
        create_app(database, pace=pace),
        log_level="warning",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=75,
    )
    uvicorn.Server(config).run(sockets=[listener])


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
        raise Mistake(f"There is no address `{host}` on this machine.") from None
    except PermissionError:
        raise Mistake(f"Port {port} is not yours to open; try `--port 8000`.") from None
    except OSError as error:
        raise Mistake(
            f"Port {port} is taken, or `{host}` is not an address of this machine ({error.strerror}); "
            f"try `--port {port + 1}`."
        ) from None
    return listener
