"""A position as a dict and back, the view of each seat, and checks that a position is possible."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from quincunx.core.errors import UserError, nearest
from quincunx.core.move import Move
from quincunx.core.state import IllegalMove
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import CORNERS, INSPECTION, START
from quincunx.games.bitcoin_mining.moves import decode, encode
from quincunx.games.bitcoin_mining.names import card_number, property_number, tile_number, title
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.rules.land import acquire, may_buy
from quincunx.games.bitcoin_mining.rules.orders import answers
from quincunx.games.bitcoin_mining.state import BANK, NO_CARD, Edition, Property

Phase = Literal["prompt", "roll", "draw", "purchase", "landing card", "drawn card", "window", "over"]
PHASES = get_args(Phase)
"""The names of the phases, in the order of their numbers."""
INCIDENTS = {name.removeprefix("incident-"): n for n, name in enumerate(CORNERS) if "-" in name}
HIDDEN = "hidden"

MANY = 10**15
"""A limit that no match can reach, and that a native number of the compiled rules holds."""
Natural = Annotated[int, Meta(ge=0, le=MANY)]


class SeatShot(msgspec.Struct, forbid_unknown_fields=True):
    """A player. `cards` are those that run or are kept; `quiet` is a "no" in the order window."""

    fiat: Natural
    btc: Annotated[float, Meta(ge=0, le=MANY)]
    at: str
    passes: Natural
    inspection: bool
    quiet: bool
    cards: list[str]
    answer: str
    """The answer in the order window: empty if not asked, `waiting`, or the answer given."""


class PropertyShot(msgspec.Struct, forbid_unknown_fields=True):
    """A property; the owner 0 is the bank. `cards` are those that run on it."""

    owner: Natural
    batches: Natural
    ordered: Natural
    cards: list[str]


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. `decks` are the cards not drawn yet, `card` is the one that asks."""

    round: Annotated[int, Meta(ge=1)]
    active: Annotated[int, Meta(ge=1)]
    phase: Phase
    cycle: Annotated[int, Meta(ge=1, le=MANY)]
    last_turn: bool
    incidents: dict[str, Literal["bear", "bull"]]
    card: str
    seats: dict[int, SeatShot]
    properties: dict[str, PropertyShot]
    decks: dict[str, dict[str, Natural]]


def take(state: BitcoinMining) -> Snapshot:
    cards, bears = state.edition.cards, state.edition.bears
    left = [(card.name, state.deck[card.number]) for card in cards]
    return Snapshot(
        round=state.turn // state.players + 1,
        active=state.active + 1,
        phase=PHASES[state.phase],
        cycle=state.cycle,
        last_turn=state.last_turn,
        incidents={name: "bull" if state.is_bull(corner) else "bear" for name, corner in INCIDENTS.items()},
        card="" if state.card == NO_CARD else cards[state.card].name,
        seats={seat + 1: _seat_shot(state, seat) for seat in range(state.players)},
        properties={
            state.board.names[place.number]: PropertyShot(
                place.owner + 1, place.batches, place.ordered, [card.name for card in place.effects]
            )
            for place in state.places
        },
        decks={"bull": dict(left[:bears]), "bear": dict(left[bears:])},
    )


def _seat_shot(state: BitcoinMining, seat: int) -> SeatShot:
    miner = state.miners[seat]
    if miner.answer < 0:
        answer = "waiting" if miner.answer == codes.WAITING else ""
    else:
        answer = str(decode(state, seat, miner.answer))
    return SeatShot(
        miner.fiat,
        miner.btc / 2,
        state.board.tile_name(miner.tile),
        miner.passes,
        miner.inspected,
        miner.quiet,
        [card.name for card in miner.effects],
        answer,
    )


def view(state: BitcoinMining, seat: int) -> Snapshot:
    """Return the position without the others' answers while the order window is open (BM-3)."""
    whole = take(state)
    for number, shot in whole.seats.items():
        if number != seat + 1 and shot.answer not in ("", "waiting"):
            shot.answer = HIDDEN
    return whole


