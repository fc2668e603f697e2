"""Buying power cards: the open cards, the pile, other monsters' cards, and who may jump in."""

from quincunx.games.king_of_tokyo.battle import Battle
from quincunx.games.king_of_tokyo.board import (
    BUY,
    CARD,
    DISPLAY,
    FROM_DISPLAY,
    FROM_MONSTER,
    FROM_PILE,
    LAB,
    MIMIC_TARGET,
    OPPORTUNIST,
    PEEK,
    REVEAL,
)
from quincunx.games.king_of_tokyo.pieces import NOTHING, Held, Monster


class Shop(Battle):
    """The buy step of a turn, and everything a purchase sets off (KT-19)."""

    def set_up_done(self) -> None:
        """Go on once the first cards are revealed."""
        raise NotImplementedError

    def turn_lost(self) -> None:
        """Go on once the active monster has been eliminated (KT-20)."""
        raise NotImplementedError

    def end_turn(self) -> None:
        """Go on once the active monster has bought enough."""
        raise NotImplementedError

    # The buy step.

    def offer_buy(self) -> None:
        self.phase = BUY
        self.asked = self.active
        me = self.monsters[self.active]
        if self.may_sweep(me) or self.may_peek(me) or self.affordable(me, (1 << DISPLAY) - 1):
            return
        if not self.affordable_from_others(me):
            self.end_turn()

    def affordable(self, me: Monster, slots: int) -> list[int]:
        """Those of the open cards, given as bits, that the monster can pay."""
        found: list[int] = []
        money = me.energy + me.discount()
        for slot, kind in enumerate(self.display):
            if kind != NOTHING and slots >> slot & 1 and self.table.costs[kind] <= money:
                found.append(slot)
        return found

    def affordable_from_others(self, me: Monster) -> list[tuple[int, int]]:
        """Keep cards of living opponents that the monster may buy and can pay (KT-43)."""
        found: list[tuple[int, int]] = []
        if me.buys_from_others():
            for other in self.others(me):
                for slot, held in enumerate(other.hand):
                    if me.price(held.card) <= me.energy:
                        found.append((other.seat, slot))
        return found

    def may_sweep(self, me: Monster) -> bool:
        return me.energy >= self.table.sweep and self._cards_about()

    def may_peek(self, me: Monster) -> bool:
        return me.peeking_card() is not None and self.cards_left()

    def cards_left(self) -> bool:
        """Whether a card can be drawn, if need be from the discards."""
        return self.top != NOTHING or bool(self.pile or self.under or self.discards)

    def _cards_about(self) -> bool:
        for kind in self.display:
            if kind != NOTHING:
                return True
        return self.cards_left()

    def buy(self, me: Monster, slot: int) -> None:
        kind = self.display[slot]
        self.display[slot] = NOTHING
        self._pay(me, kind)
        self._purchase(me, kind, FROM_DISPLAY, None)

    def buy_top(self) -> None:
        """Made in a Lab: buy the card just seen; nothing is refilled (KT-44)."""
        me = self.monsters[self.active]
        kind = self.top
        self.top = NOTHING
        self.top_seen = 0
        self._pay(me, kind)
        self._purchase(me, kind, FROM_PILE, None)

    def buy_from(self, seat: int, slot: int) -> None:
        """Parasitic Tentacles: the price goes to the seller, who cannot refuse (KT-43)."""
        me = self.monsters[self.active]
        owner = self.monsters[seat]
        held = owner.hand[slot]
        price = self._pay(me, held.card.kind)
        self.hand_over(owner, held)
        self.gain_energy(owner, price)
        self._purchase(me, held.card.kind, FROM_MONSTER, held)

    def _pay(self, me: Monster, kind: int) -> int:
        card = self.card(kind)
        price = me.price(card)
        me.energy -= price
        if self.log is not None:
            self.tell(f"{self.name(me)} buys {card.name} for {price} energy.")
        return price

    def _purchase(self, me: Monster, kind: int, source: int, held: Held | None) -> None:
        self.buyer = me.seat
        self.source = source
        for owned in me.hand:
            owned.power.card_bought(self, me)
        card = self.card(kind)
        if card.stays():
            self.gain_card(me, held or Held(card))
            if card.copies_others():
                self._aim(me, len(me.hand) - 1)
            else:
                self.purchase_done()
            return
        self.bought = kind
        card.played(self, me)
        if self._anyone_in_danger():
            self.strike(CARD, me.seat)
        else:
            self.purchase_done()

    def _anyone_in_danger(self) -> bool:
        for monster in self.monsters:
            if monster.danger:
                return True
        return False

    def _aim(self, me: Monster, slot: int) -> None:
        """A Mimic must copy a card if there is one."""
        targets = self.targets(me.hand[slot])
        if len(targets) > 1:
            self.phase = MIMIC_TARGET
            self.asked = me.seat
            self.aiming = slot
            return
        if targets:
            seat, place = targets[0]
            self.copy(me, me.hand[slot], self.monsters[seat].hand[place])
        self.purchase_done()

    def purchase_done(self) -> None:
        """Discard what is to be discarded, see who has won, and refill."""
        if self.bought != NOTHING:
            self.discards.append(self.bought)
            self.bought = NOTHING
        self.buyer = NOTHING
        self.aiming = NOTHING
        source = self.source
        self.source = FROM_DISPLAY
        if self.wins_by_points():
            return
        if source == FROM_DISPLAY:
            self.refill()
        else:
            self._back_to_buying()

    def _back_to_buying(self) -> None:
        if self.monsters[self.active].health > 0:
            self.offer_buy()
        else:
            self.turn_lost()

    def sweep(self) -> None:
        self.monsters[self.active].energy -= self.table.sweep
        if self.log is not None:
            self.tell(f"{self.name(self.monsters[self.active])} sweeps the open cards away.")
        for slot, kind in enumerate(self.display):
            if kind != NOTHING:
                self.discards.append(kind)
            self.display[slot] = NOTHING
        self.refill()

    # The pile.

    def refill(self) -> None:
        """Fill the empty places, one card at a time; a card that is known needs no chance (KT-2)."""
        while NOTHING in self.display:
            self._restock()
            if self.top != NOTHING:
                kind = self.top
                self.top = NOTHING
                self.top_seen = 0
                self._put_out(kind)
            elif self.pile:
                self.phase = REVEAL
                return
            elif self.under:
                self._put_out(self.under.pop(0))
            else:
                break
        self._refilled()

    def _restock(self) -> None:
        """The discards become the pile when it is empty (KT-2)."""
        if self.top == NOTHING and not self.pile and not self.under and self.discards:
            self.pile = sorted(self.discards)
            self.discards.clear()
            if self.log is not None:
                self.tell("The discards are shuffled into a new pile.")

    def reveal(self, kind: int) -> None:
        """Chance drew a card."""
        self._take_from_pile(kind)
        self._put_out(kind)
        self.refill()

    def _take_from_pile(self, kind: int) -> None:
        """The pile is sorted: halve it until the card is found."""
        low = 0
        high = len(self.pile) - 1
        while low < high:
            middle = (low + high) // 2
            if self.pile[middle] < kind:
                low = middle + 1
            else:
                high = middle
        self.pile.pop(low)

    def _put_out(self, kind: int) -> None:
        """Into the first empty place; the twin of an open card goes under the pile instead (KT-2)."""
        if kind in self.display and self._something_new_left():
            self.under.append(kind)
            if self.log is not None:
                self.tell(f"Another {self.card(kind).name} goes under the pile.")
            return
        slot = self.display.index(NOTHING)
        self.display[slot] = kind
        self.revealed |= 1 << slot
        if self.log is not None:
            self.tell(f"{self.card(kind).name} is revealed.")

    def _something_new_left(self) -> bool:
        for cards in (self.pile, self.under):
            for kind in cards:
                if kind not in self.display:
                    return True
        return False

    def _refilled(self) -> None:
        if self.turn == 0:
            self.revealed = 0
            self.set_up_done()
        elif self.monsters[self.active].health > 0:
            self.offer_reveals(1)
        else:
            self.revealed = 0
            self.turn_lost()

    # Opportunists.

    def offer_reveals(self, step: int) -> None:
        """Others may buy what was revealed, clockwise from the active monster's left (KT-42)."""
        players = len(self.monsters)
        while step < players:
            monster = self.monsters[(self.active + step) % players]
            if monster.health > 0 and monster.buys_on_reveal() and self.affordable(monster, self.revealed):
                self.phase = OPPORTUNIST
                self.asked = monster.seat
                return
            step += 1
        self.revealed = 0
        self.offer_buy()

    def pass_reveals(self) -> None:
        self.offer_reveals((self.asked - self.active) % len(self.monsters) + 1)

    def offer_reveals_again(self) -> None:
        """Ask the same monster once more, if it can still pay."""
        self.offer_reveals((self.asked - self.active) % len(self.monsters))

    # Looking at the top card.

    def peek(self) -> None:
        """Look at the top card, once per copy and turn (KT-44)."""
        held = self.monsters[self.active].peeking_card()
        assert held is not None
        held.used = True
        self._restock()
        if self.top == NOTHING:
            if self.pile:
                self.phase = PEEK
                return
            # What lies under the pile went there for all to see.
            self.top = self.under.pop(0)
            self.top_seen = (1 << len(self.monsters)) - 1
        self._look()

    def peeked(self, kind: int) -> None:
        """Chance says what the top card is."""
        self._take_from_pile(kind)
        self.top = kind
        self._look()

    def _look(self) -> None:
        if self.log is not None and not self.top_seen >> self.active & 1:
            self.tell(f"{self.name(self.monsters[self.active])} looks at the top card of the pile.")
            self.tell(f"The top card is {self.card(self.top).name}.", self.active)
        self.top_seen |= 1 << self.active
        self.offer_top()

    def offer_top(self) -> None:
        """Buy the card just seen or put it back."""
        me = self.monsters[self.active]
        self.phase = LAB
        self.asked = self.active
        if me.price(self.card(self.top)) > me.energy:
            self.offer_buy()
