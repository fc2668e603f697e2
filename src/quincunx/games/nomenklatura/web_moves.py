"""What a player is asked now, for the board in a browser: the sentence, and each move at its place."""

from typing import Any

from quincunx.games.nomenklatura import words
from quincunx.games.nomenklatura.board import (
    BRING,
    BUY,
    CARD,
    EXECUTION,
    MARK,
    MARKERS,
    MERGER_BID,
    PARTNER,
    PLACE,
    REDUCE,
    REGIONS,
    REMOVE,
    RIDE,
    SEATS,
    SELL,
    SWAP,
    TURN_BID,
    choice_of,
    kind_of,
)
from quincunx.games.nomenklatura.cards import BuyOut, Liquidation, Redistribution
from quincunx.games.nomenklatura.cards_railroad import Partnership, Reserves
from quincunx.games.nomenklatura.rules import Nomenklatura

QUICK_BIDS = 3
OF_CARD = {
    "purge": "Remove a marker from a western region, or stop.",
    "redistribution": "Choose a western region where everybody loses markers, or place your own.",
    "central-committee": "Remove one of your own markers from another region.",
    "archive": "Pick the cards to discard. The others go back on the deck as they lay.",
    "exchange": "Swap one of your markers with an opponent's in a neighbouring region.",
    "railroad": "Send markers east along the railroad, or stop.",
    "far-east-expedition": "Place a marker in a western region, or stop.",
    "siberia-expedition": "Place a marker in a western region, or stop.",
    "buy-out": "Buy all markers of an opponent in one region, or place your own.",
    "liquidation": "Sell all your markers in one region.",
    "reserves": "Place markers, or set them aside for the next consolidation.",
    "industry": "Give up markers in {home} to remove an opponent's in the west, or stop.",
    "network": "Place a marker in a western region, or stop.",
    "partnership": "Choose a western region to place in, together with a partner.",
    "migration": "Bring markers from next door into {home}, or stay.",
}
"""What the cards ask; those that are missing ask nothing."""


def question(state: Nomenklatura, seat: int) -> str:
    """What the seat that is to move has to decide, in a sentence."""
    if state.phase == TURN_BID:
        return f"Bid for the turn order: {_raise(state)}, or pass."
    if state.phase == MERGER_BID and state.pending:
        return f"How many of your picked-up markers pay for your bid of {state.pending}?"
    if state.phase == MERGER_BID:
        where = state.setup.region_names[state.marker]
        return f"Bid for the consolidation of {where}: {_raise(state)}, or pass."
    if state.phase == EXECUTION:
        return "Take a card from the agenda and carry it out."
    return _question_of_card(state)


def _raise(state: Nomenklatura) -> str:
    highest = state.highest_bid()
    return f"more than {highest}" if highest else "1 or more"


def _question_of_card(state: Nomenklatura) -> str:
    setup = state.setup
    kinds = {kind_of(action) for action in state.options}
    if MARK in kinds:
        return "Move the Consolidation Marker to a neighbouring region: its industries will be merged."
    if PARTNER in kinds:
        return f"Choose the opponent who places beside you in {setup.region_names[state.chosen]}."
    if state.card == setup.consolidation:
        return f"Bring a marker from next door into {setup.region_names[state.marker]}, or stay."
    home = setup.region_names[setup.cards[state.card].region]
    return OF_CARD[setup.card_ids[state.card]].format(home=home)


def is_asked(state: Nomenklatura, seat: int) -> bool:
    """Whether the seat is to move; a watcher, whose number is that of chance, never is."""
    return seat >= 0 and state.actor() == seat


def bid(state: Nomenklatura, seat: int) -> dict[str, Any]:
    """What the seat may bid, the next totals with what they cost; or the ways to pay for a total."""
    if state.pending:
        moves = state.actions(seat)
        return {"pay": [_offer(state, seat, move) for move in moves]}
    least, most = state.highest_bid() + 1, state.most_bid(seat)
    quick = range(least, min(most, least + QUICK_BIDS - 1) + 1)
    return {
        "least": least,
        "most": most,
        "quick": [_offer(state, seat, total) for total in quick],
        "placed": state.bids[seat],
        "has": state.rubles[seat],
        "hand": state.hand[seat],
    }


