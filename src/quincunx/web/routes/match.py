"""Routes for the page of a match: the page, its forms and its live updates."""

import contextlib
import gzip
import zlib
from collections.abc import AsyncGenerator, AsyncIterator

import msgspec
from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import JSONResponse, Response, StreamingResponse

from quincunx.core.state import IllegalMove
from quincunx.input_limits import LONGEST_MOVES
from quincunx.match.narration import must_be_alone
from quincunx.text.grammar import Look
from quincunx.web.live import stream, view
from quincunx.web.live.event_id import read_cursor
from quincunx.web.live.page_diff import PageCopy, update
from quincunx.web.live.view import Viewer
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.tokens import Keys, digest
from quincunx.web.routes.pages import SECONDS_FOR_BOTS
from quincunx.web.routes.session import Session, joined, number, seat_of, text, texts
from quincunx.web.server.errors import Question, Refused

router = APIRouter(include_in_schema=False)

COMPRESSION = 2
"""A fast zlib level that still makes parts five to eight times smaller."""
GZIP = 16
"""Added to zlib's window bits for a gzip header."""
STREAM_HEADERS = {"x-accel-buffering": "no", "cache-control": "no-store"}


@router.get("/m/{match}")
async def match_page(request: Request, match: str, seat: str = "") -> Response:
    return await show_match(Session(request), match, seat)


async def show_match(
    session: Session,
    match: str,
    seat: str = "",
    status: int = 200,
    refusal: str = "",
    question: dict[str, str] | None = None,
) -> Response:
    """Return the whole page, with a `refusal` or a `question` about a move if there is one."""
    live = await session.host.registry.get(match)
    session.host.registry.timelines.begin(live)
    async with live.lock:
        viewer, covered = look_from(session, live, seat)
        if covered is not None:
            nobody = view.show(live, Viewer(Keys(), viewer.mine, None), session.origin)
            return session.page("hand_over.html", match=nobody, seat=nobody.seats[covered])
        page = PageCopy(viewer, session.origin, session.csrf)
        shown, parts = page.catch_up(live, refusal=refusal, question=question)
    whole = session.page("match.html", status, match=shown, parts=parts, cursor=page.cursor, have=page.have)
    return squeezed(whole) if "gzip" in session.request.headers.get("accept-encoding", "") else whole


def squeezed(page: Response) -> Response:
    """Compress a page in place, to a fifth of its size."""
    page.body = gzip.compress(bytes(page.body), COMPRESSION)
    page.headers["content-encoding"] = "gzip"
    page.headers["content-length"] = str(len(page.body))
    return page


def look_from(session: Session, live: LiveMatch, seat: str = "") -> tuple[Viewer, int | None]:
    """Return the viewer, from the seat named in the address if they hold it. For a screen that several people
    share, also return the seat whose player must confirm before anything is shown."""
    wanted = int(seat) - 1 if seat.isdecimal() and len(seat) < 3 else None
    viewer = view.viewer_of(live, session.keys(live.id), wanted)
    viewer.look.off = session.switched_off
    viewer.look.numbers = session.numbers
    live.see(viewer.mine)
    if live.match is None or viewer.seat is None or len(viewer.mine) < 2 or viewer.seat == wanted:
        return viewer, None
    return viewer, viewer.seat if must_be_alone(live.match, viewer.seat) else None


@router.get("/m/{match}/tour")
async def tour(request: Request, match: str) -> Response:
    """Return the guided tour of the game's board."""
    live = await Session(request).host.registry.get(match)
    return JSONResponse(msgspec.to_builtins(live.game.tour()))


@router.get("/m/{match}/part")
async def part(request: Request, match: str, seat: str = "", last: str = "") -> Response:
    """Return the page's parts as they are now, for a script that has missed something. Lines before `last`,
    the page's cursor, are left out."""
    session = Session(request)
    live = await session.host.registry.get(match)
    async with live.lock:
        viewer, covered = look_from(session, live, seat)
        page = PageCopy(viewer, session.origin, session.csrf, read_cursor(last, live))
        return JSONResponse({"cover": True} if covered is not None else update(page, live))


@router.get("/m/{match}/events")
async def events(request: Request, match: str, last: str = "", have: str = "") -> Response:
    """Stream live updates. `last` and `have` are the page's cursor and fingerprints; a browser that
    reconnects sends its own position instead."""
    session = Session(request)
    live = await session.host.registry.get(match)
    viewer, _ = look_from(session, live)
    stream.check_room(live, viewer)
    if viewer.mine:
        session.host.charge(live, viewer.mine[0])
    if len(viewer.mine) > 1:
        viewer.seat = None  # Several people see this screen, so nothing that only one may know is sent.
        return streaming(stream.for_shared_screen(live, viewer))
    back = request.headers.get("last-event-id", "")
    cursor = read_cursor(back or last, live)
    page = PageCopy(viewer, session.origin, session.csrf, cursor, "" if back else have[:200])
    updates = stream.for_page(live, page)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return streaming(updates)
    return streaming(compressed(updates), {"content-encoding": "gzip"})


