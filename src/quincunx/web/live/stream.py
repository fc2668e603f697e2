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
"""Seconds of silence after which a comment is sent, so that nobody on the way hangs up."""
MOST_STREAMS = 20
"""How many streams one seat may have, on as many devices."""
MOST_WATCHERS = 100
"""How many people without a seat may follow one match."""
REST = 0.05
"""Seconds between two updates of a page: what quick bots do is sent together."""
AT_A_TIME = 8
"""How many positions are drawn for a page before others get their turn."""

NewEvents = Callable[[], list[str]]
"""What the listener has not been told yet."""


def check_room(live: LiveMatch, viewer: Viewer) -> None:
    """Those who have a seat always find room, but not without end."""
    if any(live.connected[seat] >= MOST_STREAMS for seat in viewer.mine):
        raise Refused("This seat is open in too many places already; close some of them.", 429)
    if not viewer.mine and live.watchers >= MOST_WATCHERS:
        raise Refused("Too many people look at this table already.", 429)


def for_program(live: LiveMatch, viewer: Viewer, last_id: str) -> AsyncGenerator[str]:
    """Whoever brings no id, or nonsense, begins with what comes next."""
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
    """For one browser, with the parts of its page: every position, one after the other."""
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

    # With the id of what the page has, a browser that comes back is known not to be new.
    return _listen(live, page.viewer, news, f"id: {page.cursor}\n", REST, wake)


def for_shared_screen(live: LiveMatch, viewer: Viewer) -> AsyncGenerator[str]:
    """For several people at one screen: that something is new, and nothing that only one may know."""
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
    """The events for one listener, for as long as they listen. Only browsers `rest`. `news` may set `wake`
    if there is more to tell."""
    wake, loop = wake or asyncio.Event(), asyncio.get_running_loop()
    browser = rest is not None
    live.listeners.add(wake)
    live.onlookers += browser
    live.streams += 1
    live.watchers += not viewer.mine
    live.connect(viewer.mine)
    silent_until = loop.time() + HEARTBEAT
    # It is set anew when it has rung: to do so at every event would cost more than the event.
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
    """What a program has not been told yet; the cursor moves on."""
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
    """What a listener may know beside the log and the chat, to see whether it is another than before."""
    asked, match = live.take_back_request, live.match
    status: list[Any] = [live.phase, seats_shown(live, viewer)]
    if asked is not None:
        status += [asked.seat, asked.unanswered & set(viewer.mine)]
    if match is not None and match.game.header.secrets:
        # A step that is told to nobody may still show on the board.
        status.append(msgspec.json.encode(match.game.view(match.state, viewer.reader)))
    return status


def _event(kind: str, data: dict[str, Any], cursor: Cursor) -> str:
    return f"event: {kind}\nid: {cursor}\ndata: {msgspec.json.encode(data).decode()}\n\n"
