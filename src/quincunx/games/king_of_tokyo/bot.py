"""A person's second game of King of Tokyo: rules of thumb, no planning."""

from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.king_of_tokyo.board import (
    BUY,
    CHANGE,
    FREEZE,
    HEARTS,
    HIDE_THREES,
    JETS,
    LAB,
    MIMIC_MOVE,
    MIMIC_TARGET,
    OPPORTUNIST,
    PROBE,
    REACT,
    REROLL,
    YIELD,
)
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, END, ENERGY, FACES, HEART, THREE, count, size
from quincunx.games.king_of_tokyo.pieces import CITY, NOTHING, Card, Monster
from quincunx.games.king_of_tokyo.rules import (
    BUYS,
    BUYS_FROM,
    BUYS_TOP,
    CHANGES,
    COPIES,
    HEART_USES,
    NO,
    PLAYS_AGAIN,
    SEAT,
    USES,
    WITH,
    YIELDS,
    KingOfTokyo,
    hand_slot,
)
from quincunx.games.king_of_tokyo.turn import GIFT, ON_POISON, ON_SELF, ON_SHRINK

WORTH: Final[dict[str, float]] = {
    "were-only-making-it-stronger": 2.0,
    "ultravore": 4.0,
    "extra-head": 9.0,
    "parasitic-tentacles": 0.5,
    "detritivore": 4.0,
    "opportunist": 1.0,
    "shrink-ray": 6.0,
    "energy-hoarder": 3.5,
    "gourmet": 3.0,
    "freeze-time": 4.0,
    "burrowing": 6.0,
    "fire-breathing": 6.0,
    "rooting-for-the-underdog": 3.0,
    "giant-brain": 7.0,
    "stretchy": 3.5,
    "poison-quills": 3.5,
    "healing-ray": 2.0,
    "regeneration": 5.0,
    "camouflage": 4.5,
    "rapid-healing": 4.5,
    "eater-of-the-dead": 4.0,
    "wings": 5.0,
    "psychic-probe": 2.5,
    "nova-breath": 10.0,
    "solar-powered": 3.0,
    "jets": 4.5,
    "friend-of-children": 4.5,
    "armor-plating": 5.5,
    "plot-twist": 3.0,
    "poison-spit": 7.0,
    "metamorph": 1.0,
    "made-in-a-lab": 1.0,
    "mimic": 4.0,
    "herd-culler": 4.0,
    "battery-monster": 4.5,
    "even-bigger": 5.5,
    "media-friendly": 4.5,
    "herbivore": 3.0,
    "smoke-cloud": 3.5,
    "acid-attack": 9.5,
    "alpha-monster": 6.5,
    "complete-destruction": 3.0,
    "energy-drink": 3.5,
    "background-dweller": 3.0,
    "alien-origin": 5.0,
    "it-has-a-child": 5.0,
    "spiked-tail": 8.0,
    "evacuation-orders": 4.0,
    "frenzy": 5.0,
    "energize": 3.0,
}
"""What a card is worth to a monster with the game before it, in energy."""

POINTS: Final[dict[str, int]] = {
    "gas-refinery": 2,
    "vast-storm": 2,
    "apartment-building": 3,
    "jet-fighters": 5,
    "tank": 4,
    "nuclear-power-plant": 2,
    "national-guard": 2,
    "commuter-train": 2,
    "death-from-above": 3,
    "corner-store": 1,
    "skyscraper": 4,
}
OWN_LOSS: Final[dict[str, int]] = {
    "jet-fighters": 4,
    "tank": 3,
    "national-guard": 2,
    "high-altitude-bombing": 3,
}
OTHERS_LOSS: Final[dict[str, int]] = {"gas-refinery": 3, "flame-thrower": 2, "high-altitude-bombing": 3}

POINT: Final = 1.5
"""What a point is worth, in energy."""


