"""What a move costs or brings, in a few words."""

from quincunx.games.bitcoin_mining.cards import CoolingLeak, HardwareWindfall, WhaleBuyer
from quincunx.games.bitcoin_mining.position import (
    BUY,
    CHOOSE,
    DECLINE,
    LATER,
    NO,
    ORDER,
    PAY,
    ROLL,
    SELL,
    USE,
    Card,
    Property,
    coins,
)
from quincunx.games.bitcoin_mining.rules import LANDING_CARD, NO_CARD, BitcoinMining


def explain(state: BitcoinMining, seat: int, action: int) -> str:
    if action >= CHOOSE:
        return at_stake(state, state.places[action - CHOOSE])
    if action >= ORDER:
        return _order(state, seat, state.places[action - ORDER])
    if action == BUY:
        return _purchase(state, state.landed_on())
    if action == ROLL:
        return "doubles free you, 1 in 6" if state.miners[seat].inspected else ""
    if action == PAY:
        return _payment(state)
    if action == USE:
        place = state.landed_on()
        return f"{state.miner_price():,} fiat; {_payout_with(state, place, place.batches + 1)}"
    if action == SELL:
        card = _asking(state)
        assert isinstance(card, WhaleBuyer)
        return f"{coins(card.btc)} for {card.fiat:,} fiat"
    if action == DECLINE:
        return "keep the card for another landing" if state.phase == LANDING_CARD else "take nothing"
    return {NO: "not before your next turn", LATER: "asks again after the next turn"}[action]


def at_stake(state: BitcoinMining, place: Property) -> str:
    """What a property has and brings now."""
    batches = f"{place.batches} batch{'' if place.batches == 1 else 'es'}"
    return f"{batches}, {coins(state.payout(place))} a landing, toll {state.toll(place):,}"


def start_face(state: BitcoinMining) -> str:
    return "Fiat Inflation" if state.cycle % 2 == 0 else "Start"


def inflated(state: BitcoinMining, prices: list[int]) -> int | None:
    """The price after the next inflation; None if there is none to come."""
    for cycle in range(state.cycle + 1, state.edition.cycles + 1):
        if cycle % 2 == 0:
            return prices[cycle]
    return None


def price_now_and_later(state: BitcoinMining, price: int, prices: list[int]) -> str:
    later = inflated(state, prices)
    return f"{price:,} fiat" if later is None else f"{price:,} fiat, {later:,} after inflation"


def _order(state: BitcoinMining, seat: int, place: Property) -> str:
    card = _asking(state)
    batches = place.batches + place.ordered + 1
    if isinstance(card, HardwareWindfall):
        return f"{card.prices[state.cycle]:,} fiat; {_payout_with(state, place, batches)}"
    price = price_now_and_later(state, state.batch_price(seat), state.board.miner_prices)
    return f"{price}; {_payout_with(state, place, batches)}"


def _payout_with(state: BitcoinMining, place: Property, batches: int) -> str:
    return f"batch {batches} there, {coins(state.payouts[state.cycle] * batches)} a landing"


def _purchase(state: BitcoinMining, place: Property) -> str:
    prices = state.board.prices[state.board.city(place.number)]
    return f"{price_now_and_later(state, state.price(place), prices)}; toll {state.toll(place):,}"


def _payment(state: BitcoinMining) -> str:
    card = _asking(state)
    if isinstance(card, CoolingLeak):
        return f"{card.fiat:,} fiat, and keep your batches"
    return f"{state.edition.inspection_fee:,} fiat, then roll and move"


def _asking(state: BitcoinMining) -> Card | None:
    return None if state.card == NO_CARD else state.edition.cards[state.card]
