"""The question to the player, for the terminal and the browser alike."""

from typing import NamedTuple

from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import EXECUTION, MERGER_BID, NOWHERE, TURN_BID, Setup


class Facts(NamedTuple):
    """The facts that a question or a refusal may name: the region of the Consolidation Marker and the region
    chosen; the rubles and the supply of the player asked; the markers that a move names and their price; the
    markers that the part may still place, remove or bring."""

    marker: str
    chosen: str
    has: int
    supply: int
    there: int
    cost: int
    some: str


def is_asked(state: Nomenklatura, seat: int) -> bool:
    """Whether the seat is to move; a watcher never is."""
    return seat >= 0 and state.current_player() == seat


def question(state: Nomenklatura, seat: int) -> str:
    """Return the decision of the seat that is to move, as a sentence."""
    if state.phase in (TURN_BID, MERGER_BID):
        if state.pending:
            return f"How many of your markers go into the bid of {state.pending}? Rubles pay the rest."
        highest = f" more than {state.highest_bid()}" if state.highest_bid() else ""
        return f"Bid{highest} for {bid_for(state)}, or pass."
    if state.phase == EXECUTION:
        return "Take a card from the agenda."
    return card_words(state, seat, state.card, state.setup.cards[state.card].question(state))


def card_title(setup: Setup, card: int) -> str:
    """Return the name of a card in the middle of a sentence."""
    return f"{'the ' if card == setup.consolidation else ''}{setup.card_names[card]}"


def bid_for(state: Nomenklatura) -> str:
    """Return what the present bid is about."""
    return state.setup.region_names[state.marker] if state.phase == MERGER_BID else "the turn order"


def card_words(state: Nomenklatura, seat: int, card: int, word: str, there: int = 0) -> str:
    """Return a sentence of a card's entry in game.toml, with the facts of the position filled in."""
    names, rules = state.setup.region_names, state.setup.cards[card]
    begun = rules.parts if card == state.setup.consolidation else 0
    moves = rules.amounts.get("move", 0)
    left = moves - (state.part - begun) % moves if moves else rules.parts - state.part
    facts = Facts(
        marker=names[state.marker],
        chosen="" if state.chosen == NOWHERE else names[state.chosen],
        has=state.seats[seat].rubles,
        supply=state.seats[seat].supply,
        there=there,
        cost=there * rules.amounts.get("price", 0),
        some=f"up to {left} markers" if left > 1 else "1 marker",
    )
    text = state.setup.card_words[card][word]
    for name, value in facts._asdict().items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
