"""Routes for a match besides playing it: replay, result, record, rematch, resigning, deleting."""

import asyncio
import gzip

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from quincunx.match import record
from quincunx.match.match import Match
from quincunx.match.narration import headline
from quincunx.text.grammar import WATCHER, Look
from quincunx.web.live.replay import Replay
from quincunx.web.live.result_picture import draw_result
from quincunx.web.matches import match_events
from quincunx.web.matches import rematch as rematches
from quincunx.web.matches.ending import how_it_ended
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.registry import MATCH_ID
from quincunx.web.matches.service import MatchService
from quincunx.web.matches.tokens import Keys
from quincunx.web.routes.match import acting
from quincunx.web.routes.pages import SECONDS_FOR_BOTS, opened
from quincunx.web.routes.session import Session, number, seat_of, text
from quincunx.web.server.errors import NotFound, Refused, Unplayable
from quincunx.web.templates.number_format import localized

router = APIRouter(include_in_schema=False)

MOST_FRAMES = 12
"""Positions of a replay that are sent at once."""


@router.get("/m/{match}/replay")
async def replay(request: Request, match: str, at: str = "", eyes: str = "") -> Response:
    """Show one position of a replay; the page's script asks for the others."""
    session = Session(request)
    whole, seen = await _replay(session, match, eyes)
    now = _bounded(at, seen.last)

    def draw() -> Response:
        (frame,) = seen.frames(now, now)
        shown = seen.shown()
        shown.csrf, shown.at = session.csrf, now
        return session.page(
            "replay.html",
            match=shown,
            frame=frame,
            log=seen.log(),
            last=seen.last,
            eyes=_eyes(eyes, whole),
            this_roll=now > 0 and whole.steps[now - 1].seat < 0,
        )

    return await asyncio.to_thread(draw)


@router.get("/m/{match}/frames")
async def frames(request: Request, match: str, first: str = "", eyes: str = "") -> Response:
    """Return drawn positions of a replay as JSON."""
    session = Session(request)
    _, seen = await _replay(session, match, eyes)
    begin = _bounded(first, seen.last)

    def draw() -> bytes:
        drawn = list(seen.frames(begin, begin + MOST_FRAMES - 1))
        for frame in drawn:
            frame.board = localized(frame.board, session.numbers)
        # The match is over, so the compressed length reveals no secret.
        return gzip.compress(msgspec.json.encode({"last": seen.last, "frames": drawn}), 5)

    headers = {"content-encoding": "gzip", "cache-control": "private, max-age=300"}
    return Response(await asyncio.to_thread(draw), media_type="application/json", headers=headers)


async def _replay(session: Session, match: str, eyes: str) -> tuple[Match, Replay]:
    live = await session.host.registry.get(match)
    whole = finished(live)
    return whole, Replay(live, whole, _eyes(eyes, whole), Look(off=session.switched_off))


def _bounded(text: str, last: int) -> int:
    return min(int(text), last) if text.isdecimal() and len(text) < 7 else 0


def _eyes(text: str, match: Match) -> int:
    """Return a seat written from 1, or WATCHER for anything else."""
    seats = [str(seat + 1) for seat in range(len(match.seats))]
    return seats.index(text) if text in seats else WATCHER


@router.get("/m/{match}/result.svg")
async def result_picture(request: Request, match: str) -> Response:
    live = await request.app.state.host.registry.get(match)
    whole = finished(live)
    request.app.state.host.registry.timelines.begin(live)
    ending = how_it_ended(live, whole, [])
    assert ending is not None
    drawn = draw_result(live.game.header.title, headline(whole), ending)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=300"})


@router.get("/m/{match}/record.json")
async def record_file(request: Request, match: str) -> Response:
    return await record_of(request.app.state.host, match)


async def record_of(host: MatchService, match: str) -> Response:
    """Return the record of a match that is over, or that cannot be continued because its rules have
    changed."""
    try:
        file = finished(await host.registry.get(match)).record()
    except Unplayable:
        stored = await host.registry.stored(match)
        file = stored.record()
        if file.result is None:
            file.hints, file.absences = match_events.notes(stored.happenings)
            file.chance.secret = ""  # Hidden until a match is over.
    return Response(
        record.encode(file),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{file.game}-{match}.json"'},
    )


def finished(live: LiveMatch) -> Match:
    match = live.playing()
    if not match.over:
        # Before the end, a record would tell every secret.
        raise Refused("The match is not over yet; its record is there when it is.")
    return match


# --- forms


@router.post("/m/{match}/rematch")
async def rematch(request: Request, match: str) -> Response:
    session, live, form, _seat = await acting(request, match)
    keys, word_hash = session.keys(match), text(form, "hash")
    return await _opened(session, *await rematches.rematch(session.host, live, keys, word_hash))


@router.post("/m/{match}/play-on")
async def play_on(request: Request, match: str) -> Response:
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    at, seat = number(form, "at"), seat_of(form)
    if at is None or seat is None:
        raise Refused("Choose a position and a seat first.", 422)
    whole, word_hash = finished(live), text(form, "hash")
    new = await rematches.play_on(session.host, live, whole, at, seat, session.address, word_hash)
    return await _opened(session, *new)


async def _opened(session: Session, new: LiveMatch, keys: Keys) -> Response:
    """Send the visitor to a match that was just created."""
    session.keep(new.id, keys)
    await session.host.settle(new, SECONDS_FOR_BOTS)
    return session.done(new.id, opened(new))


@router.post("/m/{match}/resign")
async def resign(request: Request, match: str) -> Response:
    session, live, form, seat = await acting(request, match)
    await session.host.resign(live, seat)
    return session.done(match, {}) if text(form, "here") else session.go("/matches")


@router.post("/m/{match}/forget")
async def forget(request: Request, match: str) -> Response:
    """Take a match off the visitor's list."""
    session = Session(request)
    await session.form()
    if not MATCH_ID.fullmatch(match):
        raise NotFound
    session.forget(match)
    return session.go("/matches")


@router.post("/m/{match}/delete")
async def delete(request: Request, match: str) -> Response:
    session = Session(request)
    await session.form()
    live = await session.host.registry.get(match)
    if await session.host.delete(live, session.keys(match)):
        session.forget(match)
    return session.go("/matches")
