"""The question to the player, for the terminal and the browser alike."""

from typing import NamedTuple

from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import EXECUTION, MERGER_BID, NOWHERE, TURN_BID


class Facts(NamedTuple):
    """The facts that a question or a refusal may name: the region of the Consolidation Marker and the region
    chosen; the rubles and the supply of the player asked; the markers that a move names and their price."""

    marker: str
    chosen: str
    has: int
    supply: int
    there: int
    cost: int


def is_asked(state: Nomenklatura, seat: int) -> bool:
    """Whether the seat is to move; a watcher never is."""
    return seat >= 0 and state.current_player() == seat


def question(state: Nomenklatura, seat: int) -> str:
    """Return the decision of the seat that is to move, as a sentence."""
    if state.phase == TURN_BID:
        return f"Bid for the turn order: {_raise(state)}, or pass."
    if state.phase == MERGER_BID and state.pending:
        return f"How many of your picked-up markers pay for your bid of {state.pending}?"
    if state.phase == MERGER_BID:
        where = state.setup.region_names[state.marker]
        return f"Bid for the consolidation of {where}: {_raise(state)}, or pass."
    if state.phase == EXECUTION:
        return "Take a card from the agenda and carry it out."
    return card_words(state, seat, state.card, state.setup.cards[state.card].question(state))


def _raise(state: Nomenklatura) -> str:
    highest = state.highest_bid()
    return f"more than {highest}" if highest else "1 or more"


def card_words(state: Nomenklatura, seat: int, card: int, word: str, there: int = 0) -> str:
    """Return a sentence of a card's entry in game.toml, with the facts of the position filled in."""
    names = state.setup.region_names
    facts = Facts(
        marker=names[state.marker],
        chosen="" if state.chosen == NOWHERE else names[state.chosen],
        has=state.seats[seat].rubles,
        supply=state.seats[seat].supply,
        there=there,
        cost=there * state.setup.cards[card].amounts.get("price", 0),
    )
    text = state.setup.card_words[card][word]
    for name, value in facts._asdict().items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
