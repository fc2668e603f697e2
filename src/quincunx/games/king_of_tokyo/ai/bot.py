"""The bot `normal` for King of Tokyo: rules of thumb and a check for moves that win at once.

The values of dice and the trained version of these rules are not here.
"""

from typing import Final

from mypy_extensions import i64

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.dice import (
    POINT,
    DiceValues,
    Preferences,
    PreferredDice,
    best_change,
    best_roll,
    roll_ideas,
    triple_points,
)
from quincunx.games.king_of_tokyo.card import NEVER, Card
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, FACES, THREE, count, real
from quincunx.games.king_of_tokyo.rules import dice as rules_dice
from quincunx.games.king_of_tokyo.rules import engine as r
from quincunx.games.king_of_tokyo.rules import shop
from quincunx.games.king_of_tokyo.rules.dice import GIFT, ON_POISON, ON_SELF, ON_SHRINK
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo, with_card
from quincunx.games.king_of_tokyo.state import Monster

FEAR: Final = 3
"""The number of hearts at which the bot leaves Tokyo, before 2 are added for each attacker to come."""


SURPRISE: Final = 3
"""The most points or claws that the bot expects a hand of cards to add to the dice."""

MOST_CARD_POINTS: Final = 6
MOST_CARD_HEARTS: Final = 3
"""The most points that a card brings, and the most hearts that it costs the others."""


class KingOfTokyoBot(Bot):
    """Win if possible; else roll for what helps most, leave Tokyo in time, buy cards worth their price."""

    def __init__(self, preferences: Preferences | None = None) -> None:
        self.preferences: Preferences = preferences if preferences is not None else Preferences()

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, KingOfTokyo)
        if state.phase == s.REROLL:
            me = state.monsters[seat]
            return roll_ideas(state, me, self.values(state, me))
        return []

    def values(self, state: KingOfTokyo, me: Monster) -> DiceValues:
        """Return the object that values dice for this monster."""
        return PreferredDice(state, me, self.preferences)

    def bargain(self, state: KingOfTokyo, me: Monster, card: Card) -> float:
        """Return how much more, in energy, a card is worth to the monster than it costs."""
        price: int = me.price(card)
        return card_worth(state, me, card, self.preferences) - 0.8 * price

    def fear(self, state: KingOfTokyo, me: Monster) -> float:
        """Return the number of hearts at or below which the monster leaves Tokyo."""
        if me.points + state.tables.hold >= state.tables.goal:
            return real(min(2, attackers(state, me)))
        return real(FEAR + 2 * attackers(state, me) + self.preferences.caution)

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, KingOfTokyo)
        me = state.monsters[seat]
        phase = state.phase
        if phase == s.REROLL:
            return r.NO if has_won_roll(state, me) else best_roll(state, me, self.values(state, me))
        if phase in (s.BUY, s.OPPORTUNIST, s.LAB):
            return best_purchase(state, me, self)
        if phase == s.YIELD or phase == s.JETS:
            return best_place(state, me, self)
        if phase == s.HEARTS:
            return best_heart(state, me)
        if phase == s.REACT:
            return best_reaction(state, me)
        if phase == s.CHANGE:
            return r.NO if has_won_roll(state, me) else best_change(state, me, self.values(state, me))
        if phase == s.PROBE:
            return best_probe(state, me)
        if phase == s.HIDE_THREES:
            return best_hiding(state, me)
        if phase in (s.MIMIC_MOVE, s.MIMIC_TARGET):
            return best_copy(state, me)
        return r.PLAYS_AGAIN if phase == s.FREEZE else r.NO


# Winning moves.


def wins(after: KingOfTokyo, seat: int) -> bool:
    """Whether the seat has won, or has enough points to win before anybody else can act."""
    me = after.monsters[seat]
    return after.winner == seat or (me.points >= after.tables.goal and me.health > 0)


def has_won_roll(state: KingOfTokyo, me: Monster) -> bool:
    """Whether the dice as they lie win the game."""
    points = me.points + state.tables.enter + triple_points(state.dice)
    claws = count(state.dice, CLAW)
    if me.hand:
        points += SURPRISE
        claws += SURPRISE
    if points < state.tables.goal:
        for other in state.monsters:
            if other.health > claws and other is not me:
                return False
    after = state.clone()
    while after.current_player() == me.seat and (after.phase == s.REROLL or after.phase == s.CHANGE):
        after.move(me.seat, r.NO)
    return wins(after, me.seat)


# Tokyo.


def best_place(state: KingOfTokyo, me: Monster, bot: KingOfTokyoBot) -> int:
    """Stay or yield: never yield to an attacker who wins by entering, always to one who dies by it."""
    attacker = state.monsters[state.active]
    if attacker.points + state.tables.enter + SURPRISE >= state.tables.goal or burrows(me) >= attacker.health:
        after = state.clone()
        after.move(me.seat, r.YIELDS)
        while after.phase == s.YIELD or after.phase == s.JETS:
            after.move(after.asked, r.NO)
        if wins(after, attacker.seat):
            return r.NO
        if after.monsters[attacker.seat].health == 0:
            return r.YIELDS
    if state.phase == s.JETS:
        return r.YIELDS if me.danger > 1 or real(me.health - me.danger) <= bot.fear(state, me) else r.NO
    return r.YIELDS if real(me.health) <= bot.fear(state, me) else r.NO


def burrows(me: Monster) -> i64:
    """Return how many hearts whoever takes Tokyo from this monster loses."""
    hearts: i64 = 0
    for held in me.hand:
        hearts += held.power.yielded()
    return hearts


