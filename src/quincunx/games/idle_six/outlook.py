"""The best action turn of Idle Six: how much money the open cards can make, and the move that begins it.

The search goes through all orders of the cards. For each set of cards that are still to be used it keeps only
the way that has most money so far. Rolls to come are never looked up: they fall as usual, or worse.
"""

from typing import Final

from mypy_extensions import i64

from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import OPPOSITE, Card, Cards, Double, Flip, Gain, Reroll
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import POWER

LUCK: Final = [
    [[0], [0], [1, 0], [2, 1, 0], [3, 1, 0, 0], [3, 2, 1, 0, 0]],
    [[0], [1], [2, 0], [3, 1, 0], [3, 2, 1, 0], [4, 2, 1, 0, 0]],
    [[0], [1], [3, 0], [3, 2, 0], [4, 2, 1, 0], [4, 3, 1, 0, 0]],
    [[0], [2], [3, 1], [4, 2, 0], [4, 3, 1, 0], [4, 3, 2, 1, 0]],
    [[0], [2], [4, 0], [4, 2, 1], [4, 3, 2, 0], [5, 3, 2, 1, 0]],
    [[0], [3], [4, 1], [4, 3, 1], [4, 3, 2, 1], [5, 4, 2, 1, 0]],
]
"""The approximate fall of one to five dice, the highest first: from the worst luck to the usual."""
USUAL: Final = 5
"""The index of the usual luck."""
LOW: Final = 4
"""The digit below which a die is worth a roll."""
NOT_YET: Final = -1
SLIGHT: Final = 216
"""The divisor for small gains: one below the largest divided by this is taken together with it."""


class Purse:
    """The money, the dice it has unlocked, the rewards claimed for them, and the move that began the turn."""

    def __init__(self, money: i64, dice: i64, claimed: i64, first: int) -> None:
        self.money = money
        self.dice = dice
        self.claimed = claimed
        self.first = first


