"""What happens at a table without people: bots move, and clocks run out."""

import asyncio
import time
from typing import TYPE_CHECKING

from quincunx.core.bot import Bot
from quincunx.table.refusal import Refused
from quincunx.table.running import Running

if TYPE_CHECKING:
    from quincunx.table.host import Host

QUICK = 0.005
"""A bot that thinks no longer than so many seconds may do so without a thread of its own."""
IN_ONE_GO = 0.02
"""So many seconds may quick bots take before others get their turn."""
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

    def go_on(self, running: Running) -> None:
        """After any change: let bots move if it is their turn, and set the clock."""
        if running.dropped:
            return
        if running.driver is None and self._next(running) is not None:
            running.driver = asyncio.create_task(self._drive(running))
        self._set_alarm(running)

    def stop(self, running: Running) -> None:
        if running.alarm is not None:
            running.alarm.cancel()
            running.alarm = None
        if running.driver is not None and running.driver is not asyncio.current_task():
            running.driver.cancel()

    async def _drive(self, running: Running) -> None:
        pause = self._pace
        try:
            while not running.dropped and (seat := self._next(running)) is not None:
                paced = running.onlookers > 0 and pause >= SHORTEST_PAUSE
                await asyncio.sleep(pause if paced else 0)
                pause *= QUICKER
                if self._next(running) != seat:
                    continue  # Somebody came back or took back meanwhile.
                if paced or running.seconds_to_think.get(seat, QUICK + 1) > QUICK:
                    await self._play_one(running, seat)
                else:
                    await self._play_quick_bots(running)
        except Refused:
            pass  # It could not be stored; the match is forgotten and read again when next looked at.
        finally:
            running.driver = None
        self._set_alarm(running)

    def _next(self, running: Running) -> int | None:
        match = running.match
        return running.next_bot() if match is not None and len(match.steps) < MOST_STEPS else None

    async def _play_quick_bots(self, running: Running) -> None:
        """Several moves, stored together."""
        async with self._host.changing(running):
            match, begun = running.playing(), time.monotonic()
            while (seat := running.next_bot()) is not None:
                if (
                    running.seconds_to_think.get(seat, QUICK + 1) > QUICK
                    or time.monotonic() - begun > IN_ONE_GO
                ):
                    break
                match.play_bot(seat)
                running.roll()
            await self._host.save(running)

    async def _play_one(self, running: Running, seat: int, bot: Bot | None = None) -> None:
        """One move, thought out beside the loop on a copy, and made if nothing has happened meanwhile."""
        match = running.playing()
        thinker = bot or match.bots[seat]
        if thinker is None:
            return
        seen, takes = len(match.steps), len(match.take_backs)
        begun = time.monotonic()
        action = await asyncio.to_thread(match.think, seat, thinker, match.state.clone())
        running.seconds_to_think[seat] = time.monotonic() - begun
        async with self._host.changing(running):
            current = (len(match.steps), len(match.take_backs)) == (seen, takes)
            if running.dropped or not current or (bot is None and match.bots[seat] is None):
                return
            match.play(seat, action)
            running.roll()
            await self._host.save(running)

    # --- the clock

    def _set_alarm(self, running: Running) -> None:
        if running.alarm is not None:
            running.alarm.cancel()
            running.alarm = None
        if running.deadlines and not running.dropped:
            wait = min(running.deadlines.values()) - time.monotonic()
            running.alarm = asyncio.get_running_loop().call_later(max(wait, 0.0), self._ring, running)

    def _ring(self, running: Running) -> None:
        running.alarm = None
        task = asyncio.create_task(self._time_is_up(running))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _time_is_up(self, running: Running) -> None:
        try:
            for seat, deadline in list(running.deadlines.items()):
                if deadline <= time.monotonic() and running.deadlines.get(seat) == deadline:
                    await self._play_one(running, seat, running.stand_in())
        except Refused:
            return
        self.go_on(running)
