"""Who is at a table: seats that somebody is seen at, here or by another server, and everyone who listens."""

import asyncio
import time
from collections import Counter


class Presence:
    def __init__(self, seats: int) -> None:
        self.connected: Counter[int] = Counter()
        self.elsewhere: dict[int, float] = {}
        """Until when people count as present because another server sees them."""
        self.seen_at = [time.monotonic()] * seats
        """When each seat was last seen by anybody."""
        self.seen_here_at: dict[int, float] = {}
        """When this server has seen seats itself."""
        self.listeners: set[asyncio.Event] = set()

    def changed(self) -> None:
        """Wake everyone who listens."""
        for listener in self.listeners:
            listener.set()

    def see(self, seats: list[int]) -> None:
        """People at these seats show that they are there."""
        for seat in seats:
            self.seen_at[seat] = self.seen_here_at[seat] = time.monotonic()

    def unseen_for(self, seat: int) -> float:
        """For how many seconds nobody has been seen at that seat."""
        return 0.0 if self.is_here(seat) else time.monotonic() - self.seen_at[seat]

    def is_here(self, seat: int) -> bool:
        """Whether somebody at that seat is connected, to this server or to another."""
        return self.connected[seat] > 0 or seat in self.elsewhere

    def here(self, seconds: float) -> list[int]:
        """The seats where somebody was seen by this server within so many seconds."""
        since = time.monotonic() - seconds
        seen = {seat for seat, seen_at in self.seen_here_at.items() if seen_at > since}
        return sorted(seen | {seat for seat, number in self.connected.items() if number > 0})

    def see_elsewhere(self, seats: list[int], seconds: float) -> None:
        """Another server sees people at these seats."""
        new = [seat for seat in seats if not self.is_here(seat)]
        self.elsewhere |= dict.fromkeys(seats, time.monotonic() + seconds)
        if new:
            self.changed()

    def forget_absent(self) -> None:
        """Nobody sees some people any more."""
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
