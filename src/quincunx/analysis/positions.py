"""The positions of a finished match, in order."""

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.errors import UserError
from quincunx.core.state import CHANCE, State
from quincunx.match.match import Match, Step


@dataclass(frozen=True)
class VisitedPosition:
    """The position before one step of a match."""

    at: int
    """The number of steps made before."""
    state: State
    step: Step
    turn: int
    """The turn as people count: the first one is 1."""

    @property
    def is_chance(self) -> bool:
        return self.step.seat == CHANCE

    @property
    def is_forced(self) -> bool:
        """Whether the seat had no choice. Optional out-of-turn moves are never forced."""
        seat = self.step.seat
        if self.is_chance or seat not in self.state.players_to_move():
            return False
        return len(self.state.legal_actions(seat)) == 1

    def after(self) -> State:
        """Return the position that the step led to."""
        state = self.state.clone()
        state.move(self.step.seat, self.step.action)
        return state


def positions(match: Match) -> Iterator[VisitedPosition]:
    """Yield the position before every step; raise UserError if the match is not over, because its secrets
    must not be told."""
    if not match.over:
        raise UserError("Only a match that is over can be analysed; play it to its end first.")
    state: State = match.game.new_initial_state(len(match.seats), match.numbers)
    offset: int | None = None
    for at, step in enumerate(match.steps):
        if offset is None and step.seat != CHANCE:
            # Idle Six counts finished turns from 0; elsewhere turn 0 has only draws before the first turn.
            offset = 1 if state.turns() == 0 else 0
        yield VisitedPosition(at, state.clone(), step, max(1, state.turns() + (offset or 0)))
        state.move(step.seat, step.action)
