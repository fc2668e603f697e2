"""Bitcoin Mining: the turn, the cycles, the order window and the two ways to end."""

from typing import Final

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.bitcoin_mining.board import INSPECTION, START, Board
from quincunx.games.bitcoin_mining.position import (
    BANK,
    BUY,
    DECK,
    DECLINE,
    LATER,
    NO,
    NOT_ASKED,
    ORDER,
    PAY,
    ROLL,
    USE,
    WAITING,
    Card,
    Miner,
    Position,
    Property,
    coins,
    who,
)

# What the game waits for.
PROMPT: Final = 0
DICE: Final = 1
DRAW: Final = 2
PURCHASE: Final = 3
LANDING_CARD: Final = 4
DRAWN_CARD: Final = 5
WINDOW: Final = 6
ENDED: Final = 7

NO_CARD: Final = -1
NO_ROLL: Final = -1


class Edition:
    """Everything a match is played with: its board, its cards and its limits."""

    def __init__(
        self,
        board: Board,
        cards: list[Card],
        payouts: list[int],
        start_fiat: int,
        inspection_fee: int,
        cycles: int,
        btc_goal: int,
        max_rounds: int,
    ) -> None:
        self.board = board
        self.cards = cards
        self.payouts = payouts
        self.start_fiat = start_fiat
        self.inspection_fee = inspection_fee
        self.cycles = cycles
        self.btc_goal = btc_goal
        self.max_rounds = max_rounds


