"""A lower bound on the turns of Idle Six: how soon the win could be bought in a game that is easier still.

    python bench/idle_six_bound.py --turns 17

The easier game has perfect dice, money may be thrown away at any time, and boxes and rewards that are next
to nothing are free. Whoever has more money is then never worse off, so it is enough to know the most money
for each set of boxes and number of dice. docs/idle-six.md has the argument.

Thousands of situations are worked on at once, as arrays of numbers. A situation is one number, and money is
its last part: so the largest one of a kind has most money.
"""

import argparse
import time

import numpy as np
import numpy.typing as npt

from quincunx import games
from quincunx.games.idle_six.cards import Card, Cards, Double, Flip, Gain, Reroll, Swap

Numbers = npt.NDArray[np.int64]

POWER: list[int] = [6**place for place in range(22)]
MONEY_BITS, DICE_BITS = 34, 4
"""Thirteen dice of money take 34 bits, a number of dice or of rewards 4."""
MONEY = (1 << MONEY_BITS) - 1
FEW = (1 << DICE_BITS) - 1
AT_ONCE = 1500
"""So many situations are worked on at once: their rows stay in the processor's cache."""


# The most that a card can make of some money or of any less. `reach` says how many dice it reaches.


def flipped(money: Numbers, reach: Numbers) -> Numbers:
    best = money.copy()
    for place in range(int(reach.max(initial=0))):
        low, above, shown = parts(money, place)
        power = POWER[place]
        # A 1 becomes a 0 with fives below it, and that 0 a 1; 3 and more become a 2 with fives below.
        most = np.array([power, 2 * power - 1, 5 * power, *[6 * power - 1] * 3])[shown]
        keeps = np.array([1, 0, 1, 0, 0, 0])[shown]
        improve(best, above + most + keeps * low, place < reach)
    return best


def rerolled(money: Numbers, reach: Numbers, allowed: Numbers) -> Numbers:
    money, left = money.copy(), allowed.copy()
    for place in range(int(reach.max(initial=0)) - 1, -1, -1):
        _, above, shown = parts(money, place)
        rolls = (place < reach) & (shown < 5) & (left > 0)
        # Unless it is a 0: one less here and fives below, and this die is rolled to a five, too.
        money = np.where(rolls, np.where(shown > 0, above + 6 * POWER[place] - 1, money), money)
        money += np.where(rolls & (shown == 0), 5 * POWER[place], 0)
        left -= rolls & (shown == 0)
    return money


def swapped(money: Numbers, reach: Numbers) -> Numbers:
    best = money.copy()
    highest = int(reach.max(initial=0))
    digits = [parts(money, place)[2] for place in range(highest)]
    for high in range(1, highest):
        within, shown = high < reach, digits[high]
        for low in range(high):
            brings = (digits[low] - shown) * (POWER[high] - POWER[low])
            improve(best, money + brings, within)
        # One less on a die below makes fives of all dice that are still lower: the lowest die that can give
        # one gives least.
        given = np.zeros_like(money)
        for place in range(high - 1, 0, -1):
            given = np.where(digits[place] > 0, POWER[place], given)
        thrown = money - money % np.maximum(given, 1) - 1
        improve(best, thrown + (5 - shown) * (POWER[high] - 1), within & (given > 0))
        thrown = money - money % POWER[high] - 1
        improve(best, thrown + (6 - shown) * (POWER[high] - 1), within & (shown > 0))
    return best


def doubled(money: Numbers, reach: Numbers) -> Numbers:
    best = money.copy()
    for place in range(int(reach.max(initial=0))):
        _, above, shown = parts(money, place)
        improve(best, money + shown * POWER[place], place < reach)
        improve(best, above - 1 + 5 * POWER[place], (place < reach) & (above > 0))
    return best


def parts(money: Numbers, place: int) -> tuple[Numbers, Numbers, Numbers]:
    """The money that is shown by the dice below a place and by those above it; what the die there shows."""
    higher = money // POWER[place]
    highest = higher // 6
    return money - higher * POWER[place], highest * POWER[place + 1], higher - highest * 6


def improve(best: Numbers, other: Numbers, where: npt.NDArray[np.bool_]) -> None:
    np.maximum(best, other, out=best, where=where)


# Situations and rows, each as one number.


def packed(boxes: Numbers, dice: Numbers, money: Numbers) -> Numbers:
    """Situations: the boxes of the cards, how many dice are unlocked, and the money. All rewards for the dice
    are claimed."""
    return (boxes << DICE_BITS | dice) << MONEY_BITS | money


