"""Reasons for a plan in the words of the game."""

from quincunx.games.bitcoin_mining import codes, moves
from quincunx.games.bitcoin_mining.chances import visited
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.text.grammar import Voice, percent


def reason(state: BitcoinMining, seat: int, plan: list[int], voice: Voice) -> str:
    """Return the effect of the first move, and how soon it may pay."""
    move = moves.decode(state, seat, plan[0])
    keeps = f"keeps your {state.miners[seat].fiat:,} fiat"
    if move.verb == "decline" and state.phase == codes.PURCHASE:
        return f"{keeps} for tolls and batches"
    if move.verb in ("no", "later") or (move.verb == "roll" and state.may_order(state.miners[seat])):
        return f"{keeps}; you can order later"
    brings = moves.explain(state, seat, move, voice)
    place = moves.place_of(state, move)
    if place is None or move.verb not in ("buy", "order"):
        return brings
    soon = visited(state, seat, place)
    return f"{brings}; {percent(soon)} that another player lands there next" if soon else brings
