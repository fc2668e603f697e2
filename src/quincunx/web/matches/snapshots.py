"""The positions on the way to where a match is now.

Bots do not wait for anybody: browsers are sent each position, and show them one after the other at the pace
of whoever looks.
"""

from collections import deque
from dataclasses import dataclass

from quincunx.core.state import State
from quincunx.match.match import Match

MOST_MOMENTS = 200
"""How many positions are kept for browsers that have yet to be sent them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position that a match went through."""

    number: int
    steps: int
    """How many moves had been made."""
    state: State


class Moments:
    """The last positions of a match that somebody looks at."""

    def __init__(self) -> None:
        self._kept: deque[Moment] = deque(maxlen=MOST_MOMENTS)
        self.last = 0
        """The number of the newest."""

    def note(self, match: Match) -> None:
        self.last += 1
        self._kept.append(Moment(self.last, len(match.steps), match.state.clone()))

    def between(self, seen: int, steps: int) -> list[Moment]:
        """Those after the moment of the number `seen`, from before the match had so many steps."""
        return [moment for moment in self._kept if moment.number > seen and moment.steps < steps]

    def clear(self) -> None:
        self._kept.clear()
