"""Presence at a table: seats where a person is seen, here or by another server, and all listeners."""

import asyncio
import time
from collections import Counter


class Presence:
    def __init__(self, seats: int) -> None:
        self.connected: Counter[int] = Counter()
        self.elsewhere: dict[int, float] = {}
        """Time until which each seat counts as present because another server sees it."""
        self.seen_at = [time.monotonic()] * seats
        """Last time that each seat was seen by any server."""
        self.seen_here_at: dict[int, float] = {}
        """Last time that this server saw each seat."""
        self.listeners: set[asyncio.Event] = set()

    def changed(self) -> None:
        """Wake all listeners."""
        for listener in self.listeners:
            listener.set()

    def see(self, seats: list[int]) -> None:
        """Note that people at these seats are present."""
        for seat in seats:
            self.seen_at[seat] = self.seen_here_at[seat] = time.monotonic()

    def unseen_for(self, seat: int) -> float:
        """Return the seconds since anybody was seen at that seat."""
        return 0.0 if self.is_here(seat) else time.monotonic() - self.seen_at[seat]

    def is_here(self, seat: int) -> bool:
        """Whether somebody at that seat is connected, to any server."""
        return self.connected[seat] > 0 or seat in self.elsewhere

    def here(self, seconds: float) -> list[int]:
        """Return the seats where this server saw somebody within that many seconds."""
        since = time.monotonic() - seconds
        seen = {seat for seat, seen_at in self.seen_here_at.items() if seen_at > since}
        return sorted(seen | {seat for seat, number in self.connected.items() if number > 0})

    def see_elsewhere(self, seats: list[int], seconds: float) -> None:
        """Note that another server sees people at these seats."""
        new = [seat for seat in seats if not self.is_here(seat)]
        self.elsewhere |= dict.fromkeys(seats, time.monotonic() + seconds)
        if new:
            self.changed()

    def forget_absent(self) -> None:
        """Forget people whom other servers no longer see."""
        now = time.monotonic()
        for seat in [seat for seat, until in self.elsewhere.items() if until < now]:
            del self.elsewhere[seat]
            self.seen_at[seat] = now
            self.changed()

    def connect(self, seats: list[int]) -> None:
        for seat in seats:
            self.connected[seat] += 1
            if self.connected[seat] == 1:
                self.changed()

    def disconnect(self, seats: list[int]) -> None:
        for seat in seats:
            self.connected[seat] -= 1
            if self.connected[seat] == 0:
                self.see([seat])
                self.changed()
