"""The nine cards: each class holds its ladder of boxes, its moves and its whole effect.

A card's class is found by the card's name in game.toml: `gain-a` is GainA.
"""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final

from mypy_extensions import i64

from quincunx.games.idle_six import codes
from quincunx.games.idle_six.money import die, gain, note_change, pay, turn
from quincunx.games.idle_six.rolls import best_roll, orders
from quincunx.games.idle_six.state import PLAYER, POWER, Position, bits, lowest, places, size, values

OPPOSITE: Final[list[int]] = [1, 0, 5, 4, 3, 2]


class Card:
    """A card that is upgraded: the boxes of both sides as one ladder.

    boxes        the amounts on each box, by the names in `amounts`; none on a locked box
    strength     the first of these amounts on each box, 0 on a locked one
    costs        the price of sliding the clip into each box
    start_boxes  the number of boxes on the starting side
    """

    amounts: ClassVar[list[str]] = []
    """The names of the amounts on every box that is not locked."""
    lockable: ClassVar[bool] = True
    fewest: ClassVar[int] = 0
    most: ClassVar[int] = 0
    """The fewest and the most dice that a use takes."""
    rolls: ClassVar[bool] = False

    def __init__(
        self, slot: int, name: str, boxes: list[dict[str, int]], costs: list[int], start_boxes: int
    ) -> None:
        self.slot: i64 = slot
        self.name = name
        self.boxes = boxes
        self.costs = costs
        self.start_boxes = start_boxes
        self.strength = [box[self.amounts[0]] if box else 0 for box in boxes]
        self.title = name
        self.text = ""
        self.button = ""
        self.box_text = ""
        # There can be hundreds of moves, so each list is built once, for a box and a reach.
        self._known: list[list[int]] = [[] for _ in range(len(boxes) * (codes.MOST_DICE + 1))]

    def top(self, box: int) -> bool:
        """Whether there is no box above (IS-20)."""
        return box + 1 == len(self.costs)

    def payable(self, state: Position) -> bool:
        """Whether the next box can be bought (IS-6)."""
        box = state.clips[self.slot] + 1
        return box < len(self.costs) and self.costs[box] <= state.money

    def upgrade(self, state: Position) -> None:
        """Slide the clip one box up, paid when taken (IS-18); past the starting side the card is flipped
        (IS-19)."""
        box = state.clips[self.slot] + 1
        state.slide(self.slot, box)
        pay(state, self.costs[box], self.name)
        if state.log is not None:
            if box == self.start_boxes:
                state.log_event("card-flipped", PLAYER, pieces=[self.name])
            side, number = self.where(box)
            state.log_event("upgraded", PLAYER, {"box": number}, [self.name, side])

    def where(self, box: int) -> tuple[str, int]:
        """Return the side that a box is on, and its number there as people count."""
        return ("start", box + 1) if box < self.start_boxes else ("flipped", box - self.start_boxes + 1)

    def works(self, box: int) -> bool:
        """Whether the card can be used on that box: not on a locked one (IS-11)."""
        return self.strength[box] > 0

    def used(self, state: Position) -> bool:
        """Whether the card was used in this turn: each action card at most once (IS-11)."""
        return state.used >> self.slot & 1 != 0

    def usable(self, state: Position) -> bool:
        """Whether the card may be used in this turn and could do something."""
        return not self.used(state) and self.works(state.clips[self.slot])

    def reach(self, state: Position) -> int:
        """Return how many dice the card reaches now."""
        return 0

    def allowance(self, box: int) -> int:
        """Return how many dice a use takes at most on that box."""
        return self.most

    def actions(self, state: Position) -> list[int]:
        """Return the ways to use the card. Callers must not change the list."""
        index = self._index(state)
        known = self._known[index]
        if not known:
            known = [self.action(dice) for dice in self.choices(state.clips[self.slot], self.reach(state))]
            self._known[index] = known
        return known

    def _index(self, state: Position) -> int:
        """Return the key of the cached lists, for the box the clip is on and the dice in reach."""
        return state.clips[self.slot] * (codes.MOST_DICE + 1) + self.reach(state)

    def choices(self, box: int, reach: int) -> list[int]:
        """Return the sets of dice in reach that may be chosen."""
        found: list[int] = []
        for count in range(self.fewest, self.allowance(box) + 1):
            found.extend([bits(chosen) for chosen in combinations(range(reach), count)])
        return found

    def action(self, dice: int) -> int:
        """Return the move that uses the card on a set of dice."""
        return codes.use_of(self.slot, dice)

    def use(self, state: Position, dice: int) -> None:
        """Carry out the box on a set of dice, one bit each."""

    def hope(self, state: Position, dice: int) -> float:
        """Return how much money a use brings, on average: for bots."""
        after = state.clone()
        assert isinstance(after, Position)
        self.use(after, dice)
        return float(after.money - state.money)

    def best_use(self, state: Position) -> tuple[int, float]:
        """Return the move that brings most money on average, and how much; DONE if none brings any: for bots.

        This tries every use. Subclasses override it with something faster.
        """
        best = codes.DONE
        most = 0.0
        for action in self.actions(state):
            brings = self.hope(state, codes.dice_of(action))
            if brings > most:
                most = brings
                best = action
        return best, most

    def worth(self, state: Position, box: int) -> float:
        """Estimate how much the card brings a turn on that box: for bots."""
        return 0.0

    def arrangements(self, state: Position) -> list[int]:
        """Return the ways to put back the values the card has rolled. Callers must not change the list."""
        return []

    def land(self, state: Position, roll: int) -> None:
        """Apply the roll of the card's dice."""

    def put(self, state: Position, action: int) -> None:
        """Put the rolled values back in one of the ways."""


