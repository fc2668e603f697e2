"""What a plan is good for, in the words of the game."""

from quincunx.core.voice import Voice
from quincunx.games.total_eclips import moves
from quincunx.games.total_eclips.chances import placed
from quincunx.games.total_eclips.codes import PLACE, PUT
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.rules_placing import place


def reason(state: TotalEClips, seat: int, plan: list[int], voice: Voice) -> str:
    """Of a placement, what all of it may reach; of anything else, what the move brings."""
    if state.phase != PLACE:
        return moves.explain(state, seat, moves.decode(state, seat, plan[0]), voice)
    side = state.sides[seat].clone()
    for action in plan:
        if action >= PUT:
            place(side, action)
    return "; ".join(placed(state, side)) or "keeps everything for later"
