"""A person's second game of King of Tokyo: rules of thumb, no planning."""

from typing import Final

from mypy_extensions import i64

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.king_of_tokyo import rules_dice, rules_shop
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.cards import NEVER, ONLY_THREES, Card
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, ENERGY, FACES, FULL, HEART, THREE, count, size
from quincunx.games.king_of_tokyo.rules import (
    BUYS,
    BUYS_FROM,
    BUYS_TOP,
    CHANGES,
    COPIES,
    HAND,
    HEART_USES,
    NO,
    PLAYS_AGAIN,
    USES,
    WITH,
    YIELDS,
    KingOfTokyo,
)
from quincunx.games.king_of_tokyo.rules_dice import GIFT, ON_POISON, ON_SELF, ON_SHRINK
from quincunx.games.king_of_tokyo.state import Monster

POINT: Final = 1.5
"""What a point is worth, in energy."""

SAME: Final = 4
"""How many dice of a number `number_hopes` tells apart: none, one, two, or more."""

HOPES: Final[dict[int, list[float]]] = {}
"""What `number_hopes` has made, by the rolls left."""


class KingOfTokyoBot(Bot):
    """Roll for what helps most, leave Tokyo in time, buy what is worth its price."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, KingOfTokyo)
        me = state.monsters[seat]
        phase = state.phase
        if phase == s.REROLL:
            return best_roll(state, me)
        if phase in (s.BUY, s.OPPORTUNIST, s.LAB):
            return best_purchase(state, me)
        if phase == s.YIELD:
            return YIELDS if me.health <= fear(state, me) else NO
        if phase == s.JETS:
            return YIELDS if me.danger > 1 or me.health <= fear(state, me) + me.danger else NO
        if phase == s.HEARTS:
            return best_heart(state, me)
        if phase == s.REACT:
            return best_reaction(state, me)
        if phase == s.CHANGE:
            return best_change(state, me)
        if phase == s.PROBE:
            return best_probe(state, me)
        if phase == s.HIDE_THREES:
            return best_hiding(state, me)
        if phase in (s.MIMIC_MOVE, s.MIMIC_TARGET):
            return best_copy(state, me)
        return PLAYS_AGAIN if phase == s.FREEZE else NO


def fear(state: KingOfTokyo, me: Monster) -> int:
    """How many hearts are too few to stay in Tokyo for another round."""
    if me.points + state.tables.hold >= state.tables.goal:
        return 2
    return 2 + state.living()


# Dice.


class DiceValues:
    """What dice are worth to a monster now; numbers are worth what they make together."""

    def __init__(self, state: KingOfTokyo, me: Monster) -> None:
        claw = 0.0
        for other in state.others(me):
            if other.in_tokyo != me.in_tokyo:
                claw += 0.9 if other.health > 3 else 1.5
        if not me.in_tokyo and state.occupant(s.CITY) is None:
            claw = 0.1
        lacking: int = me.max_health - me.health
        short: int = max(0, 7 - me.health)
        heart = 0.0
        if not me.in_tokyo and lacking:
            heart = 0.6 + 0.25 * short
        if not me.in_tokyo and me.poison + me.shrink:
            heart = max(heart, 1.2)
        self.claw = claw
        self.energy = 0.7
        self.heart = heart
        self.useful_hearts: int = lacking + me.poison + me.shrink

    def worth(self, dice: i64) -> float:
        """What the dice bring as they lie."""
        worth = self.claw * count(dice, CLAW) + self.energy * count(dice, ENERGY)
        worth += self.heart * min(count(dice, HEART), self.useful_hearts)
        for face in range(THREE + 1):
            shown = count(dice, face)
            if shown >= 3:
                worth += POINT * (face + 1 + shown - 3)
        return worth

    def promise(self, kept: i64, rolled: int, left: int, hopes: list[float]) -> float:
        """What kept dice are worth together with those to be rolled, roughly."""
        worth = self.worth(kept)
        mean = (self.claw + self.energy + self.heart) / 6.0
        # With rolls left, poor faces will be rolled once more.
        worth += rolled * mean * (1.0 + 0.35 * (left - 1))
        for face in range(THREE + 1):
            worth += hopes[hope_place(face, count(kept, face), rolled)]
        return worth


def hope_place(face: i64, shown: i64, rolled: i64) -> i64:
    """Where `number_hopes` has what rolled dice promise to so many kept ones with a number."""
    return (face * SAME + min(shown, SAME - 1)) * (FULL + 1) + rolled


def number_hopes(left: int) -> list[float]:
    """What rolled dice promise to the kept ones with a number; remembered, since powers take long."""
    if left not in HOPES:
        HOPES[left] = [
            number_hope(face, shown, rolled, left)
            for face in range(THREE + 1)
            for shown in range(SAME)
            for rolled in range(FULL + 1)
        ]
    return HOPES[left]


def number_hope(face: int, shown: int, rolled: int, left: int) -> float:
    """By how much a number that is kept once, twice or more gets better with so many dice rolled."""
    hit = 1.0 - float(5.0 / 6.0) ** left
    if shown >= 3:
        return POINT * rolled * hit * 0.8
    if shown == 2:
        return POINT * (face + 1) * (1.0 - (1.0 - hit) ** rolled)
    if shown == 1 and rolled >= 2:
        one = rolled * hit * (1.0 - hit) ** (rolled - 1)
        return POINT * (face + 1) * max(0.0, 1.0 - (1.0 - hit) ** rolled - one)
    return 0.0


def best_roll(state: KingOfTokyo, me: Monster) -> int:
    """The dice to roll again that promise most; cards are used only once the free rolls are gone."""
    values = DiceValues(state, me)
    best = NO
    most = values.worth(state.dice)
    left = me.rolls(state.tables) - state.rolls_used
    if left > 0:
        hopes = number_hopes(left)
        for picked in state.tables.handfuls(state.dice):
            hope = values.promise(state.dice - picked, size(picked), left, hopes)
            if picked and hope > most + 0.01:
                most = hope
                best = picked
        return best
    hopes = number_hopes(1)
    for slot in rules_dice.rolling_cards(me):
        held = me.hand[slot]
        only_threes = held.power.rolls_again(me, held) == ONLY_THREES
        for picked in state.tables.handfuls(state.dice):
            if picked == 0 or (only_threes and picked != count(picked, THREE) * DIE[THREE]):
                continue
            hope = values.promise(state.dice - picked, size(picked), 1, hopes) - 1.0
            if hope > most + 0.01:
                most = hope
                best = WITH * (slot + 1) + picked
    return best


def best_change(state: KingOfTokyo, me: Monster) -> int:
    """A change that brings clearly more than it costs."""
    values = DiceValues(state, me)
    now = values.worth(state.dice)
    best = NO
    most = 0.0
    for slot, old, new in rules_dice.changes(state, me):
        gain = values.worth(state.dice + DIE[new] - DIE[old]) - now
        gain -= me.hand[slot].power.change_worth()
        if gain > most:
            most = gain
            best = CHANGES + WITH * (slot + 1) + old * FACES + new
    return best


def best_probe(state: KingOfTokyo, me: Monster) -> int:
    """Spoil the die that hurts or helps the other most."""
    other = state.monsters[state.active]
    best = NO
    most = 0.5
    for slot, held in enumerate(me.hand):
        if not held.power.rerolls_others(held):
            continue
        for face in range(FACES):
            shown = count(state.dice, face)
            harm = 0.0
            if face == CLAW and other.in_tokyo != me.in_tokyo:
                harm = 1.0
            elif face <= THREE and shown >= 3:
                harm = float(face + 1) if shown == 3 else 1.0
            if shown and harm > most:
                most = harm
                best = WITH * (slot + 1) + DIE[face]
    return best


def best_heart(state: KingOfTokyo, me: Monster) -> int:
    """Oneself in need, then tokens, then oneself; others only for good energy and if they are no threat."""
    uses = rules_dice.heart_uses(state, me)
    order = [ON_POISON, ON_SHRINK, ON_SELF] if me.health > 4 else [ON_SELF, ON_POISON, ON_SHRINK]
    for use in order:
        if uses >> use & 1:
            return HEART_USES + use
    card = me.giving_card()
    price = NEVER if card is None else card.heart_price()
    for other in state.others(me):
        if uses >> GIFT + other.seat & 1 and other.energy >= price and state.living() > 2:
            return HEART_USES + GIFT + other.seat
    return NO


def best_reaction(state: KingOfTokyo, me: Monster) -> int:
    """Wings against much or a deadly blow; a heart bought in time if it saves."""
    deadly = me.danger >= me.health
    healing = NO
    healed = me.health
    for slot in me.usable(True):
        card = me.hand[slot].power
        if not card.shields():
            healing = USES + slot
            healed = me.health + me.energy // max(1, card.use_price())
        elif deadly or me.danger >= 3:
            return USES + slot
    return healing if deadly and me.danger < healed else NO


def best_hiding(state: KingOfTokyo, me: Monster) -> int:
    """Heal before the blow falls, then roll all 3s again."""
    usable = me.usable(False)
    if usable:
        return USES + usable[-1]
    return WITH * (me.threes_card() + 1) + count(state.hiding_dice, THREE) * DIE[THREE]


# Cards.


def card_worth(state: KingOfTokyo, me: Monster, card: Card) -> float:
    """What a card is worth to this monster now, in energy."""
    left = state.tables.goal - me.points
    loss = card.own_loss()
    if loss >= me.health - 1:
        return -1.0
    points = card.points_now(state.tables.enter)
    if points >= left:
        return 99.0
    worth = points * POINT * (1.6 if left <= 8 else 1.0) - loss * 0.8
    hurt = card.others_loss()
    if hurt:
        for other in state.others(me):
            worth += 8.0 if other.health <= hurt else hurt * 0.7
    lacking: int = me.max_health - me.health
    worth += 1.2 * min(card.healing(), lacking)
    for held in me.hand:
        if held.power is card:
            return 0.5 * card.worth
    # Powers need turns to pay off.
    early = 1.0 if left > 8 else 0.6
    return worth + card.worth * early


def best_purchase(state: KingOfTokyo, me: Monster) -> int:
    """Heal if in need; else the card that is worth most more than its price."""
    usable = me.usable(False)
    if usable and me.health <= 4:
        return USES + usable[0]
    best = NO
    most = 0.0
    if state.phase == s.LAB:
        return BUYS_TOP if bargain(state, me, state.card(state.top)) > most else NO
    open_now = state.revealed if state.phase == s.OPPORTUNIST else rules_shop.ALL_OPEN
    payable = rules_shop.affordable(state, me, open_now)
    for slot in range(s.DISPLAY):
        if payable >> slot & 1:
            gain = bargain(state, me, state.card(state.display[slot]))
            if gain > most:
                most = gain
                best = BUYS + slot
    if state.phase == s.BUY:
        for seat, slot in rules_shop.affordable_from_others(state, me):
            gain = bargain(state, me, state.monsters[seat].hand[slot].card)
            if gain > most:
                most = gain
                best = BUYS_FROM + seat * HAND + slot
    return best


def bargain(state: KingOfTokyo, me: Monster, card: Card) -> float:
    """By how much a card is worth more than it costs."""
    price: int = me.price(card)
    return card_worth(state, me, card) - 0.8 * price


def best_copy(state: KingOfTokyo, me: Monster) -> int:
    """The best card in play; moving a Mimic must be worth it."""
    mimic = me.hand[state.aiming]
    best = NO
    most = -1.0
    if state.phase == s.MIMIC_MOVE:
        most = mimic.power.worth + 2.0 if mimic.copied is not None else 1.0
    for seat, slot in mimic.card.targets(state, mimic):
        worth = state.monsters[seat].hand[slot].card.worth
        if worth > most:
            most = worth
            best = COPIES + seat * HAND + slot
    return best
