"""Planning in Idle Six: a beam search over whole rounds, an upgrade turn and the best action turn after it.

After each action turn the plan is made anew, so what dice fell is always known when money is spent.
"""

from typing import Final

from mypy_extensions import i64

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card, Cards, Gain
from quincunx.games.idle_six.outlook import Outlook
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import PLAYER

WIDTHS: Final = {"hard": 1, "expert": 12}
"""How many lines each level keeps."""
SKIPS: Final = 1
"""In how many rounds of a plan nothing is bought, at most."""
LONGEST: Final = 30
"""A plan looks so many rounds ahead at most."""
SMALL: Final = 50
"""A gain that brings less than the money divided by this is not worth its price."""
KEY_BITS: Final = 6


class Line:
    """A way to play on, up to the end of some action turn.

    first  the boxes after its first upgrade turn; empty as long as there was none
    """

    def __init__(self, money: i64, dice: i64, claimed: i64, boxes: list[int], first: list[int]) -> None:
        self.money = money
        self.dice = dice
        self.claimed = claimed
        self.boxes = boxes
        self.first = first


class IdleSixPlanner(Bot):
    """Keeps the `width` richest lines of every round, and follows the one that wins soonest."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.target: list[int] = []
        self.next_key = b""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, IdleSix)
        if state.phase == codes.PUT:
            return best_order(state)
        if state.cards.achievements.waits(state):
            return codes.CLAIM
        if state.phase == codes.ACTION:
            return Outlook(state.cards).rest(state).first
        if state.cards.win.payable(state):
            return codes.UPGRADES + state.cards.win.slot
        return self.next_upgrade(state)

    def next_upgrade(self, state: IdleSix) -> int:
        """The next box on the way to the plan's; the plan is made once in an upgrade turn."""
        if state.key() != self.next_key:
            self.target = Planner(state.cards, self.width).plan(state)
        for card in state.cards.actions:
            if state.clips[card.slot] < self.target[card.slot]:
                after = state.clone()
                after.move(PLAYER, codes.UPGRADES + card.slot)
                self.next_key = after.key()
                return codes.UPGRADES + card.slot
        return codes.DONE


def best_order(state: IdleSix) -> int:
    """How to put rolled dice back: so that the rest of the turn brings most."""
    outlook = Outlook(state.cards)
    best = codes.DONE
    most: i64 = -1
    for move in state.actions(PLAYER):
        after = state.clone()
        after.move(PLAYER, move)
        money: i64 = after.money
        if after.phase == codes.ACTION:
            money = outlook.rest(after).money
        if money > most:
            most = money
            best = move
    return best


class Planner:
    """Makes one plan."""

    def __init__(self, cards: Cards, width: int) -> None:
        self.cards = cards.actions
        self.win: i64 = cards.win.cost
        self.width = width
        self.outlook = Outlook(cards)
        self.bought: dict[int, Line] = {}
        self.waited: dict[int, Line] = {}
        """What upgrade turns of one round lead to, with and without a purchase; the richest of those with the
        same boxes."""

    def plan(self, state: IdleSix) -> list[int]:
        """The boxes to be on after this upgrade turn."""
        start = Line(state.money, state.dice, state.claimed, state.clips, [])
        rounds: list[list[Line]] = [[start]] + [[] for _ in range(SKIPS)]
        """The lines after some rounds, by the number of skipped upgrade turns."""
        best = start
        fewest = LONGEST * 2
        for number in range(1, LONGEST):
            following: list[list[Line]] = [[] for _ in range(SKIPS + 1)]
            for skips in range(SKIPS + 1):
                self.bought = {}
                self.waited = {}
                for line in rounds[skips]:
                    self._shop(line, 0, line.boxes, line.money)
                following[skips] += self._act(self.bought)
                if skips < SKIPS:
                    following[skips + 1] += self._act(self.waited)
            for skips in range(SKIPS + 1):
                rounds[skips] = self._varied(following[skips])
                if not rounds[skips]:
                    continue
                richest = rounds[skips][0]
                turns = 2 * number - skips
                if richest.money >= self.win and (
                    turns < fewest or (turns == fewest and richest.money > best.money)
                ):
                    fewest = turns
                    best = richest
            # A later round can win only in more turns, or as many.
            if fewest <= 2 * (number + 1) - SKIPS:
                break
        for lines in rounds:
            if not best.first and lines:
                best = lines[0]
        return best.first

    def _shop(self, line: Line, slot: int, boxes: list[int], money: i64) -> None:
        """All that can be bought and may be worth it, card by card."""
        if slot == len(self.cards):
            self._note(line, boxes, money)
            return
        card = self.cards[slot]
        box = boxes[slot]
        while True:
            if box == line.boxes[slot] or worth(card, box, line):
                self._shop(line, slot + 1, boxes, money)
            box += 1
            if box >= len(card.costs) or card.costs[box] > money:
                return
            money -= card.costs[box]
            boxes = boxes[:]
            boxes[slot] = box

    def _note(self, line: Line, boxes: list[int], money: i64) -> None:
        key = (line.dice << KEY_BITS) + line.claimed
        for box in boxes[: len(self.cards)]:
            key = (key << KEY_BITS) + box
        found = self.waited if boxes is line.boxes else self.bought
        known = found.get(key)
        if known is None or known.money < money:
            found[key] = Line(money, line.dice, line.claimed, boxes, line.first or boxes)

    def _act(self, found: dict[int, Line]) -> list[Line]:
        """The lines at the end of their action turns."""
        lines = list(found.values())
        for line in lines:
            purse = self.outlook.turn(line.money, line.dice, line.claimed, line.boxes, 0)
            line.money = purse.money
            line.dice = purse.dice
            line.claimed = purse.claimed
        return lines

    def _varied(self, lines: list[Line]) -> list[Line]:
        """The richest lines, but only one of those with the same gains: they all look alike in the end."""
        lines.sort(key=money_of, reverse=True)
        kept: list[Line] = []
        for line in lines:
            if len(kept) == self.width:
                break
            for other in kept:
                if self._same_gains(line, other):
                    break
            else:
                kept.append(line)
        return kept

    def _same_gains(self, one: Line, other: Line) -> bool:
        for card in self.cards:
            if isinstance(card, Gain) and one.boxes[card.slot] != other.boxes[card.slot]:
                return False
        return True


def worth(card: Card, box: int, line: Line) -> bool:
    """Whether it may be sensible to stop at a box: its gain counts, or the box below reaches too few dice."""
    if isinstance(card, Gain):
        return card.strength[box] * SMALL >= line.money
    return card.strength[box - 1] <= line.dice + 1


def money_of(line: Line) -> int:
    return line.money