def _offer(state: Nomenklatura, seat: int, action: int) -> dict[str, Any]:
    """A bid, or a payment for one."""
    number = choice_of(action)
    offer = {"move": words.say(state, seat, action), "number": number}
    if kind_of(action) == MARKERS:
        return {**offer, "rubles": state.pending - state.bids[seat] - number}
    more, back = words.bid_places(state, seat, number)
    return {**offer, "places": more, "back": back}


class Places:
    """The moves of a card where they are made on the map: in a region, or at a player's markers there."""

    def __init__(self, state: Nomenklatura, seat: int) -> None:
        self.in_region: dict[int, list[dict[str, str]]] = {}
        self.at_markers: dict[tuple[int, int], dict[str, str]] = {}
        self.swaps: dict[int, list[dict[str, Any]]] = {}
        self.partners: list[dict[str, Any]] = []
        if not is_asked(state, seat) or state.phase != CARD:
            return
        for action in state.options:
            self._add(state, seat, action)

    def _add(self, state: Nomenklatura, seat: int, action: int) -> None:
        kind, choice = kind_of(action), choice_of(action)
        move = words.say(state, seat, action)
        if kind in (PLACE, REDUCE, SELL, BRING, MARK):
            self.in_region.setdefault(choice, []).append({"move": move, **_in_region(state, seat, action)})
        elif kind == RIDE:
            source, target = choice // REGIONS, choice % REGIONS
            name = state.setup.region_names[target]
            told = {"move": move, "short": f"to {name}", "label": f"Send markers to {name}"}
            self.in_region.setdefault(source, []).append(told)
        elif kind in (REMOVE, BUY):
            owner, region = choice % SEATS, choice // SEATS
            self.at_markers[region, owner] = {"move": move, **_at_markers(state, kind, owner, region)}
        elif kind == SWAP:
            regions = choice // SEATS
            theirs = {"move": move, "other": choice % SEATS, "region": regions % REGIONS}
            self.swaps.setdefault(regions // REGIONS, []).append(theirs)
        elif kind == PARTNER:
            self.partners.append({"move": move, "other": choice})


def _in_region(state: Nomenklatura, seat: int, action: int) -> dict[str, str]:
    """What a button in a region says, and what it is called."""
    kind, region = kind_of(action), choice_of(action)
    name = state.setup.region_names[region]
    card = state.setup.cards[state.card]
    if kind == PLACE:
        count = min(_placed(state), state.supply[seat])
        return {"short": f"place {count}", "label": f"Place {count} in {name}"}
    if kind == REDUCE:
        assert isinstance(card, Redistribution)
        return {"short": f"{card.remove} of all", "label": f"Remove {card.remove} of everybody's in {name}"}
    if kind == SELL:
        assert isinstance(card, Liquidation)
        count = state.here(seat, region)
        worth = count * card.price
        return {"short": f"sell for ${worth}", "label": f"Sell your {count} in {name} for ${worth}"}
    if kind == BRING:
        return {"short": "bring 1", "label": f"Bring one of your markers from {name}"}
    return {"short": "merge", "label": f"Move the Consolidation Marker to {name}"}


def _placed(state: Nomenklatura) -> int:
    """How many markers a choice of the present card places."""
    card = state.setup.cards[state.card]
    if isinstance(card, Redistribution | BuyOut | Reserves):
        return card.place
    return card.western if isinstance(card, Partnership) else 1


def _at_markers(state: Nomenklatura, kind: int, owner: int, region: int) -> dict[str, str]:
    """What a player's markers in a region say; the name of the player goes in the middle of the label."""
    where = f" in {state.setup.region_names[region]}"
    card = state.setup.cards[state.card]
    if kind == REMOVE:
        return {"short": "", "before": "Remove one marker of ", "after": where}
    assert isinstance(card, BuyOut)
    count = state.here(owner, region)
    cost = count * card.price
    return {"short": f"${cost}", "before": f"Buy all {count} of ", "after": f"{where} for ${cost}"}


def stop_words(state: Nomenklatura) -> str:
    """What leaving off is called."""
    bringing = state.phase == CARD and any(kind_of(action) == BRING for action in state.options)
    return "Stay" if bringing else "Do no more"


def obstacle(state: Nomenklatura, seat: int) -> str:
    """Why the Consolidation Card is not for the seat that chooses now."""
    if state.phase != EXECUTION or not is_asked(state, seat) or state.merger:
        return ""
    return state.setup.cards[state.setup.consolidation].obstacle(state, seat)