def streaming(updates: AsyncIterator[str | bytes], headers: dict[str, str] | None = None) -> Response:
    """Return a response that streams events."""
    return StreamingResponse(
        updates, media_type="text/event-stream", headers={**STREAM_HEADERS, **(headers or {})}
    )


async def compressed(updates: AsyncGenerator[str]) -> AsyncIterator[bytes]:
    """Compress each event by itself, so that its length tells nothing of another one's content."""
    packer = zlib.compressobj(COMPRESSION, wbits=zlib.MAX_WBITS | GZIP)
    async with contextlib.aclosing(updates):
        async for update in updates:
            yield packer.compress(update.encode()) + packer.flush(zlib.Z_FULL_FLUSH)


# --- forms


async def acting(request: Request, match: str) -> tuple[Session, LiveMatch, FormData, int]:
    """Return what a form's route needs, for somebody at a seat of this match."""
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    return session, live, form, live.must_hold(session.keys(match), seat_of(form))


@router.post("/m/{match}/move")
async def move(request: Request, match: str) -> Response:
    session, live, form, seat = await acting(request, match)
    at = number(form, "at")
    words = joined(texts(form, "move"), LONGEST_MOVES)
    if at is None or not words:
        raise Refused("Choose a move first.", 422)
    # All buttons of a page share its request id; with the move added it tells which was pressed.
    asked = f"{text(form, 'request')[:64]}:{words if len(words) < 200 else digest(words)}"
    # On a shared screen a second press still counts for the seat that moved first.
    seat = next((own for own in live.mine(session.keys(match)) if (own, asked) in live.requests), seat)
    look = None if text(form, "confirmed") else Look(off=session.switched_off)
    try:
        made = await session.host.move(live, seat, words, at, asked, number(form, "takes"), look)
    except Question as question:
        if session.wants_json:
            return JSONResponse({"confirm": str(question)})
        asking = {"text": str(question), "move": words}
        return await show_match(session, match, str(seat + 1), question=asking)
    except (IllegalMove, Refused) as error:
        if session.wants_json:
            raise
        status = error.status if isinstance(error, Refused) else 422
        return await show_match(session, match, str(seat + 1), status, refusal=str(error))
    await session.host.settle(live, SECONDS_FOR_BOTS)
    # The mover still looks from this seat; the page says when another person here is next.
    return session.done(match, {"at": made.at, "move": made.move, "seat": seat + 1}, f"?seat={seat + 1}")


@router.post("/m/{match}/undo")
async def undo(request: Request, match: str) -> Response:
    session, live, form, seat = await acting(request, match)
    mine, takes = live.mine(session.keys(match)), number(form, "takes")
    await session.host.undo(live, mine, text(form, "answer"), take_backs=takes)
    return session.done(match, {"at": live.position(seat)})


@router.post("/m/{match}/chat")
async def chat(request: Request, match: str) -> Response:
    session, live, form, seat = await acting(request, match)
    await session.host.say(live, seat, text(form, "text"), text(form, "request")[:64] or None)
    return session.done(match, {"lines": len(live.chat)})


@router.post("/m/{match}/mute")
async def mute(request: Request, match: str) -> Response:
    session, live, form, seat = await acting(request, match)
    whom = seat_of(form, "whom")
    await session.host.mute(live, seat, -1 if whom is None else whom, text(form, "on", "1") != "0")
    return session.done(match, {})


@router.post("/m/{match}/leave")
async def leave(request: Request, match: str) -> Response:
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    keys, seat = session.keys(match), seat_of(form)
    by = live.must_hold(keys, seat if seat in live.mine(keys) else None)
    await session.host.leave(live, by, by if seat is None else seat)
    return session.done(match, {})


@router.post("/m/{match}/return")
async def come_back(request: Request, match: str) -> Response:
    session, live, _form, seat = await acting(request, match)
    await session.host.come_back(live, seat)
    return session.done(match, {})


@router.post("/m/{match}/look")
async def look(request: Request, match: str) -> Response:
    """Switch one of the game's toggles on or off, for this browser."""
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    name = text(form, "toggle")
    if name not in live.game.screens.toggles:
        raise Refused("There is nothing of that name to switch.", 422)
    session.switch(name, text(form, "on") == "1")
    return session.done(match, {})
