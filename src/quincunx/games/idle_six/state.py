"""A position of Idle Six: money on dice, paperclips on cards, and the count of turns."""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

from quincunx.core.state import State
from quincunx.games.idle_six import codes

PLAYER: Final = 0
POWER: Final[list[int]] = [6**place for place in range(codes.MOST_DICE + 1)]


class Position(State):
    """The position. Cards are known by their slots, dice by their places: 0 is the units.

    clips    the box that each card's paperclip is on; clones share the list, so it is replaced, never changed
    used     the cards used in this action turn, one bit each
    rolling  the dice being rerolled, one bit each
    roll     their values once they have fallen, as a number in base six (see `values`)
    roller   the slot of the card that rolls them
    """

    def __init__(self, cards: int, most_dice: int, like: "Position | None" = None) -> None:
        """Make the position before the first move, or one equal to another of the same game."""
        super().__init__(1)
        self.most_dice = most_dice
        if like is None:
            self.money = 0
            self.dice = 1
            self.clips = [0] * cards
            self.used: i64 = 0
            self.claimed = 0
            self.phase: i64 = codes.ACTION
            self.bought = False
            self.turns_taken = 0
            self.rolling: i64 = 0
            self.roll = 0
            self.roller: i64 = 0
        else:
            self.money = like.money
            self.dice = like.dice
            self.clips = like.clips
            self.used = like.used
            self.claimed = like.claimed
            self.phase = like.phase
            self.bought = like.bought
            self.turns_taken = like.turns_taken
            self.rolling = like.rolling
            self.roll = like.roll
            self.roller = like.roller

    def digit(self, place: int) -> int:
        return self.money // POWER[place] % 6

    def digits(self, count: int) -> list[int]:
        """Return the digits of the lowest dice, the units first."""
        money: i64 = self.money
        found: list[int] = []
        for _ in range(count):
            found.append(money % 6)
            money //= 6
        return found

    def slide(self, slot: int, box: int) -> None:
        """Move a card's paperclip."""
        clips = self.clips[:]
        clips[slot] = box
        self.clips = clips

    def turns(self) -> int:
        return self.turns_taken

    def position_key(self) -> bytes:
        parts = [self.money, self.dice, self.used, self.claimed, self.phase, int(self.bought)]
        parts += [self.turns_taken, self.rolling, self.roll, self.roller, *self.clips]
        return ",".join([str(part) for part in parts]).encode()


def bits(places: Iterable[int]) -> int:
    """Return a set of dice or cards as a number.

    >>> bits([0, 1, 3]) == 0b1011
    True
    """
    return sum([1 << place for place in places])


def places(bits: i64) -> list[int]:
    """Return the members of a set, the lowest first.

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


def lowest(bits: i64) -> int:
    """Return the lowest member of a set that has one.

    >>> lowest(0b1010)
    1
    """
    place = 0
    while not bits & 1:
        bits >>= 1
        place += 1
    return place


def size(bits: i64) -> int:
    """Return how many members a set has.

    >>> size(0b1011)
    3
    """
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def values(roll: int, count: int) -> list[int]:
    """Return the values of a roll, a number in base six: the die nearest the units comes first.

    >>> values(4 * 6 + 3, 2)
    [3, 4]
    """
    return [roll // POWER[place] % 6 for place in range(count)]
