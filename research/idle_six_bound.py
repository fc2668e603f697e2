"""Computes a lower bound on the turns of Idle Six, from an easier game.

    python research/idle_six_bound.py [--turns N]

In the easier game the dice fall as the player wishes, money may be thrown away before an action turn, cards
may be used as on a lower box, and the lowest dice show what the player wishes. More money or more boxes is
then never worse, so only the most money for each set of boxes and number of dice matters (see
docs/idle-six.md). A situation is one number with the money in its low bits, so the largest one of a kind
has the most money.
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
"""The bits for money, of up to thirteen dice, and for the number of dice."""
MONEY = (1 << MONEY_BITS) - 1
FEW = (1 << DICE_BITS) - 1


def packed(boxes: Numbers, dice: Numbers, money: Numbers) -> Numbers:
    """Pack boxes, number of unlocked dice and money into situations. All rewards for the dice are claimed."""
    return (boxes << DICE_BITS | dice) << MONEY_BITS | money


def unpacked(situations: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    kind = situations >> MONEY_BITS
    return kind >> DICE_BITS, kind & FEW, situations & MONEY


def richest(situations: Numbers) -> Numbers:
    """Return the situation with the most money for each set of boxes and number of dice."""
    ordered = np.sort(situations)
    kind = ordered >> MONEY_BITS
    last: Numbers = ordered[np.append(kind[1:] != kind[:-1], True)]
    return last


class Easier:
    """The easier game with one set of cards."""

    def __init__(self, cards: Cards) -> None:
        self.turn = Turn(cards)
        self.rewards = cards.achievements.rewards
        self.most_dice = cards.most_dice
        self.costs = [np.array([*card.costs[1:], MONEY]) for card in cards.actions]
        """The price of each card's next box; on the last box, more than anybody has."""
        self.shape = [len(costs) for costs in self.costs]
        self.steps = [int(np.prod(self.shape[slot + 1 :])) for slot in range(len(self.shape))]
        """The amount that one more box of a card adds to the number of a set of boxes."""

    def box(self, slot: int, boxes: Numbers) -> Numbers:
        """Return the box of one card in each set of boxes."""
        return boxes // self.steps[slot] % self.shape[slot]

    def act(self, situations: Numbers) -> Numbers:
        """Return all situations after an action turn."""
        found: list[Numbers] = []
        for boxes, dice, money in zip(*unpacked(situations), strict=True):
            on = [int(self.box(slot, boxes)) for slot in range(len(self.shape))]
            ends = self.turn.ends(on, int(dice), int(money))
            found.append(packed(boxes, np.array(list(ends)), np.array(list(ends.values()))))
        return np.concatenate(found)

    def buy(self, situations: Numbers) -> Numbers:
        """Return all situations after an upgrade turn."""
        for slot, costs in enumerate(self.costs):
            found = [situations]
            while len(found[-1]):
                boxes, dice, money = unpacked(found[-1])
                left = money - costs[self.box(slot, boxes)]
                found.append(packed(boxes + self.steps[slot], dice, left)[left >= 0])
            situations = richest(np.concatenate(found))
        return situations

    def best(self, situations: Numbers) -> Numbers:
        """Return the situations without those that have no more boxes, dice and money than another."""
        ordered = richest(situations)
        boxes, dice, money = unpacked(ordered)
        on = np.array([self.box(slot, boxes) for slot in range(len(self.shape))])
        on -= on.min(axis=1, keepdims=True)
        # The most money of any situation with these boxes or higher ones; -1 beyond the last boxes.
        most = np.full(on.max(axis=1) + 2, -1)
        kept = np.zeros(len(ordered), dtype=bool)
        for count in range(int(dice.max()), 0, -1):
            if count < dice.max():
                # A situation with one more die has claimed its reward, too, and could give it back.
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
    """Return the number of turns the easier game takes; 0 if it takes more than `turns`."""
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
    parser.add_argument("--turns", type=int, default=17, help="the most turns to try")
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
