"""The seven action cards: each has its ladder of boxes, its moves and its whole effect."""

from itertools import combinations
from typing import Final

from quincunx.core.rng import Rng

MOST_DICE: Final = 20
MOST_REROLLED: Final = 5
STRIDE: Final = 1 << MOST_DICE
POWER: Final[list[int]] = [6**place for place in range(MOST_DICE + 1)]
REROLL: Final = 4
OPPOSITE: Final[list[int]] = [1, 0, 5, 4, 3, 2]


class Purse:
    """Money on dice: a value, and how many dice are unlocked to show it (IS-1 to IS-6)."""

    def __init__(self, value: int, dice: int, most_dice: int) -> None:
        self.value = value
        self.dice = dice
        self.most_dice = most_dice

    def digit(self, place: int) -> int:
        return self.value // POWER[place] % 6

    def add(self, amount: int) -> None:
        """Gain with carry; what no longer fits unlocks dice, and what never fits is lost (IS-2, IS-5)."""
        value = self.value + amount
        dice = self.dice
        while dice < self.most_dice and value >= POWER[dice]:
            dice += 1
        self.dice = dice
        self.value = min(value, POWER[dice] - 1)

    def pay(self, amount: int) -> None:
        """Spend; unlocked dice stay unlocked (IS-3)."""
        self.value -= amount

    def turn(self, place: int, digit: int) -> None:
        """Set one die, without a carry."""
        self.value += (digit - self.digit(place)) * POWER[place]

    def reach(self, distance: int) -> int:
        """How many dice a range takes in: those nearest the units that are unlocked (IS-12)."""
        return min(distance, self.dice)


class Card:
    """A card: the boxes of both sides as one ladder. `box` is where its paperclip is.

    A card's actions are its own stretch of numbers: `slot * STRIDE` and a choice below STRIDE.
    """

    def __init__(self, slot: int, costs: list[int], start_boxes: int, strength: list[int]) -> None:
        self.base = slot * STRIDE
        self.costs = costs
        self.start_boxes = start_boxes
        self.strength = strength
        # Up to hundreds of moves on a long row: built once for each box and reach.
        self._known: dict[int, list[int]] = {}

    def top(self, box: int) -> bool:
        """Whether there is no box above (IS-20)."""
        return box + 1 == len(self.costs)

    def works(self, box: int) -> bool:
        """A card on a locked box cannot be used (IS-11)."""
        return self.strength[box] > 0

    def usable(self, box: int, purse: Purse) -> bool:
        """Whether the card could do something now."""
        return self.works(box)

    def actions(self, box: int, purse: Purse) -> list[int]:
        """The ways to use the card; not to be changed."""
        reach = purse.reach(self.strength[box])
        index = box * (MOST_DICE + 1) + reach
        known = self._known.get(index)
        if known is None:
            known = [self.base + choice for choice in self.choices(box, reach)]
            self._known[index] = known
        return known

    def choices(self, box: int, reach: int) -> list[int]:
        """What may be chosen among so many dice."""
        raise NotImplementedError

    def use(self, box: int, purse: Purse, choice: int) -> None:
        """Do what the box says."""
        raise NotImplementedError


class Gain(Card):
    """Add the amount on the box, with carry (IS-17)."""

    def choices(self, box: int, reach: int) -> list[int]:
        return [0]

    def use(self, box: int, purse: Purse, choice: int) -> None:
        purse.add(self.strength[box])


class Flip(Card):
    """Turn one die in range to its opposite face: 1-6, 2-5, 3-4; no carry (IS-13)."""

    def choices(self, box: int, reach: int) -> list[int]:
        return list(range(reach))

    def use(self, box: int, purse: Purse, choice: int) -> None:
        purse.turn(choice, OPPOSITE[purse.digit(choice)])


class Swap(Card):
    """Exchange two dice in range (IS-15). A choice is `low * MOST_DICE + high`."""

    def usable(self, box: int, purse: Purse) -> bool:
        return purse.reach(self.strength[box]) > 1

    def choices(self, box: int, reach: int) -> list[int]:
        return [low * MOST_DICE + high for low in range(reach) for high in range(low + 1, reach)]

    def use(self, box: int, purse: Purse, choice: int) -> None:
        low = choice // MOST_DICE
        high = choice % MOST_DICE
        digit = purse.digit(low)
        purse.turn(low, purse.digit(high))
        purse.turn(high, digit)


class Double(Card):
    """Double one die in range; the carry goes up the row and may unlock a die (IS-16)."""

    def choices(self, box: int, reach: int) -> list[int]:
        return list(range(reach))

    def use(self, box: int, purse: Purse, choice: int) -> None:
        purse.add(purse.digit(choice) * POWER[choice])


class Reroll(Card):
    """Roll dice in range once, then put the values back in any order where they were (IS-14).

    A choice is the set of dice, one bit each. A roll or an arrangement is a number in base six
    whose digits belong to the rolled dice, from the one nearest the units on.
    """

    def __init__(
        self, slot: int, costs: list[int], start_boxes: int, strength: list[int], dice: list[int]
    ) -> None:
        super().__init__(slot, costs, start_boxes, strength)
        self.dice = dice
        self._orders: dict[int, list[int]] = {}

    def choices(self, box: int, reach: int) -> list[int]:
        found: list[int] = []
        for count in range(1, self.dice[box] + 1):
            for chosen in combinations(range(reach), count):
                found.append(sum([1 << place for place in chosen]))
        return sorted(found)

    def use(self, box: int, purse: Purse, choice: int) -> None:
        """The dice are in the air until `put` lands them."""

    def roll(self, dice: int, rng: Rng) -> int:
        return rng.below(POWER[len(places(dice))])

    def arrangements(self, dice: int, roll: int) -> list[int]:
        """The different orders of the rolled values; not to be changed."""
        count = len(places(dice))
        index = POWER[count] + roll
        known = self._orders.get(index)
        if known is None:
            known = orders(values(roll, count))
            self._orders[index] = known
        return known

    def put(self, purse: Purse, dice: int, arrangement: int) -> None:
        for place in places(dice):
            purse.turn(place, arrangement % 6)
            arrangement //= 6


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


def orders(digits: list[int]) -> list[int]:
    """All different numbers in base six with these digits.

    >>> orders([0, 0, 1])
    [36, 6, 1]
    """
    if not digits:
        return [0]
    found: list[int] = []
    for index, digit in enumerate(digits):
        if digit in digits[:index]:
            continue
        for rest in orders(digits[:index] + digits[index + 1 :]):
            found.append(rest * 6 + digit)
    return found


class Cards:
    """All nine cards of a match: seven actions, the achievements and the win."""

    def __init__(
        self,
        actions: list[Card],
        reroll: Reroll,
        rewards: list[int],
        win_cost: int,
        most_dice: int,
        start_money: int,
        bands: list[tuple[int, str]],
        beyond: str,
    ) -> None:
        self.actions = actions
        self.reroll = reroll
        self.rewards = rewards
        self.win_cost = win_cost
        self.most_dice = most_dice
        self.start_money = start_money
        self.bands = bands
        self.beyond = beyond

    def band(self, turns: int) -> str:
        """The scoring band by name."""
        for limit, name in self.bands:
            if turns <= limit:
                return name
        return self.beyond
