"""A lower bound on the turns of Idle Six: how soon the win could be bought in a game that is easier still.

    python bench/idle_six_bound.py

The easier game has perfect dice, money may be thrown away at any time, and boxes that cost less than a share
of the money are free. Whoever has more money is then never worse off, so it is enough to know the most money
for each set of boxes and number of dice. docs/idle-six.md has the argument. Plain Python takes hours for a
small share; `--turns` stops early.
"""

import argparse
from collections.abc import Iterator

from quincunx import games
from quincunx.games.idle_six.cards import Card, Cards, Double, Flip, Gain, Reroll, Swap

POWER: list[int] = [6**place for place in range(22)]
Boxes = tuple[int, ...]
Situation = tuple[Boxes, int]
"""The boxes of the cards, and how many dice are unlocked; all rewards for them are claimed."""


def digit(money: int, place: int) -> int:
    return money // POWER[place] % 6


def above(money: int, place: int) -> int:
    """The money that the dice above a place show."""
    return money - money % POWER[place + 1]


# The most that a card can make of some money or of any less.


def flipped(money: int, reach: int) -> int:
    best = money
    for place in range(reach):
        shown, low = digit(money, place), money % POWER[place]
        most = {0: POWER[place] + low, 1: 2 * POWER[place] - 1, 2: 5 * POWER[place] + low}
        best = max(best, above(money, place) + most.get(shown, POWER[place + 1] - 1))
    return best


def rerolled(money: int, reach: int, dice: int) -> int:
    for place in range(reach - 1, -1, -1):
        shown = digit(money, place)
        if shown == 5 or dice == 0:
            continue
        if shown > 0:
            # One less here and fives below: this die is rolled to a five, too.
            return above(money, place) + POWER[place + 1] - 1
        money += 5 * POWER[place]
        dice -= 1
    return money


def swapped(money: int, reach: int) -> int:
    best = money
    for high in range(1, reach):
        shown = digit(money, high)
        for low in range(high):
            best = max(best, money + (digit(money, low) - shown) * (POWER[high] - POWER[low]))
            if low and digit(money, low):
                # One less here makes fives of all dice below.
                best = max(best, money - money % POWER[low] - 1 + (5 - shown) * (POWER[high] - 1))
        if shown:
            best = max(best, money - money % POWER[high] - 1 + (6 - shown) * (POWER[high] - 1))
    return best


def doubled(money: int, reach: int) -> int:
    best = money
    for place in range(reach):
        best = max(best, money + digit(money, place) * POWER[place])
        if above(money, place):
            best = max(best, above(money, place) - 1 + 5 * POWER[place])
    return best


def used(card: Card, box: int, money: int, dice: int) -> int:
    """The most money after a card is used."""
    reach = min(card.strength[box], dice)
    if isinstance(card, Gain):
        return money + card.strength[box]
    if isinstance(card, Flip):
        return flipped(money, reach)
    if isinstance(card, Reroll):
        return rerolled(money, reach, card.allowance(box))
    if isinstance(card, Swap):
        return swapped(money, reach)
    assert isinstance(card, Double)
    return doubled(money, reach)


class Easier:
    """The easier game."""

    def __init__(self, cards: Cards, share: float) -> None:
        self.cards = cards
        self.rewards = cards.achievements.rewards
        self.share = share

    def unlocked(self, money: int, dice: int) -> tuple[int, int]:
        """The money that fits, and how many dice it unlocks."""
        money = min(money, POWER[self.cards.most_dice] - 1)
        while dice < self.cards.most_dice and money >= POWER[dice]:
            dice += 1
        return money, dice

    def act(self, boxes: Boxes, dice: int, money: int) -> dict[int, int]:
        """The most money after an action turn, by the number of dice. Cards and claims come in any order."""
        open_cards = [card for card in self.cards.actions if card.works(boxes[card.slot])]
        reached: list[dict[tuple[int, int], int]] = [{} for _ in range(1 << len(open_cards))]
        for claimed in range(dice - 1, -1, -1):
            # A reward may have been kept for later: it is given back.
            reached[0][dice, claimed] = money
            if claimed == 0 or money < self.rewards[claimed - 1]:
                break
            money -= self.rewards[claimed - 1]
        for done, situations in enumerate(reached):
            waiting = list(situations)
            for now, claimed in waiting:
                money = situations[now, claimed]
                if claimed + 1 < now:
                    key = self._put(situations, now, claimed + 1, money + self.rewards[claimed])
                    waiting += [key]
                for number, card in enumerate(open_cards):
                    if not done >> number & 1:
                        after = used(card, boxes[card.slot], money, now)
                        self._put(reached[done | 1 << number], now, claimed, after)
        return {now: money for (now, claimed), money in reached[-1].items() if claimed + 1 == now}

    def _put(
        self, situations: dict[tuple[int, int], int], dice: int, claimed: int, money: int
    ) -> tuple[int, int]:
        money, dice = self.unlocked(money, dice)
        situations[dice, claimed] = max(situations.get((dice, claimed), -1), money)
        return dice, claimed

    def buy(self, boxes: Boxes, money: int) -> Iterator[tuple[Boxes, int]]:
        """All that can be bought; what costs next to nothing is free."""
        cheap = list(boxes)
        for card in self.cards.actions:
            while not card.top(cheap[card.slot]) and card.costs[cheap[card.slot] + 1] <= self.share * money:
                cheap[card.slot] += 1
        yield from self._buy(tuple(cheap), money, 0)

    def _buy(self, boxes: Boxes, money: int, slot: int) -> Iterator[tuple[Boxes, int]]:
        if slot == len(self.cards.actions):
            yield boxes, money
            return
        card = self.cards.actions[slot]
        while True:
            yield from self._buy(boxes, money, slot + 1)
            box = boxes[slot]
            if card.top(box) or card.costs[box + 1] > money:
                return
            boxes = (*boxes[:slot], box + 1, *boxes[slot + 1 :])
            money -= card.costs[box + 1]


def keep(most: dict[Situation, int], boxes: Boxes, dice: int, money: int) -> None:
    most[boxes, dice] = max(most.get((boxes, dice), -1), money)


def bound(cards: Cards, share: float, turns: int) -> int:
    """How many turns the easier game takes; 0 if it is not won in so many."""
    game = Easier(cards, share)
    begun: list[dict[Situation, int]] = [{} for _ in range(turns + 2)]
    keep(begun[0], (0,) * len(cards.actions), 1, cards.start_money)
    for turn in range(turns - 1):
        richest = 0
        for (boxes, dice), money in begun[turn].items():
            for now, after in game.act(boxes, dice, money).items():
                richest = max(richest, after)
                keep(begun[turn + 1], boxes, now, after)
                if turn + 2 < turns:
                    for bought, left in game.buy(boxes, after):
                        keep(begun[turn + 2], bought, now, left)
        print(
            f"after {turn} turns: {len(begun[turn])} situations, then at most {richest:,} in base ten",
            flush=True,
        )
        if richest >= cards.win.cost:
            return turn + 2
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--share", type=float, default=0.05, help="boxes are free up to this share of the money"
    )
    parser.add_argument("--turns", type=int, default=20)
    chosen = parser.parse_args()
    game = games.load("idle-six")
    found = bound(game.numbers(game.toml), chosen.share, chosen.turns)
    print(
        f"The easier game is won in {found} turns: Idle Six takes no fewer." if found else "Not won so far."
    )


if __name__ == "__main__":
    main()
