"""The positions that a match went through, for browsers that follow it.

Bots do not wait for viewers: browsers are sent each position, and show them one by one at the viewer's pace.
"""

from collections import deque
from dataclasses import dataclass

from quincunx.core.state import State
from quincunx.match.match import Match

MOST_SNAPSHOTS = 200
"""Positions kept for browsers that have yet to be sent them."""


@dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """A position that a match went through."""

    number: int
    steps: int
    """Moves made so far."""
    state: State


class Snapshots:
    """The latest positions of a match that somebody follows."""

    def __init__(self) -> None:
        self._kept: deque[MatchSnapshot] = deque(maxlen=MOST_SNAPSHOTS)
        self.last = 0
        """Number of the newest position."""

    def note(self, match: Match) -> None:
        self.last += 1
        self._kept.append(MatchSnapshot(self.last, len(match.steps), match.state.clone()))

    def between(self, seen: int, steps: int) -> list[MatchSnapshot]:
        """Those after the snapshot of the number `seen`, from before the match had so many steps."""
        return [snapshot for snapshot in self._kept if snapshot.number > seen and snapshot.steps < steps]

    def clear(self) -> None:
        self._kept.clear()
