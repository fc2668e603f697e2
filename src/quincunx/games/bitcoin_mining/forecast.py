"""The average result of the next roll of every pawn for a player."""

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.rules import orders
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import Miner, Property


def forecast(state: BitcoinMining, seat: int) -> tuple[float, float]:
    """Return the tolls and the BTC that a player can expect if every pawn rolls once from where it stands."""
    fiat = btc = 0.0
    delivered = state.clone()
    orders.deliver_all(delivered)
    for visitor, miner in enumerate(state.miners):
        # Batches on order arrive when this turn ends (BM-2): only a pawn that is about to roll comes before
        # it.
        rolls_first = visitor == state.active and state.phase in (codes.PROMPT, codes.DICE)
        then = state if rolls_first else delivered
        for steps, chance in rolls(miner):
            tile = (miner.tile + steps) % state.board.tiles
            if state.board.is_corner(tile):
                continue
            place = then.places[state.board.property_at(tile)]
            if place.owner == seat:
                btc += chance * int(then.payout(place)) / 2
                if visitor != seat:
                    fiat += chance * paid_toll(then, miner, place)
    return fiat, btc


def rolls(miner: Miner) -> list[tuple[int, float]]:
    """Return the steps a pawn may go, with the chances; it may also stay, in Inspection or to skip a turn."""
    if any(card.skips_turn() for card in miner.effects):
        return []
    faces = range(1, 7)
    return [(one + two, 1 / 36) for one in faces for two in faces if one == two or not miner.inspected]


def paid_toll(state: BitcoinMining, visitor: Miner, place: Property) -> int:
    """Return the toll that visitor would really pay: all of it or nothing (BM-13)."""
    toll = state.toll_for(visitor, place)
    return toll if toll <= visitor.fiat else 0
