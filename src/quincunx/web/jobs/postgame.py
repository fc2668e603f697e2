"""Analysis of a finished match for its last page: the chart at once, the rest in a process of its own.

Expectations, and so luck, take long to compute for a long match: that must not hold up the moves of others.
Run as a module, this reads a record and writes its timeline.
"""

import sys

import msgspec

from quincunx.analysis import Timeline, timeline
from quincunx.analysis.positions import positions
from quincunx.core.errors import UserError
from quincunx.match import record
from quincunx.match.match import Match, from_record
from quincunx.thinking.worker import stand_back
from quincunx.web.jobs import child_process


class LookBack(msgspec.Struct):
    progress: dict[int, list[float]]
    """Scores at the end of each turn, by turn."""
    timeline: Timeline | None = None


def progress(match: Match) -> dict[int, list[float]]:
    """Return everybody's score at the end of each turn."""
    found = {place.state.turns(): match.game.lab.progress(place.state) for place in positions(match)}
    found[match.state.turns()] = match.game.lab.progress(match.state)
    return found


async def think(data: bytes) -> Timeline | None:
    written = await child_process.ask("quincunx.web.jobs.postgame", data=data)
    return None if written is None else msgspec.json.decode(written, type=Timeline)


def main() -> None:
    stand_back()
    try:
        match = from_record(record.decode(sys.stdin.buffer.read(), "standard input"))
    except UserError:
        sys.exit(1)  # The game is known only to the server's own process.
    sys.stdout.buffer.write(msgspec.json.encode(timeline(match)))


if __name__ == "__main__":
    main()
