"""Computes the most money an action turn of Idle Six can end with, if money may be thrown away before it.

A set of possible amounts is one large integer, whose bit n stands for the amount n, so a few shifts apply a
card to thousands of amounts. Only the highest dice are tracked; the others show whatever the player wishes.
"""

from functools import cache
from itertools import combinations

from quincunx.games.idle_six.cards import OPPOSITE, Card, Cards, Double, Flip, Gain, Reroll
from quincunx.games.idle_six.state import POWER

DIGITS = 4
"""The approximate number of highest dice that are tracked: fewer is quicker and gives the player more."""
WIDEST = DIGITS + 3
"""The most dice that are tracked."""

Amounts = int
"""A set of amounts as the bits of an integer."""


@cache
def showing(place: int, digit: int) -> Amounts:
    """Return all amounts in which the die at a place shows a digit."""
    amounts = below(POWER[place]) << digit * POWER[place]
    for higher in range(place + 1, WIDEST):
        amounts = sum(amounts << other * POWER[higher] for other in range(6))
    return amounts


@cache
def differing(place: int, other: int, more: int) -> Amounts:
    """Return all amounts in which the die at a place shows `more` more than another."""
    return sum(showing(place, digit) & showing(other, digit - more) for digit in range(more, 6))


def moved(amounts: Amounts, by: int) -> Amounts:
    return amounts << by if by >= 0 else amounts >> -by


def below(amount: int) -> Amounts:
    return (1 << amount) - 1


def flipped(amounts: Amounts, places: range) -> Amounts:
    found = amounts
    for place in places:
        for digit in range(6):
            found |= moved(amounts & showing(place, digit), (OPPOSITE[digit] - digit) * POWER[place])
    return found


def doubled(amounts: Amounts, places: range, others: bool) -> Amounts:
    # The doubled die may be one that is not tracked: then 1 may be carried.
    found = carried(amounts) if others else amounts
    for place in places:
        for digit in range(1, 6):
            found |= (amounts & showing(place, digit)) << digit * POWER[place]
    return found


def gained(amounts: Amounts, more: int, rest: bool) -> Amounts:
    """Add to all amounts. `rest` says that the untracked dice gain something, too."""
    after = amounts << more
    return carried(after) if rest else after


def carried(amounts: Amounts) -> Amounts:
    """Add a possible carry of 1 from the untracked dice."""
    return amounts | amounts << 1


def freed(amounts: Amounts, place: int) -> Amounts:
    """Let the die at a place show anything."""
    power = POWER[place]
    zero = 0
    for digit in range(6):
        zero |= (amounts & showing(place, digit)) >> digit * power
    zero |= zero << power | zero << 2 * power
    return zero | zero << 3 * power


def rerolled(amounts: Amounts, places: range, allowed: int) -> Amounts:
    found = amounts
    for rolled in combinations(places, min(allowed, len(places))):
        after = amounts
        for place in rolled:
            after = freed(after, place)
        found |= after
    return found


def swapped(amounts: Amounts, places: range, others: bool) -> Amounts:
    """Swap any two dice. `others` says whether there are untracked dice."""
    found = amounts
    for place in places:
        if others:
            found |= freed(amounts, place)
    for low, high in combinations(places, 2):
        for more in range(1, 6):
            by = more * (POWER[high] - POWER[low])
            found |= (amounts & differing(low, high, more)) << by
            found |= (amounts & differing(high, low, more)) >> by
    return found


def used(card: Card, box: int, amounts: Amounts, dice: int, scale: int) -> Amounts:
    """Return all amounts that a card on its box or a lower one can make. `scale` dice are untracked."""
    if isinstance(card, Gain):
        found = amounts
        for brings in {(more // POWER[scale], more % POWER[scale] > 0) for more in card.strength[: box + 1]}:
            found |= gained(amounts, *brings)
        return found
    places = range(max(0, min(card.strength[box], dice) - scale))
    if isinstance(card, Flip):
        return flipped(amounts, places)
    if isinstance(card, Double):
        return doubled(amounts, places, scale > 0)
    if isinstance(card, Reroll):
        return rerolled(amounts, places, card.allowance(box))
    return swapped(amounts, places, scale > 0)


class Turn:
    """Action turns with one set of cards."""

    def __init__(self, cards: Cards, digits: int = DIGITS) -> None:
        self.cards = cards
        self.digits = digits
        self.rewards = cards.achievements.rewards
        self.most = POWER[cards.most_dice]

    def ends(self, boxes: list[int], dice: int, money: int) -> dict[int, int]:
        """Return the most money after the turn, by the number of dice. All rewards are claimed, before and
        after; but those that were claimed before may have been kept for this turn."""
        cards = [card for card in self.cards.actions if card.works(boxes[card.slot])]
        scale = self.scale(cards, boxes, dice)
        # This ensures that all claims between two cards together carry no more than 1.
        assert sum(self.rewards[: max(0, scale - 1)]) < POWER[scale]
        last = (1 << len(cards)) - 1
        reached: list[dict[tuple[int, int], Amounts]] = [{} for _ in range(last + 1)]
        for claimed in range(dice - 1, -1, -1):
            self._put(reached[0], dice, claimed, below(money // POWER[scale] + 1), scale)
            if claimed == 0 or money < self.rewards[claimed - 1] or claimed < scale:
                break
            money -= self.rewards[claimed - 1]
        for done, situations in enumerate(reached):
            self._claim(situations, scale)
            for number, card in enumerate(cards):
                if not done >> number & 1:
                    for (now, claimed), amounts in situations.items():
                        after = used(card, boxes[card.slot], amounts, now, scale)
                        # Rewards for untracked dice may be claimed after every card.
                        after = carried(after) if scale > 1 else after
                        self._put(reached[done | 1 << number], now, claimed, after, scale)
        found: dict[int, int] = {}
        for (now, claimed), amounts in reached[last].items():
            assert amounts.bit_length() <= POWER[WIDEST]
            if claimed + 1 == now:
                found[now] = min(amounts.bit_length() * POWER[scale], self.most) - 1
        return found

    def scale(self, cards: list[Card], boxes: list[int], dice: int) -> int:
        """Return the number of lowest dice that are not tracked."""
        gains = sum(card.strength[boxes[card.slot]] for card in cards if isinstance(card, Gain))
        highest = dice
        while POWER[highest] <= gains:
            highest += 1
        return max(0, min(highest + 1, self.cards.most_dice) - self.digits)

    def _put(
        self,
        situations: dict[tuple[int, int], Amounts],
        dice: int,
        claimed: int,
        amounts: Amounts,
        scale: int,
    ) -> None:
        """Add amounts, with the dice they need unlocked; untracked dice are unlocked without money."""
        dice, claimed = max(dice, scale), max(claimed, scale - 1)
        while dice < self.cards.most_dice and amounts.bit_length() > POWER[dice - scale]:
            fits = amounts & below(POWER[dice - scale])
            if fits:
                situations[dice, claimed] = situations.get((dice, claimed), 0) | fits
                amounts ^= fits
            dice += 1
        situations[dice, claimed] = situations.get((dice, claimed), 0) | amounts

    def _claim(self, situations: dict[tuple[int, int], Amounts], scale: int) -> None:
        """Add the amounts reached by claiming rewards, one after the other."""
        for step, reward in enumerate(self.rewards):
            for dice, claimed in list(situations):
                if claimed == step and step + 1 < dice:
                    more, rest = divmod(reward, POWER[scale])
                    after = gained(situations[dice, claimed], more, rest > 0)
                    self._put(situations, dice, step + 1, after, scale)
