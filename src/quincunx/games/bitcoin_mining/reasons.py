"""Reasons for a plan in the words of the game."""

from quincunx.games.bitcoin_mining import codes, moves
from quincunx.games.bitcoin_mining.chances import visited
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.text.grammar import Voice, percent


def reason(state: BitcoinMining, seat: int, plan: list[int], voice: Voice) -> str:
    """Return the effect of the first move, and how soon it may pay."""
    move = moves.decode(state, seat, plan[0])
    brings = moves.explain(state, seat, move, voice)
    if move.verb == "decline" and state.phase == codes.PURCHASE:
        return f"keeps your {state.miners[seat].fiat:,} fiat for tolls and batches"
    if move.verb == "roll" and not brings:
        return "keeps your fiat; you can order later"
    if plan[0] == codes.BUY and state.phase == codes.PURCHASE:
        place = state.landed_on()
    elif plan[0] >= codes.ORDER and plan[0] < codes.CHOOSE:
        place = state.places[plan[0] - codes.ORDER]
    else:
        return brings
    return (
        f"{brings}; {percent(visited(state, seat, place))} that another pawn lands there with its next roll"
    )
