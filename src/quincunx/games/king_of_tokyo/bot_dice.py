"""What dice are worth to a monster, and which of them to roll again: rules of thumb."""

from typing import Final

from mypy_extensions import i64

from quincunx.games.king_of_tokyo import rules_dice
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.cards import ONLY_THREES
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, ENERGY, FACES, FULL, HEART, THREE, count, size
from quincunx.games.king_of_tokyo.rules import CHANGES, NO, KingOfTokyo, with_card
from quincunx.games.king_of_tokyo.state import Monster

POINT: Final = 1.5
"""What a point is worth, in energy."""

CLAWS: Final[list[float]] = [1.0, 1.3, 1.0, 0.8, 0.7, 0.6]
"""How much more claws count, by the number of others: the more there are, the more others profit."""

WIN: Final = 100.0
KILL: Final = 3.0
"""What winning, and being rid of another monster, are worth, in energy."""

MOST_LACKING: Final = 6
"""For more dice than this nobody hopes."""

HOPES: Final[dict[int, list[float]]] = {}
"""What `hopes_with` has made, by the rolls left."""


class Taste:
    """What a player likes: how much more each thing counts than usual, and how many more hearts it wants
    to have in Tokyo."""

    def __init__(
        self,
        points: float = 1.0,
        claws: float = 1.0,
        energy: float = 1.0,
        hearts: float = 1.0,
        cards: float = 1.0,
        caution: int = 0,
    ) -> None:
        self.points = points
        self.claws = claws
        self.energy = energy
        self.hearts = hearts
        self.cards = cards
        self.caution: i64 = caution


class DiceValues:
    """What dice are worth to a monster now; numbers are worth what they make together."""

    def __init__(self, state: KingOfTokyo, me: Monster, taste: Taste) -> None:
        claw = 0.0
        self.weakest: int = FULL
        self.kill = 0.0
        others = state.others(me)
        for other in others:
            if other.in_tokyo != me.in_tokyo:
                claw += 0.9 if other.health > 3 else 1.5
                if other.health < self.weakest:
                    self.weakest = other.health
                    self.kill = WIN if len(others) == 1 else KILL + danger_of(state, other)
        if not me.in_tokyo and state.occupant(s.CITY) is None:
            claw = 0.1
        lacking: int = me.max_health - me.health
        short: int = max(0, 7 - me.health)
        heart = 0.0
        if not me.in_tokyo and lacking:
            heart = 0.6 + 0.25 * short
        if not me.in_tokyo and me.poison + me.shrink:
            heart = max(heart, 1.2)
        if not me.in_tokyo and me.poison >= me.health:
            heart = 10.0
        crowd = len(others) > 1
        self.claw = claw * taste.claws * CLAWS[min(len(others), len(CLAWS) - 1)]
        self.energy = 0.7 * taste.energy
        self.heart = heart * taste.hearts * (1.4 if crowd else 1.0)
        need = state.tables.goal - me.points
        self.prizes = [
            WIN if face + 1 >= need else POINT * taste.points * (face + 1) for face in range(THREE + 1)
        ]
        self.more: float = POINT * taste.points
        self.useful_hearts: int = lacking + me.poison + me.shrink

    def worth(self, dice: i64) -> float:
        """What the dice bring as they lie."""
        worth = self.claw * count(dice, CLAW) + self.energy * count(dice, ENERGY)
        worth += self.heart * min(count(dice, HEART), self.useful_hearts)
        if count(dice, CLAW) >= self.weakest:
            worth += self.kill
        for face in range(THREE + 1):
            shown = count(dice, face)
            if shown >= 3:
                worth += self.prizes[face] + self.more * (shown - 3)
        return worth

    def promise(self, kept: i64, rolled: int, left: int, hopes: list[float]) -> float:
        """What kept dice are worth together with those to be rolled, roughly."""
        worth = self.worth(kept)
        mean = (self.claw + self.energy + self.heart) / 6.0
        # With rolls left, poor faces will be rolled once more.
        worth += rolled * mean * (1.0 + 0.35 * (left - 1))
        for face in range(THREE + 1):
            shown: i64 = count(kept, face)
            if shown >= 3:
                worth += self.more * rolled * hopes[rolled] * 0.8
            else:
                worth += self.prizes[face] * hopes[hope_place(3 - shown, rolled)]
        lacking: i64 = self.weakest - count(kept, CLAW)
        if 0 < lacking <= MOST_LACKING:
            worth += self.kill * hopes[hope_place(lacking, rolled)]
        return worth


