"""A person's second game of Bitcoin Mining: rules of thumb, no planning."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.bitcoin_mining.position import (
    BUY,
    CHOOSE,
    DECLINE,
    NO,
    ORDER,
    PAY,
    ROLL,
    SELL,
    USE,
)
from quincunx.games.bitcoin_mining.rules import PROMPT, PURCHASE, WINDOW, BitcoinMining


class BitcoinMiningBot(Bot):
    """Buy cheap land early and fill it with batches at once: fiat is worth nothing in the end."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, BitcoinMining)
        if state.phase == PROMPT:
            return before_roll(state, seat)
        if state.phase == PURCHASE:
            return BUY if worth_buying(state, seat) else DECLINE
        if state.phase == WINDOW:
            return best_order(state, seat, NO)
        return answer_card(state, seat)


def before_roll(state: BitcoinMining, seat: int) -> int:
    moves = state.actions(seat)
    order = best_order(state, seat, ROLL)
    if order != ROLL:
        return order
    return PAY if PAY in moves else ROLL


def best_order(state: BitcoinMining, seat: int, otherwise: int) -> int:
    """Where the fewest batches are: many small payouts are surer than a few big ones."""
    best = otherwise
    fewest = 1000
    for action in state.actions(seat):
        if ORDER <= action < CHOOSE:
            place = state.places[action - ORDER]
            if place.batches + place.ordered < fewest:
                fewest = place.batches + place.ordered
                best = action
    return best


def worth_buying(state: BitcoinMining, seat: int) -> bool:
    """Land costs batches: buy what leaves as many of them affordable, or the first place for one."""
    fiat = state.miners[seat].fiat
    left = fiat - state.price(state.landed_on())
    batch = max(state.batch_price(seat), 1)
    if left // batch == fiat // batch:
        return True
    return left >= batch and not has_room(state, seat)


def has_room(state: BitcoinMining, seat: int) -> bool:
    for place in state.owned(seat):
        if state.has_room(place):
            return True
    return False


def answer_card(state: BitcoinMining, seat: int) -> int:
    moves = state.actions(seat)
    if USE in moves:
        return USE
    if SELL in moves:
        return DECLINE
    if PAY in moves:
        return PAY
    order = best_order(state, seat, DECLINE)
    if order != DECLINE:
        return order
    best = moves[0]
    fewest = 1000
    for action in moves:
        place = state.places[action - CHOOSE]
        if place.batches + place.ordered < fewest:
            fewest = place.batches + place.ordered
            best = action
    return best
