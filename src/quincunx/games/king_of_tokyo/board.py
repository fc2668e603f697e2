"""A position of King of Tokyo, and the small things that cards and rules do to it."""

from typing import Final

from quincunx.core.state import State
from quincunx.games.king_of_tokyo.pieces import BAY, CITY, NOTHING, OUTSIDE, Card, Held, Monster, Table

DISPLAY: Final = 3
"""How many cards lie open to buy."""

# What the game waits for. Chance moves first, then questions, then the end.
REVEAL: Final = 0
ROLL_OFF: Final = 1
ROLL: Final = 2
PROBE_ROLL: Final = 3
HIDE_ROLL: Final = 4
PEEK: Final = 5
MIMIC_MOVE: Final = 6
REROLL: Final = 7
PROBE: Final = 8
CHANGE: Final = 9
HEARTS: Final = 10
JETS: Final = 11
HIDE_THREES: Final = 12
REACT: Final = 13
YIELD: Final = 14
BUY: Final = 15
LAB: Final = 16
MIMIC_TARGET: Final = 17
OPPORTUNIST: Final = 18
METAMORPH: Final = 19
FREEZE: Final = 20
FINISHED: Final = 21

# Why hearts are being lost.
NO_CAUSE: Final = 0
ATTACK: Final = 1
CARD: Final = 2
BURROWING: Final = 3
POISON: Final = 4

# Where a card that is being bought came from.
FROM_DISPLAY: Final = 0
FROM_PILE: Final = 1
FROM_MONSTER: Final = 2


