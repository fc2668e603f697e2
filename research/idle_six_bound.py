"""A lower bound on the turns of Idle Six: how soon the win could be bought in a game that is easier still.

    python research/idle_six_bound.py [--turns N]

In the easier game the dice fall as one wishes, money may be thrown away before an action turn, cards may be
used as on a lower box, and the lowest dice show what one wishes. Whoever has more money or more boxes is then
never worse off. So it is enough to know the most money for each set of boxes and number of dice, and whoever
has no more of anything than another can be left out. docs/idle-six.md has the argument.

A situation is one number, and money is its last part: so the largest one of a kind has most money.
"""

import argparse
import time

import numpy as np
import numpy.typing as npt
from idle_six_turn import Turn

from quincunx import games
from quincunx.games.idle_six.cards import Cards

Numbers = npt.NDArray[np.int64]

MONEY_BITS, DICE_BITS = 34, 4
"""Thirteen dice of money take 34 bits, and their number 4."""
MONEY = (1 << MONEY_BITS) - 1
FEW = (1 << DICE_BITS) - 1


def packed(boxes: Numbers, dice: Numbers, money: Numbers) -> Numbers:
    """Situations: the boxes of the cards, how many dice are unlocked, and the money. All rewards for the dice
    are claimed."""
    return (boxes << DICE_BITS | dice) << MONEY_BITS | money


def unpacked(situations: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    kind = situations >> MONEY_BITS
    return kind >> DICE_BITS, kind & FEW, situations & MONEY


def richest(situations: Numbers) -> Numbers:
    """The one with most money of each kind."""
    ordered = np.sort(situations)
    kind = ordered >> MONEY_BITS
    last: Numbers = ordered[np.append(kind[1:] != kind[:-1], True)]
    return last


class Easier:
    """The easier game."""

    def __init__(self, cards: Cards) -> None:
        self.turn = Turn(cards)
        self.rewards = cards.achievements.rewards
        self.most_dice = cards.most_dice
        self.costs = [np.array([*card.costs[1:], MONEY]) for card in cards.actions]
        """What the next box costs; on the last box more than anybody has."""
        self.shape = [len(costs) for costs in self.costs]
        self.steps = [int(np.prod(self.shape[slot + 1 :])) for slot in range(len(self.shape))]
        """What one box more of a card adds to the number of a set of boxes."""

    def box(self, slot: int, boxes: Numbers) -> Numbers:
        """The boxes that one card is on."""
        return boxes // self.steps[slot] % self.shape[slot]

    def act(self, situations: Numbers) -> Numbers:
        """All situations after an action turn."""
        found: list[Numbers] = []
        for boxes, dice, money in zip(*unpacked(situations), strict=True):
            on = [int(self.box(slot, boxes)) for slot in range(len(self.shape))]
            ends = self.turn.ends(on, int(dice), int(money))
            found.append(packed(boxes, np.array(list(ends)), np.array(list(ends.values()))))
        return np.concatenate(found)

    def buy(self, situations: Numbers) -> Numbers:
        """All situations after an upgrade turn."""
        for slot, costs in enumerate(self.costs):
            found = [situations]
            while len(found[-1]):
                boxes, dice, money = unpacked(found[-1])
                left = money - costs[self.box(slot, boxes)]
                found.append(packed(boxes + self.steps[slot], dice, left)[left >= 0])
            situations = richest(np.concatenate(found))
        return situations

    def best(self, situations: Numbers) -> Numbers:
        """Without those that have no more boxes, dice and money than another."""
        ordered = richest(situations)
        boxes, dice, money = unpacked(ordered)
        on = np.array([self.box(slot, boxes) for slot in range(len(self.shape))])
        on -= on.min(axis=1, keepdims=True)
        # The most money that somebody has on these boxes or higher ones; nobody has any on the last ones.
        most = np.full(on.max(axis=1) + 2, -1)
        kept = np.zeros(len(ordered), dtype=bool)
        for count in range(int(dice.max()), 0, -1):
            if count < dice.max():
                # Who has a die more has claimed its reward, too, and could give it back.
                most = np.maximum(most - self.rewards[count - 1], -1)
            here = dice == count
            place, mine = on[:, here], money[here]
            richest_other = most[tuple(place)]
            most[tuple(place)] = np.maximum(richest_other, mine)
            for slot in range(len(self.shape)):
                most = np.flip(np.maximum.accumulate(np.flip(most, slot), slot), slot)
            for slot in range(len(self.shape)):
                higher = place.copy()
                higher[slot] += 1
                richest_other = np.maximum(richest_other, most[tuple(higher)])
            kept[here] = richest_other < mine
        return ordered[kept]


def bound(cards: Cards, turns: int) -> int:
    """How many turns the easier game takes; 0 if it is not won in so many."""
    game = Easier(cards)
    nothing = np.zeros(0, dtype=np.int64)
    begun, later = packed(np.array([0]), np.array([1]), np.array([cards.start_money])), nothing
    for turn in range(turns - 1):
        clock = time.process_time()
        situations = game.best(begun)
        after = richest(game.act(situations))
        begun, later = np.concatenate([later, after]), game.buy(after) if turn + 3 < turns else nothing
        most = int((after & MONEY).max())
        print(
            f"after {turn} turns: {len(situations):,} situations; one action turn later at most "
            f"{np.base_repr(most, 6)}, {most / cards.win.cost:.4f} of the win "
            f"({time.process_time() - clock:.0f} s)",
            flush=True,
        )
        if most >= cards.win.cost:
            return turn + 2
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=17, help="so many at most")
    chosen = parser.parse_args()
    game = games.load("idle-six")
    found = bound(game.numbers(game.toml), chosen.turns)
    print(
        f"The easier game is won in {found} turns: Idle Six takes no fewer."
        if found
        else f"The easier game is not won in {chosen.turns} turns: Idle Six takes more."
    )


if __name__ == "__main__":
    main()