class BitcoinMining(Position):
    """A position, and how it goes on. `bull` tells for each corner whether it shows its bull face."""

    def __init__(
        self, edition: Edition, miners: list[Miner], places: list[Property], deck: list[int], bull: list[bool]
    ) -> None:
        super().__init__(edition.board, edition.payouts, miners, places, deck)
        self.edition = edition
        self.bull = bull
        self.phase = DICE
        self.card = NO_CARD
        # What lies on the table to be looked at: the dice as they last fell, and the last card drawn.
        self.rolled = NO_ROLL
        self.drawn = NO_CARD

    # Whose move it is

    def actor(self) -> int:
        phase = self.phase
        if phase in (DICE, DRAW):
            return CHANCE
        if phase == ENDED:
            return OVER
        if phase == LANDING_CARD:
            return self.landed_on().owner
        if phase == WINDOW:
            for seat, miner in enumerate(self.miners):
                if miner.answer == WAITING:
                    return seat
        return self.active

    def actors(self) -> list[int]:
        if self.phase == WINDOW:
            return [seat for seat, miner in enumerate(self.miners) if miner.answer == WAITING]
        first = self.actor()
        return [] if first == OVER else [first]

    def waits_for(self, seat: int) -> bool:
        if self.phase == WINDOW:
            return self.miners[seat].answer == WAITING
        return self.actor() == seat

    def actions(self, seat: int) -> list[int]:
        if not self.waits_for(seat):
            return self._unasked(seat)
        phase = self.phase
        if phase == PROMPT:
            moves = [ROLL]
            if self._may_pay_fee(seat):
                moves.append(PAY)
            return moves + self._orders(seat)
        if phase == PURCHASE:
            return [BUY, DECLINE]
        if phase == WINDOW:
            return self.answers(seat)
        if phase == LANDING_CARD:
            return [USE, DECLINE]
        return self.edition.cards[self.card].choices(self, seat)

    def answers(self, seat: int) -> list[int]:
        """What may be said in the order window (BM-3)."""
        return [NO, LATER, *self._orders(seat)]

    def _orders(self, seat: int) -> list[int]:
        return [ORDER + number for number in self.with_room(seat, self.batch_price(seat))]

    def _unasked(self, seat: int) -> list[int]:
        """At any moment a player may order, but not beside an answer already given (BM-3)."""
        if self.phase == ENDED or self.miners[seat].answer != NOT_ASKED:
            return []
        return self._orders(seat)

    def _may_pay_fee(self, seat: int) -> bool:
        miner = self.miners[seat]
        return miner.inspected and miner.fiat >= self.edition.inspection_fee

    def move(self, seat: int, action: int) -> None:
        phase = self.phase
        if seat == CHANCE:
            if phase == DICE:
                self.rolled = action
                self._roll(action // 6 + 1, action % 6 + 1)
            else:
                self._draw(action)
        elif not self.waits_for(seat):
            self.order(seat, action - ORDER)
        elif phase == PROMPT:
            self._prompted(seat, action)
        elif phase == PURCHASE:
            self._bought(seat, action)
        elif phase == WINDOW:
            self._answered(seat, action)
        elif phase == LANDING_CARD:
            self._landing_answered(action)
        else:
            card = self.edition.cards[self.card]
            self.card = NO_CARD
            card.choose(self, seat, action)
            self._open_window()

    # A turn, from its beginning (BM-2)

    def _begin_turn(self) -> None:
        self.active = self.turn % len(self.miners)
        miner = self.miners[self.active]
        miner.quiet = False
        for card in miner.effects:
            if card.skips_turn():
                self.end_effect(self.active, card)
                if self.log is not None:
                    self.tell(f"{who(self.active)} skips this turn.")
                self._open_window()
                return
        self._prompt()

    def _prompt(self) -> None:
        """Ask what to do before the roll, unless rolling is all that can be done (BM-3)."""
        seat = self.active
        self.phase = PROMPT if self._may_pay_fee(seat) or self.may_order(seat) else DICE

    def _prompted(self, seat: int, action: int) -> None:
        if action == ROLL:
            self.phase = DICE
            return
        if action == PAY:
            self.pay_bank(seat, self.edition.inspection_fee)
            self.miners[seat].inspected = False
            if self.log is not None:
                self.tell(f"{who(seat)} pays {self.edition.inspection_fee:,} and leaves Inspection.")
        else:
            self.order(seat, action - ORDER)
        self._prompt()

    def _roll(self, one: int, two: int) -> None:
        """In Inspection only doubles free the player, who then moves by them (BM-16)."""
        miner = self.miners[self.active]
        stays = miner.inspected and one != two
        if self.log is not None:
            tile = miner.tile if stays else (miner.tile + one + two) % self.board.tiles
            way = "stays in" if stays else "goes to"
            self.tell(f"{who(self.active)} rolls {one} and {two} and {way} {self.board.tile_name(tile)}.")
        if stays:
            self._open_window()
            return
        miner.inspected = False
        self._advance(miner, one + two)

    def _advance(self, miner: Miner, steps: int) -> None:
        """Move the pawn; what it passes comes first, in order, then what it lands on (BM-5)."""
        board = self.board
        end = miner.tile + steps
        stride = board.side + 1
        corner = miner.tile // stride + 1
        while corner * stride < end:
            self._pass_corner(miner, corner % 6)
            corner += 1
        miner.tile = end % board.tiles
        if board.is_corner(miner.tile):
            self._land_on_corner(miner, board.corner(miner.tile))
        else:
            self._land_on_property(self.landed_on())

    def _pass_corner(self, miner: Miner, corner: int) -> None:
        """Incident tiles flip under a pawn that passes (BM-17)."""
        if corner == START:
            self._pass_start(miner)
        elif corner != INSPECTION:
            self.bull[corner] = not self.bull[corner]

    def _pass_start(self, miner: Miner) -> None:
        """The first player to get so far begins a cycle (BM-6), or ends the game (BM-9)."""
        miner.passes += 1
        if miner.passes < self.cycle:
            return
        if self.cycle == self.edition.cycles:
            self.last_turn = True
            if self.log is not None:
                self.tell(f"{who(self.active)} passes Start for the last time: the game ends with this turn.")
            return
        self.cycle += 1
        for each in self.miners:
            each.effects = [card for card in each.effects if not card.until_cycle()]
        for place in self.places:
            if place.effects:
                place.effects = [card for card in place.effects if not card.until_cycle()]
        if self.log is not None:
            inflation = "; Start shows Fiat Inflation" if self.cycle % 2 == 0 else ""
            self.tell(f"{who(self.active)} passes Start: cycle {self.cycle} begins{inflation}.")

    def _land_on_corner(self, miner: Miner, corner: int) -> None:
        if corner == START:
            self._open_window()
        elif corner == INSPECTION:
            miner.inspected = True
            self._open_window()
        elif self._fill_deck(corner):
            self.phase = DRAW
        else:
            self._open_window()

    # Properties

    def _land_on_property(self, place: Property) -> None:
        if place.owner == BANK:
            if self.last_turn or self.miners[self.active].fiat < self.price(place):
                self._open_window()
            else:
                self.phase = PURCHASE
            return
        if not self._ask_owner(place):
            self._settle(place)

    def _bought(self, seat: int, action: int) -> None:
        """Buy or decline; there is no auction (BM-11)."""
        if action == BUY:
            place = self.landed_on()
            price = self.price(place)
            self.pay_bank(seat, price)
            self.acquire(seat, place)
            if self.log is not None:
                self.tell(f"{who(seat)} buys {self.board.name(place.number)} for {price:,}.")
        self._open_window()

    def _ask_owner(self, place: Property) -> bool:
        """Whether the owner keeps a card to use on this landing, and is asked."""
        for card in self.miners[place.owner].effects:
            if card.may_join_landing(self, place):
                self.card = card.number
                self.phase = LANDING_CARD
                return True
        return False

    def _landing_answered(self, action: int) -> None:
        place = self.landed_on()
        card = self.edition.cards[self.card]
        self.card = NO_CARD
        if action == USE:
            card.join_landing(self, place)
            if self._ask_owner(place):
                return
        self._settle(place)

    def _settle(self, place: Property) -> None:
        """First the toll, then the payout, whoever landed and whether or not it was paid (BM-12, BM-13)."""
        if place.owner != self.active:
            self._pay_toll(place)
        btc = self.payout(place)
        if btc:
            self.mine(place.owner, btc)
            if self.log is not None:
                self.tell(f"{self.board.name(place.number)} pays {who(place.owner)} {coins(btc)}.")
        self._open_window()

    def _pay_toll(self, place: Property) -> None:
        visitor = self.miners[self.active]
        toll = self.toll(place)
        for card in visitor.effects:
            toll = card.toll(toll)
        if visitor.fiat < toll:
            if self.log is not None:
                self.tell(f"{who(self.active)} cannot pay the toll of {toll:,} and goes to Inspection.")
            self.send_to_inspection(self.active)
            return
        self.hand_over(self.active, place.owner, toll)
        if self.log is not None:
            self.tell(f"{who(self.active)} pays {who(place.owner)} a toll of {toll:,}.")

    # Cards

    def pile(self) -> int:
        """The number of the first card of the deck that the tile under the active pawn shows."""
        return 0 if self.bull[self.board.corner(self.miners[self.active].tile)] else DECK

    def _fill_deck(self, corner: int) -> bool:
        """Shuffle the discards if the deck is empty; False if every card is kept by someone (BM-18)."""
        first = 0 if self.bull[corner] else DECK
        if self._cards_left(first):
            return True
        for number in range(first, first + DECK):
            self.deck[number] = self.edition.cards[number].copies
        for miner in self.miners:
            for card in miner.effects:
                if card.kept() and first <= card.number < first + DECK:
                    self.deck[card.number] -= 1
        return self._cards_left(first) > 0

    def _cards_left(self, first: int) -> int:
        left = 0
        for number in range(first, first + DECK):
            left += self.deck[number]
        return left

    def _draw(self, number: int) -> None:
        """A choice with one possibility is made without asking (BM-20)."""
        self.deck[number] -= 1
        self.drawn = number
        card = self.edition.cards[number]
        if self.log is not None:
            self.tell(f"{who(self.active)} draws {card.name}: {card.text(self.cycle)}")
        choices = card.choices(self, self.active)
        if len(choices) > 1:
            self.card = number
            self.phase = DRAWN_CARD
            return
        if choices:
            card.choose(self, self.active, choices[0])
        else:
            card.draw(self, self.active)
        self._open_window()

    # The end of a turn: orders, deliveries, the end check

    def _open_window(self) -> None:
        """Ask everyone who could order and has not said no since their last turn (BM-3)."""
        asked = False
        if not self.last_turn:
            for seat, miner in enumerate(self.miners):
                if not miner.quiet and self.may_order(seat):
                    miner.answer = WAITING
                    asked = True
        if asked:
            self.phase = WINDOW
        else:
            self._end_turn()

    def _answered(self, seat: int, action: int) -> None:
        """Answers wait until all are in; then they are carried out in seat order (BM-3)."""
        self.miners[seat].answer = action
        for miner in self.miners:
            if miner.answer == WAITING:
                return
        asked = False
        for other, miner in enumerate(self.miners):
            answer = miner.answer
            miner.answer = NOT_ASKED
            if answer == NO:
                miner.quiet = True
            elif answer >= ORDER:
                self.order(other, answer - ORDER)
                if self.may_order(other):
                    miner.answer = WAITING
                    asked = True
        if not asked:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.on_order:
            for place in self.places:
                self.deliver(place, place.ordered)
        if self.is_over():
            self.phase = ENDED
            return
        self.turn += 1
        self._begin_turn()

    def is_over(self) -> bool:
        """The fourth pass, or enough BTC or rounds when everyone has had a turn (BM-9, BM-10)."""
        if self.last_turn:
            return True
        players = len(self.miners)
        if self.active < players - 1:
            return False
        if self.goal_reached():
            return True
        rounds = self.edition.max_rounds
        return rounds > 0 and self.turn + 1 >= rounds * players

    def goal_reached(self) -> bool:
        goal = self.edition.btc_goal
        return goal > 0 and self.most_btc() >= goal

    def most_btc(self) -> int:
        most = 0
        for miner in self.miners:
            most = max(most, miner.btc)
        return most

    # Refusals

    def why_not(self, seat: int, action: int) -> str:
        card_asks = self.phase == DRAWN_CARD and self.waits_for(seat)
        if ORDER <= action < ORDER + self.board.properties and not card_asks:
            return self._why_not_order(seat, action - ORDER)
        if not self.waits_for(seat):
            return "It is not your move."
        return self._why_not_now(seat, action)

    def _why_not_order(self, seat: int, number: int) -> str:
        miner = self.miners[seat]
        place = self.places[number]
        name = self.board.name(number)
        if self.last_turn:
            return "The game ends with this turn; no more batches are sold."
        if miner.answer >= 0:
            return "You have answered; wait for the others."
        if place.owner != seat:
            return f"{name} is not yours."
        if not self.has_room(place):
            return f"{name} has no room for more than {self.limit(place)}, counting what is on order."
        price = self.batch_price(seat)
        if miner.fiat < price:
            return f"You have {miner.fiat:,} fiat; a batch costs {price:,}."
        return "Answer first; you can order when the turn ends."

    def _why_not_now(self, seat: int, action: int) -> str:
        if self.phase == PROMPT:
            if action == PAY and self.miners[seat].inspected:
                return (
                    f"You have {self.miners[seat].fiat:,} fiat; the fee is {self.edition.inspection_fee:,}."
                )
            if action == PAY:
                return "You are not in Inspection."
            return "You can roll now, or order a batch first."
        if self.phase == PURCHASE:
            return "Buy the property or decline it."
        if self.phase == WINDOW:
            return "Order a batch, or answer `no order` or `later`."
        return f"{self.edition.cards[self.card].name} does not let you do that."

    # Chance

    def possible(self, outcome: int) -> bool:
        if self.phase == DICE:
            return 0 <= outcome < 36
        first = self.pile()
        return first <= outcome < first + DECK and self.deck[outcome] > 0

    def sample(self, rng: Rng) -> int:
        if self.phase == DICE:
            return rng.below(36)
        number = self.pile()
        rank = rng.below(self._cards_left(number))
        while rank >= self.deck[number]:
            rank -= self.deck[number]
            number += 1
        return number

    def outcomes(self) -> list[tuple[int, float]]:
        if self.phase == DICE:
            return [(roll, 1 / 36) for roll in range(36)]
        first = self.pile()
        left = self._cards_left(first)
        return [
            (number, self.deck[number] / left)
            for number in range(first, first + DECK)
            if self.deck[number] > 0
        ]

    # Copies, and what came of it

    def clone(self) -> "BitcoinMining":
        miners = [miner.copy() for miner in self.miners]
        places = [place.copy() for place in self.places]
        twin = BitcoinMining(self.edition, miners, places, self.deck[:], self.bull[:])
        twin.turn = self.turn
        twin.active = self.active
        twin.cycle = self.cycle
        twin.last_turn = self.last_turn
        twin.bank_fiat = self.bank_fiat
        twin.network_btc = self.network_btc
        twin.batches_sold = self.batches_sold
        twin.on_order = self.on_order
        twin.phase = self.phase
        twin.card = self.card
        twin.rolled = self.rolled
        twin.drawn = self.drawn
        return twin

    def determinize(self, seat: int, rng: Rng) -> "BitcoinMining":
        """In the order window the others' answers are unknown until all are in (BM-3)."""
        twin = self.clone()
        if self.phase == WINDOW:
            for other, miner in enumerate(twin.miners):
                if other != seat and miner.answer >= 0:
                    answers = self.answers(other)
                    miner.answer = answers[rng.below(len(answers))]
        return twin

    def returns(self) -> list[float]:
        """The most BTC wins; equal BTC is a shared win (BM-9)."""
        most = self.most_btc()
        winners = 0
        for miner in self.miners:
            if miner.btc == most:
                winners += 1
        return [1 / winners if miner.btc == most else 0.0 for miner in self.miners]

    def turns(self) -> int:
        return self.turn + 1

    def key(self) -> bytes:
        parts = [self.turn, self.cycle, int(self.last_turn), self.phase, self.card, *self.deck]
        for shown in self.bull:
            parts.append(int(shown))
        for miner in self.miners:
            parts += [miner.fiat, miner.btc, miner.tile, miner.passes, int(miner.inspected)]
            parts += [int(miner.quiet), miner.answer, -9, *[card.number for card in miner.effects]]
        for place in self.places:
            parts += [-9, place.owner, place.batches, place.ordered]
            parts += [card.number for card in place.effects]
        return ",".join([str(part) for part in parts]).encode()


def start(edition: Edition, players: int) -> BitcoinMining:
    """All pawns on Start, all incident tiles Bear, and seat 1 to roll (BM-1, BM-17)."""
    miners = [Miner(edition.start_fiat, 0, START, 0, False, False) for _ in range(players)]
    places = [Property(number, BANK, 0, 0, []) for number in range(edition.board.properties)]
    deck = [card.copies for card in edition.cards]
    return BitcoinMining(edition, miners, places, deck, [False] * 6)
