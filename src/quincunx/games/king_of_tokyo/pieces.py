"""What lies on the table: power cards with their hooks, monsters with what they hold, and the numbers."""

from typing import TYPE_CHECKING, Final

from quincunx.games.king_of_tokyo.dice import handfuls

if TYPE_CHECKING:
    from quincunx.games.king_of_tokyo.board import Board

# Where a monster stands.
OUTSIDE: Final = 0
CITY: Final = 1
BAY: Final = 2

# Which dice a card lets its owner roll again.
NO_DICE: Final = 0
ANY_DICE: Final = 1
ONLY_THREES: Final = 2

NOTHING: Final = -1
"""Where a card or a seat could be named and none is."""


class Card:
    """A power card: a name, a price, and a hook for each moment of the game it may change.

    The hooks here do nothing; a card overrides those it lives by. `me` is the monster that has the
    card, `held` the copy in front of it: for a Mimic that is the Mimic itself.
    """

    def __init__(self, kind: int, slug: str, name: str, text: str, cost: int, copies: int) -> None:
        self.kind = kind
        self.slug = slug
        self.name = name
        self.text = text
        self.cost = cost
        self.copies = copies

    # What it is.

    def stays(self) -> bool:
        """Whether it is a Keep card."""
        return True

    def copies_others(self) -> bool:
        """Whether it takes on the powers of another card."""
        return False

    def may_move(self, me: "Monster") -> bool:
        """Whether its owner may have it copy another card now."""
        return False

    def moved(self, me: "Monster") -> None:
        """Pay for copying another card."""

    def counters(self) -> int:
        """How many counters it enters play with."""
        return 0

    # What it adds all the time.

    def extra_dice(self) -> int:
        return 0

    def extra_rolls(self) -> int:
        return 0

    def extra_health(self) -> int:
        """By how much it raises the most hearts a monster may have."""
        return 0

    def discount(self) -> int:
        return 0

    def extra_energy(self) -> int:
        """More energy whenever some is gained."""
        return 0

    def extra_hearts(self) -> int:
        """More hearts whenever some are gained."""
        return 0

    # The turn starts.

    def turn_starts(self, board: "Board", me: "Monster", held: "Held") -> None: ...

    def starts_in_tokyo(self, board: "Board", me: "Monster") -> None: ...

    # Dice are rolled, and changed before they count.

    def rolls_again(self, me: "Monster", held: "Held") -> int:
        """Which dice it lets its owner roll once more, now."""
        return NO_DICE

    def rolled_again(self, board: "Board", me: "Monster", held: "Held") -> None:
        """Pay for the roll."""

    def rerolls_others(self, held: "Held") -> bool:
        """Whether its owner may roll a die of the active monster again."""
        return False

    def rerolled_other(self, board: "Board", me: "Monster", held: "Held", face: int) -> None: ...

    def changes_to(self, me: "Monster", held: "Held") -> int:
        """The faces its owner may turn a die to, as bits."""
        return 0

    def changed(self, board: "Board", me: "Monster", held: "Held") -> None:
        """Pay for the change."""

    # Dice count.

    def adds_claws(self, me: "Monster", dice: int) -> int:
        return 0

    def adds_to_claws(self, me: "Monster") -> int:
        """More claws if there is one already."""
        return 0

    def dice_count(self, board: "Board", me: "Monster", dice: int, claws: int) -> None: ...

    def heart_price(self) -> int:
        """What another monster pays for a heart given to it; 0 if hearts cannot be given."""
        return 0

    # The monster attacks.

    def attacks(self, board: "Board", me: "Monster") -> None: ...

    def hits_everyone(self) -> bool:
        return False

    def hits_neighbours(self) -> int:
        return 0

    def marks(self, victim: "Monster") -> None:
        """Leave tokens on whoever is attacked."""

    # Hearts are about to be lost, and are lost.

    def dodges(self) -> bool:
        """Whether its owner may yield Tokyo before losing hearts."""
        return False

    def ignores(self, amount: int) -> bool:
        return False

    def hides(self) -> bool:
        """Whether dice are rolled for the hearts about to be lost."""
        return False

    def usable(self, me: "Monster", in_danger: bool) -> bool:
        """Whether its owner may use it now, on whoever's turn."""
        return False

    def use(self, board: "Board", me: "Monster") -> None: ...

    def hurt(self, board: "Board", me: "Monster", lost: int) -> None:
        """The monster lost hearts and lives."""

    def saves(self) -> bool:
        """Whether its owner comes back at zero hearts."""
        return False

    def monster_fell(self, board: "Board", me: "Monster") -> None:
        """Another monster went to zero hearts."""

    def yielded(self) -> int:
        """How many hearts the monster that takes Tokyo from its owner loses."""
        return 0

    # Cards are bought.

    def card_bought(self, board: "Board", me: "Monster") -> None: ...

    def enters(self, board: "Board", me: "Monster") -> None:
        """It came into play in front of its owner, or was copied."""

    def played(self, board: "Board", me: "Monster") -> None:
        """The whole effect of a Discard card."""

    def buys_from_others(self) -> bool:
        return False

    def buys_on_reveal(self) -> bool:
        return False

    def peeks(self, held: "Held") -> bool:
        return False

    # The turn ends.

    def sells(self) -> bool:
        """Whether its owner may turn cards back into energy."""
        return False

    def turn_ends(self, board: "Board", me: "Monster", copies: int) -> None:
        """All of the owner's copies work at the same moment."""

    def grants_turn(self) -> bool:
        """Whether three 1s are worth another turn."""
        return False


