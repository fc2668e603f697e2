"""The rules of Bitcoin Mining: the turn, the cycles and the two ways to end.

Decks, land, money and orders have modules of their own.
"""

from typing import final

from mypy_extensions import i64

from quincunx.core.event import Event
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import CORNERS, INSPECTION, START
from quincunx.games.bitcoin_mining.rules import decks
from quincunx.games.bitcoin_mining.rules import orders as rules_orders
from quincunx.games.bitcoin_mining.rules.land import buy, may_buy, settle
from quincunx.games.bitcoin_mining.rules.money import pay_bank
from quincunx.games.bitcoin_mining.state import BANK, NO_CARD, Miner, Position, Property, faces


@final
class BitcoinMining(Position):
    """A position, and the course of the game from it."""

    # Whose move it is

    def current_player(self) -> int:
        phase = self.phase
        if phase == codes.DICE or phase == codes.DRAW:  # `in` would make an object of it
            return CHANCE
        if phase == codes.WINDOW:
            for seat, miner in enumerate(self.miners):
                if miner.answer == codes.WAITING:
                    return seat
        if phase == codes.LANDING_CARD:
            return self.landed_on().owner
        if phase == codes.ENDED:  # `TERMINAL if …` would make an object of the seat
            return TERMINAL
        return self.active

    def players_to_move(self) -> list[int]:
        if self.phase == codes.WINDOW:
            return [seat for seat, miner in enumerate(self.miners) if miner.answer == codes.WAITING]
        first = self.current_player()
        return [] if first == TERMINAL else [first]

    def waits_for(self, seat: int) -> bool:
        phase = self.phase
        if phase == codes.WINDOW:
            return self.miners[seat].answer == codes.WAITING
        if phase == codes.PROMPT or phase == codes.PURCHASE:  # the most common questions
            return seat == self.active
        return self.current_player() == seat

    def _legal_actions(self, seat: int) -> list[int]:
        if not self.waits_for(seat):
            return rules_orders.unasked(self, seat)
        phase = self.phase
        if phase == codes.PROMPT:
            first = [codes.ROLL, codes.PAY] if self.may_pay_fee(seat) else [codes.ROLL]
            return first + rules_orders.orders(self, seat)
        if phase == codes.PURCHASE:
            return [codes.BUY, codes.DECLINE, *rules_orders.orders(self, seat)]
        if phase == codes.WINDOW:
            return rules_orders.answers(self, seat)
        card = self.edition.cards[self.card]
        if phase == codes.LANDING_CARD:
            return card.pawn_lands(self, self.landed_on())
        return card.choices(self, seat)

    def random_action(self, seat: int, rng: Rng) -> int:
        # Counted off, answers first and then orders: lists of them took a fifth of random games.
        answers = 2
        if not self.waits_for(seat):
            return super().random_action(seat, rng)
        if self.phase == codes.PURCHASE:
            first = codes.BUY
        elif self.phase == codes.WINDOW:
            first = codes.NO
        elif self.phase == codes.PROMPT:
            first = codes.ROLL
            if not self.may_pay_fee(seat):
                answers = 1
        else:
            return super().random_action(seat, rng)
        room = rules_orders.room(self, seat)
        chosen = rng.below(answers + len(room))
        return first + chosen if chosen < answers else codes.ORDER + room[chosen - answers]

    def move(self, seat: int, action: int) -> None:
        phase = self.phase
        if seat == CHANCE:
            if phase == codes.DICE:
                self.rolled = action
                one, two = faces(self.rolled)
                self._roll(one, two)
            elif decks.draw(self, action):
                self.phase = codes.DRAWN_CARD
            else:
                self._close_turn()
        elif not self.waits_for(seat):
            rules_orders.order(self, seat, action - codes.ORDER)
        elif phase == codes.PROMPT:
            self._prompted(seat, action)
        elif phase == codes.PURCHASE:
            self._purchase_answered(seat, action)
        elif phase == codes.WINDOW:
            if rules_orders.answer(self, seat, action):
                self._end_turn()
        else:
            self._card_answered(seat, action)

    # A turn, from its beginning (BM-2)

    def _begin_turn(self) -> None:
        self.active += 1
        if self.active == self.players:
            self.active = 0
        miner = self.miners[self.active]
        miner.quiet = False
        for card in miner.effects:
            if card.skips_turn():
                card.turn_skipped(self, self.active)
                self._close_turn()
                return
        self._prompt()

    def _prompt(self) -> None:
        """Ask for a move before the roll, unless rolling is all that can be done (BM-3)."""
        if self.may_pay_fee(self.active) or self.may_order(self.miners[self.active]):
            self.phase = codes.PROMPT
        else:
            self.phase = codes.DICE

    def _prompted(self, seat: int, action: int) -> None:
        if action == codes.ROLL:
            self.phase = codes.DICE
            return
        if action == codes.PAY:
            fee = self.edition.inspection_fee
            pay_bank(self, seat, fee)
            self.miners[seat].inspected = False
            if self.log is not None:
                self.log_event("fee-paid", seat, {"fiat": fee})
        else:
            rules_orders.order(self, seat, action - codes.ORDER)
        self._prompt()

    def _roll(self, one: i64, two: i64) -> None:
        """Roll; in Inspection only doubles free the player, who then moves by them (BM-16)."""
        miner = self.miners[self.active]
        stays = miner.inspected and one != two
        if self.log is not None:
            tile = miner.tile if stays else (miner.tile + one + two) % self.board.tiles
            kind = "stayed" if stays else "freed" if miner.inspected else "rolled"
            self.log_event(kind, self.active, {"one": one, "two": two}, [self.board.tile_name(tile)])
        if stays:
            self._close_turn()
            return
        miner.inspected = False
        self._advance(miner, one + two)

    def _advance(self, miner: Miner, steps: i64) -> None:
        """Move the pawn; the tiles it passes come first, in order, then the one it lands on (BM-5)."""
        board = self.board
        end = miner.tile + steps
        corner: i64 = board.next_corners[miner.tile]
        while corner * board.stride < end:
            self._pass_corner(miner, corner)
            corner += 1
        if end >= board.tiles:
            end -= board.tiles
        miner.tile = end
        number = board.property_at(end)
        if number < 0:
            self._land_on_corner(miner, board.corner(end))
        else:
            self._land_on_property(self.places[number])

    def _pass_corner(self, miner: Miner, corner: i64) -> None:
        """Pass a corner: incident tiles flip under a pawn that passes (BM-17)."""
        if corner >= len(CORNERS):
            corner -= len(CORNERS)
        if corner == START:
            self._pass_start(miner)
        elif corner != INSPECTION:
            self.bulls ^= 1 << corner
            if self.log is not None:
                face = "bull" if self.is_bull(corner) else "bear"
                self.log_event("flipped", self.active, pieces=[CORNERS[corner], face])

    def _pass_start(self, miner: Miner) -> None:
        """Pass Start: the first player to get so far begins a cycle (BM-6), or ends the game (BM-9)."""
        miner.passes += 1
        if self.log is not None:
            self.log_event("passed-start", self.active, {"passes": miner.passes})
        if miner.passes < self.cycle:
            return
        if self.cycle == self.edition.cycles:
            self.last_turn = True
            if self.log is not None:
                self.log_event("last-turn", self.active)
            return
        self._begin_cycle()

    def _begin_cycle(self) -> None:
        """Begin a cycle, with its prices and payouts (BM-7); cards may end with the old one (BM-19)."""
        self.enter(self.cycle + 1)
        if self.log is not None:
            self._note_cycle()
        for seat, miner in enumerate(self.miners):
            for card in miner.effects:
                card.cycle_changes(self, seat)
        for place in self.places:
            for card in place.effects:
                card.cycle_changes_on(self, place.number)

    def _note_cycle(self) -> None:
        cycle = self.cycle
        inflation = cycle % 2 == 0
        self.log_event(
            "cycle-began", self.active, {"cycle": cycle}, ["fiat-inflation" if inflation else "start"]
        )
        prices = self.board.miner_prices
        if inflation:
            self.log_event("inflation", amounts={"batch": prices[cycle], "before": prices[cycle - 1]})
        payouts = self.edition.payouts
        if payouts[cycle] != payouts[cycle - 1]:
            self.log_event("payouts-changed", amounts={"btc": payouts[cycle], "before": payouts[cycle - 1]})

    def _land_on_corner(self, miner: Miner, corner: i64) -> None:
        if corner == INSPECTION:
            miner.inspected = True
            if self.log is not None:
                self.log_event("inspected", self.active, causes=["inspection"])
        elif corner != START and decks.fill_deck(self):
            self.phase = codes.DRAW
            return
        self._close_turn()

    # Properties

    def _land_on_property(self, place: Property) -> None:
        if place.owner == BANK:
            self._offer(place)
        elif not self._ask_owner(place):
            self._settle(place)

    def _offer(self, place: Property) -> None:
        """Offer a property to a player who has the price; others are not asked (BM-11)."""
        if may_buy(self, place):
            self.phase = codes.PURCHASE
        else:
            self._close_turn()

    def _purchase_answered(self, seat: int, action: int) -> None:
        """Buy or decline; there is no auction (BM-11). Batches may be ordered before that (BM-3)."""
        place = self.landed_on()
        if action >= codes.ORDER:
            rules_orders.order(self, seat, action - codes.ORDER)
            self._offer(place)
            return
        if action == codes.BUY:
            buy(self, seat, place)
        elif self.log is not None:
            self.log_event("declined", seat, pieces=[self.board.names[place.number]])
        self._close_turn()

    def _ask_owner(self, place: Property) -> bool:
        """Whether the owner keeps a card to use on this landing, and is asked."""
        for card in self.miners[place.owner].effects:
            if card.pawn_lands(self, place):
                self.card = card.number
                self.phase = codes.LANDING_CARD
                return True
        return False

    def _card_answered(self, seat: int, action: int) -> None:
        card = self.edition.cards[self.card]
        self.card = NO_CARD
        if self.phase == codes.DRAWN_CARD:
            card.choose(self, seat, action)
            self._close_turn()
            return
        others = card.landing_answered(self, self.landed_on(), action)
        place = self.landed_on()
        if not (others and self._ask_owner(place)):
            self._settle(place)

    def _settle(self, place: Property) -> None:
        settle(self, place)
        self._close_turn()

    # The end of a turn: orders, deliveries, the end check

    def _close_turn(self) -> None:
        if rules_orders.open_window(self):
            self.phase = codes.WINDOW
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        rules_orders.deliver_all(self)
        if self.is_over():
            self.phase = codes.ENDED
            if self.log is not None:
                cause, limit = self.ending()
                self.log_event("game-over", amounts={"limit": limit}, causes=[cause])
            return
        self.turn += 1
        self._begin_turn()

    def is_over(self) -> bool:
        """Whether the game ends: by the fourth pass, or by enough BTC or rounds after everyone's turn (BM-9,
        BM-10)."""
        if self.last_turn:
            return True
        if self.active < self.players - 1:
            return False
        if self.goal_reached():
            return True
        rounds = self.edition.max_rounds
        return rounds > 0 and self.turn + 1 >= rounds * self.players

    def ending(self) -> tuple[str, int]:
        """Return the limit that ended the game; if both endings are met, that of the cycles (BM-9)."""
        edition = self.edition
        if self.last_turn:
            return "cycles", edition.cycles
        return ("btc", edition.btc_goal) if self.goal_reached() else ("rounds", edition.max_rounds)

    # Chance

    def possible(self, outcome: int) -> bool:
        if self.phase == codes.DICE:
            return 0 <= outcome < 36
        return decks.may_draw(self, outcome)

    def sample_outcome(self, rng: Rng) -> int:
        if self.phase == codes.DICE:
            return rng.below(36)
        return decks.sample(self, rng)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.phase == codes.DICE:
            return [(roll, 1 / 36) for roll in range(36)]
        return decks.outcomes(self)

    # Copies and results

    def clone(self) -> "BitcoinMining":
        return BitcoinMining(self.edition, self.players, self)

    def has_hidden_info(self, seat: int) -> bool:
        """Whether the order window hides answers of others: they are unknown until all are in (BM-3)."""
        if self.phase == codes.WINDOW:
            for other, miner in enumerate(self.miners):
                if other != seat and miner.answer >= 0:
                    return True
        return False

    def resample_hidden(self, seat: int, rng: Rng) -> "BitcoinMining":
        """Draw the hidden answers anew."""
        twin = self.clone()
        if self.phase == codes.WINDOW:
            for other, miner in enumerate(twin.miners):
                if other != seat and miner.answer >= 0:
                    known = rules_orders.answers(self, other)
                    miner.answer = known[rng.below(len(known))]
        return twin

    def reopen_secret_choices(self, seat: int) -> None:
        if self.phase == codes.WINDOW:
            for other, miner in enumerate(self.miners):
                if other != seat and miner.answer >= 0:
                    miner.answer = codes.WAITING

    def returns(self) -> list[float]:
        """Return the shares of the win: the most BTC wins; equal BTC is a shared win (BM-9)."""
        most = self.most_btc()
        winners = 0
        for miner in self.miners:
            if miner.btc == most:
                winners += 1
        return [1 / winners if miner.btc == most else 0.0 for miner in self.miners]

    def turns(self) -> int:
        return self.turn + 1


def why_over(state: BitcoinMining) -> Event:
    """The event that says which limit ended the game."""
    cause, limit = state.ending()
    return Event("ended", amounts={"limit": limit}, causes=[cause])