def restore(shot: Snapshot, numbers: Edition, counts: range) -> BitcoinMining:
    try:
        return _restore(shot, numbers, counts)
    except IllegalMove as unknown:
        raise UserError(str(unknown)) from None


def _restore(shot: Snapshot, numbers: Edition, counts: range) -> BitcoinMining:
    players = len(shot.seats)
    if sorted(shot.seats) != list(range(1, players + 1)) or players not in counts:
        raise UserError("The seats must be 1 and so on, as many as there are players.")
    if shot.active > players:
        raise UserError(f"There is no seat {shot.active} to be active.")
    if shot.cycle > numbers.cycles:
        raise UserError(f"There are {numbers.cycles} cycles, so cycle {shot.cycle} cannot be.")
    state = BitcoinMining(numbers, players)
    state.turn = (shot.round - 1) * players + shot.active - 1
    state.active = shot.active - 1
    state.phase = PHASES.index(shot.phase)
    state.enter(shot.cycle)
    state.last_turn = shot.last_turn
    for name, face in shot.incidents.items():
        if name not in INCIDENTS:
            raise UserError(f"There is no incident tile `{name}`{nearest(name, INCIDENTS)}")
        state.bulls |= (face == "bull") << INCIDENTS[name]
    state.card = card_number(numbers.cards, shot.card) if shot.card else NO_CARD
    for deck in shot.decks.values():
        for name, left in deck.items():
            state.deck[card_number(numbers.cards, name)] = left
    for name, property_shot in shot.properties.items():
        _restore_property(state, name, property_shot)
    for seat, seat_shot in shot.seats.items():
        _restore_seat(state, seat - 1, seat_shot)
    # The balances of the bank and the network follow from what the players have.
    state.bank_fiat = sum(numbers.start_fiat - miner.fiat for miner in state.miners)
    state.network_btc = sum(miner.btc for miner in state.miners)
    state.on_order = sum(place.ordered for place in state.places)
    state.batches_sold = sum(place.batches for place in state.places) + state.on_order
    return state


def _restore_property(state: BitcoinMining, name: str, shot: PropertyShot) -> None:
    cards = state.edition.cards
    number = property_number(state.board, name)
    if shot.owner > state.players:
        raise UserError(f"There is no seat {shot.owner} to own {name}.")
    if shot.owner:
        acquire(state, shot.owner - 1, number)
    place = state.changing(number)
    place.batches, place.ordered = shot.batches, shot.ordered
    place.effects = [cards[card_number(cards, card)] for card in shot.cards]


def _restore_seat(state: BitcoinMining, seat: int, shot: SeatShot) -> None:
    if shot.btc * 2 % 1:
        raise UserError(f"BTC comes in steps of 0.5, not {shot.btc:g}.")
    miner, cards = state.miners[seat], state.edition.cards
    miner.fiat, miner.btc, miner.passes = shot.fiat, int(shot.btc * 2), shot.passes
    miner.tile = tile_number(state.board, shot.at)
    miner.inspected, miner.quiet = shot.inspection, shot.quiet
    miner.effects = [cards[card_number(cards, card)] for card in shot.cards]
    if shot.answer == "waiting":
        miner.answer = codes.WAITING
    elif shot.answer:
        miner.answer = encode(state, seat, Move.read(shot.answer))


def problem(state: BitcoinMining) -> str:
    """Return a sentence about the first thing that is impossible; empty if the position is sound."""
    for check in (_books, _cycle, _seats, _properties, _decks, _phase):
        wrong = check(state)
        if wrong:
            return wrong
    return ""