class Gain(Card):
    """Adds the amount on the box, with carry (IS-17)."""

    amounts: ClassVar[list[str]] = ["gain"]

    def use(self, state: Position, dice: int) -> None:
        gain(state, self.strength[state.clips[self.slot]], self.name)

    def worth(self, state: Position, box: int) -> float:
        return float(self.strength[box])


class GainA(Gain):
    """The gain that is open from the start, so that money comes in."""

    lockable: ClassVar[bool] = False


class GainB(Gain):
    """The second gain, locked at first."""


class GainC(Gain):
    """The third gain, later and larger."""


class DiceCard(Card):
    """A card that works on dice, all of them within its range (IS-12)."""

    amounts: ClassVar[list[str]] = ["range"]
    fewest: ClassVar[int] = 1
    most: ClassVar[int] = 1
    weight: ClassVar[float] = 0.0
    """The income of a turn, as a multiple of the value of the highest die it reaches."""

    def reach(self, state: Position) -> int:
        return min(self.strength[state.clips[self.slot]], state.dice)

    def worth(self, state: Position, box: int) -> float:
        return self.weight * POWER[min(self.strength[box], state.dice) - 1] if self.works(box) else 0.0


class Flip(DiceCard):
    """Turns one die in range to its opposite face: 1-6, 2-5, 3-4; no carry (IS-13)."""

    weight: ClassVar[float] = 1.5

    def use(self, state: Position, dice: int) -> None:
        before = state.money
        place = lowest(dice)
        digit = state.digit(place)
        turn(state, place, OPPOSITE[digit])
        if state.log is not None:
            state.log_event("die-flipped", PLAYER, {"from": digit, "to": OPPOSITE[digit]}, [die(place)])
            note_change(state, before, self.name)

    def best_use(self, state: Position) -> tuple[int, float]:
        """Flip the highest die that gains: it brings more than all dice below it."""
        for place in range(self.reach(state) - 1, -1, -1):
            digit = state.digit(place)
            if OPPOSITE[digit] > digit:
                return self.action(1 << place), float((OPPOSITE[digit] - digit) * POWER[place])
        return codes.DONE, 0.0


class Reroll(DiceCard):
    """Rolls dice in range once; their values are put back in any order where they were (IS-14).

    A roll or an arrangement is a number in base six, one digit for each rolled die. The last digit belongs to
    the die nearest the units.
    """

    amounts: ClassVar[list[str]] = ["range", "dice"]
    most: ClassVar[int] = codes.MOST_DICE
    weight: ClassVar[float] = 1.8
    rolls: ClassVar[bool] = True

    def __init__(
        self, slot: int, name: str, boxes: list[dict[str, int]], costs: list[int], start_boxes: int
    ) -> None:
        super().__init__(slot, name, boxes, costs, start_boxes)
        self._puts: dict[int, list[int]] = {}
        """The arrangements by the number of dice and what they show."""

    def allowance(self, box: int) -> int:
        return self.boxes[box].get("dice", 0)

    def choices(self, box: int, reach: int) -> list[int]:
        return sorted(super().choices(box, reach))

    def use(self, state: Position, dice: int) -> None:
        """Put the dice in the air, where they stay until `land` and `put`."""
        state.rolling = dice
        state.roller = self.slot
        state.phase = codes.ROLL

    def arrangements(self, state: Position) -> list[int]:
        count = size(state.rolling)
        index = POWER[count] + state.roll
        known = self._puts.get(index)
        if known is None:
            known = [codes.PUTS + order for order in orders(values(state.roll, count))]
            self._puts[index] = known
        return known

    def land(self, state: Position, roll: int) -> None:
        state.roll = roll
        state.phase = codes.PUT
        if state.log is not None:
            self._note("dice-rolled", state, roll)
        known = self.arrangements(state)
        if len(known) == 1:
            self._set(state, known[0] - codes.PUTS)

    def put(self, state: Position, action: int) -> None:
        arrangement = action - codes.PUTS
        if state.log is not None:
            self._note("dice-put", state, arrangement)
        self._set(state, arrangement)

    def _set(self, state: Position, arrangement: int) -> None:
        before = state.money
        for place in places(state.rolling):
            turn(state, place, arrangement % 6)
            arrangement //= 6
        state.rolling = 0
        state.roll = 0
        state.roller = 0
        state.phase = codes.ACTION
        if state.log is not None:
            note_change(state, before, self.name)

    def _note(self, kind: str, state: Position, roll: int) -> None:
        dice = [die(place) for place in places(state.rolling)]
        shown = dict(zip(dice, values(roll, len(dice)), strict=True))
        state.log_event(kind, PLAYER, shown, dice, [self.name])

    def best_use(self, state: Position) -> tuple[int, float]:
        """Roll the dice that gain most if they show their averages, put back in order."""
        dice, brings = best_roll(state.digits(self.reach(state)), self.allowance(state.clips[self.slot]))
        return (self.action(dice), brings) if dice else (codes.DONE, 0.0)


