"""The planner of Idle Six: round by round, all possible purchases and the best action turn after them.

After each action turn a new plan is made, so the dice are always known when money is spent.
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card, Cards, Gain
from quincunx.games.idle_six.outlook import USUAL, Outlook
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import PLAYER

AIM: Final = 20
"""The number of turns that a careful plan aims at, and does not risk for fewer."""
SKIPS: Final = 1
"""The most rounds of a plan in which nothing is bought."""
LONGEST: Final = 30
"""The most rounds that a plan looks ahead."""
SMALL: Final = 50
"""The divisor for gains: one that brings less than the money divided by this is not worth its price."""


class Line:
    """One way to play on, up to the end of some action turn.

    first  the boxes after its first upgrade turn; empty as long as there was none
    """

    def __init__(self, money: i64, dice: i64, claimed: i64, boxes: list[int], first: list[int]) -> None:
        self.money = money
        self.dice = dice
        self.claimed = claimed
        self.boxes = boxes
        self.first = first


class Plan(NamedTuple):
    """The number of turns until the win can be paid, and the boxes to be on after this upgrade turn."""

    turns: int
    boxes: list[int]


class IdleSixPlanner(Bot):
    """A bot that keeps the richest line of every round, and follows the one that wins soonest.

    A `careful` one uses the gains one by one, and follows a plan that bears the worst luck.
    """

    def __init__(self, careful: bool = False) -> None:
        self.careful = careful
        self.target: list[int] = []
        self.next_key = b""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, IdleSix)
        if state.phase == codes.PUT:
            return best_order(state, self.careful)
        if state.cards.achievements.waits(state):
            return codes.CLAIM
        if state.phase == codes.ACTION:
            return Outlook(state.cards, self.careful).rest(state).first
        if state.cards.win.payable(state):
            return codes.UPGRADES + state.cards.win.slot
        return self.next_upgrade(state)

    def next_upgrade(self, state: IdleSix) -> int:
        """Return the next box on the way to the plan's; the plan is made once in an upgrade turn."""
        if state.position_key() != self.next_key:
            self.target = careful_plan(state) if self.careful else Planner(state.cards).plan(state).boxes
        for card in state.cards.actions:
            if state.clips[card.slot] < self.target[card.slot]:
                after = state.clone()
                after.move(PLAYER, codes.UPGRADES + card.slot)
                self.next_key = after.position_key()
                return codes.UPGRADES + card.slot
        return codes.DONE


def best_order(state: IdleSix, apart: bool) -> int:
    """Return the order of rolled dice with which the rest of the turn brings most."""
    outlook = Outlook(state.cards, apart)
    best = codes.DONE
    most: i64 = -1
    for move in state._legal_actions(PLAYER):
        after = state.clone()
        after.move(PLAYER, move)
        money: i64 = after.money
        if after.phase == codes.ACTION:
            money = outlook.rest(after).money
        if money > most:
            most = money
            best = move
    return best


def careful_plan(state: IdleSix) -> list[int]:
    """Return the boxes to be on after this upgrade turn, so that bad luck does as little harm as possible.

    Plans are made for worse and worse luck, as long as they take no more turns than the aim, or than the
    usual luck would if that is more.
    """
    best = Planner(state.cards, True).plan(state)
    # The win itself is one more turn.
    turns = max(AIM - 1 - state.turns_taken, best.turns)
    worst, luck = 0, USUAL
    while worst < luck:
        tried = (worst + luck) // 2
        plan = Planner(state.cards, True, tried).plan(state, turns)
        if plan.turns <= turns:
            luck = tried
            best = plan
        else:
            worst = tried + 1
    return best.boxes


class Planner:
    """The search for one plan."""

    def __init__(self, cards: Cards, apart: bool = False, luck: int = USUAL) -> None:
        self.cards = cards.actions
        self.win: i64 = cards.win.cost
        self.outlook = Outlook(cards, apart, luck)
        self.bought: Line | None = None
        self.waited: Line | None = None
        """The richest lines of a round, with and without a purchase."""

    def plan(self, state: IdleSix, most: int = 2 * LONGEST) -> Plan:
        """Return the plan that pays the win soonest; if it takes more than `most` turns, it is not
        finished."""
        start = Line(state.money, state.dice, state.claimed, state.clips, [])
        lines: list[Line | None] = [start] + [None] * SKIPS
        """The richest line after some rounds, by the number of skipped upgrade turns."""
        best: Line | None = None
        fewest = 2 * LONGEST
        for number in range(1, LONGEST):
            lines = self._round(lines)
            for skips in range(SKIPS + 1):
                line = lines[skips]
                if line is None or line.money < self.win:
                    continue
                turns = 2 * number - skips
                if best is None or turns < fewest or (turns == fewest and line.money > best.money):
                    fewest = turns
                    best = line
            # The fewest turns in which a later round can win.
            later = 2 * (number + 1) - SKIPS
            if fewest <= later or most < later:
                break
        if best is None:
            best = richest_of(lines) or start
        return Plan(fewest, best.first or start.boxes)

    def _round(self, lines: list[Line | None]) -> list[Line | None]:
        """Return the richest lines one round later."""
        following: list[Line | None] = [None] * len(lines)
        for skips, line in enumerate(lines):
            if line is None:
                continue
            self._go_on(line, following[skips])
            following[skips] = self.bought
            if skips < SKIPS:
                following[skips + 1] = self.waited
        return following

    def _go_on(self, line: Line, best: Line | None) -> None:
        """Look for the richest lines that this one leads to; `best` was found so far."""
        self.bought = best
        self.waited = None
        self._shop(line, 0, line.boxes, line.money)

    def _shop(self, line: Line, slot: int, boxes: list[int], money: i64) -> None:
        """Try all purchases that may be worth it, card by card."""
        if slot == len(self.cards):
            self._act(line, boxes, money)
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

    def _act(self, line: Line, boxes: list[int], money: i64) -> None:
        """Play the action turn, and keep the line if it is the richest."""
        purse = self.outlook.turn(money, line.dice, line.claimed, boxes, 0)
        waited = boxes is line.boxes
        best = self.waited if waited else self.bought
        if best is None or purse.money > best.money:
            best = Line(purse.money, purse.dice, purse.claimed, boxes, line.first or boxes)
            if waited:
                self.waited = best
            else:
                self.bought = best


def worth(card: Card, box: int, line: Line) -> bool:
    """Whether to stop at a box: its gain counts, or the box below reaches too few dice."""
    if isinstance(card, Gain):
        gain: i64 = card.strength[box]
        return gain * SMALL >= line.money
    return card.strength[box - 1] <= line.dice + 1


def richest_of(lines: list[Line | None]) -> Line | None:
    best: Line | None = None
    for line in lines:
        if line is not None and (best is None or line.money > best.money):
            best = line
    return best
