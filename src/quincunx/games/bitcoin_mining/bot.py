"""The bot `normal` for Bitcoin Mining: rules of thumb, no planning."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import Property


class BitcoinMiningBot(Bot):
    """Order batches first, and soon: they mine as long as the game lasts, and fiat is worth nothing at its
    end."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, BitcoinMining)
        if state.phase == codes.PROMPT:
            return before_roll(state, seat)
        if state.phase == codes.PURCHASE:
            return codes.BUY if worth_buying(state, seat) else codes.DECLINE
        if state.phase == codes.WINDOW:
            return best_order(state, seat, codes.NO)
        return answer_card(state, seat)


def before_roll(state: BitcoinMining, seat: int) -> int:
    """Order a batch, else pay the Inspection fee, since nothing is mined there, else roll."""
    order = best_order(state, seat, codes.ROLL)
    return codes.PAY if order == codes.ROLL and state.may_pay_fee(seat) else order


def best_order(state: BitcoinMining, seat: int, otherwise: int) -> int:
    """Order a batch where the fewest are, unless the fiat is saved for another property."""
    best = otherwise
    fewest = 1 if saves_for_land(state, seat) else state.board.batch_limit + 1
    miner = state.miners[seat]
    for number in state.with_room(miner, state.batch_price(miner)):
        here = all_batches(state.places[number])
        if here < fewest:
            fewest = here
            best = codes.ORDER + number
    return best


def saves_for_land(state: BitcoinMining, seat: int) -> bool:
    """Whether to save fiat for land. Against one opponent many small payouts beat a few big ones; against
    more, somebody gets the big ones, so it is better to be that player."""
    return state.cycle == 1 and len(state.miners[seat].land) < wanted_land(state)


def wanted_land(state: BitcoinMining) -> int:
    return 2 if len(state.miners) == 2 else 1


def worth_buying(state: BitcoinMining, seat: int) -> bool:
    """Whether to buy: a place for the batches; after that only if it costs no batch and leaves the fee."""
    miner = state.miners[seat]
    fiat = miner.fiat
    left = fiat - state.price(state.landed_on())
    batch = max(state.batch_price(miner), 1)
    if left >= batch and (len(miner.land) < wanted_land(state) or not has_room(state, seat)):
        return True
    return left // batch == fiat // batch and left >= state.edition.inspection_fee


def has_room(state: BitcoinMining, seat: int) -> bool:
    for place in state.owned(seat):
        if state.has_room(place):
            return True
    return False


def answer_card(state: BitcoinMining, seat: int) -> int:
    """Take every batch, keep every BTC, and give up the property with the fewest batches."""
    moves = state._legal_actions(seat)
    if codes.USE in moves:
        return codes.USE
    if codes.SELL in moves:
        return codes.DECLINE
    if codes.PAY in moves:
        return codes.PAY
    if codes.DECLINE in moves:
        return moves[0]
    best = moves[0]
    fewest = -1
    for place in state.owned(seat):
        here = all_batches(place)
        if codes.CHOOSE + place.number in moves and (fewest < 0 or here < fewest):
            fewest = here
            best = codes.CHOOSE + place.number
    return best


def all_batches(place: Property) -> int:
    return place.batches + place.ordered
