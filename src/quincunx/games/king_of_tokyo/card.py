"""The base class of power cards: the printed values, and a hook for each moment that a card may change.

The cards themselves are not here.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from quincunx.core.amounts import Amounts

if TYPE_CHECKING:
    from quincunx.games.king_of_tokyo.state import Held, Monster, Position

# Which dice a card lets its owner roll again.
NO_DICE: Final = 0
ANY_DICE: Final = 1
ONLY_THREES: Final = 2

NEVER: Final = -1
"""The price of using a card that cannot be used."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """A power card. Its class is found by its name in game.toml, where its amounts are.

    The hooks here do nothing; a card overrides those it needs. `me` is the monster that has the card, `held`
    the copy in front of it: for a Mimic that is the Mimic itself.
    """

    def __init__(
        self,
        kind: int,
        slug: str,
        name: str,
        text: str,
        cost: int,
        copies: int,
        worth: float,
        amounts: Amounts,
    ) -> None:
        self.kind = kind
        self.slug = slug
        self.name = name
        self.text = text
        self.cost = cost
        self.copies = copies
        self.worth = worth
        self.take(amounts)

    def take(self, amounts: Amounts) -> None:
        """Take the card's amounts from game.toml, each by its name."""

    # Kind of card.

    def stays(self) -> bool:
        """Whether it is a Keep card."""
        return True

    def counters(self) -> int:
        """Return how many counters it enters play with."""
        return 0

    # Copying another card.

    def copies_others(self) -> bool:
        """Whether it takes on the powers of another card."""
        return False

    def targets(self, state: "Position", held: "Held") -> list[tuple[int, int]]:
        """Return the cards it may copy, by seat and place in the hand."""
        return []

    def may_move(self, me: "Monster") -> bool:
        """Whether its owner may have it copy another card now."""
        return False

    def moves(self, state: "Position", me: "Monster", held: "Held", copied: "Held") -> None:
        """Copy another card, and pay for it."""

    # Lasting additions.

    def extra_dice(self) -> int:
        return 0

    def extra_rolls(self) -> int:
        return 0

    def extra_health(self) -> int:
        """Return how much it raises the maximum of hearts."""
        return 0

    def discount(self) -> int:
        return 0

    def extra_energy(self) -> int:
        """Return the energy it adds whenever some is gained."""
        return 0

    def extra_hearts(self) -> int:
        """Return the hearts it adds whenever some are gained."""
        return 0

    # The turn starts.

    def turn_starts(self, state: "Position", me: "Monster", held: "Held") -> None: ...

    def starts_in_tokyo(self, state: "Position", me: "Monster") -> None: ...

    # Dice are rolled, and changed before they count.

    def rolls_again(self, me: "Monster", held: "Held") -> int:
        """Return which dice it lets its owner roll once more now."""
        return NO_DICE

    def rolled_again(self, state: "Position", me: "Monster", held: "Held") -> None:
        """Pay for the roll."""

    def rerolls_others(self, held: "Held") -> bool:
        """Whether its owner may roll a die of the active monster again."""
        return False

    def rerolled_other(self, state: "Position", me: "Monster", held: "Held", face: int) -> None: ...

    def changes_to(self, me: "Monster", held: "Held") -> int:
        """Return the faces its owner may turn a die to, as bits."""
        return 0

    def changed(self, state: "Position", me: "Monster", held: "Held") -> None:
        """Pay for the change."""

    def change_worth(self) -> float:
        """Return the cost of changing a die with it, in energy, as rules of thumb see it."""
        return 0.0

    # Dice count.

    def adds_claws(self, me: "Monster", dice: int) -> int:
        return 0

    def adds_to_claws(self, me: "Monster") -> int:
        """Return the claws it adds if there is at least one already."""
        return 0

    def dice_count(self, state: "Position", me: "Monster", dice: int, claws: int) -> None: ...

    def reads_numbers(self) -> bool:
        """Whether its effect depends on which numbers were rolled, and not only on the points for them."""
        return False

    def heart_price(self) -> int:
        """Return the price another monster pays for a heart given to it; NEVER if hearts cannot be given."""
        return NEVER

    def gives_hearts(self, state: "Position", me: "Monster", other: "Monster") -> None:
        """Hand over the hearts meant for another monster."""

    # The monster attacks.

    def attacks(self, state: "Position", me: "Monster") -> None: ...

    def hits_everyone(self) -> bool:
        return False

    def hits_neighbours(self) -> int:
        return 0

    def marks(self, state: "Position", me: "Monster", victim: "Monster") -> None:
        """Put tokens on each monster attacked."""

    # Tokens lie on a monster wherever the card itself is by now.

    def leaves_tokens(self) -> bool:
        return False

    def token_dice(self, victim: "Monster") -> int:
        """Return how many dice its tokens take from the monster's turn."""
        return 0

    def token_hearts(self, victim: "Monster") -> int:
        """Return how many hearts its tokens cost at the end of the monster's turn."""
        return 0

    # Hearts are about to be lost, and are lost.

    def lets_flee(self) -> bool:
        """Whether its owner may yield Tokyo before losing hearts."""
        return False

    def flees(self, state: "Position", me: "Monster") -> None: ...

    def ignores(self, amount: int) -> bool:
        return False

    def hides(self) -> bool:
        """Whether dice are rolled for the hearts about to be lost."""
        return False

    def rolls_to_hide(self, state: "Position", me: "Monster") -> None:
        """Ask chance for the dice."""

    def hid(self, state: "Position", me: "Monster", rolled: int) -> None:
        """Apply the dice that were rolled to hide."""

    def use_price(self) -> int:
        """Return the price its owner pays to use it; NEVER if it cannot be used."""
        return NEVER

    def usable(self, me: "Monster", in_danger: bool) -> bool:
        """Whether its owner may use it now, in any monster's turn."""
        return False

    def use(self, state: "Position", me: "Monster") -> None: ...

    def shields(self) -> bool:
        """Whether using it prevents all losses of the turn."""
        return False

    def hurt(self, state: "Position", me: "Monster", lost: int) -> None:
        """React to hearts lost by the monster, which is still alive."""

    def saves(self) -> bool:
        """Whether its owner comes back at zero hearts."""
        return False

    def revives(self, state: "Position", me: "Monster") -> None: ...

    def monster_fell(self, state: "Position", me: "Monster") -> None:
        """React to another monster's fall to zero hearts."""

    def yielded(self) -> int:
        """Return how many hearts whoever takes Tokyo from its owner loses."""
        return 0

    # Cards are bought.

    def card_bought(self, state: "Position", me: "Monster") -> None: ...

    def enters(self, state: "Position", me: "Monster") -> None:
        """Work when it comes into play in front of its owner, or is copied."""

    def asks(self, state: "Position", me: "Monster", held: "Held") -> bool:
        """Ask its buyer for a choice it needs. Return whether there is a question."""
        return False

    def played(self, state: "Position", me: "Monster") -> None:
        """Carry out the whole effect of a Discard card."""

    def buys_from_others(self) -> bool:
        return False

    def buys_from(self, state: "Position", me: "Monster", owner: "Monster", held: "Held") -> None: ...

    def buys_on_reveal(self) -> bool:
        return False

    def peeks(self, held: "Held") -> bool:
        """Whether its owner may look at the top card now."""
        return False

    def peeked(self, state: "Position", me: "Monster", held: "Held") -> None: ...

    # The turn ends.

    def sells(self) -> bool:
        """Whether its owner may turn cards back into energy."""
        return False

    def sold(self, state: "Position", me: "Monster", held: "Held") -> None: ...

    def end_order(self) -> int:
        """Return when it works at the end of a turn, 1 before 2; 0 if it does not (KT-61)."""
        return 0

    def turn_ends(self, state: "Position", me: "Monster", copies: int) -> None:
        """Work at the end of the turn, for all of the owner's copies at the same moment."""

    def grants_turn(self, dice: int) -> bool:
        """Whether those dice earn another turn."""
        return False

    def plays_again(self, state: "Position", me: "Monster") -> None: ...

    # The values of one-time cards, for rules of thumb.

    def points_now(self, enter: int) -> int:
        """Return the points it brings at once; entering Tokyo brings `enter`."""
        return 0

    def own_loss(self) -> int:
        """Return the hearts it costs its buyer."""
        return 0

    def others_loss(self) -> int:
        """Return the hearts it costs each other monster."""
        return 0

    def healing(self) -> int:
        """Return the hearts it heals at once."""
        return 0