class KingOfTokyoBot(Bot):
    """Roll for what helps most, leave Tokyo in time, buy what is worth its price."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, KingOfTokyo)
        me = state.monsters[seat]
        phase = state.phase
        if phase == REROLL:
            return best_roll(state, me)
        if phase in (BUY, OPPORTUNIST, LAB):
            return best_purchase(state, me)
        if phase == YIELD:
            return YIELDS if me.health <= fear(state, me) else NO
        if phase == JETS:
            return YIELDS if me.danger > 1 or me.health <= fear(state, me) + me.danger else NO
        if phase == HEARTS:
            return best_heart(state, me)
        if phase == REACT:
            return best_reaction(state, me)
        if phase == CHANGE:
            return best_change(state, me)
        if phase == PROBE:
            return best_probe(state, me)
        if phase == HIDE_THREES:
            return max(state.actions(seat))
        if phase in (MIMIC_MOVE, MIMIC_TARGET):
            return best_copy(state, me)
        return PLAYS_AGAIN if phase == FREEZE else NO


def fear(state: KingOfTokyo, me: Monster) -> int:
    """How many hearts are too few to stay in Tokyo for another round."""
    if me.points + state.table.hold >= state.table.goal:
        return 2
    return 2 + state.living()


# Dice.


def face_values(state: KingOfTokyo, me: Monster) -> list[float]:
    """What one die of each face is worth; numbers are worth what they make together."""
    claw = 0.0
    for other in state.others(me):
        if other.in_tokyo != me.in_tokyo:
            claw += 0.9 if other.health > 3 else 1.5
    if not me.in_tokyo and state.occupant(CITY) is None:
        claw = 0.1
    lacking = me.max_health - me.health
    heart = 0.0
    if not me.in_tokyo and lacking:
        heart = 0.6 + 0.25 * max(0, 7 - me.health)
    if not me.in_tokyo and me.poison + me.shrink:
        heart = max(heart, 1.2)
    return [0.0, 0.0, 0.0, claw, 0.7, heart]


def dice_worth(state: KingOfTokyo, me: Monster, dice: int, values: list[float]) -> float:
    """What the dice bring as they lie."""
    worth = values[CLAW] * count(dice, CLAW) + values[ENERGY] * count(dice, ENERGY)
    useful = me.max_health - me.health + me.poison + me.shrink
    worth += values[HEART] * min(count(dice, HEART), useful)
    for face in range(THREE + 1):
        shown = count(dice, face)
        if shown >= 3:
            worth += POINT * (face + 1 + shown - 3)
    return worth


def best_roll(state: KingOfTokyo, me: Monster) -> int:
    """The dice to roll again that promise most; cards are used only once the free rolls are gone."""
    values = face_values(state, me)
    best = NO
    most = dice_worth(state, me, state.dice, values)
    left = me.rolls(state.table) - state.rolls_used
    for action in state.actions(me.seat):
        if action == NO or action >= USES:
            continue
        slot = hand_slot(action)
        if slot != NOTHING and left > 0:
            continue
        picked = action % END
        price = 0.0 if slot == NOTHING else 1.0
        hope = promise(state, me, state.dice - picked, size(picked), max(1, left), values) - price
        if hope > most + 0.01:
            most = hope
            best = action
    return best


def promise(state: KingOfTokyo, me: Monster, kept: int, rolled: int, left: int, values: list[float]) -> float:
    """What kept dice are worth together with those to be rolled, roughly."""
    worth = dice_worth(state, me, kept, values)
    mean = (values[CLAW] + values[ENERGY] + values[HEART]) / 6.0
    # With rolls left, poor faces will be rolled once more.
    worth += rolled * mean * (1.0 + 0.35 * (left - 1))
    hit = 1.0 - float(5.0 / 6.0) ** left
    for face in range(THREE + 1):
        shown = count(kept, face)
        if shown >= 3:
            worth += POINT * rolled * hit * 0.8
        elif shown == 2:
            worth += POINT * (face + 1) * (1.0 - (1.0 - hit) ** rolled)
        elif shown == 1 and rolled >= 2:
            one = rolled * hit * (1.0 - hit) ** (rolled - 1)
            worth += POINT * (face + 1) * max(0.0, 1.0 - (1.0 - hit) ** rolled - one)
    return worth


def best_change(state: KingOfTokyo, me: Monster) -> int:
    """A change that brings clearly more than it costs."""
    values = face_values(state, me)
    now = dice_worth(state, me, state.dice, values)
    best = NO
    most = 0.0
    for slot, old, new in state.changes(me):
        gain = dice_worth(state, me, state.dice + DIE[new] - DIE[old], values) - now
        gain -= 0.0 if me.hand[slot].power.slug == "herd-culler" else 1.9
        if gain > most:
            most = gain
            best = CHANGES + WITH * (slot + 1) + old * FACES + new
    return best


def best_probe(state: KingOfTokyo, me: Monster) -> int:
    """Spoil the die that hurts or helps the other most."""
    other = state.monsters[state.active]
    best = NO
    most = 0.5
    for action in state.actions(me.seat):
        if action == NO or action >= USES:
            continue
        face = DIE.index(action % END)
        shown = count(state.dice, face)
        harm = 0.0
        if face == CLAW and other.in_tokyo != me.in_tokyo:
            harm = 1.0
        elif face <= THREE and shown >= 3:
            harm = float(face + 1) if shown == 3 else 1.0
        if harm > most:
            most = harm
            best = action
    return best


def best_heart(state: KingOfTokyo, me: Monster) -> int:
    """Oneself in need, then tokens, then oneself; others only for good energy and if they are no threat."""
    uses = state.heart_uses(me)
    order = [ON_POISON, ON_SHRINK, ON_SELF] if me.health > 4 else [ON_SELF, ON_POISON, ON_SHRINK]
    for use in order:
        if use in uses:
            return HEART_USES + use
    for use in uses:
        if use >= GIFT and state.monsters[use - GIFT].energy >= 2 and state.living() > 2:
            return HEART_USES + use
    return NO


def best_reaction(state: KingOfTokyo, me: Monster) -> int:
    """Wings against much or a deadly blow; a heart bought in time if it saves."""
    deadly = me.danger >= me.health
    healing = NO
    for action in state.actions(me.seat):
        if action < USES:
            continue
        if me.hand[action - USES].power.slug == "wings":
            if deadly or me.danger >= 3:
                return action
        else:
            healing = action
    affordable = me.energy // 2
    if healing != NO and deadly and me.danger < me.health + affordable:
        return healing
    return NO


# Cards.


def card_worth(state: KingOfTokyo, me: Monster, card: Card) -> float:
    """What a card is worth to this monster now, in energy."""
    slug = card.slug
    left = state.table.goal - me.points
    loss = OWN_LOSS.get(slug, 0)
    if loss >= me.health - 1:
        return -1.0
    points = POINTS.get(slug, 0)
    if points >= left:
        return 99.0
    worth = points * POINT * (1.6 if left <= 8 else 1.0) - loss * 0.8
    hurt = OTHERS_LOSS.get(slug, 0)
    if hurt:
        for other in state.others(me):
            worth += 8.0 if other.health <= hurt else hurt * 0.7
    if slug == "heal":
        worth += 1.2 * min(2, me.max_health - me.health)
    elif slug == "nuclear-power-plant":
        worth += 1.2 * min(3, me.max_health - me.health)
    for held in me.hand:
        if held.power is card:
            return 0.5 * WORTH.get(slug, 0.0)
    # Powers need turns to pay off.
    early = 1.0 if left > 8 else 0.6
    return worth + WORTH.get(slug, 0.0) * early


def best_purchase(state: KingOfTokyo, me: Monster) -> int:
    """Heal if in need; else the card that is worth most more than its price."""
    best = NO
    most = 0.0
    for action in state.actions(me.seat):
        if action >= USES:
            if me.health <= 4:
                return action
            continue
        card = offered(state, action)
        if card is None:
            continue
        gain = card_worth(state, me, card) - 0.8 * me.price(card)
        if gain > most:
            most = gain
            best = action
    return best


def offered(state: KingOfTokyo, action: int) -> Card | None:
    """The card a move buys or copies."""
    if action == BUYS_TOP:
        return state.card(state.top)
    if BUYS <= action < BUYS_FROM:
        return state.card(state.display[action - BUYS])
    if BUYS_FROM <= action < BUYS_TOP:
        seat, slot = divmod(action - BUYS_FROM, SEAT)
        return state.monsters[seat].hand[slot].card
    return None


def best_copy(state: KingOfTokyo, me: Monster) -> int:
    """The best card in play; moving a Mimic must be worth it."""
    mimic = me.hand[state.aiming]
    best = NO
    most = -1.0
    if state.phase == MIMIC_MOVE:
        most = WORTH.get(mimic.power.slug, 0.0) + 2.0 if mimic.copied is not None else 1.0
    for action in state.actions(me.seat):
        if action < COPIES or action >= USES:
            continue
        seat, slot = divmod(action - COPIES, SEAT)
        worth = WORTH.get(state.monsters[seat].hand[slot].card.slug, 0.0)
        if worth > most:
            most = worth
            best = action
    return best
