"""The outermost layer: limits on requests, security headers on answers, metrics and the request log."""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx.input_limits import MOST_DIGITS, SECONDS_FOR_A_BODY
from quincunx.web.matches.service import MatchService
from quincunx.web.routes.fast_move import FastMove, is_for_a_move
from quincunx.web.server.errors import answers_programs
from quincunx.web.server.gate import address_of
from quincunx.web.server.limits import Limits, Rates, cost
from quincunx.web.server.metrics import Metrics

log = logging.getLogger("quincunx.requests")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Middleware that refuses excessive and foreign requests. Moves of programs take a fast path."""

    def __init__(
        self, app: ASGIApp, limits: Limits, fast_move: FastMove, host: Callable[[], MatchService]
    ) -> None:
        self.app = app
        self._fast_move = fast_move
        self._host = host
        self.limits = limits
        self.rates = Rates(limits.rate, limits.burst)
        self._streams: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun, host = time.monotonic(), self._host()
        metrics = host.registry.metrics

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_added(scope, message)]
                _count(metrics, scope, message["status"], time.monotonic() - begun)
            await send(message)

        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        path: str = scope["path"]
        as_json = answers_programs(path, headers.get(b"accept", ""))
        address = address_of(scope)
        costs = 0.0 if path.startswith("/static/") else cost(scope["method"], path)
        if costs and not self.rates.allow(address, costs):
            await _refuse(send_guarded, 429, "You ask too quickly; wait a moment.", as_json)
            return
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            if not path.startswith("/api/") and _is_foreign(headers):
                await _refuse(send_guarded, 403, "This form comes from another site.", as_json)
                return
            body = await self._body(headers, receive)
            if body is None:
                return  # The client has gone, and half a request is none.
            if isinstance(body, int):
                sentence = "That is too large." if body == 413 else "That took too long."
                await _refuse(send_guarded, body, sentence, as_json)
                return
            receive = _replay(body, receive)
            if is_for_a_move(scope):
                await self._fast_move(scope, receive, send_guarded, body, host)
                return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # The server drops the body.
        if not path.endswith("/events"):
            await self.app(scope, receive, send_guarded)
            return
        if self._streams[address] >= self.limits.streams:
            await _refuse(send_guarded, 429, "Too many pages are open at your address.", as_json)
            return
        self._streams[address] += 1
        try:
            await self.app(scope, receive, send_guarded)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    async def _body(self, headers: dict[bytes, str], receive: Receive) -> bytes | int | None:
        """Return the whole body, the status of a refusal, or None if the connection ended first."""
        stated = headers.get(b"content-length", "0")
        if not stated.isdecimal() or len(stated) > MOST_DIGITS or int(stated) > self.limits.body:
            return 413
        body: bytes = b""
        try:
            async with asyncio.timeout(SECONDS_FOR_A_BODY):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    part: bytes = message.get("body", b"")
                    body += part
                    if len(body) > self.limits.body:
                        return 413
                    if not message.get("more_body"):
                        return body
        except TimeoutError:
            return 408


def _count(metrics: Metrics, scope: Scope, status: int, seconds: float) -> None:
    """Record the time of an answer. Addresses are logged as patterns, since some hold a seat's token."""
    metrics.request_seconds.add(seconds)
    route, of = scope.get("route"), scope.get("path_params", {})
    path = getattr(route, "path", "")
    if scope["method"] == "POST" and path.endswith(("/move", "/moves")):
        metrics.move_seconds.add(seconds)
    if log.isEnabledFor(logging.INFO):
        known = {"method": scope["method"], "path": path, "status": status, "match": of.get("match")}
        log.info("request", extra={**known, "milliseconds": round(seconds * 1000, 1)})


def _added(scope: Scope, message: Message) -> list[tuple[bytes, bytes]]:
    present = {name for name, _ in message.get("headers", [])}
    added = [header for header in _HEADERS if header[0] not in present]
    if b"cache-control" not in present:
        kept = scope["path"].startswith("/static/")
        added.append((b"cache-control", b"max-age=300" if kept else b"no-store"))
    return added


def _is_foreign(headers: dict[bytes, str]) -> bool:
    """Whether the request comes from another site's page. Cookies and form tokens would stop it as well."""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get(b"origin", "null")
    try:
        return origin != "null" and urlsplit(origin).netloc != headers.get(b"host")
    except ValueError:
        return True


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Any, status: int, sentence: str, as_json: bool) -> None:
    if as_json:
        kind, body = b"application/json", json.dumps({"error": sentence}).encode()
    else:
        kind, body = b"text/plain; charset=utf-8", sentence.encode()
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