class Board(State):
    """Everything on the table, and whose move it is.

    The order of the pile is not here: `pile` holds the cards left, sorted, and a reveal is a chance
    move. What is known of the order is `top`, a card seen and put back, and `under`, the cards put
    beneath the pile for all to see, the next one first.
    """

    def __init__(self, table: Table, players: int) -> None:
        super().__init__()
        self.table = table
        self.monsters = [Monster(seat, table.health) for seat in range(players)]
        self.pile = table.deck[:]
        self.top = NOTHING
        self.top_seen = 0
        self.under: list[int] = []
        self.discards: list[int] = []
        self.display = [NOTHING] * DISPLAY
        self.roll_off = [NOTHING] * players
        self.phase = REVEAL
        self.turn = 0
        self.active = 0
        self.regular = 0
        """Who had the last turn that was not an extra one."""
        self.asked = 0
        self.winner = NOTHING
        # The turn.
        self.dice = 0
        self.rolling = 0
        self.rolls_used = 0
        self.changing = False
        """Whether the dice being rolled belong to the change-dice window."""
        self.probing = NOTHING
        self.fewer_dice = 0
        self.three_ones = False
        self.claws = 0
        self.harmed = False
        self.hearts = 0
        self.own_hearts = 0
        self.shrink_cures = 0
        self.poison_cures = 0
        # Hearts being lost.
        self.cause = NO_CAUSE
        self.dealer = NOTHING
        self.hidden = 0
        """How many hiding places the asked monster has used against this loss."""
        self.hiding_dice = 0
        self.yielders: list[int] = []
        self.bay_yielded = False
        # Cards being bought.
        self.buyer = NOTHING
        self.bought = NOTHING
        self.source = FROM_DISPLAY
        self.revealed = 0
        self.aiming = NOTHING
        """The place in the asked monster's hand of the Mimic that is to copy a card."""

    def take_from(self, other: "Board") -> None:
        """Become equal to another position of the same game."""
        self.monsters = [_monster_like(monster) for monster in other.monsters]
        for monster, twin in zip(other.monsters, self.monsters, strict=True):
            for slot, held in enumerate(monster.hand):
                if held.copied is not None:
                    seat, place = other.whereabouts(held.copied)
                    twin.hand[slot].copied = self.monsters[seat].hand[place]
        self.pile = other.pile[:]
        self.top = other.top
        self.top_seen = other.top_seen
        self.under = other.under[:]
        self.discards = other.discards[:]
        self.display = other.display[:]
        self.roll_off = other.roll_off[:]
        self.phase = other.phase
        self.turn = other.turn
        self.active = other.active
        self.regular = other.regular
        self.asked = other.asked
        self.winner = other.winner
        self.dice = other.dice
        self.rolling = other.rolling
        self.rolls_used = other.rolls_used
        self.changing = other.changing
        self.probing = other.probing
        self.fewer_dice = other.fewer_dice
        self.three_ones = other.three_ones
        self.claws = other.claws
        self.harmed = other.harmed
        self.hearts = other.hearts
        self.own_hearts = other.own_hearts
        self.shrink_cures = other.shrink_cures
        self.poison_cures = other.poison_cures
        self.cause = other.cause
        self.dealer = other.dealer
        self.hidden = other.hidden
        self.hiding_dice = other.hiding_dice
        self.yielders = other.yielders[:]
        self.bay_yielded = other.bay_yielded
        self.buyer = other.buyer
        self.bought = other.bought
        self.source = other.source
        self.revealed = other.revealed
        self.aiming = other.aiming

    def key(self) -> bytes:
        parts = [self.phase, self.turn, self.active, self.regular, self.asked, self.winner, self.top]
        parts += [self.top_seen, self.dice, self.rolling, self.rolls_used, int(self.changing), self.probing]
        parts += [self.fewer_dice, int(self.three_ones), self.claws, int(self.harmed)]
        parts += [self.hearts, self.own_hearts, self.shrink_cures, self.poison_cures, self.cause, self.dealer]
        parts += [self.hidden, self.hiding_dice, int(self.bay_yielded), self.buyer, self.bought, self.source]
        parts += [self.revealed, self.aiming, *self.roll_off, *self.display]
        for cards in (self.pile, self.under, sorted(self.discards), self.yielders):
            parts.append(len(cards))
            parts += cards
        for monster in self.monsters:
            parts += [monster.health, monster.points, monster.energy, monster.place, monster.shrink]
            parts += [
                monster.poison,
                monster.extra_turns,
                int(monster.shielded),
                monster.danger,
                monster.lost,
            ]
            parts += [int(monster.attacked), int(monster.answered), monster.gift, len(monster.hand)]
            for held in monster.hand:
                parts += [held.card.kind, held.counters, int(held.used)]
                if held.copied is not None:
                    parts += self.whereabouts(held.copied)
        return ",".join([str(part) for part in parts]).encode()

    # Who and where.

    def name(self, monster: Monster) -> str:
        return self.table.names[monster.seat]

    def living(self) -> int:
        number = 0
        for monster in self.monsters:
            if monster.health > 0:
                number += 1
        return number

    def others(self, me: Monster) -> list[Monster]:
        """The other living monsters."""
        return [monster for monster in self.monsters if monster is not me and monster.health > 0]

    def next_living(self, seat: int) -> int:
        """The next living monster on the left; the seat itself if there is no other."""
        players = len(self.monsters)
        for step in range(1, players):
            left = (seat + step) % players
            if self.monsters[left].health > 0:
                return left
        return seat

    def neighbours(self, me: Monster) -> list[Monster]:
        """The nearest living monsters on either side; one if there is only one other."""
        players = len(self.monsters)
        left = self.next_living(me.seat)
        right = me.seat
        for step in range(1, players):
            right = (me.seat - step) % players
            if self.monsters[right].health > 0:
                break
        if left == me.seat:
            return []
        if left == right:
            return [self.monsters[left]]
        return [self.monsters[left], self.monsters[right]]

    def occupant(self, place: int) -> Monster | None:
        for monster in self.monsters:
            if monster.place == place:
                return monster
        return None

    def whereabouts(self, wanted: Held) -> tuple[int, int]:
        """Whose card it is, and its place in that hand."""
        for monster in self.monsters:
            for slot, held in enumerate(monster.hand):
                if held is wanted:
                    return monster.seat, slot
        raise ValueError("a card that is not in play")

    # Points, energy, hearts.

    def gain_points(self, me: Monster, points: int) -> None:
        """Never above the goal (KT-11)."""
        gained = min(points, self.table.goal - me.points)
        me.points += gained
        if self.log is not None and gained:
            self.tell(f"{self.name(me)} gains {gained} point{'s' if gained > 1 else ''}: {me.points}.")

    def lose_points(self, me: Monster, points: int) -> None:
        lost = min(points, me.points)
        me.points -= lost
        if self.log is not None and lost:
            self.tell(f"{self.name(me)} loses {lost} point{'s' if lost > 1 else ''}: {me.points}.")

    def gain_energy(self, me: Monster, energy: int) -> None:
        """One gain, to which cards may add (KT-40)."""
        if energy < 1:
            return
        for held in me.hand:
            energy += held.power.extra_energy()
        me.energy += energy
        if self.log is not None:
            self.tell(f"{self.name(me)} gains {energy} energy: {me.energy}.")

    def lose_energy(self, me: Monster, energy: int) -> None:
        me.energy -= energy
        if self.log is not None and energy:
            self.tell(f"{self.name(me)} loses {energy} energy: {me.energy}.")

    def heal(self, me: Monster, hearts: int) -> None:
        """One healing, to which cards may add (KT-41), up to the most the monster may have."""
        if hearts < 1:
            return
        for held in me.hand:
            hearts += held.power.extra_hearts()
        gained = min(hearts, me.max_health - me.health)
        me.health += gained
        if self.log is not None and gained:
            self.tell(f"{self.name(me)} heals {gained}: {me.health} hearts.")

    def threaten(self, victim: Monster, hearts: int) -> None:
        """Hearts that will be lost unless something prevents it."""
        victim.danger += hearts

    # Tokyo.

    def enter(self, me: Monster, place: int) -> None:
        me.place = place
        if self.log is not None:
            self.tell(f"{self.name(me)} enters Tokyo {'City' if place == CITY else 'Bay'}.")
        self.tokyo_points(me, self.table.enter)

    def tokyo_points(self, me: Monster, points: int) -> None:
        """Points for Tokyo, or energy where two players chose so (KT-18)."""
        if self.table.two_player_energy and len(self.monsters) == 2:
            self.gain_energy(me, points)
        else:
            self.gain_points(me, points)

    def close_bay(self) -> None:
        """With four monsters or fewer there is no Bay (KT-9)."""
        stranded = self.occupant(BAY)
        if stranded is None or self.living() > 4:
            return
        stranded.place = OUTSIDE if self.occupant(CITY) is not None else CITY
        if self.log is not None:
            where = "City" if stranded.place == CITY else "outskirts"
            self.tell(f"Tokyo Bay closes; {self.name(stranded)} moves to the {where}.")

    # Cards in play.

    def gain_card(self, me: Monster, held: Held) -> None:
        """Put a card in front of a monster as one just bought: fresh counters, entry effect."""
        held.power = held.card
        held.copied = None
        held.counters = held.card.counters()
        held.used = False
        me.hand.append(held)
        self._fit_health(me)
        held.power.enters(self, me)

    def copy(self, me: Monster, mimic: Held, copied: Held) -> None:
        """Put the Mimic token on a card: as if just bought, but nothing is bought (KT-64)."""
        mimic.copied = copied
        mimic.power = copied.card
        mimic.counters = copied.card.counters()
        mimic.used = False
        if self.log is not None:
            self.tell(f"{self.name(me)}'s Mimic copies {copied.card.name}.")
        self._fit_health(me)
        mimic.power.enters(self, me)

    def discard(self, me: Monster, held: Held) -> None:
        """Take a card out of play."""
        if self.log is not None:
            self.tell(f"{self.name(me)} discards {held.card.name}.")
        me.hand.remove(held)
        self.discards.append(held.card.kind)
        self._take_tokens_off(held)
        self._fit_health(me)

    def discard_spent(self, me: Monster) -> None:
        """Cards that came with counters go with the last one, a Mimic like the card it copies (KT-65)."""
        for held in [held for held in me.hand if held.counters == 0 and held.power.counters()]:
            self.discard(me, held)

    def discard_hand(self, me: Monster) -> None:
        while me.hand:
            held = me.hand.pop()
            self.discards.append(held.card.kind)
            self._take_tokens_off(held)
        self._fit_health(me)

    def hand_over(self, owner: Monster, held: Held) -> None:
        """Take a card from its owner for a buyer; Mimic tokens stay on it (KT-66)."""
        owner.hand.remove(held)
        self._fit_health(owner)

    def _take_tokens_off(self, gone: Held) -> None:
        """A Mimic whose card leaves play is idle until it moves (KT-66)."""
        for monster in self.monsters:
            for held in monster.hand:
                if held.copied is gone:
                    held.copied = None
                    held.power = held.card
                    held.counters = 0
                    self._fit_health(monster)

    def _fit_health(self, me: Monster) -> None:
        """The most hearts a monster may have; copies do not add up (KT-53)."""
        most = 0
        for held in me.hand:
            most = max(most, held.power.extra_health())
        me.max_health = self.table.health + most
        me.health = min(me.health, me.max_health)

    def targets(self, mimic: Held) -> list[tuple[int, int]]:
        """The cards a Mimic may copy: Keep cards in play, not Mimics, not the one it copies now (KT-63)."""
        found: list[tuple[int, int]] = []
        for monster in self.monsters:
            for slot, held in enumerate(monster.hand):
                if not held.card.copies_others() and held is not mimic.copied:
                    found.append((monster.seat, slot))
        return found

    def card(self, kind: int) -> Card:
        return self.table.cards[kind]


def _monster_like(monster: Monster) -> Monster:
    twin = Monster(monster.seat, monster.health)
    twin.max_health = monster.max_health
    twin.points = monster.points
    twin.energy = monster.energy
    twin.place = monster.place
    twin.shrink = monster.shrink
    twin.poison = monster.poison
    twin.extra_turns = monster.extra_turns
    twin.shielded = monster.shielded
    twin.danger = monster.danger
    twin.lost = monster.lost
    twin.attacked = monster.attacked
    twin.answered = monster.answered
    twin.gift = monster.gift
    for held in monster.hand:
        copy = Held(held.card)
        copy.power = held.power
        copy.counters = held.counters
        copy.used = held.used
        twin.hand.append(copy)
    return twin
