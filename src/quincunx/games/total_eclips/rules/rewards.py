"""Gains of players: Trust, clips and cores."""

from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.state import TRUST_EARNED, Position, Side, replaced


def pay(state: Position, seat: int, trust: int, clips: int, source: int, cause: str, piece: str) -> None:
    """Give Trust and clips, and log the cause."""
    side = state.sides[seat]
    before = side.position
    side.trust += trust
    side.tally[TRUST_EARNED] += trust
    advance(side, clips, source)
    if state.log is not None:
        amounts = {"trust": trust, "clips": clips, "moved": side.position - before, "position": side.position}
        state.log_event("paid", seat, amounts, [piece], [cause])
        note_rank(state, seat, before)


def advance(side: Side, clips: int, source: int) -> None:
    """Move the marker; positions stop at the last one (EC-16)."""
    before = side.position
    side.position = min(before + clips, side.parts.track.last)
    side.tally[source] += side.position - before


def note_rank(state: Position, seat: int, before: int) -> None:
    track = state.parts.track
    position = state.sides[seat].position
    if track.rank(position) != track.rank(before):
        state.log_event("rank-reached", seat, {"position": position}, [track.ranks[track.rank(position)]])


def gain_core(state: Position, seat: int, kind: int, cause: str) -> None:
    """Give a core from the supply; it can be placed from the next round on (EC-14)."""
    side = state.sides[seat]
    side.spent[kind] += 1
    take_from_supply(side, kind)
    if state.log is not None:
        state.log_event("core-gained", seat, None, [KIND_NAMES[kind]], [cause])


def take_from_supply(side: Side, kind: int) -> None:
    if side.parts.limited:
        side.supply = replaced(side.supply, kind, side.supply[kind] - 1)
