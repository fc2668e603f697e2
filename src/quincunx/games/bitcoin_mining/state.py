"""The position of Bitcoin Mining, and the moments at which a card can act on it.

BTC is counted in halves, the smallest step there is (BM-8).
"""

from dataclasses import dataclass
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from quincunx.core.amounts import Amounts
from quincunx.core.state import State
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import HALVES, SHARES, START, WHOLE, Board, Rates

BANK: Final = -1
"""The owner of a property that no player owns."""

NO_CARD: Final = -1
NO_ROLL: Final = -1


def faces(roll: i64) -> tuple[i64, i64]:
    """Return the two dice of a roll, which is a number from 0 to 35."""
    one = roll // 6
    return one + 1, roll - 6 * one + 1


class CardAmounts(Amounts):
    """The amounts of a card's entry in game.toml, in the steps in which the rules count them."""

    def __init__(self, values: dict[str, int]) -> None:
        super().__init__(values)
        self.steps: dict[str, int] = {}
        """The number of steps in one, for the amounts that may be written with a fraction."""

    def btc(self, name: str) -> int:
        """Return an amount of BTC in halves."""
        self.steps[name] = HALVES
        return self.take(name, most=1_000_000 * HALVES)

    def percent(self, name: str) -> int:
        """Return a percentage as a share of WHOLE."""
        self.steps[name] = SHARES
        return self.take(name, most=WHOLE)


class Card:
    """A card. Its effect is in the hooks it overrides, named after moments of the game."""

    def __init__(
        self, number: int, name: str, copies: int, text: str, amounts: CardAmounts, rates: Rates
    ) -> None:
        self.number = number
        self.name = name
        self.copies = copies
        self.text = text
        """The text; `{price}` stands for the price of a batch by this card in this cycle."""
        self.prices: list[int] = []
        """The price of a batch by this card in each cycle, if it sells one."""
        self.take(amounts, rates)

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        """Take the amounts that the card has in game.toml."""

    # When it is drawn

    def choices(self, game: "Position", seat: int) -> list[int]:
        """Return the answers that the player who drew it may choose from, if any."""
        return []

    def choose(self, game: "Position", seat: int, action: int) -> None:
        """Carry out the answer."""

    def draw(self, game: "Position", seat: int) -> None:
        """Work on a draw if it neither asks nor stays; without an effect that is logged (BM-20)."""
        if game.log is not None:
            game.log_event("no-effect", seat, pieces=[self.name])

    # Cards that do not go back to their deck at once

    def kept(self) -> bool:
        """Whether it stays with the player until used, away from its deck (BM-18)."""
        return False

    def runs_for_player(self) -> bool:
        """Whether its effect runs for a player, from when it is drawn."""
        return self.kept()

    def runs_on_property(self) -> bool:
        """Whether its effect runs on a property."""
        return False

    # Effects while it lies there

    def skips_turn(self) -> bool:
        """Whether the player's next turn is skipped."""
        return False

    def turn_skipped(self, game: "Position", seat: int) -> None:
        """React to the turn that it has just skipped."""

    def cycle_changes(self, game: "Position", seat: int) -> None:
        """React to a new cycle while it runs for a player."""

    def cycle_changes_on(self, game: "Position", number: int) -> None:
        """React to a new cycle while it runs on a property."""

    def toll_due(self, toll: i64) -> i64:
        """Return the toll that a visitor under this effect pays."""
        return toll

    def payout(self, btc: i64) -> i64:
        """Return the BTC paid to a player, or by a property, under this effect."""
        return btc

    def room(self, limit: i64) -> i64:
        """Return how many batches a property under this effect can hold."""
        return limit

    def batch_price(self, price: i64, cycle: i64) -> i64:
        """Return the price of an ordinary order of one batch for the card's keeper."""
        return price

    def batch_ordered(self, game: "Position", seat: int) -> bool:
        """Whether an ordinary order of its keeper uses it up."""
        return False

    def pawn_lands(self, game: "Position", place: "Property") -> list[int]:
        """Return the answers its keeper may give when a pawn lands there, before toll and payout."""
        return []

    def landing_answered(self, game: "Position", place: "Property", action: int) -> bool:
        """Carry out the answer. Return whether other cards may be used on this landing after it."""
        return False