class Swap(DiceCard):
    """Exchanges two dice in range (IS-15)."""

    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 2
    weight: ClassVar[float] = 1.2

    def usable(self, state: Position) -> bool:
        return self.reach(state) > 1 and super().usable(state)

    def use(self, state: Position, dice: int) -> None:
        before = state.money
        low = lowest(dice)
        high = lowest(dice - (1 << low))
        digit = state.digit(low)
        turn(state, low, state.digit(high))
        turn(state, high, digit)
        if state.log is not None:
            amounts = {die(low): state.digit(low), die(high): digit}
            state.log_event("dice-swapped", PLAYER, amounts, [die(low), die(high)])
            note_change(state, before, self.name)

    def best_use(self, state: Position) -> tuple[int, float]:
        """Swap the highest die that can be raised with the lowest of the largest below it."""
        digits = state.digits(self.reach(state))
        for high in range(len(digits) - 1, 0, -1):
            low = digits.index(max(digits[:high]))
            if digits[low] > digits[high]:
                brings = (digits[low] - digits[high]) * (POWER[high] - POWER[low])
                return self.action(1 << high | 1 << low), float(brings)
        return codes.DONE, 0.0


class Double(DiceCard):
    """Doubles one die in range; the carry goes up the row and may unlock a die (IS-16)."""

    weight: ClassVar[float] = 2.5

    def use(self, state: Position, dice: int) -> None:
        place = lowest(dice)
        digit = state.digit(place)
        if state.log is not None:
            state.log_event("die-doubled", PLAYER, {"from": digit, "to": digit * 2}, [die(place)])
        gain(state, digit * POWER[place], self.name)

    def best_use(self, state: Position) -> tuple[int, float]:
        """Double the highest die, which brings most; where money is lost beyond the last die, the lowest that
        is enough."""
        room = POWER[state.most_dice] - 1 - state.money
        best = codes.DONE
        most = 0
        for place in range(self.reach(state) - 1, -1, -1):
            brings = min(state.digit(place) * POWER[place], room)
            if brings > 0 and brings >= most:
                most = brings
                best = self.action(1 << place)
        return best, float(most)


class Win(Card):
    """The win, which has no action: its one box wins the game, and the upgrade turn in which it is bought
    counts (IS-9)."""

    def __init__(self, slot: int, name: str, cost: int) -> None:
        super().__init__(slot, name, [{}, {}], [0, cost], 2)
        self.cost = cost

    def upgrade(self, state: Position) -> None:
        pay(state, self.cost, self.name)
        state.turns_taken += 1
        state.phase = codes.WON
        if state.log is not None:
            state.log_event("won", PLAYER, {"turns": state.turns_taken}, causes=[self.name])


class Achievements:
    """The achievements, without action or upgrade: a reward for each die after the first, in order (IS-21,
    IS-22)."""

    def __init__(self, name: str, title: str, rewards: list[int]) -> None:
        self.name = name
        self.title = title
        self.rewards = rewards

    def waits(self, state: Position) -> bool:
        """Whether a reward can be claimed."""
        return state.claimed < len(self.rewards) and state.claimed + 1 < state.dice

    def claim(self, state: Position) -> None:
        reward = self.rewards[state.claimed]
        state.claimed += 1
        if state.log is not None:
            state.log_event("achievement-claimed", PLAYER, {"achievement": state.claimed, "money": reward})
        gain(state, reward, self.name)

    def note_ready(self, state: Position, dice: int) -> None:
        """Log the achievements that can be claimed now, but not when there were `dice` dice."""
        for step in range(dice, min(state.dice, len(self.rewards) + 1)):
            amounts = {"achievement": step, "money": self.rewards[step - 1]}
            state.log_event("achievement-ready", PLAYER, amounts)


@dataclass
class Cards:
    """The nine cards of a match, and the numbers that are on no card."""

    actions: list[Card]
    win: Win
    upgrades: list[Card]
    """The action cards and the win."""
    achievements: Achievements
    most_dice: int
    start_money: int
    bands: list[str]
    band_ends: list[int]
    """The last turn of each scoring band but the last."""

    def title(self, name: str) -> str:
        titles = {card.name: card.title for card in self.upgrades}
        return {**titles, self.achievements.name: self.achievements.title}.get(name, name)

    def rank(self, turns: int) -> int:
        """Return which scoring band a number of turns is in, 0 for the best."""
        return bisect_left(self.band_ends, turns)

    def band(self, turns: int) -> str:
        """Return the name of the scoring band."""
        return self.bands[self.rank(turns)]
