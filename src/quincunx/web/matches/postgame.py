"""The timelines of finished matches, worked out for the people who look at their end."""

import asyncio

from quincunx.match import record
from quincunx.match.match import Match
from quincunx.web.jobs import postgame
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.server import tasks


class PostgameTimelines:
    """Works out the timelines of matches, one after the other."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, live: LiveMatch) -> None:
        """Begin to look back at a finished match, and tell those who look on when there is more to see."""
        if live.phase != "over" or live.is_looked_back_at:
            return
        live.is_looked_back_at = True
        task = asyncio.create_task(self._look(live, live.playing()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, live: LiveMatch, match: Match) -> None:
        live.look_back = postgame.LookBack(await asyncio.to_thread(postgame.progress, match))
        live.changed()
        async with self._one_at_a_time:
            if not live.listeners and len(self._tasks) > 1:
                live.is_looked_back_at = False  # Others wait; whoever comes to look at it begins anew.
                return
            live.look_back.timeline = await postgame.think(record.encode(match.record()))
        live.changed()

    async def close(self) -> None:
        await tasks.cancel(self._tasks)
