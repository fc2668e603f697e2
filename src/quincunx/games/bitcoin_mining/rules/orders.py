"""Miner batches: orders, the window at the end of each turn, and deliveries."""

from mypy_extensions import i64

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.rules.money import pay_bank
from quincunx.games.bitcoin_mining.state import Position


def room(game: Position, seat: int) -> list[int]:
    """Return the properties that the seat could order a batch for now, by number."""
    miner = game.miners[seat]
    return game.with_room(miner, game.batch_price(miner)) if miner.land else []


def orders(game: Position, seat: int) -> list[int]:
    """Return the ordinary orders that the seat could place now, as moves."""
    return [codes.ORDER + number for number in room(game, seat)]


def unasked(game: Position, seat: int) -> list[int]:
    """Return the orders out of turn: they are always allowed, but not beside an answer already given
    (BM-3)."""
    if game.phase == codes.ENDED or game.miners[seat].answer != codes.NOT_ASKED:
        return []
    return orders(game, seat)


def order(game: Position, seat: int, number: i64) -> None:
    """Place an ordinary order; the first card that makes it cheaper is used up (BM-21)."""
    price = game.batch_price(game.miners[seat])
    used: list[str] = []
    for card in game.miners[seat].effects:
        if card.batch_ordered(game, seat):
            used = [card.name]
            break
    order_at(game, seat, number, price, used)


def order_at(game: Position, seat: i64, number: i64, price: i64, causes: list[str]) -> None:
    """Order a batch, paid at once and delivered at the end of the turn (BM-4)."""
    pay_bank(game, seat, price)
    game.changing(number).ordered += 1
    game.on_order += 1
    game.batches_sold += 1
    if game.log is not None:
        game.log_event("ordered", seat, {"fiat": price}, [game.board.names[number]], causes)


def deliver(game: Position, number: i64, batches: i64) -> None:
    """Put batches that were ordered for a property on it."""
    place = game.changing(number)
    game.on_order -= batches
    place.ordered -= batches
    place.batches += batches
    if game.log is not None:
        amounts = {"batches": batches, "now": place.batches}
        game.log_event("delivered", place.owner, amounts, [game.board.names[number]])


def deliver_all(game: Position) -> None:
    if game.on_order:
        for place in game.places:
            if place.ordered:
                deliver(game, place.number, place.ordered)
                if not game.on_order:
                    return


def remove_batch(game: Position, number: i64, card: str) -> None:
    place = game.changing(number)
    place.batches -= 1
    game.batches_sold -= 1
    if game.log is not None:
        game.log_event("batch-lost", place.owner, {"left": place.batches}, [game.board.names[number]], [card])


# The order window


def answers(game: Position, seat: int) -> list[int]:
    """Return the possible answers in the order window (BM-3)."""
    return [codes.NO, codes.LATER, *orders(game, seat)]


def open_window(game: Position) -> bool:
    """Ask everyone who could order and has not said no since their last turn (BM-3)."""
    asked = False
    if not game.last_turn:
        price = game.miner_price
        for miner in game.miners:
            # Without cards that is the price, and most have less: random games with six players spent a
            # quarter of their time here.
            if miner.fiat < price and not miner.effects:
                continue
            if not miner.quiet and game.may_order(miner):
                miner.answer = codes.WAITING
                asked = True
    return asked


def answer(game: Position, seat: int, action: int) -> bool:
    """Note an answer; once all are in, they are carried out in seat order (BM-3). Return whether the window
    is over."""
    game.miners[seat].answer = action
    if game.log is not None:
        # Only the player knows of the answer until all are in.
        place = [] if action < codes.ORDER else [game.board.names[action - codes.ORDER]]
        game.log_event("answered", seat, {"again": int(action == codes.LATER)}, place, to=seat)
    for miner in game.miners:
        if miner.answer == codes.WAITING:
            return False
    asked = False
    for other, miner in enumerate(game.miners):
        given = miner.answer
        miner.answer = codes.NOT_ASKED
        if given == codes.NO:
            miner.quiet = True
        elif given >= codes.ORDER:
            order(game, other, given - codes.ORDER)
            if game.may_order(miner):
                miner.answer = codes.WAITING
                asked = True
    return not asked
