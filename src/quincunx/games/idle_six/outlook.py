"""What a position of Idle Six promises: the money after the action turn, counted without playing it."""

import math
from typing import Final

from quincunx.games.idle_six.cards import OPPOSITE, Card, Cards, Double, Flip, Gain, Reroll, Swap
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import POWER

USUAL: Final = [4, 3, 1]
"""How rolled dice fall, about, the highest first; lower ones bring nothing."""
TASTES: Final[list[list[float]]] = [
    [1.0, 1.0, -0.56, 0.06, 0.0, 0.0, 0.0, 0.0],
    [1.0, 0.3, 0.35, 0.3, 0.0, 0.0, 0.0, 0.0],
    [1.0, 0.5, 0.15, -0.09, 0.2, 0.3, 0.34, 0.32],
    [1.0, 0.5, 1.0, 0.05, 0.0, 0.0, 0.0, 0.0],
]
"""What counts, weighed in several ways, because no one way is right in every turn. In this order: the money
after the next action turn, what that turn would bring without any money, the gains, the dice, and how many
dice each of the other cards reaches."""


class Outlook:
    """Judges positions for a plan."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.gains: list[Card] = [card for card in cards.actions if isinstance(card, Gain)]
        self.flips: list[Card] = [card for card in cards.actions if isinstance(card, Flip)]
        self.rerolls: list[Card] = [card for card in cards.actions if isinstance(card, Reroll)]
        self.swaps: list[Card] = [card for card in cards.actions if isinstance(card, Swap)]
        self.doubles: list[Card] = [card for card in cards.actions if isinstance(card, Double)]
        self.reaching: list[Card] = [card for card in cards.actions if not isinstance(card, Gain)]

    def judge(self, state: IdleSix) -> list[float]:
        """How good it is to begin an action turn so, once for each of the TASTES."""
        gains = 0
        for card in self.gains:
            gains += card.strength[state.clips[card.slot]]
        counted = [
            math.log(1.0 + self.after(state, state.money, 0)),
            math.log(1.0 + self.after(state, 0, 0)),
            math.log(1.0 + gains),
            float(state.dice),
        ]
        for other in self.reaching:
            counted.append(float(min(state.dice + 2, other.strength[state.clips[other.slot]])))
        found: list[float] = []
        for weights in TASTES:
            score = 0.0
            for index in range(min(len(weights), len(counted))):
                score += weights[index] * counted[index]
            found.append(score)
        return found

    def money(self, state: IdleSix) -> float:
        """About how much money there will be at the end of this action turn."""
        return float(self.after(state, state.money, state.used))

    def after(self, state: IdleSix, money: int, used: int) -> int:
        """The money at the end of an action turn that begins with so much, if each card not used yet is used
        on the highest dice: gains first, then rolls, flips, swaps and doubles."""
        purse = Purse(state, money)
        for card in self.gains:
            if not used >> card.slot & 1:
                purse.money += card.strength[state.clips[card.slot]]
        purse.unlock()
        digits = [purse.money // POWER[place] % 6 for place in range(purse.dice)]
        for reroll in self.rerolls:
            if not used >> reroll.slot & 1:
                box = state.clips[reroll.slot]
                roll(digits, reroll.strength[box], reroll.allowance(box))
        for flips in self.flips:
            if not used >> flips.slot & 1:
                flip(digits, flips.strength[state.clips[flips.slot]])
        for swaps in self.swaps:
            if not used >> swaps.slot & 1:
                swap(digits, swaps.strength[state.clips[swaps.slot]])
        purse.money = 0
        for digit in reversed(digits):
            purse.money = purse.money * 6 + digit
        for double in self.doubles:
            if not used >> double.slot & 1:
                purse.money += doubled(digits, double.strength[state.clips[double.slot]])
        purse.unlock()
        return purse.money


class Purse:
    """Money, the dice it has unlocked, and the rewards claimed for them."""

    def __init__(self, state: IdleSix, money: int) -> None:
        self.money = money
        self.dice = state.dice
        self.claimed = state.claimed
        self.most_dice = state.most_dice
        self.rewards = state.cards.achievements.rewards

    def unlock(self) -> None:
        """Unlock dice, and claim for them, until nothing more comes of it."""
        while True:
            while self.dice < self.most_dice and self.money >= POWER[self.dice]:
                self.dice += 1
            if self.claimed >= len(self.rewards) or self.claimed + 1 >= self.dice:
                return
            self.money += self.rewards[self.claimed]
            self.claimed += 1


def roll(digits: list[int], reach: int, dice: int) -> None:
    """Roll the highest dice that show little: they fall as usual."""
    nth = 0
    place = min(reach, len(digits)) - 1
    while nth < min(dice, len(USUAL)) and place >= 0:
        if digits[place] < 3 and digits[place] < USUAL[nth]:
            digits[place] = USUAL[nth]
            nth += 1
        place -= 1


def flip(digits: list[int], reach: int) -> None:
    """Flip the highest die that shows more on its other side."""
    for place in range(min(reach, len(digits)) - 1, -1, -1):
        if OPPOSITE[digits[place]] > digits[place]:
            digits[place] = OPPOSITE[digits[place]]
            return


def swap(digits: list[int], reach: int) -> None:
    """Put the most on the highest die that shows less than one below it."""
    for high in range(min(reach, len(digits)) - 1, 0, -1):
        best = high
        for low in range(high - 1, -1, -1):
            if digits[low] > digits[best]:
                best = low
        if best != high:
            digits[best], digits[high] = digits[high], digits[best]
            return


def doubled(digits: list[int], reach: int) -> int:
    """What it brings to double the highest die that is not 0."""
    for place in range(min(reach, len(digits)) - 1, -1, -1):
        if digits[place]:
            return digits[place] * POWER[place]
    return 0