def unpacked(situations: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    kind = situations >> MONEY_BITS
    return kind >> DICE_BITS, kind & FEW, situations & MONEY


def joined(key: Numbers, dice: Numbers, claimed: Numbers, money: Numbers) -> Numbers:
    """Rows: what comes of a situation, known by a key, within a turn; so many rewards are claimed."""
    return packed(key << DICE_BITS | dice, claimed, money)


def parted(rows: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    kind, claimed, money = unpacked(rows)
    return kind >> DICE_BITS, kind & FEW, claimed, money


def richest(rows: Numbers) -> Numbers:
    """The row with most money of each kind."""
    rows = np.sort(rows)
    kind = rows >> MONEY_BITS
    return rows[np.append(kind[1:] != kind[:-1], True)] if len(rows) else rows


class Ladder:
    """A card's boxes as arrays."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.strength = np.array(card.strength)
        self.allowed = np.array([card.allowance(box) if card.works(box) else 0 for box in range(self.boxes)])
        self.costs = np.array(card.costs)

    @property
    def boxes(self) -> int:
        return len(self.card.costs)

    def used(self, box: Numbers, money: Numbers, dice: Numbers) -> Numbers:
        """The most money after the card is used."""
        strength = self.strength[box]
        reach = np.minimum(strength, dice)
        if isinstance(self.card, Gain):
            return np.asarray(money + strength)
        if isinstance(self.card, Flip):
            return flipped(money, reach)
        if isinstance(self.card, Reroll):
            return rerolled(money, reach, self.allowed[box])
        if isinstance(self.card, Swap):
            return swapped(money, reach)
        assert isinstance(self.card, Double)
        return doubled(money, reach)


class Easier:
    """The easier game.

    A situation is the number of its boxes, the dice that are unlocked and the money; all rewards are claimed.
    """

    def __init__(self, cards: Cards, share: float, small: float) -> None:
        self.ladders = [Ladder(card) for card in cards.actions]
        self.rewards = np.array(cards.achievements.rewards)
        self.most_dice = cards.most_dice
        self.win = cards.win.cost
        self.share = share
        self.small = small
        self.steps: list[int] = []
        """What one box more of each card adds to the number of the boxes."""
        step = 1
        for ladder in self.ladders:
            self.steps.append(step)
            step *= ladder.boxes
        self.sets = step

    def box(self, slot: int, boxes: Numbers) -> Numbers:
        """The box of one card."""
        return boxes // self.steps[slot] % self.ladders[slot].boxes

    def start(self, money: int) -> Numbers:
        return self.situations(np.array([0]), np.array([1]), np.array([money]))

    def situations(self, boxes: Numbers, dice: Numbers, money: Numbers) -> Numbers:
        money, dice = self.unlocked(money, dice)
        return packed(boxes, dice, money)

    def unlocked(self, money: Numbers, dice: Numbers) -> tuple[Numbers, Numbers]:
        """The money that fits, and how many dice it unlocks."""
        money = np.minimum(money, POWER[self.most_dice] - 1)
        for count in range(1, self.most_dice):
            dice = np.where((dice == count) & (money >= POWER[count]), count + 1, dice)
        return money, dice

    def act(self, situations: Numbers) -> Numbers:
        """All situations after an action turn."""
        pieces = [
            self._act(situations[first : first + AT_ONCE]) for first in range(0, len(situations), AT_ONCE)
        ]
        return richest(np.concatenate(pieces)) if pieces else situations

    def _act(self, situations: Numbers) -> Numbers:
        """Cards and claims come in any order. For each set of used cards there are rows; their key is the
        number of the situation that they come from."""
        boxes, dice, money = unpacked(situations)
        box = [self.box(slot, boxes) for slot in range(len(self.ladders))]
        used = np.zeros_like(boxes)
        for slot, ladder in enumerate(self.ladders):
            # A card that is locked counts as used.
            used |= np.where(ladder.strength[box[slot]] > 0, 0, 1 << slot)
        start, gifts = self._kept_rewards(dice, money)
        of_start = used[parted(start)[0]]
        all_used = (1 << len(self.ladders)) - 1
        reached: list[list[Numbers]] = [[start[of_start == done]] for done in range(all_used + 1)]
        for done in range(all_used):
            rows = self._claimed(richest(np.concatenate(reached[done])))
            reached[done] = []
            if not len(rows):
                continue
            key, dice, claimed, money = parted(rows)
            for slot, ladder in enumerate(self.ladders):
                if not done >> slot & 1:
                    after = ladder.used(box[slot][key], money, dice) + gifts[key]
                    after, now = self.unlocked(after, dice)
                    reached[done | 1 << slot].append(joined(key, now, claimed, after))
        rows = self._claimed(richest(np.concatenate(reached[all_used])))
        key, dice, claimed, money = parted(rows)
        ends = claimed + 1 == dice
        return packed(boxes[key], dice, money)[ends]

    def _kept_rewards(self, dice: Numbers, money: Numbers) -> tuple[Numbers, Numbers]:
        """A reward may have been kept for later: it is given back. What is small is claimed again after every
        card instead."""
        gifts = np.zeros_like(money)
        for reward in range(len(self.rewards)):
            small = (reward + 1 < dice) & (self.rewards[: reward + 1].sum() <= self.small * money)
            gifts = np.where(small, self.rewards[: reward + 1].sum(), gifts)
        key, claimed = np.arange(len(money)), dice - 1
        rows = [joined(key, dice, claimed, money)]
        while True:
            last = self.rewards[np.maximum(claimed - 1, 0)]
            left = (claimed > 0) & (last <= money)
            left &= np.cumsum(self.rewards)[np.maximum(claimed - 1, 0)] > gifts[key]
            if not left.any():
                return np.concatenate(rows), gifts
            key, dice, claimed, money = key[left], dice[left], claimed[left] - 1, (money - last)[left]
            rows.append(joined(key, dice, claimed, money))

    def _claimed(self, rows: Numbers) -> Numbers:
        """With all rows that come of claiming rewards."""
        found = [rows]
        while len(rows):
            key, dice, claimed, money = parted(rows)
            waits = claimed + 1 < dice
            key, dice, claimed, money = key[waits], dice[waits], claimed[waits], money[waits]
            money, dice = self.unlocked(money + self.rewards[claimed], dice)
            rows = joined(key, dice, claimed + 1, money)
            found.append(rows)
        return richest(np.concatenate(found))

    def buy(self, situations: Numbers) -> Numbers:
        """All that can be bought; what costs next to nothing is free."""
        boxes, dice, money = unpacked(situations)
        for slot, ladder in enumerate(self.ladders):
            for _ in range(ladder.boxes - 1):
                boxes = boxes + np.where(self._next_cost(slot, boxes) <= self.share * money, self.steps[slot], 0)
        rows = richest(packed(boxes, dice, money))
        for slot in range(len(self.ladders)):
            found = [rows]
            while len(rows):
                boxes, dice, money = unpacked(rows)
                money = money - self._next_cost(slot, boxes)
                rows = packed(boxes + self.steps[slot], dice, money)[money >= 0]
                found.append(rows)
            rows = richest(np.concatenate(found))
        return rows

    def _next_cost(self, slot: int, boxes: Numbers) -> Numbers:
        """What the next box of a card costs; more than anybody has where there is none."""
        ladder = self.ladders[slot]
        return np.append(ladder.costs[1:], MONEY)[self.box(slot, boxes)]

    def best(self, situations: Numbers) -> Numbers:
        """Without those that are worse than another: no more boxes and no more money."""
        shape = [ladder.boxes for ladder in reversed(self.ladders)]
        most = np.full(self.sets, -1)
        kept: list[Numbers] = []
        for count in range(self.most_dice, 0, -1):
            boxes, dice, money = unpacked(situations)
            here = dice == count
            if count <= len(self.rewards):
                # Who has a die more has claimed its reward, and could give it back.
                most = np.maximum(most - self.rewards[count - 1], -1)
            if not here.any():
                continue
            boxes, money = boxes[here], money[here]
            better = np.full(len(boxes), -1)
            better = np.maximum(better, most[boxes])
            most[boxes] = np.maximum(most[boxes], money)
            table = most.reshape(shape)
            for axis in range(len(shape)):
                table = np.flip(np.maximum.accumulate(np.flip(table, axis), axis), axis)
            most = np.ascontiguousarray(table).reshape(-1)
            for slot, ladder in enumerate(self.ladders):
                higher = self.box(slot, boxes) + 1 < ladder.boxes
                better[higher] = np.maximum(better[higher], most[boxes[higher] + self.steps[slot]])
            kept.append(situations[here][better < money])
        return np.sort(np.concatenate(kept))


def bound(cards: Cards, share: float, small: float, turns: int) -> int:
    """How many turns the easier game takes; 0 if it is not won in so many."""
    game = Easier(cards, share, small)
    nothing = np.zeros(0, dtype=np.int64)
    begun = [game.start(cards.start_money), nothing, nothing]
    for turn in range(turns - 1):
        clock = time.process_time()
        situations = game.best(richest(begun[0]))
        after = game.act(situations)
        most = int((after & MONEY).max())
        bought = game.buy(after) if turn + 3 < turns else nothing
        begun = [np.concatenate([begun[1], after]), np.concatenate([begun[2], bought]), nothing]
        seconds = time.process_time() - clock
        print(
            f"after {turn} turns: {len(situations):,} situations; one action turn later at most "
            f"{np.base_repr(most, 6)}, {most / game.win:.4f} of the win ({seconds:.0f} s)",
            flush=True,
        )
        if most >= game.win:
            return turn + 2
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--share", type=float, default=0.005, help="boxes are free up to this share of the money"
    )
    parser.add_argument(
        "--small", type=float, default=0.0005, help="rewards are claimed again and again up to this share of it"
    )
    parser.add_argument("--turns", type=int, default=17)
    chosen = parser.parse_args()
    game = games.load("idle-six")
    found = bound(game.numbers(game.toml), chosen.share, chosen.small, chosen.turns)
    print(
        f"The easier game is won in {found} turns: Idle Six takes no fewer."
        if found
        else f"The easier game is not won in {chosen.turns} turns: Idle Six takes more."
    )


if __name__ == "__main__":
    main()
