"""A position of Idle Six: money on dice, paperclips on cards, and the count of turns."""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

from quincunx.core.state import State
from quincunx.games.idle_six import codes

PLAYER: Final = 0
POWER: Final[list[int]] = [6**place for place in range(codes.MOST_DICE + 1)]


class Position(State):
    """What lies on the table. Cards are known by their slots, dice by their places: 0 is the units.

    clips    the box that each card's paperclip is on
    used     the cards used in this action turn, one bit each
    rolling  the dice being rerolled, one bit each
    roll     their values once they have fallen, as a number in base six (see `values`)
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
        self.phase = codes.ACTION
        self.bought = False
        self.turns_taken = 0
        self.rolling = 0
        self.roll = 0
        self.roller = 0

    def digit(self, place: int) -> int:
        return self.money // POWER[place] % 6

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


def bits(places: Iterable[int]) -> int:
    """A set of dice or cards as a number.

    >>> bits([0, 1, 3]) == 0b1011
    True
    """
    return sum([1 << place for place in places])


def places(bits: i64) -> list[int]:
    """The members of a set, the lowest first.

    >>> places(0b1011)
    [0, 1, 3]
    """
    found: list[int] = []
    place = 0
    while bits:
        if bits & 1:
            found.append(place)
        bits >>= 1
        place += 1
    return found


def values(roll: int, count: int) -> list[int]:
    """The values of a roll, a number in base six: the die nearest the units comes first.

    >>> values(4 * 6 + 3, 2)
    [3, 4]
    """
    return [roll // POWER[place] % 6 for place in range(count)]
