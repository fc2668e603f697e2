"""How a finished match came to its end: its chart at once, the rest from a process of its own.

What everybody could expect, and so what was luck, takes long for a long match: it must not hold up the
moves of others. Run as a module, this reads a record and writes its timeline.
"""

import os
import sys

import msgspec

from quincunx.analysis import Timeline, timeline
from quincunx.analysis.positions import positions
from quincunx.core.errors import UserError
from quincunx.match import record
from quincunx.match.match import Match, from_record
from quincunx.web.jobs import child_process

MOST_SECONDS = 300.0
"""A match that takes longer to think about has no moments; its chart is there anyway. Total eClips takes half
a minute of a core, and on a busy machine others come first."""
NICE = 10
"""Whoever plays comes first."""


class LookBack(msgspec.Struct):
    progress: dict[int, list[float]]
    """The heights of the chart's curves: of each turn the last."""
    timeline: Timeline | None = None


def progress(match: Match) -> dict[int, list[float]]:
    """How everybody stood at the end of each turn."""
    found = {place.state.turns(): match.game.progress(place.state) for place in positions(match)}
    found[match.state.turns()] = match.game.progress(match.state)
    return found


async def think(data: bytes) -> Timeline | None:
    written = await child_process.ask("quincunx.web.jobs.postgame", data=data, seconds=MOST_SECONDS)
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
