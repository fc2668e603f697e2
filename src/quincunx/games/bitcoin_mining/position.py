"""A position of Bitcoin Mining, what a card can do to it, and the dealings that cards and turns share.

BTC is counted in halves, the smallest step there is (BM-8).
"""

from typing import Final

from quincunx.core.state import State
from quincunx.games.bitcoin_mining.board import Board

BANK: Final = -1
"""Who owns a property that no player owns."""

# Moves. An order or a choice adds the number of the property.
ROLL: Final = 0
PAY: Final = 1
BUY: Final = 2
DECLINE: Final = 3
NO: Final = 4
LATER: Final = 5
SELL: Final = 6
USE: Final = 7
ORDER: Final = 32
CHOOSE: Final = 64

# What a seat has answered in the order window, if not one of the moves above.
NOT_ASKED: Final = -2
WAITING: Final = -1

DECK: Final = 10
"""Kinds of cards in a deck: numbers 0 to 9 are bull cards, 10 to 19 bear cards."""


class Card:
    """A card. Its effect is in the hooks it overrides, named after moments of the turn."""

    def __init__(self, number: int, name: str, copies: int) -> None:
        self.number = number
        self.name = name
        self.copies = copies

    def text(self, cycle: int) -> str:
        """What it says, with the prices of that cycle."""
        raise NotImplementedError

    def choices(self, game: "Position", seat: int) -> list[int]:
        """The answers between which it lets a player choose, if it does."""
        return []

    def choose(self, game: "Position", seat: int, action: int) -> None:
        """Carry out the answer."""

    def draw(self, game: "Position", seat: int) -> None:
        """What it does when drawn and nothing can be chosen: nothing, unless a card says so (BM-20)."""

    def kept(self) -> bool:
        """Whether it stays with the player until used, away from its deck (BM-18)."""
        return False

    def until_cycle(self) -> bool:
        """Whether its effect ends when the next cycle begins (BM-19)."""
        return False

    def skips_turn(self) -> bool:
        return False

    def toll(self, toll: int) -> int:
        """The toll that a visitor under this effect pays."""
        return toll

    def payout(self, btc: int) -> int:
        """The BTC paid to a player, or by a property, under this effect."""
        return btc

    def extra_room(self) -> int:
        """How many more batches a property under this effect can hold."""
        return 0

    def batch_price(self, price: int, cycle: int) -> int:
        """What an ordinary order of one batch costs the card's keeper."""
        return price

    def used_by_order(self) -> bool:
        return False

    def may_join_landing(self, game: "Position", place: "Property") -> bool:
        """Whether its keeper may use it on the place a pawn has landed on, before toll and payout."""
        return False

    def join_landing(self, game: "Position", place: "Property") -> None:
        """Use the card on this landing."""


class Miner:
    """A player. `land` are the numbers of the properties owned, in order; `effects` are the cards that
    run or are kept. Both lists are replaced, never changed, so that copies can share them."""

    def __init__(self, fiat: int, btc: int, tile: int, passes: int, inspected: bool, quiet: bool) -> None:
        self.fiat = fiat
        self.btc = btc
        self.tile = tile
        self.passes = passes
        self.inspected = inspected
        # "No" in the order window: not to be asked again before the next turn (BM-3).
        self.quiet = quiet
        self.land: list[int] = []
        self.effects: list[Card] = []
        self.answer = NOT_ASKED

    def copy(self) -> "Miner":
        twin = Miner(self.fiat, self.btc, self.tile, self.passes, self.inspected, self.quiet)
        twin.land = self.land
        twin.effects = self.effects
        twin.answer = self.answer
        return twin


class Property:
    """A property tile. `effects` are the cards that run on it; the list is replaced, never changed."""

    def __init__(self, number: int, owner: int, batches: int, ordered: int, effects: list[Card]) -> None:
        self.number = number
        self.owner = owner
        self.batches = batches
        self.ordered = ordered
        self.effects = effects

    def copy(self) -> "Property":
        return Property(self.number, self.owner, self.batches, self.ordered, self.effects)


