"""Planning in Idle Six: a beam search over the game's own rules.

Rolls to come are taken to fall as they usually do, never looked up. After every real roll the plan is made
anew.
"""

from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card, Double, Gain, Reroll, Swap
from quincunx.games.idle_six.outlook import TASTES, Outlook
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import PLAYER, bits

USUAL: Final = [[0], [3], [4, 1], [4, 3, 1], [4, 3, 2, 1], [5, 4, 2, 1, 0]]
"""How so many dice fall, about: the highest first."""
WIDTHS: Final = {"hard": 8, "expert": 32}
"""How many lines each level keeps."""
SWAPS: Final = 4
"""How many swaps, and how many doubles and flips, are tried in a position."""
TURNS: Final = 2
BOXES: Final = 4
"""How many of the highest boxes that can be paid are tried of a card."""
LONGEST: Final = 60
"""A plan looks so many turns ahead at most."""


class Line:
    """A way to play on: where it leads, and its moves up to the first roll."""

    def __init__(self, state: IdleSix, moves: list[int], rolled: bool, score: float) -> None:
        self.state = state
        self.moves = moves
        self.rolled = rolled
        self.score = score
        """The money it brings, or how good it seems to one of the tastes."""
        self.scores: list[float] = []
        """How good it seems to each of the tastes, where lines are compared by these."""

    def then(self, move: int) -> "Line":
        """The line with one more move; dice that are rolled fall as usual, and lie in the best order."""
        state = self.state.clone()
        state.move(PLAYER, move)
        if state.phase != codes.ROLL:
            return Line(state, self.moves if self.rolled else [*self.moves, move], self.rolled, 0.0)
        rolling = state.rolling
        count = 0
        while rolling:
            rolling &= rolling - 1
            count += 1
        roll = 0
        for digit in USUAL[count]:
            roll = roll * 6 + digit
        state.move(CHANCE, roll)
        if state.phase == codes.PUT:
            state.move(PLAYER, max(state.actions(PLAYER)))
        return Line(state, self.moves if self.rolled else [*self.moves, move], True, 0.0)


