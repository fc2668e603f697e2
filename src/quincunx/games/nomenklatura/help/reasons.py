"""Reasons for a plan in the words of the game."""

from quincunx.games.nomenklatura import moves
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import CARD, ENDED, EXECUTION, MERGER_BID, TURN_BID
from quincunx.text.grammar import Voice


def reason(state: Nomenklatura, seat: int, plan: list[int], voice: Voice) -> str:
    """Return the cost of a bid; for a card, what all answers to it bring now and at each scoring."""
    move = moves.decode(state, seat, plan[0])
    if move.verb == "pass":
        return _passes(state, seat)
    if state.phase in (TURN_BID, MERGER_BID):
        return moves.explain(state, seat, move, voice)
    after = state.clone()
    for action in plan:
        if after.phase not in (EXECUTION, CARD) or not after.legal(seat, action):
            break
        after.move(seat, action)
    if after.round != state.round or after.phase in (MERGER_BID, ENDED):
        return ""  # What was scored or bid for is no work of these moves alone.
    return moves.brings(state, after, seat)


def _passes(state: Nomenklatura, seat: int) -> str:
    """Return the savings of a pass."""
    total = state.highest_bid() + 1
    if total > state.most_bid(seat):
        return "you cannot bid more"
    more = total - state.seats[seat].bid
    return f"saves {more} or more {'rubles or markers' if state.seats[seat].hand else 'rubles'}"