def _books(state: BitcoinMining) -> str:
    """Check that every fiat token, every BTC and every batch is somewhere."""
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
    """Check that the cycle agrees with the player who passed Start most often (BM-6, BM-9)."""
    cycles = state.edition.cycles
    passes = max(miner.passes for miner in state.miners)
    if state.last_turn:
        if passes != cycles or state.cycle != cycles:
            return f"the last turn comes in cycle {cycles}, when a player has passed Start {cycles} times."
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
            if not card.runs_for_player():
                return f"{title(card.name)} does not stay with a player."
        running = [card for card in miner.effects if not card.kept()]
        if len(set(running)) < len(running):
            return f"seat {seat} has the same effect twice."
    return ""


def _properties(state: BitcoinMining) -> str:
    owned = [(number, seat) for seat, miner in enumerate(state.miners) for number in miner.land]
    if sorted(owned) != [(place.number, place.owner) for place in state.places if place.owner != BANK]:
        return "the properties do not belong to those who own them."
    most = len(state.board.tolls[0]) - 1
    for place in state.places:
        wrong = _property(place, most)
        if wrong:
            return f"{title(state.board.names[place.number])} {wrong}"
    return ""


def _property(place: Property, most: int) -> str:
    if place.owner == BANK:
        taken = place.batches or place.ordered or place.effects
        return "belongs to the bank, so nothing can be on it." if taken else ""
    if place.batches < 0 or place.ordered < 0 or place.batches + place.ordered > most:
        return f"has {place.batches + place.ordered} batches; it can hold 0 to {most}."
    for card in place.effects:
        if not card.runs_on_property():
            return f"cannot be under {title(card.name)}."
    return "has the same effect twice." if len(set(place.effects)) < len(place.effects) else ""


def _decks(state: BitcoinMining) -> str:
    for card in state.edition.cards:
        kept = sum(miner.effects.count(card) for miner in state.miners) if card.kept() else 0
        if not 0 <= state.deck[card.number] <= card.copies - kept:
            return f"{title(card.name)} has {card.copies} copies in all; more are kept or left in the deck."
    return ""


def _phase(state: BitcoinMining) -> str:
    if state.phase == codes.ENDED:
        return "" if state.is_over() else "the game is not over yet."
    asked = [miner for miner in state.miners if miner.answer != codes.NOT_ASKED]
    if asked and state.phase != codes.WINDOW:
        return "only the order window has answers."
    if (state.card != NO_CARD) != (state.phase in (codes.LANDING_CARD, codes.DRAWN_CARD)):
        return "a card is named exactly when one asks."
    return _waiting(state)


def _waiting(state: BitcoinMining) -> str:
    """Check that the decision the game waits for is due where the pawn stands, and leaves a choice."""
    if state.phase == codes.PROMPT and len(state.legal_actions(state.active)) < 2:
        return "the active player can only roll, so the phase is `roll`."
    if state.phase == codes.DRAW and not (_on_incident(state) and state.chance_outcomes()):
        return "a card is drawn on an incident tile, from a deck that has one."
    if state.phase == codes.DRAWN_CARD and not (
        _on_incident(state) and len(state.legal_actions(state.active)) > 1
    ):
        return "a drawn card asks on an incident tile, and leaves a choice."
    if state.phase == codes.PURCHASE and not _for_sale(state):
        return "a property is bought by a player who stands on it and has its price."
    if state.phase == codes.LANDING_CARD and not _kept_by_owner(state):
        return "a kept card asks its keeper, when a pawn is on a property of the keeper's with room."
    if state.phase == codes.WINDOW:
        return _window(state)
    return ""


def _window(state: BitcoinMining) -> str:
    if not state.players_to_move():
        return "the order window waits for someone."
    for seat, miner in enumerate(state.miners):
        if miner.answer != codes.NOT_ASKED and not state.may_order(state.miners[seat]):
            return f"seat {seat + 1} cannot order, so it is not asked."
        if miner.answer >= 0 and miner.answer not in answers(state, seat):
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
    return place is not None and may_buy(state, place)


def _kept_by_owner(state: BitcoinMining) -> bool:
    place = _landed_on(state)
    if place is None or place.owner == BANK:
        return False
    card = state.edition.cards[state.card]
    return card in state.miners[place.owner].effects and bool(card.pawn_lands(state, place))
