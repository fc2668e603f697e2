"""The visitor's address and the server's own, as seen by each request. Headers that claim either are believed
only from proxies that the operator named."""

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

VOUCHED = "quincunx.vouched"
"""Key in the scope: whether a trusted proxy has sent the request."""


class Gate:
    """Middleware that replaces a trusted proxy's address by the visitor's. `proxies` are addresses and
    networks separated by commas, or `*` for any."""

    def __init__(self, app: ASGIApp, proxies: str) -> None:
        # The casts to Any bridge Starlette's and uvicorn's types for the same things.
        passing: Any = app
        self._app = ProxyHeadersMiddleware(passing, proxies)
        self._known = self._app.trusted_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            client, *_ = scope.get("client") or ("",)
            scope[VOUCHED] = client in self._known
        checked: Any = (scope, receive, send)
        await self._app(*checked)


def address_of(scope: Scope) -> str:
    """Return the address that limits count for. A /64 of IPv6 counts as one, since one visitor may own it."""
    client = scope.get("client")
    address: str = client[0] if client else ""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


def origin_of(scope: Scope) -> str:
    """Return the server's base URL for links. Anyone can forge the Host header: unless it is an address, this
    machine's name or vouched for by a trusted proxy, the connection's own address is used."""
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    if not (scope.get(VOUCHED) or _is_ours(host)):
        name, port = scope.get("server") or ("127.0.0.1", None)
        shown = f"[{name}]" if ":" in name else name
        host = f"{shown}:{port}" if port and port != 80 else shown
    return f"{scope['scheme']}://{host}"


def _is_ours(host: str) -> bool:
    try:
        parts = urlsplit(f"//{host}")
        name = parts.hostname or ""
        if parts.netloc != host or parts.username is not None or (parts.port or 1) < 1:
            return False
    except ValueError:
        return False
    own = socket.gethostname().lower()
    if name in ("localhost", own, f"{own}.local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
