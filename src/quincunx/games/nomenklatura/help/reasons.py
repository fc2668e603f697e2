"""Reasons for a plan in the words of the game."""

from quincunx.games.nomenklatura import moves
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import score
from quincunx.games.nomenklatura.state import CARD, EXECUTION, MERGER_BID, TURN_BID
from quincunx.text.grammar import Voice


def reason(state: Nomenklatura, seat: int, plan: list[int], voice: Voice) -> str:
    """Return the cost of a bid; for a card, the change that all answers to it make to the income."""
    move = moves.decode(state, seat, plan[0])
    brings = moves.explain(state, seat, move, voice)
    if move.verb == "pass":
        return _passes(state, seat)
    if state.phase in (TURN_BID, MERGER_BID):
        return brings
    after = state.clone()
    for action in plan:
        if after.phase not in (EXECUTION, CARD) or not after.legal(seat, action):
            break
        after.move(seat, action)
    change = score(after)[seat] - score(state)[seat]
    if not change:
        return brings
    return f"the regions pay you ${abs(change)} {'more' if change > 0 else 'less'} a round"


def _passes(state: Nomenklatura, seat: int) -> str:
    """Return the savings and losses of a pass."""
    placed = state.seats[seat].bid
    given_up = f"; the {placed} you placed stay on the track" if placed else ""
    total = state.highest_bid() + 1
    if total > state.most_bid(seat):
        return f"you cannot bid more{given_up}"
    return f"saves the {total - placed} or more that a higher bid takes{given_up}"
