"""HTTP connections of the server: a deadline for request headers, and each answer in one packet."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from quincunx.input_limits import MOST_HEADER_BYTES

SECONDS_FOR_HEADERS = 10.0
"""Seconds after which a connection without complete request headers is closed."""


class InOneGo:
    """A transport that joins all writes of one turn of the event loop. Uvicorn writes the headers of an
    answer and its body separately, and each would be a packet of its own."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._written: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._written:
            self._loop.call_soon(self.send)
        self._written.append(data)

    def close(self) -> None:
        self.send()
        self._transport.close()

    def send(self) -> None:
        """Send at once whatever has been written."""
        written, self._written = self._written, []
        if written and not self._transport.is_closing():
            self._transport.write(b"".join(written))


class TableProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's protocol with a deadline for request headers and joined writes."""

    _deadline: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes received of headers that are not complete yet."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(InOneGo(transport, self.loop))
        self._wait()

    def data_received(self, data: bytes) -> None:
        self._unread = 0 if self._is_answering() else self._unread + len(data)
        super().data_received(data)
        if self._is_answering():
            self._unread = 0
            self._wait_no_more()
        elif self._unread > MOST_HEADER_BYTES:
            self._cut_off()
        elif self._deadline is None:
            self._wait()  # A second request on the same connection has begun.

    def on_response_complete(self) -> None:
        # Listeners of the match are told of the move in the next turn of the loop: the mover need not wait
        # for it.
        self.transport.send()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        """Whether a complete request is still being answered."""
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(SECONDS_FOR_HEADERS, self._cut_off)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut_off(self) -> None:
        self._deadline = None
        if not self._is_answering():
            self.transport.close()