@dataclass
class Edition:
    """The board, the cards and the limits of a match.

    The bull cards are numbered first; the bear cards begin at `bears`.
    """

    board: Board
    cards: list[Card]
    bears: int
    payouts: list[int]
    start_fiat: int
    inspection_fee: int
    cycles: int
    btc_goal: int
    max_rounds: int
    unsold: "list[Property]"
    """The properties as they are at the start."""


@final
@mypyc_attr(acyclic=True)  # Without a search for cycles copies are 1.15 times as fast.
class Miner:
    """A player. `land` are the numbers of the properties owned, in order; `effects` are the cards that run or
    are kept. Both lists are replaced, never changed, so that copies can share them.

    Here and in the rest of the position, native numbers make random games 1.15 times as fast.
    """

    def __init__(
        self,
        fiat: i64,
        btc: i64,
        tile: i64,
        passes: i64,
        inspected: bool,
        quiet: bool,
        land: list[int],
        effects: list[Card],
        answer: i64,
    ) -> None:
        self.fiat = fiat
        self.btc = btc
        self.tile = tile
        self.passes = passes
        self.inspected = inspected
        # "No" in the order window: not to be asked again before the next turn (BM-3).
        self.quiet = quiet
        self.land = land
        self.effects = effects
        self.answer = answer

    def copy(self) -> "Miner":
        return Miner(
            self.fiat,
            self.btc,
            self.tile,
            self.passes,
            self.inspected,
            self.quiet,
            self.land,
            self.effects,
            self.answer,
        )


@final
@mypyc_attr(acyclic=True)
class Property:
    """A property tile. Positions share it: `Position.changing` makes a new one before it is changed.

    `effects` are the cards that run on it; the list is replaced, never changed.
    """

    def __init__(self, number: i64, owner: i64, batches: i64, ordered: i64, effects: list[Card]) -> None:
        self.number = number
        self.owner = owner
        self.batches = batches
        self.ordered = ordered
        self.effects = effects

    def copy(self) -> "Property":
        return Property(self.number, self.owner, self.batches, self.ordered, self.effects)


