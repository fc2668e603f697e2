"""A position of Idle Six: money on dice, paperclips on cards, and the count of turns."""

from typing import Final

from quincunx.core.state import State

PLAYER: Final = 0
MOST_DICE: Final = 20
TURN_DICE: Final = 2
POWER: Final[list[int]] = [6**place for place in range(MOST_DICE + 1)]

# The phases of a round.
ACTION: Final = 0
ROLL: Final = 1
PUT: Final = 2
UPGRADE: Final = 3
WON: Final = 4

# Moves: DONE, CLAIM, and stretches of STRIDE numbers for boxes, for rolled dice, and for each card.
STRIDE: Final = 1 << MOST_DICE
DONE: Final = 0
CLAIM: Final = 1
UPGRADES: Final = STRIDE
PUTS: Final = 2 * STRIDE
USES: Final = 3 * STRIDE


class Position(State):
    """What lies on the table. Cards are known by their slots, dice by their places: 0 is the units.

    clips    the box that each card's paperclip is on
    used     the cards used in this action turn, one bit each
    rolling  the dice in the air, one bit each, and in `roll` their values once they have fallen
    roller   the slot of the card that rolls them
    """

    def __init__(self, cards: int, most_dice: int) -> None:
        super().__init__(1)
        self.money = 0
        self.dice = 1
        self.most_dice = most_dice
        self.clips = [0] * cards
        self.used = 0
        self.claimed = 0
        self.phase = ACTION
        self.bought = False
        self.turns_taken = 0
        self.rolling = 0
        self.roll = 0
        self.roller = 0

    def digit(self, place: int) -> int:
        return self.money // POWER[place] % 6

    def reach(self, distance: int) -> int:
        """How many dice a range takes in: those nearest the units that are unlocked (IS-12)."""
        return min(distance, self.dice)

    def copy(self) -> "Position":
        twin = Position(0, self.most_dice)
        twin.take(self)
        return twin

    def take(self, other: "Position") -> None:
        """Become equal to another position of the same game."""
        self.money = other.money
        self.dice = other.dice
        self.clips = other.clips[:]
        self.used = other.used
        self.claimed = other.claimed
        self.phase = other.phase
        self.bought = other.bought
        self.turns_taken = other.turns_taken
        self.rolling = other.rolling
        self.roll = other.roll
        self.roller = other.roller

    def turns(self) -> int:
        return self.turns_taken

    def key(self) -> bytes:
        parts = [self.money, self.dice, self.used, self.claimed, self.phase, int(self.bought)]
        parts += [self.turns_taken, self.rolling, self.roll, self.roller, *self.clips]
        return ",".join([str(part) for part in parts]).encode()


def places(dice: int) -> list[int]:
    """The dice of a set, from the units on.

    >>> places(0b1011)
    [0, 1, 3]
    """
    found: list[int] = []
    place = 0
    while dice:
        if dice & 1:
            found.append(place)
        dice >>= 1
        place += 1
    return found


def values(roll: int, count: int) -> list[int]:
    """The values of a roll.

    >>> values(4 * 6 + 3, 2)
    [3, 4]
    """
    return [roll // POWER[place] % 6 for place in range(count)]
