"""The rules of undo: a match may be taken back to a person's last decision, unless dice or secrets were shown
since."""

from typing import TYPE_CHECKING

from quincunx.core.state import CHANCE
from quincunx.match.knowledge import has_learnt

if TYPE_CHECKING:
    from quincunx.match.match import Match, Step


def how_far_back(match: "Match") -> int:
    """Return the number of moves back to the last person's decision; 0 if that cannot be taken back."""
    alone = len(match.seats) == 1
    for back, step in enumerate(reversed(own_steps(match)), 1):
        if step.seat == CHANCE:
            if not alone:
                return 0
        elif not match.seats[step.seat].bot:
            # A bot may have taken over since, and then no person is asked.
            replaced = match.bots[step.seat] is not None
            return 0 if replaced or _too_late(match, step.seat, len(match.steps) - back) else back
    return 0


def own_steps(match: "Match") -> "list[Step]":
    """Return the steps made in this match, without those of the match that it continues."""
    return match.steps[inherited_moves(match) :]


def inherited_moves(match: "Match") -> int:
    """Return how many moves come from another match; those who sit here have not made them."""
    return match.branch.moves if match.branch else 0


def _too_late(match: "Match", mover: int, length: int) -> bool:
    """Whether a secret prevents a decision from being taken back; `length` moves were made before it."""
    if match.before_decision is None:
        return False
    # While others must move, the answer would tell whether they moved in secret. Before dice nobody must.
    actors = match.state.players_to_move()
    if mover not in actors and actors != [CHANCE]:
        return True
    made, before = match.before_decision
    assert made == length
    people = [seat for seat, player in enumerate(match.seats) if not player.bot]
    return any(has_learnt(match.game, before, match.steps[length:], seat) for seat in people)
