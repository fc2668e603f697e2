"""Reasons for a plan in the words of the game."""

from quincunx.games.idle_six import codes, moves
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import both
from quincunx.text.grammar import Voice


def reason(state: IdleSix, seat: int, plan: list[int], voice: Voice) -> str:
    """Return the first move's effect and the money after the whole plan, or the cost of its purchases."""
    first = moves.explain(state, seat, moves.decode(state, seat, plan[0]), voice)
    if len(plan) == 1 or state.phase not in (codes.ACTION, codes.UPGRADE):
        return first
    after = state.clone()
    for action in plan:
        if not after.legal(seat, action) or after.phase == codes.ACTION != state.phase:
            break
        after.move(seat, action)
    if state.phase == codes.UPGRADE:
        spent = both(state.money - after.money, voice.look)
        return f"{spent} in all, {both(after.money, voice.look)} left"
    return f"{first}; after the whole plan you have {both(after.money, voice.look)}"