class Held:
    """A Keep card in front of a monster. A Mimic's `power` is the card it copies."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.power = card
        self.copied: Held | None = None
        self.counters = card.counters()
        self.used = False


class Monster:
    """A player's monster and everything it has."""

    def __init__(self, seat: int, health: int) -> None:
        self.seat = seat
        self.health = health
        self.max_health = health
        self.points = 0
        self.energy = 0
        self.place = OUTSIDE
        self.shrink = 0
        self.poison = 0
        self.hand: list[Held] = []
        self.extra_turns = 0
        self.shielded = False
        # What is being done to it: hearts about to be lost, hearts just lost, and its part in an attack.
        self.danger = 0
        self.lost = 0
        self.attacked = False
        self.answered = False
        self.gift = 0

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def in_tokyo(self) -> bool:
        return self.place != OUTSIDE

    def discount(self) -> int:
        """How much less cards cost it."""
        less = 0
        for held in self.hand:
            less += held.power.discount()
        return less

    def price(self, card: Card) -> int:
        """What the card costs this monster, never less than nothing (KT-56)."""
        return max(0, card.cost - self.discount())

    def dice(self, table: "Table") -> int:
        """How many dice it rolls, before a Freeze Time turn takes some (KT-54)."""
        number = table.dice - self.shrink
        for held in self.hand:
            number += held.power.extra_dice()
        return number

    def rolls(self, table: "Table") -> int:
        """How many rolls it has in a turn without paying."""
        number = table.rerolls + 1
        for held in self.hand:
            number += held.power.extra_rolls()
        return number

    def heart_price(self) -> int:
        """What others pay for a heart from it; 0 if it cannot give any."""
        for held in self.hand:
            price = held.power.heart_price()
            if price:
                return price
        return 0

    def dodges(self) -> bool:
        for held in self.hand:
            if held.power.dodges():
                return True
        return False

    def ignores(self, amount: int) -> bool:
        for held in self.hand:
            if held.power.ignores(amount):
                return True
        return False

    def hiding_places(self) -> int:
        """How many copies of a card let it hide."""
        number = 0
        for held in self.hand:
            if held.power.hides():
                number += 1
        return number

    def threes_card(self) -> int:
        """The place in its hand of a card that rolls 3s again, or NOTHING."""
        for slot, held in enumerate(self.hand):
            if held.power.rolls_again(self, held) == ONLY_THREES:
                return slot
        return NOTHING

    def saved(self) -> bool:
        for held in self.hand:
            if held.power.saves():
                return True
        return False

    def buys_from_others(self) -> bool:
        for held in self.hand:
            if held.power.buys_from_others():
                return True
        return False

    def buys_on_reveal(self) -> bool:
        for held in self.hand:
            if held.power.buys_on_reveal():
                return True
        return False

    def peeking_card(self) -> "Held | None":
        """A copy that may look at the top card and has not yet this turn."""
        for held in self.hand:
            if held.power.peeks(held):
                return held
        return None

    def sells(self) -> bool:
        for held in self.hand:
            if held.power.sells():
                return True
        return False

    def grants_turn(self) -> bool:
        for held in self.hand:
            if held.power.grants_turn():
                return True
        return False

    def usable(self, in_danger: bool) -> list[int]:
        """The places in its hand of cards it may use now; a second copy adds nothing."""
        slots: list[int] = []
        for slot, held in enumerate(self.hand):
            if held.power.usable(self, in_danger) and not self.has_before(slot):
                slots.append(slot)
        return slots

    def has_before(self, slot: int) -> bool:
        """Whether an earlier card in its hand has the same power."""
        power = self.hand[slot].power
        for earlier in range(slot):
            if self.hand[earlier].power is power:
                return True
        return False


class Table:
    """The numbers and cards of one variant, and tables worked out once."""

    def __init__(
        self,
        cards: list[Card],
        end_order: list[Card],
        names: list[str],
        colours: list[str],
        dice: int,
        rerolls: int,
        health: int,
        goal: int,
        sweep: int,
        enter: int,
        hold: int,
        bay_from: int,
        wins_at_end_of_turn: bool,
        two_player_energy: bool,
        any_number_feeds: bool,
    ) -> None:
        self.cards = cards
        self.end_order = end_order
        self.names = names
        self.colours = colours
        self.dice = dice
        self.rerolls = rerolls
        self.health = health
        self.goal = goal
        self.sweep = sweep
        self.enter = enter
        self.hold = hold
        self.bay_from = bay_from
        self.wins_at_end_of_turn = wins_at_end_of_turn
        self.two_player_energy = two_player_energy
        self.any_number_feeds = any_number_feeds
        self.costs = [card.cost for card in cards]
        self.deck: list[int] = []
        for card in cards:
            self.deck += [card.kind] * card.copies
        self._handfuls: dict[int, list[int]] = {}

    def handfuls(self, dice: int) -> list[int]:
        """Every way to take up some of the dice, or none; remembered, since rolls come again and again."""
        known = self._handfuls.get(dice)
        if known is None:
            known = handfuls(dice)
            self._handfuls[dice] = known
        return known
