"""Analysis of a finished match for its last page: the chart at once, the rest in a process of its own.

Expectations, and so luck, take long to compute for a long match: that must not hold up the moves of others.
Run as a module, this reads a record and writes its timeline.
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
"""Time limit of an analysis. A match that needs longer has no turning points, but still its chart. Total
eClips takes half a minute on a free core."""
NICE = 10
"""Niceness of the process: moves come first."""


class LookBack(msgspec.Struct):
    progress: dict[int, list[float]]
    """Scores at the end of each turn, by turn."""
    timeline: Timeline | None = None


class Looker:
    """Analyses finished matches, one after the other."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, live: "LiveMatch") -> None:
        """Begin the analysis of a match that is over, unless it has begun. Listeners are told when it is
        there."""
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
                live.is_looked_back_at = False  # Others wait; the next viewer begins it again.
                return
            live.look_back.timeline = await _think(record.encode(match.record()))
        live.changed()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def progress(match: Match) -> dict[int, list[float]]:
    """Return everybody's score at the end of each turn."""
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
        sys.exit(1)  # The game is known only to the server's own process.
    sys.stdout.buffer.write(msgspec.json.encode(timeline(match)))


if __name__ == "__main__":
    main()
