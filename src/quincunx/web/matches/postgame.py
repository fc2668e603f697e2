"""How a finished match came to its end: its chart at once, the rest from a process of its own.

What everybody could expect, and so what was luck, takes long for a long match: it must not hold up the
moves of others. Run as a module, this reads a record and writes its timeline.
"""

import asyncio
import contextlib
import os
import sys
from typing import TYPE_CHECKING

import msgspec

from quincunx.analysis import Timeline, timeline
from quincunx.analysis.positions import positions
from quincunx.core.errors import UserError
from quincunx.match import record
from quincunx.match.match import Match, from_record
from quincunx.web.jobs import child_process

if TYPE_CHECKING:
    from quincunx.web.matches.live_match import LiveMatch

MOST_SECONDS = 300.0
"""A match that takes longer to think about has no moments; its chart is there anyway. Total eClips takes half
a minute of a core, and on a busy machine others come first."""
NICE = 10
"""Whoever plays comes first."""


class LookBack(msgspec.Struct):
    progress: dict[int, list[float]]
    """The heights of the chart's curves: of each turn the last."""
    timeline: Timeline | None = None


class Looker:
    """Looks back at matches, one after the other."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, live: "LiveMatch") -> None:
        """Somebody looks at the end of a match; they are told when there is more to see."""
        if live.phase != "over" or live.is_looked_back_at:
            return
        live.is_looked_back_at = True
        task = asyncio.create_task(self._look(live, live.playing()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, live: "LiveMatch", match: Match) -> None:
        live.look_back = LookBack(await asyncio.to_thread(progress, match))
        live.changed()
        async with self._one_at_a_time:
            if not live.listeners and len(self._tasks) > 1:
                live.is_looked_back_at = False  # Others wait; whoever comes to look at it begins anew.
                return
            live.look_back.timeline = await _think(record.encode(match.record()))
        live.changed()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def progress(match: Match) -> dict[int, list[float]]:
    """How everybody stood at the end of each turn."""
    found = {place.state.turns(): match.game.progress(place.state) for place in positions(match)}
    found[match.state.turns()] = match.game.progress(match.state)
    return found


async def _think(data: bytes) -> Timeline | None:
    written = await child_process.ask("quincunx.web.matches.postgame", data=data, seconds=MOST_SECONDS)
    return None if written is None else msgspec.json.decode(written, type=Timeline)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        match = from_record(record.decode(sys.stdin.buffer.read(), "standard input"))
    except UserError:
        sys.exit(1)  # A game that only the server's own process knows.
    sys.stdout.buffer.write(msgspec.json.encode(timeline(match)))


if __name__ == "__main__":
    main()
