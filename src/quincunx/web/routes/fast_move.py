"""A fast path for moves sent by programs, which are nearly all requests on a busy server.

FastAPI takes three times as long to find a route, read a token and check a body as the match takes for the
move. So a plain request for a move is read here and given to the host at once. Anything unusual goes on to
the route in `api.py`, which also documents it and reports mistakes in it.
"""

import re
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.types import ASGIApp, Receive, Scope, Send

from quincunx.core.errors import UserError
from quincunx.core.state import IllegalMove
from quincunx.input_limits import LONGEST_MOVES
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.service import MatchService
from quincunx.web.routes import api
from quincunx.web.server.errors import Refused

BEGIN, END = "/api/v1/matches/", "/moves"
BEARER = b"Bearer "
_ROUTE = next(route for route in api.router.routes if getattr(route, "endpoint", None) is api.make_move)

_TOKEN = re.compile(rb"[A-Za-z0-9_-]+")

Count = Annotated[int, Meta(ge=0, le=10**9)]
Explain = Callable[[Exception], tuple[int, str]]
"""Returns the status and sentence for an error."""


class PlainMove(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of `api_bodies.Moving`, with the same limits."""

    move: Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVES)]
    at: Count
    request: Annotated[str, Meta(min_length=1, max_length=64)]
    take_backs: Count | None = None


_read = msgspec.json.Decoder(PlainMove).decode
_write = msgspec.json.Encoder().encode


class FastMove:
    """Answers plain requests for moves; passes all others on to the application."""

    def __init__(self, app: ASGIApp, explain: Explain) -> None:
        self.app = app
        self._explain = explain

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, body: bytes, host: MatchService
    ) -> None:
        """Handle a request. `body` has been received already; `receive` gives it once more."""
        path: str = scope["path"]
        live = host.registry.at_hand(path[len(BEGIN) : -len(END)])
        seat = None if live is None else _seat(scope, live)
        if live is None or seat is None:
            await self.app(scope, receive, send)
            return
        try:
            wanted = _read(body)
        except (msgspec.DecodeError, UnicodeError):
            await self.app(scope, receive, send)
            return
        scope["route"], scope["path_params"] = _ROUTE, {"match": live.id}
        live.see([seat])
        status = 200
        try:
            made = await host.move(live, seat, wanted.move, wanted.at, wanted.request, wanted.take_backs)
            answer: dict[str, int | str] = {"at": made.at, "move": made.move}
        except (Refused, UserError, IllegalMove) as error:
            status, sentence = self._explain(error)
            answer = {"error": sentence}
        content = _write(answer)
        headers = [(b"content-length", b"%d" % len(content)), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})


def is_for_a_move(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.endswith(END) and path.startswith(BEGIN) and scope["method"] == "POST"


def _seat(scope: Scope, live: LiveMatch) -> int | None:
    """Return the seat whose token comes with JSON, or None if the headers are unusual."""
    token, is_json = b"", False
    for name, value in scope["headers"]:
        if name == b"authorization":
            if token or not value.startswith(BEARER):
                return None
            token = value[len(BEARER) :]
        elif name == b"content-type":
            is_json = value == b"application/json"
    if not is_json or not _TOKEN.fullmatch(token):
        return None
    seat = live.holds(token.decode())
    return seat if seat is not None and live.seats[seat].taken else None