class Outlook:
    """The search for the best action turn. Steps are numbered: the gains come first, then the other cards.

    If gains are not `apart`, all of them are one step: that is much quicker, and finds less.
    """

    def __init__(self, cards: Cards, apart: bool = False, luck: int = USUAL) -> None:
        self.most_dice: i64 = cards.most_dice
        self.rewards = cards.achievements.rewards
        self.gains: list[Card] = [card for card in cards.actions if isinstance(card, Gain)]
        self.others: list[Card] = [card for card in cards.actions if not isinstance(card, Gain)]
        self.apart = apart
        self.luck = luck
        self.best: list[Purse] = [
            Purse(NOT_YET, 1, 0, codes.DONE) for _ in range(1 << (len(self.gains) + len(self.others)))
        ]
        """The best purse for each set of steps that are still to come."""
        self.amounts: list[int] = [0] * len(self.gains)
        """The money from each gain in the turn, with those that are taken together with it."""

    def rest(self, state: IdleSix) -> Purse:
        """Return the best end of the current action turn."""
        return self.turn(state.money, state.dice, state.claimed, state.clips, state.used)

    def turn(self, money: i64, dice: i64, claimed: i64, boxes: list[int], used: i64) -> Purse:
        """Return the best end of an action turn in which some cards have been used."""
        gains: i64 = len(self.gains)
        steps = self._gain_steps(boxes, used)
        for number, card in enumerate(self.others):
            if not used >> card.slot & 1 and card.works(boxes[card.slot]):
                steps |= 1 << (gains + number)
        left = steps
        while left:
            self.best[left].money = NOT_YET
            left = (left - 1) & steps
        self.best[0].money = NOT_YET
        self._keep(steps, money, dice, claimed, codes.DONE)
        left = steps
        while left:
            purse = self.best[left]
            if purse.money != NOT_YET:
                self._go_through(left, purse, boxes)
            left = (left - 1) & steps
        return self.best[0]

    def _gain_steps(self, boxes: list[int], used: i64) -> i64:
        """Return which gains are steps, and set the money from each of them."""
        amounts = self.amounts
        largest: i64 = -1
        most: i64 = 0
        for number, card in enumerate(self.gains):
            amount: i64 = 0 if used >> card.slot & 1 else card.strength[boxes[card.slot]]
            amounts[number] = amount
            if amount > most:
                most = amount
                largest = number
        steps: i64 = 0
        for number in range(len(amounts)):
            amount = amounts[number]
            if number == largest:
                steps |= 1 << number
            elif amount > 0:
                if self.apart and amount * SLIGHT >= most:
                    steps |= 1 << number
                else:
                    amounts[largest] += amount
        return steps

    def _go_through(self, left: i64, purse: Purse, boxes: list[int]) -> None:
        """Take each of the steps that are left."""
        gains: i64 = len(self.gains)
        number: i64
        for number in range(gains):
            if left >> number & 1:
                first = purse.first
                if first == codes.DONE:
                    first = self.gains[number].action(0)
                money: i64 = purse.money + self.amounts[number]
                self._keep(left - (1 << number), money, purse.dice, purse.claimed, first)
        for number in range(len(self.others)):
            if left >> (gains + number) & 1:
                card = self.others[number]
                self._use(card, boxes[card.slot], purse, left - (1 << (gains + number)))

    def _keep(self, left: i64, money: i64, dice: i64, claimed: i64, first: int) -> None:
        """Unlock dice, claim for them, and keep the purse if it is the richest there."""
        most_dice = self.most_dice
        while True:
            while dice < most_dice and money >= POWER[dice]:
                dice += 1
            if money >= POWER[most_dice]:
                money = POWER[most_dice] - 1
            if claimed >= len(self.rewards) or claimed + 1 >= dice:
                break
            money += self.rewards[claimed]
            claimed += 1
        purse = self.best[left]
        if money > purse.money:
            purse.money = money
            purse.dice = dice
            purse.claimed = claimed
            purse.first = first

    def _use(self, card: Card, box: int, purse: Purse, left: i64) -> None:
        """Use a card where it brings most, or leave it if it brings nothing."""
        reach: i64 = card.strength[box]
        if reach > purse.dice:
            reach = purse.dice
        if isinstance(card, Reroll):
            allowed: i64 = card.allowance(box)
            self._roll(card, reach, allowed, purse, left)
            if allowed > 1:
                self._roll(card, reach, allowed - 1, purse, left)
            return
        money = purse.money
        high: i64
        for high in range(reach - 1, -1, -1):
            digit = money // POWER[high] % 6
            if isinstance(card, Double):
                brings: i64 = digit * POWER[high]
                chosen: i64 = 1 << high
            elif isinstance(card, Flip):
                brings = (OPPOSITE[digit] - digit) * POWER[high]
                chosen = 1 << high
            else:
                low = richest(money, high)
                brings = (money // POWER[low] % 6 - digit) * (POWER[high] - POWER[low])
                chosen = 1 << high | 1 << low
            if brings > 0:
                self._go_on(card, chosen, purse, money + brings, left)
                return
        self._keep(left, money, purse.dice, purse.claimed, purse.first)

    def _roll(self, card: Card, reach: i64, dice: i64, purse: Purse, left: i64) -> None:
        """Roll the highest dice that show little: they fall as usual, the highest value on the highest."""
        usual = LUCK[self.luck][dice]
        money = purse.money
        chosen: i64 = 0
        nth: i64 = 0
        place: i64
        for place in range(reach - 1, -1, -1):
            digit = purse.money // POWER[place] % 6
            if digit < LOW and nth < dice:
                money += (usual[nth] - digit) * POWER[place]
                chosen |= 1 << place
                nth += 1
        if money > purse.money:
            self._go_on(card, chosen, purse, money, left)
        else:
            self._keep(left, purse.money, purse.dice, purse.claimed, purse.first)

    def _go_on(self, card: Card, chosen: i64, purse: Purse, money: i64, left: i64) -> None:
        first = card.action(chosen) if purse.first == codes.DONE else purse.first
        self._keep(left, money, purse.dice, purse.claimed, first)


def richest(money: i64, high: i64) -> i64:
    """Return the die that shows most of this one and those below; the highest of them."""
    found = high
    most = money // POWER[high] % 6
    place: i64
    for place in range(high - 1, -1, -1):
        digit = money // POWER[place] % 6
        if digit > most:
            most = digit
            found = place
    return found
