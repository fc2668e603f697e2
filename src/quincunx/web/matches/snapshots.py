"""The positions that a match went through, for browsers that follow it.

Bots do not wait for viewers: browsers are sent each position, and show them one by one at the viewer's pace.
"""

import bisect
import copy
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quincunx.core.state import State
from quincunx.match.match import Match

if TYPE_CHECKING:
    from quincunx.web.matches.live_match import LiveMatch

MOST_MOMENTS = 200
"""Positions kept for browsers that have yet to be sent them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position that a match went through."""

    number: int
    steps: int
    """Moves made so far."""
    state: State


class Moments:
    """The latest positions of a match that somebody follows."""

    def __init__(self) -> None:
        self._kept: deque[Moment] = deque(maxlen=MOST_MOMENTS)
        self.last = 0
        """Number of the newest position."""

    def note(self, match: Match) -> None:
        self.last += 1
        self._kept.append(Moment(self.last, len(match.steps), match.state.clone()))

    def between(self, seen: int, steps: int) -> list[Moment]:
        """Return the positions after number `seen` in which fewer than `steps` moves had been made."""
        return [moment for moment in self._kept if moment.number > seen and moment.steps < steps]

    def clear(self) -> None:
        self._kept.clear()


def as_it_was(live: "LiveMatch", moment: Moment) -> "LiveMatch":
    """Return a copy of the match at that moment, only to look at."""
    then, match = copy.copy(live), copy.copy(live.playing())
    match.state, match.steps = moment.state, match.steps[: moment.steps]
    then.match, then.stored, then.is_past = match, moment.steps, True
    then._known = {
        reader: known[: bisect.bisect_right(known, moment.steps)] for reader, known in live._known.items()
    }
    then._known_until = {reader: min(until, moment.steps) for reader, until in live._known_until.items()}
    return then