class Position(State):
    """Who has what and stands where. Every token comes from somewhere and goes somewhere."""

    def __init__(
        self, board: Board, payouts: list[int], miners: list[Miner], places: list[Property], deck: list[int]
    ) -> None:
        super().__init__()
        self.board = board
        self.payouts = payouts
        self.miners = miners
        self.places = places
        self.deck = deck
        self.turn = 0
        self.active = 0
        self.cycle = 1
        # The pass that ends the game has been made; the turn is being finished (BM-9).
        self.last_turn = False
        # What the bank has taken in, and what has been handed out: for the books to balance.
        self.bank_fiat = 0
        self.network_btc = 0
        self.batches_sold = 0
        self.on_order = 0

    # Money

    def pay_bank(self, seat: int, fiat: int) -> None:
        self.miners[seat].fiat -= fiat
        self.bank_fiat += fiat

    def receive(self, seat: int, fiat: int) -> None:
        self.miners[seat].fiat += fiat
        self.bank_fiat -= fiat

    def hand_over(self, payer: int, receiver: int, fiat: int) -> None:
        self.miners[payer].fiat -= fiat
        self.miners[receiver].fiat += fiat

    def mine(self, seat: int, btc: int) -> None:
        """BTC comes from the network, never from another player."""
        self.miners[seat].btc += btc
        self.network_btc += btc

    def lose_btc(self, seat: int, btc: int) -> None:
        self.miners[seat].btc -= btc
        self.network_btc -= btc

    def must_pay(self, seat: int, fiat: int) -> None:
        """A card's payment: in full, or not at all and off to Inspection (BM-14)."""
        if self.miners[seat].fiat < fiat:
            if self.log is not None:
                self.tell(f"{who(seat)} cannot pay {fiat:,} and goes to Inspection.")
            self.send_to_inspection(seat)
            return
        self.pay_bank(seat, fiat)
        if self.log is not None:
            self.tell(f"{who(seat)} pays {fiat:,}.")

    def send_to_inspection(self, seat: int) -> None:
        """Straight there: nothing is passed on the way (BM-5)."""
        miner = self.miners[seat]
        miner.tile = self.board.inspection
        miner.inspected = True

    # Properties

    def owned(self, seat: int) -> list[Property]:
        return [self.places[number] for number in self.miners[seat].land]

    def mining(self, seat: int) -> list[Property]:
        """The seat's properties with a batch on them; those on order do not count (BM-20)."""
        return [place for place in self.owned(seat) if place.batches > 0]

    def price(self, place: Property) -> int:
        return self.board.price(place.number, self.cycle)

    def toll(self, place: Property) -> int:
        return self.board.toll(place.number, place.batches, self.cycle)

    def limit(self, place: Property) -> int:
        """How many batches a property can hold now."""
        limit = self.board.batch_limit
        for card in place.effects:
            limit += card.extra_room()
        return limit

    def has_room(self, place: Property) -> bool:
        """Batches on order take room as well (BM-4)."""
        return place.batches + place.ordered < self.limit(place)

    def payout(self, place: Property) -> int:
        """What a landing pays the owner: nothing in Inspection (BM-15), and less by cards."""
        owner = self.miners[place.owner]
        if owner.inspected:
            return 0
        btc = self.payouts[self.cycle] * place.batches
        for card in owner.effects:
            btc = card.payout(btc)
        for card in place.effects:
            btc = card.payout(btc)
        return btc

    def landed_on(self) -> Property:
        """The property under the active pawn."""
        return self.places[self.board.property_at(self.miners[self.active].tile)]

    def acquire(self, seat: int, place: Property) -> None:
        """Make the seat the owner of a property that nobody owns."""
        place.owner = seat
        miner = self.miners[seat]
        miner.land = sorted([*miner.land, place.number])

    def release(self, place: Property) -> None:
        """Back to the bank, with nothing left on it (BM-4, BM-19)."""
        self.batches_sold -= place.batches + place.ordered
        self.on_order -= place.ordered
        owner = self.miners[place.owner]
        owner.land = [number for number in owner.land if number != place.number]
        place.owner = BANK
        place.batches = 0
        place.ordered = 0
        place.effects = []

    # Batches

    def miner_price(self) -> int:
        return self.board.miner_prices[self.cycle]

    def batch_price(self, seat: int) -> int:
        """What an ordinary order of one batch costs this seat now."""
        price = self.miner_price()
        for card in self.miners[seat].effects:
            price = card.batch_price(price, self.cycle)
        return price

    def with_room(self, seat: int, price: int) -> list[int]:
        """The seat's properties where a batch at that price could go, by number."""
        if self.miners[seat].fiat < price or self.last_turn:
            return []
        return [number for number in self.miners[seat].land if self.has_room(self.places[number])]

    def may_order(self, seat: int) -> bool:
        """Whether the seat has the money and the room for a batch."""
        miner = self.miners[seat]
        if self.last_turn or miner.fiat < self.batch_price(seat):
            return False
        for number in miner.land:
            if self.has_room(self.places[number]):
                return True
        return False

    def order(self, seat: int, number: int) -> None:
        """An ordinary order; a card that makes it cheaper is used up (BM-21)."""
        price = self.batch_price(seat)
        for card in self.miners[seat].effects:
            if card.used_by_order():
                self.end_effect(seat, card)
                break
        self.order_at(seat, number, price)

    def order_at(self, seat: int, number: int, price: int) -> None:
        """Paid at once, delivered at the end of the turn (BM-4)."""
        self.pay_bank(seat, price)
        self.places[number].ordered += 1
        self.on_order += 1
        self.batches_sold += 1
        if self.log is not None:
            self.tell(f"{who(seat)} orders a batch for {self.board.name(number)} at {price:,}.")

    def deliver(self, place: Property, batches: int) -> None:
        """Put batches that were ordered for a property on it."""
        self.on_order -= batches
        place.ordered -= batches
        place.batches += batches

    def remove_batch(self, place: Property) -> None:
        place.batches -= 1
        self.batches_sold -= 1
        if self.log is not None:
            self.tell(f"{who(place.owner)} loses a batch on {self.board.name(place.number)}.")

    # Effects that last

    def begin_effect(self, seat: int, card: Card) -> None:
        """Kept cards may be several; the same running effect does not add up (BM-18)."""
        miner = self.miners[seat]
        if card.kept() or card not in miner.effects:
            miner.effects = [*miner.effects, card]

    def end_effect(self, seat: int, card: Card) -> None:
        effects = self.miners[seat].effects[:]
        effects.remove(card)
        self.miners[seat].effects = effects

    def mark(self, place: Property, card: Card) -> None:
        """Let a card's effect run on a property, once (BM-18)."""
        if card not in place.effects:
            place.effects = [*place.effects, card]
        if self.log is not None:
            self.tell(f"{who(place.owner)} chooses {self.board.name(place.number)} for {card.name}.")


def who(seat: int) -> str:
    return f"Player {seat + 1}"


def coins(halves: int) -> str:
    """BTC for people.

    >>> coins(3), coins(4)
    ('1.5 BTC', '2 BTC')
    """
    return f"{halves / 2:g} BTC"
