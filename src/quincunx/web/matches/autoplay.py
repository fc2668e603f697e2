"""Moves that no person makes: by bots, by stand-ins for people who are away, and by clocks that run out."""

import asyncio
import logging
import time
from collections.abc import Callable

from quincunx.bots.sandbox import Guarded
from quincunx.core.bot import Bot
from quincunx.thinking.protocol import is_slow, task
from quincunx.thinking.worker import ThinkingFailed
from quincunx.web.matches import move_pipeline
from quincunx.web.matches.live_match import LiveMatch, Thinking
from quincunx.web.matches.match_events import TIME_UP
from quincunx.web.matches.move_pipeline import Choices
from quincunx.web.matches.registry import Registry
from quincunx.web.server import tasks
from quincunx.web.server.errors import Refused, Unplayable, Unreachable

A_ROUND = 1.0
"""Seconds between two searches for matches that are due."""
MOST_IN_A_ROUND = 1000

log = logging.getLogger(__name__)


class Autoplay:
    """Plays for bots, for people who are away, and for people out of time."""

    def __init__(self, registry: Registry, pace: float) -> None:
        self._registry = registry
        self._pace = pace
        self._late: set[asyncio.Task[None]] = set()
        self._rounds: asyncio.Task[None] | None = None

    def go_on(self, live: LiveMatch) -> None:
        """Continue after any change: let bots move if it is their turn, and set the clock."""
        thinking = live.thinking
        if thinking is not None and not self._still_wanted(live, thinking):
            thinking.task.cancel()
        mine = not live.dropped and self._registry.is_mine(live)
        if mine and live.driver is None and live.next_bot() is not None:
            live.driver = asyncio.create_task(self._drive(live))
        self._set_alarm(live)

    # --- matches whose server is gone

    def open(self) -> None:
        self._rounds = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        if self._rounds is not None:
            await tasks.cancel([self._rounds])

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(A_ROUND)
            try:
                await self.take_over()
            except Unreachable:
                pass  # Requests for pages report it; the next round may find the database back.
            except Exception:
                log.exception("Matches that are due could not be looked after.")

    async def take_over(self) -> None:
        """Take over matches whose server is gone and in which a bot or a clock is to move. They may not even
        be in memory."""
        store = self._registry.store
        for match, driver in await store.due(time.time(), self._registry.others, MOST_IN_A_ROUND):
            if driver == store.worker and self._registry.is_driven(match):
                continue
            if driver != store.worker and not await store.claim(match, driver):
                continue
            try:
                live = await self._registry.get(match)
            except Unplayable:
                await store.let_rest(match)
                continue
            live.head.driver = store.worker
            if live.when_due() is None:
                await store.let_rest(match)
            self.go_on(live)

    async def _drive(self, live: LiveMatch) -> None:
        try:
            while not live.dropped and self._registry.is_mine(live) and (seat := live.next_bot()) is not None:
                # Browsers pace the bots' moves themselves. Only bots among themselves wait for them.
                paced = self._pace > 0 and live.onlookers > 0 and not live.has_players()
                await asyncio.sleep(self._pace if paced else 0)
                if live.next_bot() != seat:
                    continue  # A person came back, or a move was taken back.
                if paced or live.seconds_to_think.get(seat, move_pipeline.QUICK + 1) > move_pipeline.QUICK:
                    await self._think_and_play(live, seat)
                else:
                    await self._make(live, lambda: move_pipeline.by_quick_bots(live))
        except Refused:
            pass  # The change could not be stored: the match is dropped, and the next round reads it again.
        finally:
            live.driver = None
        self._set_alarm(live)

    async def _think_and_play(self, live: LiveMatch, seat: int, stand_in: Bot | None = None) -> None:
        """Play one move, thought out on a copy in a thread."""
        match = live.playing()
        bot = stand_in or match.bots[seat]
        if bot is None:
            return
        if stand_in is None and is_slow(match, seat):
            await self._think_long_and_play(live, seat)
            return
        seen, begun = move_pipeline.now(live), time.monotonic()
        action = await asyncio.to_thread(match.think, seat, bot, match.state.clone())
        # A bot from outside may be quick a hundred times and then slow: it never thinks in the event loop.
        if not isinstance(bot, Guarded):
            live.seconds_to_think[seat] = time.monotonic() - begun
        await self._make(
            live,
            lambda: move_pipeline.by_thinker(live, seat, action, seen, once=stand_in is not None),
            out_of_time=None if stand_in is None else seat,
        )

    async def _think_long_and_play(self, live: LiveMatch, seat: int) -> None:
        """Play one move, thought out in another process, unless it is no longer wanted by then."""
        about = live.decision(seat)
        action = live.playing().thoughts.planned(live.playing(), seat)
        if action is None:
            action = await self._think_long(live, seat, about)
        if action is not None:
            move = action
            await self._make(live, lambda: move_pipeline.by_slow_thinker(live, seat, move, about))

    async def _think_long(self, live: LiveMatch, seat: int, about: tuple[int, int]) -> int | None:
        match, begun = live.playing(), len(live.playing().steps)
        wanted = task(match, seat, live.seats[seat].bot, f"{match.bot_seed}:bot:{begun}")
        thinking = asyncio.ensure_future(self._registry.bot_pool.think(wanted))
        live.thinking = Thinking(seat, about, thinking)
        try:
            await asyncio.wait([thinking])
        finally:
            thinking.cancel()
            live.thinking = None
        if thinking.cancelled():
            return None
        try:
            thought = thinking.result()
        except ThinkingFailed as trouble:
            log.warning("The %s of match %s plays by rules of thumb: %s.", wanted.level, live.id, trouble)
            return await asyncio.to_thread(match.think, seat, live.stand_in(), match.state.clone())
        match.thoughts.keep(len(match.steps), thought)
        return thought.plan[0]

    async def _make(
        self, live: LiveMatch, choices: Callable[[], Choices], out_of_time: int | None = None
    ) -> None:
        """Make the moves of `choices`. `out_of_time` is a seat that the move is made for."""

        async def attempt() -> None:
            late = [] if out_of_time is None else [live.happening(TIME_UP, out_of_time)]
            await move_pipeline.carry_out(self._registry, live, choices(), happened=late)

        await self._registry.change(live, attempt)

    def _still_wanted(self, live: LiveMatch, thinking: Thinking) -> bool:
        if live.dropped or live.match is None:
            return False
        has_bot = live.match.bots[thinking.seat] is not None
        return has_bot and live.decision(thinking.seat) == thinking.decision

    # --- the clock

    def _set_alarm(self, live: LiveMatch) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if live.deadlines and not live.dropped and self._registry.is_mine(live):
            wait = min(live.deadlines.values()) - time.time()
            live.alarm = asyncio.get_running_loop().call_later(max(wait, 0.0), self._ring, live)

    def _ring(self, live: LiveMatch) -> None:
        live.alarm = None
        task = asyncio.create_task(self._time_is_up(live))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _time_is_up(self, live: LiveMatch) -> None:
        try:
            for seat, deadline in list(live.deadlines.items()):
                if deadline <= time.time() and live.deadlines.get(seat) == deadline:
                    await self._think_and_play(live, seat, live.stand_in())
        except Refused:
            return
        self.go_on(live)
