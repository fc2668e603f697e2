"""The matches in memory: read from the database, kept in step with it, changed one at a time.

A change is stored before anyone hears of it, and only if nobody was quicker. What other servers change is
read when they tell of it (`cluster.py`).
"""

import asyncio
import contextlib
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import msgspec

from quincunx.core.errors import UserError
from quincunx.core.state import IllegalMove
from quincunx.web.jobs.bot_pool import BotPool
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.postgame import PostgameTimelines
from quincunx.web.server.errors import NotFound, Refused, StaleVersion, Unplayable
from quincunx.web.server.metrics import Metrics
from quincunx.web.storage.models import Head, Stored, TakeBackRequest, Waiting
from quincunx.web.storage.postgres import News
from quincunx.web.storage.store import Store

MATCH_ID = re.compile(r"[0-9a-f]{10}")
MOST_IN_MEMORY = 2000
MOST_OVER = 30
"""Finished matches that stay in memory without viewers. A long one takes a megabyte."""
MOST_PLAYED = 5000
"""Matches in use at which new ones are refused."""
ABSENT_AFTER = 4.0
"""Seconds after the last report of another server until somebody counts as absent."""
MOST_TRIES = 5
"""Attempts at a change when other servers are quicker."""

T = TypeVar("T")


class Registry:
    """The matches that this server has in memory."""

    def __init__(self, store: Store, bot_seconds: float | None = None) -> None:
        self.store = store
        self.bot_seconds = bot_seconds
        """Seconds that a bot added by the operator may think about a decision."""
        self.bot_pool = BotPool()
        self.timelines = PostgameTimelines()
        self.metrics = Metrics()
        self.others: dict[str, str] = {}
        """The other servers that are alive, and their metrics."""
        self.go_on: Callable[[LiveMatch], None] = lambda live: None
        """Lets bots move after a change, and sets the clock."""
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        """In order of use, the most recent last."""
        self._room = 0
        """Number of matches above which some leave memory."""
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def say_goodbye(self) -> None:
        """End all streams; the clients reconnect, to another server or to the next one here."""
        self._closing = True
        for live in self._live.values():
            live.closing = True
            live.changed()

    async def stop(self) -> None:
        """Stop the clocks and the thinking of all matches."""
        for live in self._live.values():
            live.stop()
        await self.timelines.close()
        await asyncio.sleep(0)
        await self.bot_pool.close()

    def count(self) -> Metrics:
        """Return the counts of this server as they are now."""
        self.metrics.failed_changes = self.store.health.failed
        self.metrics.tables = len(self._live)
        self.metrics.streams = sum(live.streams for live in self._live.values())
        return self.metrics

    # --- finding matches

    async def get(self, match: str) -> LiveMatch:
        """Return the match with that id, read from the database if it is not in memory."""
        if match not in self._live:
            if match not in self._loading:
                self._loading[match] = asyncio.create_task(self._load(match))
                self._loading[match].add_done_callback(lambda _: self._loading.pop(match))
            await asyncio.shield(self._loading[match])
        elif self.store.shared:
            await self.catch_up(self._live[match], await self.store.version(match))
            if match not in self._live:
                return await self.get(match)
        self._live.move_to_end(match)
        return self._live[match]

    def at_hand(self, match: str) -> LiveMatch | None:
        """Return the match with that id if it is in memory. Another server may have changed it since:
        `change` finds that out."""
        live = self._live.get(match)
        if live is not None:
            self._live.move_to_end(match)
        return live

    async def _load(self, match: str) -> None:
        live = await self._read(match)
        await self._claim(live)
        self.keep(live)
        self.go_on(live)

    async def _read(self, match: str) -> LiveMatch:
        stored = await self.stored(match)
        try:
            # Replaying a long match takes a while; other requests must not wait.
            return await asyncio.to_thread(LiveMatch, stored, self.bot_seconds)
        except UserError as error:
            raise Unplayable(f"This match cannot go on here. {error}") from None

    async def stored(self, match: str) -> Stored:
        """Return all that the database knows of a match, whether or not it can still be played."""
        stored = await self.store.load(match) if MATCH_ID.fullmatch(match) else None
        if stored is None:
            raise NotFound
        return stored

    def keep(self, live: LiveMatch) -> None:
        live.closing = self._closing
        self._live[live.id] = live
        if len(self._live) > min(self._room, MOST_IN_MEMORY):
            self._make_room(live)

    def _make_room(self, new: LiveMatch) -> None:
        """Drop matches without viewers: nearly all that are over, and others if there are too many. The next
        call comes when as many have been added as may be over."""
        idle = [live for live in self._live.values() if live.idle and live is not new]
        for live in [live for live in idle if live.phase == "over"][:-MOST_OVER]:
            self.drop(live)
        for live in [live for live in idle if not live.dropped][: max(0, len(self._live) - MOST_IN_MEMORY)]:
            self.drop(live)
        self._room = len(self._live) + MOST_OVER

    def is_driven(self, match: str) -> bool:
        """Whether a bot of that match is about to move on this server."""
        live = self._live.get(match)
        return live is not None and live.driver is not None

    def refuse_if_full(self) -> None:
        """Raise Refused if there is no room for a new match."""
        if len(self._live) >= MOST_PLAYED:
            raise Refused("All tables are taken; come back later.", 503)

    def drop(self, live: LiveMatch) -> None:
        """Forget a match in memory, because the database may be ahead of it."""
        live.stop()
        live.dropped = True
        live.changed()
        if self._live.get(live.id) is live:
            del self._live[live.id]
        if live.match is not None:
            live.match.detach()

    # --- who plays for the bots

    def driver_of(self, live: LiveMatch) -> str:
        """The server that plays for the bots and the clocks of a match: the one that did so before, if it
        is alive."""
        return live.head.driver if live.head.driver in self.others else self.store.worker

    def is_mine(self, live: LiveMatch) -> bool:
        return not self.store.shared or live.head.driver == self.store.worker

    async def _claim(self, live: LiveMatch) -> None:
        """Look after a match that was just read, if its server is gone."""
        before = live.head.driver
        gone = self.store.shared and self.driver_of(live) != before
        if gone and live.when_due() is not None and await self.store.claim(live.id, before):
            live.head.driver = self.store.worker

    # --- changing matches

    async def change(self, live: LiveMatch, attempt: Callable[[], Awaitable[T]]) -> T:
        """Carry out one change, one at a time per match, and go on.

        A refusal changes nothing. Whoever was too late, because another server has changed the match,
        reads it again and tries anew. After anything else memory is not trusted.
        """
        async with live.lock:
            done = await self._try(live, attempt)
        self.go_on(live)
        return done

    async def _try(self, live: LiveMatch, attempt: Callable[[], Awaitable[T]]) -> T:
        for _ in range(MOST_TRIES):
            if live.dropped:
                raise Refused("The table was just laid out anew; try again.", 503)
            before = replace(live.head), [replace(seat) for seat in live.seats]
            try:
                return await attempt()
            except StaleVersion:
                await self._read_again(live)
            except (Refused, UserError, IllegalMove):
                behind = await self._is_behind(live)
                if behind or (not live.dropped and before != (live.head, live.seats)):
                    await self._read_again(live)
                if not behind:
                    raise
            except BaseException:
                self.drop(live)
                raise
        raise StaleVersion

    async def _is_behind(self, live: LiveMatch) -> bool:
        """Whether another server's change is unknown here, so that the refusal may be wrong."""
        return not live.dropped and (await self.store.versions([live.id])).get(live.id, 0) > live.head.version

    async def _read_again(self, live: LiveMatch) -> None:
        """Read all of the match from the database, under the lock."""
        try:
            live.reload(await self._read(live.id))
        except BaseException:
            self.drop(live)
            raise

    async def store_change(self, live: LiveMatch, writing: Awaitable[None]) -> None:
        """Store a change; `writing` starts only here. On failure memory is ahead of the database: the match
        is dropped, or read again by the caller if another server was quicker."""
        live.head.due = live.when_due()
        live.head.driver = self.driver_of(live)
        begun = time.monotonic()
        try:
            await writing
            self.metrics.database_seconds.add(time.monotonic() - begun)
        except StaleVersion:
            raise
        except BaseException:
            self.drop(live)
            raise

    # --- changes by other servers

    def hear(self, match: str, version: int, driver: str, told: News | None) -> "asyncio.Task[None] | None":
        """Handle another server's note of a new version, which may include what is new. Return the task that
        reads it, or None if nobody here looks at the match or plays for its bots."""
        live, mine = self._live.get(match), driver == self.store.worker
        if live is None:
            return asyncio.create_task(self._look_after(match)) if mine else None
        if version <= max(live.head.version, live.heard_of) or not (mine or live.listeners):
            return None
        live.heard_of = version
        if told is None:
            return asyncio.create_task(self._look_after(match))
        return asyncio.create_task(self._read_told(live, version, driver, told))

    async def _read_told(self, live: LiveMatch, version: int, driver: str, told: News) -> None:
        """Apply moves that another server has sent, if they are the next ones; otherwise read the match."""
        async with live.lock:
            is_next = not live.dropped and live.head.version == version - 1
            if is_next:
                try:
                    live.apply_remote(Stored(_next_head(live.head, driver, told), live.seats, told.moves))
                except (UserError, IllegalMove):
                    await self._read_again(live)
        if is_next:
            self.go_on(live)
        else:
            await self._look_after(live.id)

    async def _look_after(self, match: str) -> None:
        with contextlib.suppress(Refused):  # Nobody is there to be told; listeners reconnect.
            await self.get(match)

    async def catch_up(self, live: LiveMatch, version: int) -> None:
        """Read other servers' changes, up to that version at least."""
        if live.head.version >= version:
            return
        async with live.lock:
            if not live.dropped and live.head.version < version:
                await self._read_news(live)
        self.go_on(live)

    async def _read_news(self, live: LiveMatch) -> None:
        try:
            news = await self.store.load(live.id, live.seen)
            if news is None:
                raise NotFound
            if news.take_backs or bool(news.head.started) != (live.match is not None):
                live.reload(await self._read(live.id))
            else:
                live.apply_remote(news)
        except (UserError, IllegalMove):  # The match in memory is not the one they continued.
            await self._read_again(live)
        except BaseException:
            self.drop(live)
            raise

    async def catch_up_all(self) -> None:
        """Read all changes missed while nobody listened to the other servers."""
        for match, version in (await self.store.versions(list(self._live))).items():
            if live := self._live.get(match):
                await self.catch_up(live, version)

    def who_is_here(self, seconds: float) -> dict[str, list[int]]:
        """Return the seats of each match where this server saw somebody within that many seconds."""
        here = {match: live.here(seconds) for match, live in self._live.items()}
        return {match: seats for match, seats in here.items() if seats}

    def see_elsewhere(self, here: dict[str, list[int]]) -> None:
        for match, seats in here.items():
            if live := self._live.get(match):
                live.see_elsewhere(seats, ABSENT_AFTER)

    def forget_absent(self) -> None:
        for live in self._live.values():
            live.forget_absent()


def _next_head(head: Head, driver: str, told: News) -> Head:
    return replace(
        head,
        version=head.version + 1,
        asked=msgspec.json.decode(told.asked, type=TakeBackRequest) if told.asked else None,
        waiting=msgspec.json.decode(told.waiting, type=Waiting),
        due=told.due,
        driver=driver,
    )
