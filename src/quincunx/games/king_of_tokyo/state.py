"""The position of King of Tokyo: monsters, cards, dice, whose move. The rules are elsewhere."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from quincunx.core.state import State
from quincunx.games.king_of_tokyo.card import NEVER, NO_DICE, ONLY_THREES, Card
from quincunx.games.king_of_tokyo.tables import Tables

NOTHING: Final = -1
"""The value where a card or a seat could be named and none is."""

# The places of a monster.
OUTSIDE: Final = 0
CITY: Final = 1
BAY: Final = 2

DISPLAY: Final = 3
"""The number of cards that lie open to buy."""

NOTHING_OPEN: Final = [NOTHING] * DISPLAY

# The phases: what the game waits for. Chance moves come first, then questions, then the end.
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

# The causes of lost hearts.
NO_CAUSE: Final = 0
ATTACK: Final = 1
CARD: Final = 2
BURROWING: Final = 3
POISON: Final = 4

# The sources of a card that is being bought.
FROM_DISPLAY: Final = 0
FROM_PILE: Final = 1
FROM_MONSTER: Final = 2


# Numbers in a position are native (`i64`) and the pieces cannot form cycles (`acyclic`), so that compiled
# code copies them like plain memory.


@final
@mypyc_attr(acyclic=True)
class Held:
    """A Keep card in front of a monster. A Mimic's `power` is the card it copies."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.power = card
        self.copied: Held | None = None
        self.counters: i64 = card.counters()
        self.used = False


@final
@mypyc_attr(acyclic=True)
class Monster:
    """A player's monster and everything it has."""

    def __init__(self, seat: i64, health: i64) -> None:
        self.seat: i64 = seat
        self.health: i64 = health
        self.max_health: i64 = health
        self.points: i64 = 0
        self.energy: i64 = 0
        self.place: i64 = OUTSIDE
        self.shrink: i64 = 0
        self.poison: i64 = 0
        self.hand: list[Held] = []
        self.extra_turns: i64 = 0
        self.shielded = False
        # The effects of the current blow: hearts about to be lost, hearts just lost, and its part in an
        # attack.
        self.danger: i64 = 0
        self.lost: i64 = 0
        self.attacked = False
        self.answered = False
        self.gift: i64 = 0

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def in_tokyo(self) -> bool:
        return self.place != OUTSIDE

    def discount(self) -> i64:
        """Return how much less cards cost it."""
        less: i64 = 0
        for held in self.hand:
            less += held.power.discount()
        return less

    def price(self, card: Card) -> i64:
        """Return the card's price for this monster, never below zero (KT-56)."""
        return max(0, card.cost - self.discount())

    def dice(self, tables: Tables) -> i64:
        """Return how many dice it rolls, before a Freeze Time turn takes some (KT-54)."""
        number = tables.dice
        for held in self.hand:
            number += held.power.extra_dice()
        if self.shrink or self.poison:
            for card in tables.token_cards:
                number -= card.token_dice(self)
        return number

    def rolls(self, tables: Tables) -> i64:
        """Return how many free rolls it has in a turn."""
        number = tables.rerolls + 1
        for held in self.hand:
            number += held.power.extra_rolls()
        return number

    def giving_card(self) -> Card | None:
        """Return the card that lets it give hearts to others."""
        for held in self.hand:
            if held.power.heart_price() != NEVER:
                return held.power
        return None

    def fleeing_card(self) -> Card | None:
        """Return the card that lets it yield before it is hit."""
        for held in self.hand:
            if held.power.lets_flee():
                return held.power
        return None

    def armour(self) -> Card | None:
        """Return the card that stops the loss it is in danger of."""
        for held in self.hand:
            if held.power.ignores(self.danger):
                return held.power
        return None

    def hiding_card(self, used: int) -> Card | None:
        """Return the card that lets it hide next; `used` were used against this loss already."""
        for held in self.hand:
            if held.power.hides():
                if used == 0:
                    return held.power
                used -= 1
        return None

    def threes_card(self) -> int:
        """Return the place in its hand of a card that rolls 3s again, or NOTHING."""
        for slot, held in enumerate(self.hand):
            if held.power.rolls_again(self, held) == ONLY_THREES:
                return slot
        return NOTHING

    def saving_card(self) -> Card | None:
        """Return the card that brings it back at zero hearts."""
        for held in self.hand:
            if held.power.saves():
                return held.power
        return None

    def buying_card(self) -> Card | None:
        """Return the card that lets it buy from other monsters."""
        for held in self.hand:
            if held.power.buys_from_others():
                return held.power
        return None

    def buys_on_reveal(self) -> bool:
        for held in self.hand:
            if held.power.buys_on_reveal():
                return True
        return False

    def peeking_card(self) -> Held | None:
        """Return a copy that may look at the top card and has not yet this turn."""
        for held in self.hand:
            if held.power.peeks(held):
                return held
        return None

    def selling_card(self) -> Card | None:
        """Return the card that turns others back into energy."""
        for held in self.hand:
            if held.power.sells():
                return held.power
        return None

    def freezing_card(self, dice: int) -> Card | None:
        """Return the card that gives it another turn for those dice."""
        for held in self.hand:
            if held.power.grants_turn(dice):
                return held.power
        return None

    def usable(self, in_danger: bool) -> list[int]:
        """Return the places in its hand of the cards it may use now."""
        slots: list[int] = []
        for slot in range(len(self.hand)):
            if self.may_use(slot, in_danger):
                slots.append(slot)
        return slots

    def may_use(self, slot: int, in_danger: bool) -> bool:
        """Whether it may use that card of its hand now; a second copy adds nothing."""
        return self.hand[slot].power.usable(self, in_danger) and not self.has_before(slot)

    def may_roll_or_use(self) -> bool:
        """Whether a card lets it roll dice again, or can be used before anything happens."""
        for held in self.hand:
            if held.power.rolls_again(self, held) != NO_DICE or held.power.usable(self, False):
                return True
        return False

    def has_before(self, slot: int) -> bool:
        """Whether an earlier card in its hand has the same power."""
        power = self.hand[slot].power
        for earlier in range(slot):
            if self.hand[earlier].power is power:
                return True
        return False


