"""Live updates: server-sent events that go on where a lost connection broke off.

An event's id says how far its receiver has followed the match (`event_id.py`). Programs get

- `move`: one for each step they may know of, `{"at", "seat", "who", "text", "events"}`
- `undo`: steps were taken back, `{"at"}` says how many are left
- `chat`: `{"number", "seat", "name", "text"}`
- `change`: nothing of these, but worth another look: someone came, went, asked, began; `{"at", "phase"}`

Browsers get `page`: the parts of their page that are new, drawn for them alone. A screen that several
people share gets `look`, and asks for its page itself.

Nothing is sent to anyone because of a step that they may not know of.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import msgspec

from quincunx.web.live.event_id import Cursor, newest, read_cursor
from quincunx.web.live.page_diff import PageCopy, update
from quincunx.web.live.view import Viewer, seats_shown
from quincunx.web.live.viewer_log import log_line
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.server.errors import Refused

HEARTBEAT = 20.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the connection."""
MOST_STREAMS = 20
"""Streams that one seat may have open, over all its devices."""
MOST_WATCHERS = 100
"""Spectators that may follow one match."""
REST = 0.05
"""Least seconds between two updates of a page: quick moves of bots are sent together."""
AT_A_TIME = 8
"""Positions that are drawn for one page before other requests get a turn."""

NewEvents = Callable[[], list[str]]
"""Function that returns the listener's new events."""


def check_room(live: LiveMatch, viewer: Viewer) -> None:
    """Raise Refused if the viewer has, or the match's spectators have, too many streams open."""
    if any(live.connected[seat] >= MOST_STREAMS for seat in viewer.mine):
        raise Refused("This seat is open in too many places already; close some of them.", 429)
    if not viewer.mine and live.watchers >= MOST_WATCHERS:
        raise Refused("Too many people look at this table already.", 429)


def for_program(live: LiveMatch, viewer: Viewer, last_id: str) -> AsyncGenerator[str]:
    """Yield a program's events after `last_id`, or only new ones without a valid id."""
    cursor = read_cursor(last_id, live) or newest(live, viewer.reader)
    status: Any = None

    def news() -> list[str]:
        nonlocal status
        events, before = events_for(live, viewer, cursor), status
        status = _status(live, viewer)
        if status != before and not events:
            events = [_event("change", {"at": cursor.at, "phase": live.phase}, cursor)]
        return events

    return _listen(live, viewer, news, "")


def for_page(live: LiveMatch, page: PageCopy) -> AsyncGenerator[str]:
    """Yield updates of one browser's page, one for each position passed."""
    wake, seen = asyncio.Event(), live.snapshots.last

    def news() -> list[str]:
        nonlocal seen
        passed = live.snapshots.between(seen, live.stored)
        if len(passed) > AT_A_TIME:
            passed = passed[:AT_A_TIME]
            wake.set()
            shown = [live.as_it_was(moment) for moment in passed]
            seen = passed[-1].number
        else:
            shown = [*(live.as_it_was(moment) for moment in passed), live]
            seen = live.snapshots.last
        return [_event("page", new, page.cursor) for then in shown if (new := update(page, then)) is not None]

    # The id tells the server later that a browser which reconnects is not new.
    return _listen(live, page.viewer, news, f"id: {page.cursor}\n", REST, wake)


def for_shared_screen(live: LiveMatch, viewer: Viewer) -> AsyncGenerator[str]:
    """Yield `look` events for a screen that several people share: they hold no secret."""
    status: Any = None

    def news() -> list[str]:
        nonlocal status
        before = status
        cursors = [str(newest(live, seat)) for seat in viewer.mine]
        status = [cursors, _status(live, viewer)]
        return [] if status == before else [_event("look", {}, newest(live, viewer.reader))]

    return _listen(live, viewer, news, "", REST)


async def _listen(
    live: LiveMatch,
    viewer: Viewer,
    news: NewEvents,
    begin: str,
    rest: float | None = None,
    wake: asyncio.Event | None = None,
) -> AsyncGenerator[str]:
    """Yield the events of one listener until they leave. Only browsers have a `rest`. `news` may set `wake`
    to be called again at once."""
    wake, loop = wake or asyncio.Event(), asyncio.get_running_loop()
    browser = rest is not None
    live.listeners.add(wake)
    live.onlookers += browser
    live.streams += 1
    live.watchers += not viewer.mine
    live.connect(viewer.mine)
    silent_until = loop.time() + HEARTBEAT
    # It is set anew only after it has rung: doing so at every event would cost more than the event.
    alarm: asyncio.TimerHandle | None = None

    def ring() -> None:
        nonlocal alarm
        alarm = None
        wake.set()

    try:
        yield f"retry: 1000\n{begin}\n"
        while not live.dropped and not live.closing:
            wake.clear()
            async with live.lock:
                events = [] if live.dropped else news()
            if events:
                yield "".join(events)
                silent_until = loop.time() + HEARTBEAT
                await asyncio.sleep(rest or 0)
            elif loop.time() >= silent_until:
                yield ": still here\n\n"
                silent_until = loop.time() + HEARTBEAT
            if alarm is None:
                alarm = loop.call_at(silent_until, ring)
            await wake.wait()
        if live.closing:
            yield "retry: 100\n: the server stops; come again\n\n"
    finally:
        if alarm is not None:
            alarm.cancel()
        live.listeners.discard(wake)
        live.streams -= 1
        live.onlookers -= browser
        live.watchers -= not viewer.mine
        live.disconnect(viewer.mine)


def events_for(live: LiveMatch, viewer: Viewer, cursor: Cursor) -> list[str]:
    """Return a program's new events, and move its cursor on."""
    events: list[str] = []
    match = live.match
    if match is not None:
        if cursor.go_back(live, viewer.reader):
            events.append(_event("undo", {"at": cursor.at}, cursor))
        for step in live.known(viewer.reader)[cursor.at :]:
            cursor.at += 1
            told = log_line(live, match, viewer.reader, viewer.look, cursor.at, step)
            move = {"at": cursor.at, "seat": told.seat, "who": told.who, "text": told.text}
            events.append(_event("move", {**move, "events": told.events}, cursor))
    muted = live.seats[viewer.seat].mutes if viewer.seat is not None else set()
    for said in live.chat[cursor.chat :]:
        cursor.chat += 1
        if said.seat not in muted:
            name = live.seats[said.seat].name
            line = {"number": said.number, "seat": said.seat + 1, "name": name, "text": said.text}
            events.append(_event("chat", line, cursor))
    return events


def _status(live: LiveMatch, viewer: Viewer) -> list[Any]:
    """Return all that a listener may know besides log and chat, to compare with before."""
    asked, match = live.take_back_request, live.match
    status: list[Any] = [live.phase, seats_shown(live, viewer)]
    if asked is not None:
        status += [asked.seat, asked.unanswered & set(viewer.mine)]
    if match is not None and match.game.header.secrets:
        # A step that this viewer is not told of may still change the board.
        status.append(msgspec.json.encode(match.game.view(match.state, viewer.reader)))
    return status


def _event(kind: str, data: dict[str, Any], cursor: Cursor) -> str:
    return f"event: {kind}\nid: {cursor}\ndata: {msgspec.json.encode(data).decode()}\n\n"
