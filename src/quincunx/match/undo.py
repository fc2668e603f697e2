"""How far a match may be taken back: to a person's last decision, unless dice or secrets were shown since."""

from typing import TYPE_CHECKING

from quincunx.core.state import CHANCE
from quincunx.match.knowledge import has_learnt

if TYPE_CHECKING:
    from quincunx.match.match import Match, Step


def how_far_back(match: "Match") -> int:
    """How many moves it is back to the last person's decision; 0 if that stays."""
    alone = len(match.seats) == 1
    for back, step in enumerate(reversed(own_steps(match)), 1):
        if step.seat == CHANCE:
            if not alone:
                return 0
        elif not match.seats[step.seat].bot:
            # A bot may have taken over since: then there is nobody to ask.
            replaced = match.bots[step.seat] is not None
            return 0 if replaced or _too_late(match, step.seat, len(match.steps) - back) else back
    return 0


def own_steps(match: "Match") -> "list[Step]":
    """The steps that were made in this match, and not in the one that it goes on from."""
    return match.steps[inherited_moves(match) :]


def inherited_moves(match: "Match") -> int:
    """How many moves come from another match: those who sit here have not made them."""
    return match.branch.moves if match.branch else 0


def _too_late(match: "Match", mover: int, length: int) -> bool:
    """Whether a secret keeps a decision from being taken back; `length` moves were made before it."""
    if match.before_decision is None:
        return False
    # While others are to move, it would tell whether they have moved in secret. Before dice nobody is.
    actors = match.state.players_to_move()
    if mover not in actors and actors != [CHANCE]:
        return True
    made, before = match.before_decision
    assert made == length
    people = [seat for seat, player in enumerate(match.seats) if not player.bot]
    return any(has_learnt(match.game, before, match.steps[length:], seat) for seat in people)