class Position(State):
    """The position: everything on the table, and whose move it is.

    The order of the pile is not here: `pile` holds the cards left, sorted, and a reveal is a chance move. The
    known part of the order is `top`, a card seen and put back, and `under`, the cards put beneath the pile
    for all to see, the next one first.
    """

    def __init__(self, tables: Tables, players: int) -> None:
        super().__init__(players)
        self.tables = tables
        self.monsters = [Monster(seat, tables.health) for seat in range(players)]
        self.pile = tables.deck
        self.top: i64 = NOTHING
        self.top_seen: i64 = 0
        self.under: list[int] = []
        self.discards: list[int] = []
        self.display = NOTHING_OPEN
        self.shares_cards = True
        """Whether another position may have the same lists of cards: see `own_cards`."""
        self.roll_off = [NOTHING] * players
        self.phase: i64 = REVEAL
        self.turn: i64 = 0
        self.active: i64 = 0
        self.regular: i64 = 0
        """The seat that had the last turn that was not an extra one."""
        self.asked: i64 = 0
        self.winner: i64 = NOTHING
        # The turn.
        self.dice: i64 = 0
        self.rolling: i64 = 0
        self.rolls_used: i64 = 0
        self.changing = False
        """Whether the dice being rolled belong to the change-dice window."""
        self.probing: i64 = NOTHING
        self.fewer_dice: i64 = 0
        self.claws: i64 = 0
        self.harmed = False
        self.hearts: i64 = 0
        self.own_hearts: i64 = 0
        self.shrink_cures: i64 = 0
        self.poison_cures: i64 = 0
        # Hearts being lost.
        self.cause: i64 = NO_CAUSE
        self.dealer: i64 = NOTHING
        self.hidden: i64 = 0
        """The number of hiding places the asked monster has used against this loss."""
        self.hiding_dice: i64 = 0
        self.yielders: list[int] = []
        self.bay_yielded = False
        # Cards being bought.
        self.buyer: i64 = NOTHING
        self.bought: i64 = NOTHING
        self.source: i64 = FROM_DISPLAY
        self.revealed: i64 = 0
        self.aiming: i64 = NOTHING
        """The place in the asked monster's hand of the Mimic that is to copy a card."""

    def own_cards(self) -> None:
        """Copy the lists of cards; to be called before the pile, the open cards or the discards are changed.

        Clones share these lists until then: most clones live too short to need their own.
        """
        if self.shares_cards:
            self.pile = self.pile[:]
            self.under = self.under[:]
            self.discards = self.discards[:]
            self.display = self.display[:]
            self.shares_cards = False

    def position_key(self) -> bytes:
        parts: list[int] = [
            self.phase,
            self.turn,
            self.active,
            self.regular,
            self.asked,
            self.winner,
            self.top,
        ]
        parts += [self.top, self.top_seen, self.dice, self.rolling, self.rolls_used, int(self.changing)]
        parts += [self.probing, self.fewer_dice, self.claws, int(self.harmed)]
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

    # Looking up monsters and cards.

    def living(self) -> i64:
        number: i64 = 0
        for monster in self.monsters:
            if monster.health > 0:
                number += 1
        return number

    def others(self, me: Monster) -> list[Monster]:
        """Return the other living monsters."""
        return [monster for monster in self.monsters if monster is not me and monster.health > 0]

    def next_living(self, seat: i64) -> i64:
        """Return the next living monster on the left; the seat itself if there is no other."""
        players: i64 = self.players
        for step in range(1, players):
            left = (seat + step) % players
            if self.monsters[left].health > 0:
                return left
        return seat

    def neighbours(self, me: Monster) -> list[Monster]:
        """Return the nearest living monsters on either side; one if there is only one other."""
        players: i64 = self.players
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

    def occupant(self, place: i64) -> Monster | None:
        for monster in self.monsters:
            if monster.place == place:
                return monster
        return None

    def empty_place(self) -> int:
        """Return the first empty place among the open cards, or NOTHING."""
        for slot, kind in enumerate(self.display):
            if kind == NOTHING:
                return slot
        return NOTHING

    def is_open(self, wanted: int) -> bool:
        """Whether a card of that kind lies open."""
        for kind in self.display:
            if kind == wanted:
                return True
        return False

    def whereabouts(self, wanted: Held) -> tuple[int, int]:
        """Return the owner of a card in play and its place in that hand."""
        for monster in self.monsters:
            for slot, held in enumerate(monster.hand):
                if held is wanted:
                    return monster.seat, slot
        raise ValueError("a card that is not in play")

    def card(self, kind: i64) -> Card:
        return self.tables.cards[kind]
