"""How the server treats a connection: it does not wait for ever for a request, and answers in one go."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from quincunx.input_limits import MOST_HEADER_BYTES

SECONDS_FOR_HEADERS = 10.0
"""Who has not said by then what they want is cut off."""


class InOneGo:
    """A transport that sends what is written to it in one turn of the loop together. Uvicorn writes the
    headers of an answer and its body one after the other, and each would be a packet of its own."""

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
        """Send what was written now."""
        written, self._written = self._written, []
        if written and not self._transport.is_closing():
            self._transport.write(b"".join(written))


class TableProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's own protocol, with a limit for the time until a request's headers come, and `InOneGo`."""

    _deadline: asyncio.TimerHandle | None = None
    _unread = 0
    """How many bytes of headers have come that are not whole yet."""

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
        # In the next turn of the loop those who listen to the match are told of the move. Who made it need
        # not wait for that.
        self.transport.send()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        """Whether the headers were complete, and the answer is not."""
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
