"""The positions on the way to where a match is now.

Bots do not wait for anybody: browsers are sent each position, and show them one after the other at the pace
of whoever looks.
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


def as_it_was(live: "LiveMatch", moment: Moment) -> "LiveMatch":
    """The match at that moment, to be looked at only."""
    then, match = copy.copy(live), copy.copy(live.playing())
    match.state, match.steps = moment.state, match.steps[: moment.steps]
    then.match, then.stored, then.is_past = match, moment.steps, True
    then._known = {
        reader: known[: bisect.bisect_right(known, moment.steps)] for reader, known in live._known.items()
    }
    then._known_until = {reader: min(until, moment.steps) for reader, until in live._known_until.items()}
    return then
