"""Limits on the size and the rate of one visitor's requests. The middleware enforces them."""

import time
from dataclasses import dataclass

from quincunx.input_limits import MOST_FORM_BYTES

MOST_ADDRESSES = 10_000
MAKING, THINKING, LISTING = 30.0, 10.0, 5.0
"""Points for a request that makes a match or a run, that computes advice or analysis, or that looks things
up."""
_MAKES = ("matches", "rematch", "play-on", "runs")
_THINKS = ("hint", "why", "analysis", "analysis.json")
_LOOKS_UP = ("", "matches", "tour", "replay", "frames", "result.svg", "record", "record.json")


def cost(method: str, path: str) -> float:
    """Return the points that a request costs its address."""
    _, _, last = path.rstrip("/").rpartition("/")
    if method == "POST" and last in _MAKES:
        return MAKING
    if last in _THINKS:
        return THINKING
    return LISTING if last in _LOOKS_UP else 1.0


@dataclass
class Limits:
    """Limits of the server. Each address gets `rate` points a second and `burst` at once; `cost` says how
    many a request takes. Each seat has points of its own for chat, and for what it does beside moves
    (`deed_rate`, `deed_burst`). `clocks` is how many of an address's matches may have a running clock,
    `streams` how many event streams it may hold open, and `bot_seconds` how long a bot added by the operator
    may think.

    A visitor plays one run at a time at the desk, an address `desk_runs`, and all servers together
    `desk_waiting`; a run takes at most `desk_seconds`.
    """

    rate: float = 400.0
    burst: float = 1500.0
    body: int = MOST_FORM_BYTES
    chat_rate: float = 0.5
    chat_burst: float = 6.0
    deed_rate: float = 2.0
    deed_burst: float = 30.0
    bot_seconds: float | None = 5.0
    clocks: int = 200
    streams: int = 2000
    desk_runs: int = 4
    desk_waiting: int = 24
    desk_seconds: float = 120.0


class Bucket:
    """A supply of points that refills with time (a token bucket)."""

    __slots__ = ("at", "points")

    def __init__(self, points: float) -> None:
        self.points = points
        self.at = time.monotonic()

    def take(self, cost: float, rate: float, burst: float) -> bool:
        now = time.monotonic()
        self.points = min(burst, self.points + (now - self.at) * rate)
        self.at = now
        if self.points < cost:
            return False
        self.points -= cost
        return True


class Rates:
    """A bucket for each key, such as an address or a seat."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[object, Bucket] = {}

    def allow(self, key: object, cost: float = 1.0) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._forget()
            bucket = self._buckets[key] = Bucket(self._burst)
        return bucket.take(cost, self._rate, self._burst)

    def _forget(self) -> None:
        """Drop the keys whose buckets are full again: a new bucket would be the same."""
        full = time.monotonic() - self._burst / self._rate
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket.at > full}
        if len(self._buckets) >= MOST_ADDRESSES:
            self._buckets.clear()
