"""Live updates: server-sent events that go on where a lost connection broke off.

An event's id says what its receiver has: `take-backs.moves.lines of chat`. All three are in the
database, so a stream can be resumed even after the server has started anew. Events are

- `move`: one for each move the receiver may know of, `{"at", "seat", "who", "text"}`
- `undo`: moves were taken back, `{"at"}` says how many are left
- `chat`: `{"number", "seat", "name", "text"}`
- `change`: nothing of these, but worth another look: someone came, went, asked, began; `{"at", "phase"}`
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from quincunx.table.host import Host
from quincunx.table.present import Eyes, story_line
from quincunx.table.refusal import Refused
from quincunx.table.running import Running

HEARTBEAT = 20.0
"""Seconds of silence after which a comment is sent, so that nobody on the way hangs up."""
MOST_WATCHERS = 100
"""So many streams may one match have for those without a seat."""


@dataclass
class Cursor:
    """What a listener has been told."""

    take_backs: int
    moves: int
    chat: int

    def __str__(self) -> str:
        return f"{self.take_backs}.{self.moves}.{self.chat}"


def now(running: Running) -> Cursor:
    match = running.match
    return Cursor(len(match.take_backs) if match else 0, running.stored, len(running.chat))


def read_cursor(text: str, running: Running) -> Cursor:
    """Where a listener left off; whoever brings nothing, or nonsense, begins with what comes next."""
    found = re.fullmatch(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", text)
    if not found:
        return now(running)
    take_backs, moves, chat = map(int, found.groups())
    return Cursor(take_backs, moves, min(chat, len(running.chat)))


def check_room(running: Running, who: Eyes) -> None:
    """Those who have a seat always find room."""
    if not who.mine and running.watchers >= MOST_WATCHERS:
        raise Refused("Too many people look at this table already.", 429)


async def stream(host: Host, running: Running, who: Eyes, last_id: str, browser: bool) -> AsyncIterator[str]:
    """The events for one listener, for as long as they listen."""
    cursor = read_cursor(last_id, running)
    wake = asyncio.Event()
    running.listeners.add(wake)
    running.onlookers += browser
    running.watchers += not who.mine
    host.connect(running, who.mine)
    version = -1
    try:
        yield "retry: 1000\n\n"
        while not running.dropped:
            wake.clear()
            events = news(running, who, cursor)
            if version != running.version and not events:
                events = [_event("change", {"at": cursor.moves, "phase": running.phase}, cursor)]
            version = running.version
            if events:
                yield "".join(events)
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await wake.wait()
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        running.listeners.discard(wake)
        running.onlookers -= browser
        running.watchers -= not who.mine
        host.disconnect(running, who.mine)


def news(running: Running, who: Eyes, cursor: Cursor) -> list[str]:
    """What the listener has not been told yet; the cursor moves on."""
    events: list[str] = []
    match = running.match
    if match is not None:
        if cursor.take_backs != len(match.take_backs) or cursor.moves > running.stored:
            missed = match.take_backs[cursor.take_backs :]
            left = min([cursor.moves, running.stored, *(taken.after for taken in missed)])
            cursor.take_backs, cursor.moves = len(match.take_backs), left
            events.append(_event("undo", {"at": left}, cursor))
        while cursor.moves < running.stored:
            cursor.moves += 1
            line = story_line(running, match, cursor.moves, match.steps[cursor.moves - 1], who)
            if line is not None:
                told = {"at": cursor.moves, "seat": line.seat, "who": line.who, "text": line.text}
                events.append(_event("move", told, cursor))
    muted = running.seats[who.seat].mutes if who.seat is not None else set()
    while cursor.chat < len(running.chat):
        said = running.chat[cursor.chat]
        cursor.chat += 1
        if said.seat not in muted:
            name = running.seats[said.seat].name
            line_said = {"number": said.number, "seat": said.seat + 1, "name": name, "text": said.text}
            events.append(_event("chat", line_said, cursor))
    return events


def _event(kind: str, data: dict[str, Any], cursor: Cursor) -> str:
    return f"event: {kind}\nid: {cursor}\ndata: {json.dumps(data)}\n\n"