def attackers(state: KingOfTokyo, me: Monster) -> i64:
    """Return how many monsters have a turn before this one has its own."""
    players: i64 = state.players
    number: i64 = 0
    seat = (state.active + 1) % players
    while seat != me.seat:
        if state.monsters[seat].health > 0:
            number += 1
        seat = (seat + 1) % players
    return number


def best_probe(state: KingOfTokyo, me: Monster) -> int:
    """Roll again the active monster's die that hurts or helps most."""
    other = state.monsters[state.active]
    best = r.NO
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
                best = with_card(slot) + DIE[face]
    return best


def best_heart(state: KingOfTokyo, me: Monster) -> int:
    """Use the heart on oneself when in need, then on tokens, then on oneself; give hearts only if they are
    well paid and the receiver is no threat."""
    uses = rules_dice.heart_uses(state, me)
    order = [ON_POISON, ON_SHRINK, ON_SELF] if me.health > 4 else [ON_SELF, ON_POISON, ON_SHRINK]
    for use in order:
        if uses >> use & 1:
            return r.HEART_USES + use
    card = me.giving_card()
    price = NEVER if card is None else card.heart_price()
    for other in state.others(me):
        if uses >> GIFT + other.seat & 1 and other.energy >= price and state.living() > 2:
            return r.HEART_USES + GIFT + other.seat
    return r.NO


def best_reaction(state: KingOfTokyo, me: Monster) -> int:
    """Use Wings against a heavy or deadly blow, or buy a heart if that saves the monster."""
    deadly = me.danger >= me.health
    healing = r.NO
    healed = me.health
    for slot in me.usable(True):
        card = me.hand[slot].power
        if not card.shields():
            healing = r.USES + slot
            healed = me.health + me.energy // max(1, card.use_price())
        elif deadly or me.danger >= 3:
            return r.USES + slot
    return healing if deadly and me.danger < healed else r.NO


def best_hiding(state: KingOfTokyo, me: Monster) -> int:
    """Heal before the blow falls, then roll all 3s again."""
    usable = me.usable(False)
    if usable:
        return r.USES + usable[-1]
    return with_card(me.threes_card()) + count(state.hiding_dice, THREE) * DIE[THREE]


# Cards.


def card_worth(state: KingOfTokyo, me: Monster, card: Card, preferences: Preferences) -> float:
    """Return the value of a card to this monster now, in energy."""
    left = state.tables.goal - me.points
    loss = card.own_loss()
    if loss >= me.health - 1:
        return -1.0
    points = card.points_now(state.tables.enter)
    worth = points * POINT * preferences.points * (1.6 if left <= 8 else 1.0) - loss * 0.8
    hurt = card.others_loss()
    if hurt:
        for other in state.others(me):
            worth += 8.0 if other.health <= hurt else hurt * 0.7
    lacking: int = me.max_health - me.health
    worth += 1.2 * min(card.healing(), lacking)
    for held in me.hand:
        if held.power is card:
            return 0.5 * card.worth
    # Powers need turns to pay off, so they count less near the end.
    early = 1.0 if left > 8 else 0.6
    return worth + card.worth * early * preferences.cards


def best_purchase(state: KingOfTokyo, me: Monster, bot: KingOfTokyoBot) -> int:
    """Buy a card that wins; else heal if in need; else buy the card whose value most exceeds its price."""
    win = winning_purchase(state, me)
    if win != r.NO:
        return win
    usable = me.usable(False)
    if usable and me.health <= 4:
        return r.USES + usable[0]
    best = r.NO
    most = 0.0
    if state.phase == s.LAB:
        return r.BUYS_TOP if bot.bargain(state, me, state.card(state.top)) > most else r.NO
    open_now = state.revealed if state.phase == s.OPPORTUNIST else shop.ALL_OPEN
    payable = shop.affordable(state, me, open_now)
    for slot in range(s.DISPLAY):
        if payable >> slot & 1:
            gain = bot.bargain(state, me, state.card(state.display[slot]))
            if gain > most:
                most = gain
                best = r.BUYS + slot
    if state.phase == s.BUY:
        for seat, slot in shop.affordable_from_others(state, me):
            gain = bot.bargain(state, me, state.monsters[seat].hand[slot].card)
            if gain > most:
                most = gain
                best = r.BUYS_FROM + seat * r.HAND + slot
    return best


def winning_purchase(state: KingOfTokyo, me: Monster) -> int:
    """Return a purchase that wins the game by points or by leaving nobody else alive; NO if there is none."""
    if state.tables.goal - me.points > MOST_CARD_POINTS and not all_weak(state, me):
        return r.NO
    for action in state._legal_actions(me.seat):
        if r.BUYS <= action <= r.BUYS_TOP:
            after = state.clone()
            after.move(me.seat, action)
            if wins(after, me.seat):
                return action
    return r.NO


def all_weak(state: KingOfTokyo, me: Monster) -> bool:
    """Whether one card could kill all other monsters."""
    for other in state.monsters:
        if other.health > MOST_CARD_HEARTS and other is not me:
            return False
    return True


def best_copy(state: KingOfTokyo, me: Monster) -> int:
    """Copy the best card in play; a Mimic is moved only if that is worth it."""
    mimic = me.hand[state.aiming]
    best = r.NO
    most = -1.0
    if state.phase == s.MIMIC_MOVE:
        most = mimic.power.worth + 2.0 if mimic.copied is not None else 1.0
    for seat, slot in mimic.card.targets(state, mimic):
        worth = state.monsters[seat].hand[slot].card.worth
        if worth > most:
            most = worth
            best = r.COPIES + seat * r.HAND + slot
    return best
