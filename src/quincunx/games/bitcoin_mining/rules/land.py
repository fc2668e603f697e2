"""Properties: buying and losing them, and the effects of landing on them."""

from mypy_extensions import i64

from quincunx.games.bitcoin_mining.rules.money import hand_over, mine, pay_bank, send_to_inspection
from quincunx.games.bitcoin_mining.state import BANK, Position, Property


def may_buy(game: Position, place: Property) -> bool:
    """Whether the player who landed there has the choice to buy it (BM-9, BM-11)."""
    if place.owner != BANK or game.last_turn:
        return False
    return game.miners[game.active].fiat >= game.price(place)


def buy(game: Position, seat: int, place: Property) -> None:
    price = game.price(place)
    pay_bank(game, seat, price)
    acquire(game, seat, place.number)
    if game.log is not None:
        game.log_event("bought", seat, {"fiat": price}, [game.board.names[place.number]])


def acquire(game: Position, seat: i64, number: i64) -> None:
    """Make the seat the owner of a property that nobody owns."""
    game.changing(number).owner = seat
    miner = game.miners[seat]
    land = miner.land[:]
    before = len(land)
    while before and land[before - 1] > number:
        before -= 1
    land.insert(before, number)
    miner.land = land


def give_back(game: Position, place: Property, price: int, card: str) -> None:
    """Give a property back to the bank, with nothing left on it (BM-4, BM-19)."""
    seat = place.owner
    if game.log is not None:
        lost = {"fiat": price, "batches": place.batches, "ordered": place.ordered}
        marks = [each.name for each in place.effects]
        game.log_event("given-back", seat, lost, [game.board.names[place.number], *marks], [card])
    pay_bank(game, seat, -price)
    game.batches_sold -= place.batches + place.ordered
    game.on_order -= place.ordered
    owner = game.miners[seat]
    owner.land = [number for number in owner.land if number != place.number]
    game.places[place.number] = game.edition.unsold[place.number]


def settle(game: Position, place: Property) -> None:
    """Pay the toll, then the payout, whoever landed and whether or not the toll was paid (BM-12, BM-13)."""
    if place.owner != game.active:
        _pay_toll(game, place)
    btc = game.payout(place)
    if btc:
        mine(game, place.owner, btc)
    if game.log is not None and place.batches > 0:
        full = game.edition.payouts[game.cycle] * place.batches
        amounts = {"btc": btc, "full": full, "batches": place.batches}
        causes = less_paid_by(game, place)
        game.log_event("payout", place.owner, amounts, [game.board.names[place.number]], causes, game.active)


def less_paid_by(game: Position, place: Property) -> list[str]:
    """Return the causes that make a landing pay less than its batches are worth."""
    owner = game.miners[place.owner]
    if owner.inspected:
        return ["inspection"]
    full = game.edition.payouts[game.cycle] * max(place.batches, 1)
    return [card.name for card in [*owner.effects, *place.effects] if card.payout(full) < full]


def _pay_toll(game: Position, place: Property) -> None:
    visitor = game.miners[game.active]
    toll = game.toll_for(visitor, place)
    name = game.board.names[place.number]
    if visitor.fiat < toll:
        if game.log is not None:
            game.log_event(
                "toll-unpaid", game.active, {"fiat": toll, "has": visitor.fiat}, [name], by=place.owner
            )
        send_to_inspection(game, game.active, name)
        return
    hand_over(game, game.active, place.owner, toll)
    if game.log is not None:
        full = game.toll(place)
        spared = [card.name for card in visitor.effects if card.toll_due(full) < full]
        game.log_event("toll", game.active, {"fiat": toll, "full": full}, [name], spared, place.owner)
