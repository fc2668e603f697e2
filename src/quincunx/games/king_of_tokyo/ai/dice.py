"""The value of dice to a monster by rules of thumb, and the choice of dice to roll again."""

from typing import Final, final

from mypy_extensions import i64

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import ONLY_THREES
from quincunx.games.king_of_tokyo.dice import (
    BITS,
    CLAW,
    DIE,
    ENERGY,
    FACES,
    FULL,
    HEART,
    THREE,
    count,
    real,
)
from quincunx.games.king_of_tokyo.rules import dice as rules_dice
from quincunx.games.king_of_tokyo.rules.engine import CHANGES, NO, KingOfTokyo, with_card
from quincunx.games.king_of_tokyo.state import Monster

POINT: Final = 1.5
"""The value of a point, in energy."""

CLAWS: Final[list[float]] = [1.0, 1.3, 1.0, 0.8, 0.7, 0.6]
"""The factor on claws by the number of others: the more there are, the more others profit from a hit."""

WIN: Final = 100.0
KILL: Final = 3.0
"""The values of winning and of being rid of another monster, in energy."""

CLAW_AT: Final = BITS * CLAW
ENERGY_AT: Final = BITS * ENERGY
HEART_AT: Final = BITS * HEART
"""The bit positions of the claws, energy and hearts in a handful of dice."""

CLEARLY: Final = 0.01
"""The least by which a roll must be better than another one to be chosen instead, in energy."""

MOST_LACKING: Final = 6
"""The most missing dice of one face for which a chance is calculated."""

HOPES: Final[dict[int, list["Hope"]]] = {}
"""The cache of `hopes_with`, by the rolls left."""


class Preferences:
    """The preferences of a player: a factor for each thing, and `caution`, the hearts to add before leaving
    Tokyo."""

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


@final
class Hope:
    """The chances that rolled dice show a face in the rolls left, if all that do not are rolled again."""

    def __init__(self, rolled: int, left: int) -> None:
        hit = 1.0 - float(5.0 / 6.0) ** left
        self.rolled = rolled * 1.0
        self.left: i64 = left
        self.patience = 1.0 + 0.35 * (left - 1)
        """A factor on average dice: with rolls left, poor faces will be rolled once more."""
        self.die = hit
        self.one = at_least(1, rolled, hit)
        self.two = at_least(2, rolled, hit)
        self.three = at_least(3, rolled, hit)
        self.more = [at_least(lacking, rolled, hit) for lacking in range(MOST_LACKING + 1)]

    def of(self, lacking: i64) -> float:
        """Return the chance of at least `lacking` dice with the face; from 1 to MOST_LACKING."""
        if lacking == 1:
            return self.one
        if lacking == 2:
            return self.two
        return self.three if lacking == 3 else self.more[lacking]


class DiceValues:
    """The value of dice to one monster in one position."""

    def worth(self, dice: i64) -> float:
        """Return the value of the dice as they lie."""
        raise NotImplementedError

    def promise(self, kept: i64, hope: Hope) -> float:
        """Estimate the value of the dice kept together with those to be rolled."""
        raise NotImplementedError


class PreferredDice(DiceValues):
    """The value of dice by rules of thumb; numbers are worth the points they score together."""

    def __init__(self, state: KingOfTokyo, me: Monster, preferences: Preferences) -> None:
        claw = 0.0
        weakest: i64 = FULL
        self.kill = 0.0
        others: i64 = 0
        inside = me.place != s.OUTSIDE
        prey: Monster | None = None
        empty = not inside
        for other in state.monsters:
            if other is me or other.health <= 0:
                continue
            others += 1
            if other.place == s.CITY:
                empty = False
            if (other.place != s.OUTSIDE) != inside:
                claw += 0.9 if other.health > 3 else 1.5
                if other.health < weakest:
                    weakest = other.health
                    prey = other
        self.weakest: i64 = weakest
        if prey is not None:
            self.kill = WIN if others == 1 else KILL + danger_of(state, prey)
        if empty:
            claw = 0.1
        lacking: i64 = me.max_health - me.health
        heart = 0.0
        if not inside:
            if lacking:
                heart = 0.6 + 0.25 * real(max(0, 7 - me.health))
            if me.poison + me.shrink:
                heart = max(heart, 1.2)
            if me.poison >= me.health:
                heart = 10.0
        self.claw = claw * preferences.claws * CLAWS[min(others, len(CLAWS) - 1)]
        self.energy = 0.7 * preferences.energy
        self.heart = heart * preferences.hearts * (1.4 if others > 1 else 1.0)
        self.mean = (self.claw + self.energy + self.heart) / 6.0
        need = state.tables.goal - me.points
        self.more: float = POINT * preferences.points
        self.one = WIN if need <= 1 else self.more
        self.two = WIN if need <= 2 else self.more * 2.0
        self.three = WIN if need <= 3 else self.more * 3.0
        self.useful_hearts: i64 = lacking + me.poison + me.shrink

    def worth(self, dice: i64) -> float:
        claws = dice >> CLAW_AT & FULL
        worth = self.claw * real(claws) + self.energy * real(dice >> ENERGY_AT & FULL)
        worth += self.heart * real(min(dice >> HEART_AT & FULL, self.useful_hearts))
        if claws >= self.weakest:
            worth += self.kill
        ones = dice & FULL
        if ones >= 3:
            worth += self.one + self.more * real(ones - 3)
        twos = dice >> BITS & FULL
        if twos >= 3:
            worth += self.two + self.more * real(twos - 3)
        threes = dice >> 2 * BITS & FULL
        if threes >= 3:
            worth += self.three + self.more * real(threes - 3)
        return worth

    def promise(self, kept: i64, hope: Hope) -> float:
        worth = self.worth(kept) + hope.rolled * self.mean * hope.patience
        worth += self.number(kept & FULL, self.one, hope)
        worth += self.number(kept >> BITS & FULL, self.two, hope)
        worth += self.number(kept >> 2 * BITS & FULL, self.three, hope)
        lacking = self.weakest - (kept >> CLAW_AT & FULL)
        if 0 < lacking <= MOST_LACKING:
            worth += self.kill * hope.of(lacking)
        return worth

    def number(self, shown: i64, prize: float, hope: Hope) -> float:
        """Return the expected value of a number that `shown` dice show already."""
        if shown == 0:
            return prize * hope.three
        if shown == 1:
            return prize * hope.two
        if shown == 2:
            return prize * hope.one
        return self.more * hope.rolled * hope.die * 0.8


