"""The positions of a finished match, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.errors import UserError
from quincunx.core.state import CHANCE, State
from quincunx.match.match import Match, Step


@dataclass(frozen=True)
class VisitedPosition:
    """Where the match stood before one of its steps."""

    at: int
    """How many steps had been made."""
    state: State
    step: Step
    turn: int
    """Its turn as people count: the first one is 1."""

    @property
    def is_chance(self) -> bool:
        return self.step.seat == CHANCE

    @property
    def is_forced(self) -> bool:
        """Whether the one who moved had no choice. Somebody who is not waited for could have waited."""
        seat = self.step.seat
        if self.is_chance or seat not in self.state.players_to_move():
            return False
        return len(self.state.legal_actions(seat)) == 1

    def after(self) -> State:
        """The position that the step led to."""
        state = self.state.clone()
        state.move(self.step.seat, self.step.action)
        return state


def positions(match: Match) -> Iterator[VisitedPosition]:
    """Every position that was moved from. A UserError if the match is not over: what is hidden in it must
    not be told, and nobody knows yet how it ends."""
    if not match.over:
        raise UserError("Only a match that is over can be analysed; play it to its end first.")
    state: State = match.game.new(len(match.seats), match.numbers)
    behind: int | None = None
    for at, step in enumerate(match.steps):
        if behind is None and step.seat != CHANCE:
            # Idle Six counts turns that are over; elsewhere 0 is only what is drawn before the first turn.
            behind = 1 if state.turns() == 0 else 0
        yield VisitedPosition(at, state.clone(), step, max(1, state.turns() + (behind or 0)))
        state.move(step.seat, step.action)
