"""A turn from its start to the next one's: dice, what they bring, Tokyo, and the turn's end."""

from typing import Final

from quincunx.games.king_of_tokyo.board import (
    CHANGE,
    FREEZE,
    HEARTS,
    HIDE_ROLL,
    METAMORPH,
    MIMIC_MOVE,
    POISON,
    PROBE,
    PROBE_ROLL,
    REROLL,
    ROLL,
    ROLL_OFF,
)
from quincunx.games.king_of_tokyo.dice import (
    CLAW,
    DIE,
    ENERGY,
    FACE_NAMES,
    FACES,
    HEART,
    ONE,
    THREE,
    count,
    size,
    words,
)
from quincunx.games.king_of_tokyo.pieces import ANY_DICE, BAY, CITY, NOTHING, ONLY_THREES, Monster
from quincunx.games.king_of_tokyo.shop import Shop

# What a heart may be used on; GIFT + seat is another monster.
ON_SELF: Final = 0
ON_SHRINK: Final = 1
ON_POISON: Final = 2
GIFT: Final = 3

OUT: Final = -2
"""In the roll-off: no longer rolling."""


class Turn(Shop):
    """The course of a turn. Questions with only one answer are not asked."""

    # Set-up.

    def set_up_done(self) -> None:
        """Most claws begin; only those who tie roll again (KT-3)."""
        self.phase = ROLL_OFF
        self.asked = 0
        self.rolling = self.table.dice

    def rolled_off(self, rolled: int) -> None:
        claws = count(rolled, CLAW)
        self.roll_off[self.asked] = claws
        if self.log is not None:
            plural = "" if claws == 1 else "s"
            self.tell(f"{self.table.names[self.asked]} rolls {claws} claw{plural} for the first turn.")
        if NOTHING not in self.roll_off:
            most = max(self.roll_off)
            if self.roll_off.count(most) == 1:
                first = self.roll_off.index(most)
                self.roll_off = [NOTHING] * len(self.monsters)
                self.regular = first
                self._start(first)
                return
            self.roll_off = [NOTHING if claws == most else OUT for claws in self.roll_off]
        self.asked = self.roll_off.index(NOTHING)

    # The turn starts.

    def _start(self, seat: int) -> None:
        self.turn += 1
        self.active = seat
        self.asked = seat
        self.dice = 0
        self.claws = 0
        self.harmed = False
        self.three_ones = False
        for monster in self.monsters:
            monster.shielded = False
            for held in monster.hand:
                held.used = False
        me = self.monsters[seat]
        if self.log is not None:
            self.tell(f"{self.name(me)}'s turn.")
        for held in me.hand:
            held.power.turn_starts(self, me, held)
        self.discard_spent(me)
        if me.in_tokyo:
            self.tokyo_points(me, self.table.hold)
            for held in me.hand:
                held.power.starts_in_tokyo(self, me)
            if self.wins_by_points():
                return
        self.offer_mimic_move(0)

    def offer_mimic_move(self, slot: int) -> None:
        """A Mimic may copy another card before the dice are rolled (KT-66)."""
        me = self.monsters[self.active]
        while slot < len(me.hand):
            mimic = me.hand[slot]
            if mimic.card.may_move(me) and self.targets(mimic):
                self.phase = MIMIC_MOVE
                self.aiming = slot
                return
            slot += 1
        self.aiming = NOTHING
        self._first_roll(me)

    # Dice are rolled.

    def _first_roll(self, me: Monster) -> None:
        """The number of dice is fixed now; with none the roll is skipped (KT-54)."""
        self.rolls_used = 1
        self.rolling = max(0, me.dice(self.table) - self.fewer_dice)
        if self.rolling:
            self.phase = ROLL
        else:
            self.resolve(me)

    def rolled(self, rolled: int) -> None:
        self.dice += rolled
        self.rolling = 0
        if self.log is not None:
            self.tell(f"{self.name(self.monsters[self.active])} rolls {words(self.dice)}.")
        if self.changing:
            self.changing = False
            self.offer_change()
        else:
            self.offer_reroll()

    def offer_reroll(self) -> None:
        me = self.monsters[self.active]
        self.phase = REROLL
        self.asked = self.active
        if self.rolls_used < me.rolls(self.table):
            return
        for held in me.hand:
            which = held.power.rolls_again(me, held)
            if which == ANY_DICE or (which == ONLY_THREES and count(self.dice, THREE)):
                return
        self.offer_probe(1)

    def reroll(self, me: Monster, picked: int, slot: int) -> None:
        """Roll some dice again, for nothing or with a card; in the change-dice window too (KT-49)."""
        self.changing = self.phase == CHANGE
        if self.log is not None:
            card = "" if slot == NOTHING else f" with {me.hand[slot].card.name}"
            self.tell(f"{self.name(me)} takes up {words(picked)}{card}.")
        self._pay_roll(me, slot)
        self.dice -= picked
        self.rolling = size(picked)
        self.phase = ROLL

    def hide_again(self, me: Monster, picked: int, slot: int) -> None:
        """Roll some of the dice again that were rolled to hide."""
        self._pay_roll(me, slot)
        self.hiding_dice -= picked
        self.rolling = size(picked)
        self.phase = HIDE_ROLL

    def _pay_roll(self, me: Monster, slot: int) -> None:
        if slot == NOTHING:
            self.rolls_used += 1
        else:
            held = me.hand[slot]
            held.power.rolled_again(self, me, held)

    def offer_probe(self, step: int) -> None:
        """Others may roll one of the dice again, clockwise, each copy once (KT-15, KT-59)."""
        players = len(self.monsters)
        while step < players:
            seat = (self.active + step) % players
            for held in self.monsters[seat].hand:
                if held.power.rerolls_others(held):
                    self.phase = PROBE
                    self.asked = seat
                    return
            step += 1
        self.offer_change()

    def probe(self, me: Monster, picked: int, slot: int) -> None:
        self.probing = slot
        me.hand[slot].used = True
        self.dice -= picked
        self.rolling = 1
        self.phase = PROBE_ROLL

    def probed(self, rolled: int) -> None:
        prober = self.monsters[self.asked]
        held = prober.hand[self.probing]
        self.probing = NOTHING
        self.rolling = 0
        self.dice += rolled
        if self.log is not None:
            self.tell(f"{self.name(prober)} rolls a die again: the dice are {words(self.dice)}.")
        held.power.rerolled_other(self, prober, held, DIE.index(rolled))
        self.offer_probe((self.asked - self.active) % len(self.monsters))

    def no_probe(self) -> None:
        self.offer_probe((self.asked - self.active) % len(self.monsters) + 1)

    def offer_change(self) -> None:
        """The last word on the dice is the active monster's (KT-15)."""
        me = self.monsters[self.active]
        self.asked = self.active
        if me.hand and self.dice:
            self.phase = CHANGE
            if count(self.dice, THREE) and me.threes_card() != NOTHING:
                return
            if self.changes(me):
                return
        self.resolve(me)

    def changes(self, me: Monster) -> list[tuple[int, int, int]]:
        """The ways to change a die: with which card of the hand, from which face, to which."""
        found: list[tuple[int, int, int]] = []
        for slot in self._changing_cards(me):
            held = me.hand[slot]
            faces = held.power.changes_to(me, held)
            for old in range(FACES):
                if count(self.dice, old):
                    for new in range(FACES):
                        if new != old and faces >> new & 1:
                            found.append((slot, old, new))
        return found

    def _changing_cards(self, me: Monster) -> list[int]:
        """One copy of each card that can change dice, the real one before a Mimic's."""
        slots: list[int] = []
        for slot, held in enumerate(me.hand):
            if held.power.changes_to(me, held) == 0:
                continue
            same = NOTHING
            for index, known in enumerate(slots):
                if me.hand[known].power is held.power:
                    same = index
            if same == NOTHING:
                slots.append(slot)
            elif held.copied is None and me.hand[slots[same]].copied is not None:
                slots[same] = slot
        return slots

    def change(self, me: Monster, slot: int, old: int, new: int) -> None:
        held = me.hand[slot]
        self.dice += DIE[new] - DIE[old]
        if self.log is not None:
            self.tell(f"{self.name(me)} turns a {FACE_NAMES[old]} into {FACE_NAMES[new]}.")
        held.power.changed(self, me, held)
        self.offer_change()

    # Dice count.

    def resolve(self, me: Monster) -> None:
        """Cards' points and numbers, then hearts, energy, attack (KT-13)."""
        dice = self.dice
        claws = count(dice, CLAW)
        for held in me.hand:
            claws += held.power.adds_claws(me, dice)
        if claws:
            for held in me.hand:
                claws += held.power.adds_to_claws(me)
        self.claws = claws
        for held in me.hand:
            held.power.dice_count(self, me, dice, claws)
        for face in range(THREE + 1):
            shown = count(dice, face)
            if shown >= 3:
                self.gain_points(me, face + 1 + shown - 3)
        self.three_ones = count(dice, ONE) >= 3
        self.hearts = count(dice, HEART)
        self.offer_heart()

    def offer_heart(self) -> None:
        """Ask what the next heart is used on, if it could be used on anything but oneself."""
        me = self.monsters[self.active]
        if self.hearts:
            for use in self.heart_uses(me):
                if use != ON_SELF:
                    self.phase = HEARTS
                    self.asked = self.active
                    return
            if not me.in_tokyo:
                self.own_hearts += self.hearts
            self.hearts = 0
        self._spend_hearts(me)

    def heart_uses(self, me: Monster) -> list[int]:
        """On oneself and on tokens only outside Tokyo (KT-16); on others with a card (KT-57)."""
        uses: list[int] = []
        if not me.in_tokyo:
            if me.health + self.own_hearts < me.max_health:
                uses.append(ON_SELF)
            if self.shrink_cures < me.shrink:
                uses.append(ON_SHRINK)
            if self.poison_cures < me.poison:
                uses.append(ON_POISON)
        if me.heart_price():
            for other in self.others(me):
                if other.health + other.gift < other.max_health:
                    uses.append(GIFT + other.seat)
        return uses

    def use_heart(self, use: int) -> None:
        self.hearts -= 1
        if use == ON_SELF:
            self.own_hearts += 1
        elif use == ON_SHRINK:
            self.shrink_cures += 1
        elif use == ON_POISON:
            self.poison_cures += 1
        else:
            self.monsters[use - GIFT].gift += 1
        self.offer_heart()

    def waste_heart(self) -> None:
        self.hearts -= 1
        self.offer_heart()

    def _spend_hearts(self, me: Monster) -> None:
        """Heal, then take off tokens, then give; then energy, then the attack."""
        if self.log is not None and self.shrink_cures + self.poison_cures:
            self.tell(
                f"{self.name(me)} takes off {self.shrink_cures} Shrink and {self.poison_cures} Poison tokens."
            )
        self.heal(me, self.own_hearts)
        me.shrink -= self.shrink_cures
        me.poison -= self.poison_cures
        self.own_hearts = 0
        self.shrink_cures = 0
        self.poison_cures = 0
        for other in self.monsters:
            if other.gift:
                paid = min(other.energy, me.heart_price() * other.gift)
                self.lose_energy(other, paid)
                self.heal(other, other.gift)
                other.gift = 0
                self.gain_energy(me, paid)
        self.gain_energy(me, count(self.dice, ENERGY))
        if self.claws:
            self.attack(me)
        else:
            self.attack_over()

    def attack_over(self) -> None:
        """A monster outside must enter Tokyo if there is room (KT-4, KT-6)."""
        me = self.monsters[self.active]
        if me.health == 0:
            self.turn_lost()
            return
        if not me.in_tokyo:
            if self.occupant(CITY) is None:
                self.enter(me, CITY)
            elif self._bay_is_open():
                self.enter(me, BAY)
        self.bay_yielded = False
        if not self.wins_by_points():
            self.offer_buy()

    def _bay_is_open(self) -> bool:
        living = self.living()
        wanted = living >= self.table.bay_from or self.bay_yielded
        return living >= 5 and wanted and self.occupant(BAY) is None

    def after_blow(self, cause: int) -> None:
        if cause == POISON:
            self._done()
        else:
            self.purchase_done()

    # The turn ends (KT-61).

    def end_turn(self) -> None:
        me = self.monsters[self.active]
        if me.sells():
            self.phase = METAMORPH
            self.asked = self.active
        else:
            self.end_effects(me)

    def sell(self, me: Monster, slot: int) -> None:
        """Any cards, Metamorph too, for what they cost (KT-45)."""
        held = me.hand[slot]
        me.energy += held.card.cost
        self.discard(me, held)
        if not me.hand:
            self.end_effects(me)

    def end_effects(self, me: Monster) -> None:
        if me.hand:
            for card in self.table.end_order:
                copies = 0
                for held in me.hand:
                    if held.power is card:
                        copies += 1
                if copies:
                    card.turn_ends(self, me, copies)
        if me.poison:
            self.threaten(me, me.poison)
            self.strike(POISON, NOTHING)
        else:
            self._done()

    def _done(self) -> None:
        me = self.monsters[self.active]
        if self.wins_by_points(True):
            return
        if self.three_ones and me.health > 0 and me.grants_turn():
            self.phase = FREEZE
            self.asked = self.active
        else:
            self.next_turn(False)

    def turn_lost(self) -> None:
        """The active monster is out: no more of its turn (KT-20)."""
        self.bay_yielded = False
        if not self.wins_by_points(True):
            self.next_turn(False)

    def next_turn(self, frozen: bool) -> None:
        """Freeze Time, then one's own extra turns, then those of others, then clockwise (KT-38, KT-39)."""
        if frozen:
            self.fewer_dice += 1
            self._start(self.active)
            return
        self.fewer_dice = 0
        players = len(self.monsters)
        for step in range(players):
            monster = self.monsters[(self.active + step) % players]
            if monster.extra_turns:
                monster.extra_turns -= 1
                self._start(monster.seat)
                return
        self.regular = self.next_living(self.regular)
        self._start(self.regular)