class Position(State):
    """The position at the start or in a copy of another. Every token comes from somewhere and goes
    somewhere."""

    def __init__(self, edition: Edition, players: int, source: "Position | None" = None) -> None:
        super().__init__(players)
        self.edition = edition
        self.board = edition.board
        if source is None:
            # All pawns on Start, all incident tiles Bear, and seat 1 to roll (BM-1, BM-17).
            self.miners = [
                Miner(edition.start_fiat, 0, START, 0, False, False, [], [], codes.NOT_ASKED)
                for _ in range(players)
            ]
            self.places = edition.unsold[:]
            # The number of each card left to draw.
            self.deck = [card.copies for card in edition.cards]
            # A bit for each corner: whether it shows its bull face.
            self.bulls: i64 = 0
            self.turn = 0
            self.active: i64 = 0
            self.cycle: i64 = 1
            # The price of a batch in this cycle, before cards: asked for many times a turn.
            self.miner_price: i64 = edition.board.miner_prices[1]
            self.phase: i64 = codes.DICE
            # The card that asks.
            self.card: i64 = NO_CARD
            # Whether the pass that ends the game has been made; the turn is being finished (BM-9).
            self.last_turn = False
            # For display only: the dice as they last fell, and the last card drawn.
            self.rolled: i64 = NO_ROLL
            self.drawn: i64 = NO_CARD
            # The balances of the bank and the network, and the batches handed out: the books must agree.
            self.bank_fiat = 0
            self.network_btc = 0
            self.batches_sold = 0
            self.on_order: i64 = 0
        else:
            self.miners = [miner.copy() for miner in source.miners]
            self.places = source.places[:]
            self.deck = source.deck[:]
            self.bulls = source.bulls
            self.turn = source.turn
            self.active = source.active
            self.cycle = source.cycle
            self.miner_price = source.miner_price
            self.phase = source.phase
            self.card = source.card
            self.last_turn = source.last_turn
            self.rolled = source.rolled
            self.drawn = source.drawn
            self.bank_fiat = source.bank_fiat
            self.network_btc = source.network_btc
            self.batches_sold = source.batches_sold
            self.on_order = source.on_order

    def position_key(self) -> bytes:
        parts = [self.turn, self.cycle, int(self.last_turn), self.phase, self.card, self.bulls, *self.deck]
        for miner in self.miners:
            parts += [miner.fiat, miner.btc, miner.tile, miner.passes, int(miner.inspected)]
            parts += [int(miner.quiet), miner.answer, -9, *[card.number for card in miner.effects]]
        for place in self.places:
            parts += [-9, place.owner, place.batches, place.ordered]
            parts += [card.number for card in place.effects]
        return ",".join([str(part) for part in parts]).encode()

    def enter(self, cycle: i64) -> None:
        """Go to a cycle, and to its price of a batch."""
        self.cycle = cycle
        self.miner_price = self.board.miner_prices[cycle]

    def is_bull(self, corner: i64) -> bool:
        """Whether an incident tile shows its bull face."""
        return bool(self.bulls >> corner & 1)

    # Properties

    def changing(self, number: i64) -> Property:
        """Return a property that is about to change as a new object, since copies share the others."""
        place = self.places[number].copy()
        self.places[number] = place
        return place

    def owned(self, seat: int) -> list[Property]:
        return [self.places[number] for number in self.miners[seat].land]

    def mining(self, seat: int) -> list[Property]:
        """Return the seat's properties with a batch on them; those on order do not count (BM-20)."""
        return [place for place in self.owned(seat) if place.batches > 0]

    def landed_on(self) -> Property:
        """Return the property under the active pawn."""
        return self.places[self.board.property_at(self.miners[self.active].tile)]

    def price(self, place: Property) -> i64:
        return self.board.price(place.number, self.cycle)

    def toll(self, place: Property) -> i64:
        return self.board.toll(place.number, place.batches, self.cycle)

    def toll_for(self, visitor: Miner, place: Property) -> i64:
        """Return the toll that this visitor owes."""
        toll = self.toll(place)
        for card in visitor.effects:
            toll = card.toll_due(toll)
        return toll

    def limit(self, place: Property) -> i64:
        """Return how many batches a property can hold now."""
        limit: i64 = self.board.batch_limit
        for card in place.effects:
            limit = card.room(limit)
        return limit

    def has_room(self, place: Property) -> bool:
        """Whether a property can take one more batch; those on order take room as well (BM-4)."""
        return place.batches + place.ordered < self.limit(place)

    def payout(self, place: Property) -> i64:
        """Return the payout of a landing to the owner now."""
        return self.payout_of(place, place.batches)

    def payout_of(self, place: Property, batches: i64) -> i64:
        """Return the payout of that many batches: nothing in Inspection (BM-15), and less by cards."""
        owner = self.miners[place.owner]
        if owner.inspected:
            return 0
        btc: i64 = self.edition.payouts[self.cycle] * batches
        for card in owner.effects:
            btc = card.payout(btc)
        for card in place.effects:
            btc = card.payout(btc)
        return btc

    # Batches

    def batch_price(self, miner: Miner) -> i64:
        """Return the price of an ordinary order of one batch for this player now."""
        price = self.miner_price
        for card in miner.effects:
            price = card.batch_price(price, self.cycle)
        return price

    def with_room(self, miner: Miner, price: i64) -> list[int]:
        """Return the player's properties where a batch at that price could go, by number."""
        if miner.fiat < price or self.last_turn:
            return []
        return [number for number in miner.land if self.has_room(self.places[number])]

    def may_order(self, miner: Miner) -> bool:
        """Whether the player has the money and the room for a batch."""
        if not miner.land or self.last_turn or miner.fiat < self.batch_price(miner):
            return False
        for number in miner.land:
            if self.has_room(self.places[number]):
                return True
        return False

    # Players

    def may_pay_fee(self, seat: i64) -> bool:
        miner = self.miners[seat]
        return miner.inspected and miner.fiat >= self.edition.inspection_fee

    def most_btc(self) -> int:
        most: i64 = 0
        for miner in self.miners:
            if miner.btc > most:
                most = miner.btc
        return most

    def goal_reached(self) -> bool:
        goal: i64 = self.edition.btc_goal
        if goal > 0:
            for miner in self.miners:
                if miner.btc >= goal:
                    return True
        return False
