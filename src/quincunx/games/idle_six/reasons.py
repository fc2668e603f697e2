"""Reasons for a plan in the words of the game."""

from quincunx.games.idle_six import codes, moves
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import both
from quincunx.text.grammar import Voice


def reason(state: IdleSix, seat: int, plan: list[int], voice: Voice) -> str:
    """Return the effect of the first move, and the money after the whole plan."""
    first = moves.explain(state, seat, moves.decode(state, seat, plan[0]), voice)
    if len(plan) == 1 or state.phase != codes.ACTION:
        return first
    after = state.clone()
    for action in plan:
        if not after.legal(seat, action):
            break
        after.move(seat, action)
    return f"{first}; after the whole plan you have {both(after.money, voice.look)}"