def danger_of(state: KingOfTokyo, other: Monster) -> float:
    """How much more it is worth to be rid of a monster that is about to win."""
    need = state.tables.goal - other.points
    if other.in_tokyo:
        need -= state.tables.hold
    return WIN / 4 if need <= 0 else KILL if need <= 4 else 0.0


def hope_place(lacking: i64, rolled: i64) -> i64:
    """Where `hopes_with` has the chance that rolled dice show a face so often."""
    return lacking * (FULL + 1) + rolled


def hopes_with(left: int) -> list[float]:
    """The chance that rolled dice show a face at least so often, with so many rolls left; remembered,
    since powers take long. The first row is the chance of one die."""
    if left not in HOPES:
        hit = 1.0 - float(5.0 / 6.0) ** left
        table = [hit] * (FULL + 1)
        for lacking in range(1, MOST_LACKING + 1):
            table += [at_least(lacking, rolled, hit) for rolled in range(FULL + 1)]
        HOPES[left] = table
    return HOPES[left]


def at_least(lacking: int, rolled: int, hit: float) -> float:
    """The chance that of so many dice at least so many hit."""
    fewer = 0.0
    ways = 1.0
    for hits in range(min(lacking, rolled + 1)):
        fewer += ways * hit**hits * (1.0 - hit) ** (rolled - hits)
        ways = ways * (rolled - hits) / (hits + 1)
    return max(0.0, 1.0 - fewer)


def best_roll(state: KingOfTokyo, me: Monster, taste: Taste) -> int:
    """The dice to roll again that promise most; cards are used only once the free rolls are gone."""
    values = DiceValues(state, me, taste)
    best = NO
    most = values.worth(state.dice)
    left = me.rolls(state.tables) - state.rolls_used
    if left > 0:
        hopes = hopes_with(left)
        for picked in state.tables.handfuls(state.dice):
            hope = values.promise(state.dice - picked, size(picked), left, hopes)
            if picked and hope > most + 0.01:
                most = hope
                best = picked
        return best
    hopes = hopes_with(1)
    for slot in rules_dice.rolling_cards(me):
        held = me.hand[slot]
        only_threes = held.power.rolls_again(me, held) == ONLY_THREES
        for picked in state.tables.handfuls(state.dice):
            if picked == 0 or (only_threes and picked != count(picked, THREE) * DIE[THREE]):
                continue
            hope = values.promise(state.dice - picked, size(picked), 1, hopes) - 1.0
            if hope > most + 0.01:
                most = hope
                best = with_card(slot) + picked
    return best


def best_change(state: KingOfTokyo, me: Monster, taste: Taste) -> int:
    """A change that brings clearly more than it costs."""
    values = DiceValues(state, me, taste)
    now = values.worth(state.dice)
    best = NO
    most = 0.0
    for slot, old, new in rules_dice.changes(state, me):
        gain = values.worth(state.dice + DIE[new] - DIE[old]) - now
        gain -= me.hand[slot].power.change_worth()
        if gain > most:
            most = gain
            best = CHANGES + with_card(slot) + old * FACES + new
    return best


def roll_ideas(state: KingOfTokyo, me: Monster, taste: Taste) -> list[int]:
    """The free rolls that are worth a thought, the most promising first; none if no roll is free."""
    left = me.rolls(state.tables) - state.rolls_used
    if left <= 0:
        return []
    values = DiceValues(state, me, taste)
    hopes = hopes_with(left)
    ranked: list[tuple[float, int]] = []
    for picked in state.tables.handfuls(state.dice):
        hope = values.promise(state.dice - picked, size(picked), left, hopes) if picked else 0.0
        ranked.append((-(hope or values.worth(state.dice)), picked))
    ranked.sort()
    return [picked for _, picked in ranked]


def triple_points(dice: i64) -> int:
    """The points for three or more of a number."""
    points = 0
    for face in range(THREE + 1):
        shown = count(dice, face)
        if shown >= 3:
            points += face + 1 + shown - 3
    return points