class IdleSixPlanner(Bot):
    """Keeps about the `width` best lines of every turn, and follows the one that wins soonest."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.due: list[int] = []
        self.next_key = b""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, IdleSix)
        if not self.due or state.key() != self.next_key:
            self.due = self.plan(state).moves[:]
        move = self.due.pop(0)
        after = state.clone()
        after.move(PLAYER, move)
        self.next_key = after.key()
        return move

    def plan(self, state: IdleSix) -> Line:
        """The line that wins soonest, with the most money of those; or the best found."""
        outlook = Outlook(state.cards)
        waiting: list[list[Line]] = [[] for _ in range(LONGEST)]
        waiting[0].append(self.start(state))
        start = state.turns_taken
        for turns in range(LONGEST - 3):
            lines = varied(waiting[turns], self.width)
            won: list[Line] = []
            for line in lines:
                if line.state.phase == codes.UPGRADE:
                    ends = [line]
                else:
                    ends = self.act(line, outlook)
                for end in ends:
                    for after in self.buy(end, outlook):
                        if after.state.phase == codes.WON:
                            won.append(after)
                        else:
                            waiting[after.state.turns_taken - start].append(after)
            if won:
                return best(won, 1)[0]
        return waiting[LONGEST - 3][0]

    def start(self, state: IdleSix) -> Line:
        return Line(state, [], False, 0.0)

    # The action turn.

    def act(self, line: Line, outlook: Outlook) -> list[Line]:
        """The lines through the rest of an action turn that bring most."""
        ended: list[Line] = []
        lines = [line]
        turns = line.state.turns_taken
        while lines:
            longer: list[Line] = []
            for known in lines:
                for move in tries(known.state):
                    after = known.then(move)
                    if after.state.turns_taken > turns:
                        after.score = float(after.state.money)
                        ended.append(after)
                    else:
                        after.score = outlook.money(after.state)
                        longer.append(after)
            lines = best(longer, self.width // 4 + 2)
        return best(ended, TURNS)

    # The upgrade turn.

    def buy(self, line: Line, outlook: Outlook) -> list[Line]:
        """The win; else the lines through an upgrade turn that leave most to do with."""
        state = line.state
        if state.phase != codes.UPGRADE:
            # Nothing could be bought, and the next action turn has begun.
            line.scores = outlook.judge(state)
            return [line]
        win = state.cards.win
        while state.cards.achievements.waits(state):
            line = line.then(codes.CLAIM)
            state = line.state
        if state.phase == codes.UPGRADE and win.payable(state):
            after = line.then(codes.UPGRADES + win.slot)
            after.score = float(after.state.money)
            return [after]
        lines = [line]
        for card in state.cards.actions:
            longer: list[Line] = []
            for known in lines:
                known.scores = outlook.judge(known.state)
                longer.append(known)
                if known.state.phase != codes.UPGRADE:
                    continue
                self.advance(known, card, outlook, longer)
            lines = varied(longer, self.width)
        found: list[Line] = []
        for known in lines:
            if known.state.phase == codes.UPGRADE:
                after = known.then(codes.DONE)
                after.scores = known.scores
                found.append(after)
            else:
                found.append(known)
        return found

    def advance(self, line: Line, card: Card, outlook: Outlook, found: list[Line]) -> None:
        """Buy boxes of a card, as many as can be paid; only the highest few are worth a try."""
        state = line.state
        boxes = 0
        left = state.money
        box = state.clips[card.slot] + 1
        while box + boxes < len(card.costs) and card.costs[box + boxes] <= left:
            left -= card.costs[box + boxes]
            boxes += 1
        known = line
        for number in range(1, boxes + 1):
            if known.state.phase != codes.UPGRADE:
                break
            known = known.then(codes.UPGRADES + card.slot)
            if boxes - number < BOXES:
                known.scores = outlook.judge(known.state)
                found.append(known)


def best(lines: list[Line], count: int) -> list[Line]:
    """The lines with the highest scores, each position once."""
    lines.sort(key=score_of, reverse=True)
    found: list[Line] = []
    for line in lines:
        if len(found) == count:
            break
        for other in found:
            if same(line.state, other.state):
                break
        else:
            found.append(line)
    return found


def varied(lines: list[Line], count: int) -> list[Line]:
    """The best lines to each of the tastes, each position once."""
    found: list[Line] = []
    for taste in range(len(TASTES)):
        for line in lines:
            line.score = line.scores[taste] if line.scores else 0.0
        lines.sort(key=score_of, reverse=True)
        wanted = len(found) + max(1, count // len(TASTES))
        for line in lines:
            if len(found) >= wanted:
                break
            for other in found:
                if same(line.state, other.state):
                    break
            else:
                found.append(line)
    return found


def score_of(line: Line) -> float:
    return line.score


def same(one: IdleSix, other: IdleSix) -> bool:
    return (
        one.money == other.money
        and one.used == other.used
        and one.dice == other.dice
        and one.claimed == other.claimed
        and one.phase == other.phase
        and one.clips == other.clips
    )


# What is worth a try in an action turn.


def tries(state: IdleSix) -> list[int]:
    """Claims at once; gains in their order; dice where a card brings something."""
    if state.phase == codes.PUT:
        return state.actions(PLAYER)
    moves: list[int] = []
    if state.cards.achievements.waits(state):
        moves.append(codes.CLAIM)
        return moves
    gains = 0
    for card in state.cards.actions:
        if not card.usable(state):
            continue
        if isinstance(card, Gain):
            if gains == 0:
                moves += card.actions(state)
            gains += 1
        else:
            moves += uses(state, card)
    if gains == 0:
        moves.append(codes.DONE)
    return moves


def uses(state: IdleSix, card: Card) -> list[int]:
    """The dice on which a card brings something, the highest first."""
    reach = card.reach(state)
    chosen: list[int] = []
    if isinstance(card, Reroll):
        picked: list[int] = []
        for place in range(reach - 1, -1, -1):
            if state.digit(place) < 4 and len(picked) < card.allowance(state.clips[card.slot]):
                picked.append(place)
                chosen.append(bits(picked))
        chosen = chosen[-2:]
    elif isinstance(card, Swap):
        for high in range(reach - 1, 0, -1):
            low = richest(state, high)
            if low >= 0 and len(chosen) < SWAPS:
                chosen.append((1 << high) + (1 << low))
    else:
        for place in range(reach - 1, -1, -1):
            digit = state.digit(place)
            brings = digit > 0 if isinstance(card, Double) else digit in (0, 2, 3)
            if brings and len(chosen) < SWAPS:
                chosen.append(1 << place)
    return [card.action(dice) for dice in chosen]


def richest(state: IdleSix, high: int) -> int:
    """The die below that shows most, if it shows more."""
    found = -1
    most = state.digit(high)
    for place in range(high - 1, -1, -1):
        digit = state.digit(place)
        if digit > most:
            most = digit
            found = place
    return found
