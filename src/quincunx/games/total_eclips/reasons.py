"""What a plan is good for, in the words of the game."""

from quincunx.core.voice import Voice
from quincunx.games.total_eclips import moves
from quincunx.games.total_eclips.chances import placed
from quincunx.games.total_eclips.codes import DONE, PLACE
from quincunx.games.total_eclips.rules import TotalEClips


def reason(state: TotalEClips, seat: int, plan: list[int], voice: Voice) -> str:
    """Of a placement, what all of it may reach; of anything else, what the move brings."""
    if state.phase != PLACE:
        return moves.explain(state, seat, moves.decode(state, seat, plan[0]), voice)
    after = state.clone()
    for action in plan:
        if action == DONE or not after.legal(seat, action):
            break
        after.move(seat, action)
    return "; ".join(placed(state, after.sides[seat])) or "keeps everything for later"
