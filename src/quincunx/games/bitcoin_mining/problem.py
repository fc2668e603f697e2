"""What is impossible about a position: the books must balance, and the phase must fit the board."""

from quincunx.games.bitcoin_mining.board import INSPECTION, START
from quincunx.games.bitcoin_mining.cards import (
    BulkImport,
    CustomsDelay,
    EmergencyShutdown,
    EnergyDiscount,
    HashrateUpgrade,
    LogisticsWin,
    NetworkCongestion,
)
from quincunx.games.bitcoin_mining.position import BANK, NOT_ASKED, Property
from quincunx.games.bitcoin_mining.rules import (
    DRAW,
    DRAWN_CARD,
    ENDED,
    LANDING_CARD,
    NO_CARD,
    PROMPT,
    PURCHASE,
    WINDOW,
    BitcoinMining,
)

WITH_PLAYERS = (EnergyDiscount, BulkImport, LogisticsWin, CustomsDelay, NetworkCongestion)
ON_PROPERTIES = (HashrateUpgrade, EmergencyShutdown)


def problem(state: BitcoinMining) -> str:
    """A sentence about the first thing that cannot be; empty if the position is sound."""
    for check in (_books, _cycle, _seats, _properties, _decks, _phase):
        wrong = check(state)
        if wrong:
            return wrong
    return ""


def _books(state: BitcoinMining) -> str:
    """Every fiat token, every BTC and every batch is somewhere."""
    fiat = sum(miner.fiat for miner in state.miners) + state.bank_fiat
    start = state.edition.start_fiat * len(state.miners)
    if fiat != start:
        return f"players and bank have {fiat:,} fiat together, but it was {start:,}."
    btc = sum(miner.btc for miner in state.miners)
    if btc != state.network_btc:
        return f"players have {btc / 2:g} BTC, but the network paid {state.network_btc / 2:g}."
    ordered = sum(place.ordered for place in state.places)
    if ordered != state.on_order:
        return f"there are {ordered} batches on order, but {state.on_order} were ordered."
    batches = sum(place.batches for place in state.places) + ordered
    if batches != state.batches_sold:
        return f"there are {batches} batches, but {state.batches_sold} were sold and not lost."
    return ""


def _cycle(state: BitcoinMining) -> str:
    """The cycle is counted by the player who passed Start most often (BM-6, BM-9)."""
    cycles = state.edition.cycles
    passes = max(miner.passes for miner in state.miners)
    if state.last_turn:
        if passes != cycles or state.cycle != cycles:
            return f"the last turn comes in cycle {cycles}, when a player has passed Start {cycles} times."
    elif not 1 <= state.cycle <= cycles:
        return f"there are {cycles} cycles, so cycle {state.cycle} cannot be."
    elif passes != state.cycle - 1:
        return (
            f"in cycle {state.cycle} the player ahead has passed Start {state.cycle - 1} times, not {passes}."
        )
    return ""


def _seats(state: BitcoinMining) -> str:
    for seat, miner in enumerate(state.miners, 1):
        if miner.fiat < 0 or miner.btc < 0:
            return f"seat {seat} has less than nothing."
        if miner.inspected and miner.tile != state.board.inspection:
            return f"seat {seat} is in Inspection, so its pawn is on that tile."
        for card in miner.effects:
            if not isinstance(card, WITH_PLAYERS):
                return f"{card.name} does not stay with a player."
        running = [card for card in miner.effects if not card.kept()]
        if len(set(running)) < len(running):
            return f"seat {seat} has the same effect twice."
    return ""


def _properties(state: BitcoinMining) -> str:
    owned = [(number, seat) for seat, miner in enumerate(state.miners) for number in miner.land]
    if sorted(owned) != [(place.number, place.owner) for place in state.places if place.owner != BANK]:
        return "the properties do not belong to those who own them."
    most = state.board.batch_limit + max(card.extra_room() for card in state.edition.cards)
    for place in state.places:
        wrong = _property(place, most)
        if wrong:
            return f"{state.board.name(place.number)} {wrong}"
    return ""


def _property(place: Property, most: int) -> str:
    if place.owner == BANK:
        taken = place.batches or place.ordered or place.effects
        return "belongs to the bank, so nothing can be on it." if taken else ""
    if place.batches < 0 or place.ordered < 0 or place.batches + place.ordered > most:
        return f"has {place.batches + place.ordered} batches; it can hold 0 to {most}."
    for card in place.effects:
        if not isinstance(card, ON_PROPERTIES):
            return f"cannot be under {card.name}."
    return "has the same effect twice." if len(set(place.effects)) < len(place.effects) else ""


def _decks(state: BitcoinMining) -> str:
    for card in state.edition.cards:
        kept = sum(miner.effects.count(card) for miner in state.miners) if card.kept() else 0
        if not 0 <= state.deck[card.number] <= card.copies - kept:
            return f"{card.name} has {card.copies} copies in all; more are kept or left in the deck."
    return ""


def _phase(state: BitcoinMining) -> str:
    if state.phase == ENDED:
        return "" if state.is_over() else "the game is not over yet."
    asked = [miner for miner in state.miners if miner.answer != NOT_ASKED]
    if asked and state.phase != WINDOW:
        return "only the order window has answers."
    if (state.card != NO_CARD) != (state.phase in (LANDING_CARD, DRAWN_CARD)):
        return "a card is named exactly when one asks."
    return _waiting(state)


def _waiting(state: BitcoinMining) -> str:
    """Whatever the game waits for must be due where the pawn stands, and leave a choice."""
    if state.phase == PROMPT and len(state.actions(state.active)) < 2:
        return "the active player can only roll, so the phase is `roll`."
    if state.phase == DRAW and not (_on_incident(state) and state.outcomes()):
        return "a card is drawn on an incident tile, from a deck that has one."
    if state.phase == DRAWN_CARD and not (_on_incident(state) and len(state.actions(state.active)) > 1):
        return "a drawn card asks on an incident tile, and leaves a choice."
    if state.phase == PURCHASE and not _for_sale(state):
        return "a property is bought by a player who stands on it and has its price."
    if state.phase == LANDING_CARD and not _kept_by_owner(state):
        return "a kept card asks its keeper, when a pawn is on a property of the keeper's with room."
    if state.phase == WINDOW:
        return _window(state)
    return ""


def _window(state: BitcoinMining) -> str:
    if not state.actors():
        return "the order window waits for someone."
    for seat, miner in enumerate(state.miners):
        if miner.answer != NOT_ASKED and not state.may_order(seat):
            return f"seat {seat + 1} cannot order, so it is not asked."
        if miner.answer >= 0 and miner.answer not in state.answers(seat):
            return f"seat {seat + 1} cannot have answered that."
    return ""


def _on_incident(state: BitcoinMining) -> bool:
    tile = state.miners[state.active].tile
    return state.board.is_corner(tile) and state.board.corner(tile) not in (START, INSPECTION)


def _landed_on(state: BitcoinMining) -> Property | None:
    if state.board.is_corner(state.miners[state.active].tile):
        return None
    return state.landed_on()


def _for_sale(state: BitcoinMining) -> bool:
    place = _landed_on(state)
    return (
        place is not None
        and place.owner == BANK
        and state.price(place) <= state.miners[state.active].fiat
        and not state.last_turn
    )


def _kept_by_owner(state: BitcoinMining) -> bool:
    place = _landed_on(state)
    if place is None or place.owner == BANK:
        return False
    card = state.edition.cards[state.card]
    return card in state.miners[place.owner].effects and card.may_join_landing(state, place)
