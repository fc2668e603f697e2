"""Counts of what a server does, in the text format of Prometheus.

Servers that share a database exchange their counts with every heartbeat, so each of them can answer for all,
with a label for each server.
"""

import bisect

import msgspec

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends of a histogram's buckets, in seconds."""


class SecondsHistogram(msgspec.Struct):
    counts: list[int] = msgspec.field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Metrics(msgspec.Struct):
    """The counts of one server."""

    moves_of_people: int = 0
    moves_of_bots: int = 0
    move_seconds: SecondsHistogram = msgspec.field(default_factory=SecondsHistogram)
    request_seconds: SecondsHistogram = msgspec.field(default_factory=SecondsHistogram)
    database_seconds: SecondsHistogram = msgspec.field(default_factory=SecondsHistogram)
    tables: int = 0
    streams: int = 0
    failed_changes: int = 0

    def as_json(self) -> str:
        return msgspec.json.encode(self).decode()


def from_json(text: str) -> Metrics:
    """Decode another server's counts. Unknown ones are ignored: it may run another release."""
    return msgspec.json.decode(text or "{}", type=Metrics)


def as_text(servers: dict[str, Metrics]) -> str:
    """Return all servers' counts as Prometheus text, labelled by the server's name."""
    lines: list[str] = []
    _head(lines, "moves_total", "counter", "Moves that were stored, without dice.")
    for name, each in servers.items():
        for by, number in (("person", each.moves_of_people), ("bot", each.moves_of_bots)):
            lines.append(f'quincunx_moves_total{{worker="{name}",by="{by}"}} {number}')
    for field, meaning in (
        ("move_seconds", "From the request for a move to its answer."),
        ("request_seconds", "From any request to the beginning of its answer."),
        ("database_seconds", "How long a change waits until it is stored."),
    ):
        _head(lines, field, "histogram", meaning)
        for name, each in servers.items():
            _histogram(lines, field, name, getattr(each, field))
    for field, kind, meaning in (
        ("tables", "gauge", "Matches in memory."),
        ("streams", "gauge", "Open streams of events."),
        ("failed_changes", "counter", "Changes that could not be stored."),
    ):
        shown = f"{field}_total" if kind == "counter" else field
        _head(lines, shown, kind, meaning)
        lines += [f'quincunx_{shown}{{worker="{name}"}} {getattr(s, field)}' for name, s in servers.items()]
    return "\n".join(lines) + "\n"


def _head(lines: list[str], name: str, kind: str, meaning: str) -> None:
    lines += [f"# HELP quincunx_{name} {meaning}", f"# TYPE quincunx_{name} {kind}"]


def _histogram(lines: list[str], field: str, name: str, shown: SecondsHistogram) -> None:
    so_far = 0
    for bound, count in zip((*BOUNDS, "+Inf"), shown.counts, strict=True):
        so_far += count
        lines.append(f'quincunx_{field}_bucket{{worker="{name}",le="{bound}"}} {so_far}')
    lines.append(f'quincunx_{field}_sum{{worker="{name}"}} {shown.total:.6f}')
    lines.append(f'quincunx_{field}_count{{worker="{name}"}} {so_far}')