def danger_of(state: KingOfTokyo, other: Monster) -> float:
    """Return the extra value of being rid of a monster that is about to win."""
    need = state.tables.goal - other.points
    if other.in_tokyo:
        need -= state.tables.hold
    return WIN / 4 if need <= 0 else KILL if need <= 4 else 0.0


def hopes_with(left: int) -> list[Hope]:
    """Return the chances with `left` rolls left, by the number of dice rolled; cached, since powers are
    slow."""
    known = HOPES.get(left)
    if known is None:
        known = [Hope(rolled, left) for rolled in range(FULL + 1)]
        HOPES[left] = known
    return known


def at_least(lacking: int, rolled: int, hit: float) -> float:
    """Return the chance that at least `lacking` of `rolled` dice hit."""
    fewer = 0.0
    ways = 1.0
    for hits in range(min(lacking, rolled + 1)):
        fewer += ways * hit**hits * (1.0 - hit) ** (rolled - hits)
        ways = ways * (rolled - hits) / (hits + 1)
    return max(0.0, 1.0 - fewer)


def best_roll(state: KingOfTokyo, me: Monster, values: DiceValues) -> int:
    """Choose the dice to roll again that promise most; cards are used only once the free rolls are gone."""
    best = NO
    most = values.worth(state.dice)
    left = me.rolls(state.tables) - state.rolls_used
    if left > 0:
        hopes = hopes_with(left)
        for handful in state.tables.choices(state.dice):
            hope = values.promise(state.dice - handful.picked, hopes[handful.number])
            if hope > most + CLEARLY:
                most = hope
                best = handful.picked
        return best
    hopes = hopes_with(1)
    for slot in rules_dice.rolling_cards(me):
        held = me.hand[slot]
        only_threes = held.power.rolls_again(me, held) == ONLY_THREES
        for handful in state.tables.choices(state.dice):
            picked = handful.picked
            if only_threes and picked != count(picked, THREE) * DIE[THREE]:
                continue
            hope = values.promise(state.dice - picked, hopes[handful.number]) - 1.0
            if hope > most + CLEARLY:
                most = hope
                best = with_card(slot) + picked
    return best


def best_change(state: KingOfTokyo, me: Monster, values: DiceValues) -> int:
    """Choose a change that brings clearly more than it costs."""
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


def roll_ideas(state: KingOfTokyo, me: Monster, values: DiceValues) -> list[int]:
    """Return the free rolls worth considering, the most promising first; none if no roll is free."""
    left = me.rolls(state.tables) - state.rolls_used
    if left <= 0:
        return []
    hopes = hopes_with(left)
    ranked: list[tuple[float, int]] = [(-values.worth(state.dice), NO)]
    for handful in state.tables.choices(state.dice):
        hope = values.promise(state.dice - handful.picked, hopes[handful.number])
        ranked.append((-hope, handful.picked))
    ranked.sort()
    return [picked for _, picked in ranked]


def triple_points(dice: i64) -> int:
    """Return the points for three or more of a number."""
    points = 0
    for face in range(THREE + 1):
        shown = count(dice, face)
        if shown >= 3:
            points += face + 1 + shown - 3
    return points
