"""Moves that no person makes: bots, bots in place of people who are away, and clocks that run out."""

import asyncio
import time
from typing import TYPE_CHECKING

from quincunx.bots.guard import Guarded
from quincunx.core.bot import Bot
from quincunx.web import play
from quincunx.web.live_match import LiveMatch
from quincunx.web.refusal import Refused

if TYPE_CHECKING:
    from quincunx.web.host import Host

QUICKER = 0.85
"""Each pause is shorter than the one before, so that nobody waits long for bots that do a great deal."""
SHORTEST_PAUSE = 0.05
MOST_STEPS = 20_000
"""Bots do not go on with a match that is longer: its variant has no end."""


class Autoplay:
    """Plays for bots, for those who are away, and for those whose time is up."""

    def __init__(self, host: "Host", pace: float) -> None:
        self._host = host
        self._pace = pace
        self._late: set[asyncio.Task[None]] = set()

    def go_on(self, live: LiveMatch) -> None:
        """After any change: let bots move if it is their turn, and set the clock."""
        if live.dropped:
            return
        if live.driver is None and self._next(live) is not None:
            live.driver = asyncio.create_task(self._drive(live))
        self._set_alarm(live)

    def stop(self, live: LiveMatch) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if live.driver is not None and live.driver is not asyncio.current_task():
            live.driver.cancel()

    async def _drive(self, live: LiveMatch) -> None:
        pause = self._pace
        try:
            while not live.dropped and (seat := self._next(live)) is not None:
                paced = live.onlookers > 0 and pause >= SHORTEST_PAUSE
                await asyncio.sleep(pause if paced else 0)
                pause *= QUICKER
                if self._next(live) != seat:
                    continue  # Somebody came back or took back meanwhile.
                if paced or live.seconds_to_think.get(seat, play.QUICK + 1) > play.QUICK:
                    await self._think_and_play(live, seat)
                else:
                    await play.advance(self._host, live, play.by_quick_bots(live))
        except Refused:
            pass  # It could not be stored; the match is forgotten and read again when next looked at.
        finally:
            live.driver = None
        self._set_alarm(live)

    def _next(self, live: LiveMatch) -> int | None:
        match = live.match
        return live.next_bot() if match is not None and len(match.steps) < MOST_STEPS else None

    async def _think_and_play(self, live: LiveMatch, seat: int, stand_in: Bot | None = None) -> None:
        """One move, thought out on a copy beside the loop."""
        match = live.playing()
        bot = stand_in or match.bots[seat]
        if bot is None:
            return
        seen, begun = play.now(live), time.monotonic()
        action = await asyncio.to_thread(match.think, seat, bot, match.state.clone())
        # A bot that is not ours may be quick a hundred times and then think: it never thinks in the loop.
        if not isinstance(bot, Guarded):
            live.seconds_to_think[seat] = time.monotonic() - begun
        choices = play.by_thinker(live, seat, action, seen, once=stand_in is not None)
        await play.advance(self._host, live, choices)

    # --- the clock

    def _set_alarm(self, live: LiveMatch) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if live.deadlines and not live.dropped:
            wait = min(live.deadlines.values()) - time.monotonic()
            live.alarm = asyncio.get_running_loop().call_later(max(wait, 0.0), self._ring, live)

    def _ring(self, live: LiveMatch) -> None:
        live.alarm = None
        task = asyncio.create_task(self._time_is_up(live))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _time_is_up(self, live: LiveMatch) -> None:
        try:
            for seat, deadline in list(live.deadlines.items()):
                if deadline <= time.monotonic() and live.deadlines.get(seat) == deadline:
                    await self._think_and_play(live, seat, live.stand_in())
        except Refused:
            return
        self.go_on(live)
