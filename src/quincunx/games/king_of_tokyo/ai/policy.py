"""The master: a bot with many more numbers, which depend on the position and were trained by play."""

from typing import Final

from mypy_extensions import i64

from quincunx.core.bot import Bot, ByPlayers
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot, attackers
from quincunx.games.king_of_tokyo.ai.dice import (
    CLAW_AT,
    CLAWS,
    ENERGY_AT,
    HEART_AT,
    MOST_LACKING,
    WIN,
    DiceValues,
    Hope,
)
from quincunx.games.king_of_tokyo.ai.trained import BY_PLAYERS, CROWD, DUEL
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import BITS, FULL, real
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster

WEAK: Final = 3
"""The hearts at or below which a monster is nearly out."""
WELL: Final = 7
"""The hearts from which on nobody is in a hurry to heal."""
SOON: Final = 8
"""The points lacking at or below which a monster may win by them soon."""


class Weights:
    """The trained numbers by name."""

    def __init__(self, numbers: list[float]) -> None:
        parts = iter(numbers)
        # A point, in energy: by own points, the leader's, own hearts, near the end.
        self.point = next(parts)
        self.point_own = next(parts)
        self.point_lead = next(parts)
        self.point_health = next(parts)
        self.point_soon = next(parts)
        # Energy: by own points, the leader's, the energy owned, in Tokyo.
        self.energy = next(parts)
        self.energy_own = next(parts)
        self.energy_lead = next(parts)
        self.energy_rich = next(parts)
        self.energy_inside = next(parts)
        # A heart: for each one below WELL, by own points, the leader's; tokens; by the number of others.
        self.heart = next(parts)
        self.heart_short = next(parts)
        self.heart_own = next(parts)
        self.heart_lead = next(parts)
        self.token = next(parts)
        self.heart_crowd = next(parts)
        # A claw for each monster it hits: a weak one, by its points, if it is about to win; inside; by own
        # hearts and points; and a claw that hits nobody.
        self.claw = next(parts)
        self.claw_weak = next(parts)
        self.claw_points = next(parts)
        self.claw_danger = next(parts)
        self.claw_inside = next(parts)
        self.claw_health = next(parts)
        self.claw_own = next(parts)
        self.claw_idle = next(parts)
        # The first claw, which may take Tokyo: by own hearts and points, its owner's hearts, the others.
        self.first = next(parts)
        self.first_health = next(parts)
        self.first_own = next(parts)
        self.first_owner = next(parts)
        self.first_crowd = next(parts)
        # A kill: if the monster is about to win, by its points, with one more left.
        self.kill = next(parts)
        self.kill_danger = next(parts)
        self.kill_points = next(parts)
        self.kill_duel = next(parts)
        # Trust in single dice, more of a number, several hopes at once, one number, a kill.
        self.trust = next(parts)
        self.trust_more = next(parts)
        self.trust_rest = next(parts)
        self.trust_number = next(parts)
        self.trust_kill = next(parts)
        # Fear in Tokyo: for each attacker to come, by own points, the leader's, the attacker's hearts and
        # points, by the number of others; and for each attacker if holding it wins.
        self.fear = next(parts)
        self.fear_turns = next(parts)
        self.fear_own = next(parts)
        self.fear_lead = next(parts)
        self.fear_health = next(parts)
        self.fear_points = next(parts)
        self.fear_crowd = next(parts)
        self.fear_goal = next(parts)
        # Cards: powers, late powers, by the leader's points; their price, and the energy left; hearts of
        # others, kills, healing, own hearts; points, and points near the end.
        self.card = next(parts)
        self.card_late = next(parts)
        self.card_lead = next(parts)
        self.card_price = next(parts)
        self.card_rich = next(parts)
        self.card_hurt = next(parts)
        self.card_kill = next(parts)
        self.card_heal = next(parts)
        self.card_loss = next(parts)
        self.card_points = next(parts)
        self.card_soon = next(parts)
        # A claw by the hearts that its victim lacks; a heart by those of the weakest victim; energy that
        # suffices for a card, as a part of the bargain; points and energy by the number of others; energy and
        # hearts when somebody is about to win.
        self.claw_frail = next(parts)
        self.heart_foe = next(parts)
        self.energy_card = next(parts)
        self.point_crowd = next(parts)
        self.energy_crowd = next(parts)
        self.energy_race = next(parts)
        self.heart_race = next(parts)


class WeighedDice(DiceValues):
    """The value of dice to a monster by the master's numbers."""

    def __init__(self, state: KingOfTokyo, me: Monster, bot: "Master") -> None:
        w = bot.weights
        tables = state.tables
        goal: i64 = tables.goal
        most = real(goal)
        inside = me.place != s.OUTSIDE
        own = real(me.points) / most
        health = real(me.health) / 10.0
        others: i64 = 0
        lead: i64 = 0
        hit: i64 = 0
        claw = 0.0
        weakest: i64 = FULL
        kill = 0.0
        owner = 0.0
        free = not inside
        for other in state.monsters:
            if other is me or other.health <= 0:
                continue
            others += 1
            points = other.points
            there = other.place != s.OUTSIDE
            if there:
                points += tables.hold
            if points > lead:
                lead = points
            if other.place == s.CITY:
                free = False
            if there == inside:
                continue
            hit += 1
            danger = 1.0 if points >= goal else 0.0
            claw += w.claw + w.claw_points * real(points) / most + w.claw_danger * danger
            claw += w.claw_frail * (1.0 - real(other.health) / 10.0)
            if other.health <= WEAK:
                claw += w.claw_weak
            if not inside:
                owner = real(other.health) / 10.0
            if other.health < weakest:
                weakest = other.health
                kill = w.kill + w.kill_points * real(points) / most
                if points >= goal:
                    kill += w.kill_danger * WIN / 4
                elif points + 4 >= goal:
                    kill += w.kill_danger * w.kill
        leader = real(lead) / most
        crowd = real(others - 1)
        race = 1.0 if lead >= goal else 0.0
        foe = real(weakest) / 10.0 if hit else 1.0
        if others == 1:
            kill = WIN
        elif others == 2:
            kill += w.kill_duel
        claw *= CLAWS[min(others, len(CLAWS) - 1)]
        if inside:
            claw *= w.claw_inside
        claw += real(hit) * (w.claw_health * health + w.claw_own * own)
        self.first = 0.0
        if hit == 0:
            claw = w.claw_idle
        elif not inside:
            self.first = w.first + w.first_health * health + w.first_own * own + w.first_owner * owner
            self.first += w.first_crowd * crowd
        self.claw = max(0.0, claw)
        self.kill = kill
        for held in me.hand:
            weakest -= held.power.adds_claws(me, 0) + held.power.adds_to_claws(me)
        self.weakest = max(1, weakest)
        self.need = goal - me.points
        if free:
            # Whoever ends a turn outside an empty Tokyo enters it.
            self.need -= tables.enter
        soon = 1.0 if self.need <= SOON else 0.0
        point = w.point + w.point_own * own + w.point_lead * leader + w.point_health * health
        self.point = max(0.1, point + w.point_soon * soon + w.point_crowd * crowd)
        rich = min(1.0, real(me.energy) / 10.0)
        energy = w.energy + w.energy_own * own + w.energy_lead * leader + w.energy_rich * rich
        energy += w.energy_crowd * crowd + w.energy_race * race
        self.energy = max(0.0, energy + w.energy_inside if inside else energy)
        self.price: i64 = FULL
        self.card = 0.0
        self._want_card(state, me, bot)
        self.lacking: i64 = 0
        self.short: i64 = 0
        self.tokens: i64 = 0
        self.heart = 0.0
        self.heart_short = 0.0
        self.token = 0.0
        if not inside:
            self.lacking = me.max_health - me.health
            self.short = WELL - me.health
            self.tokens = me.poison + me.shrink
            self.heart = w.heart + w.heart_own * own + w.heart_lead * leader + w.heart_crowd * crowd
            self.heart += w.heart_foe * foe + w.heart_race * race
            self.heart_short = w.heart_short
            self.token = 10.0 if me.poison >= me.health else w.token
        best_heart = self.hearts(1)
        self._look_ahead(best_heart)
        self.trust = w.trust
        self.trust_more = w.trust_more
        self.trust_rest = w.trust_rest
        self.trust_number = w.trust_number
        self.trust_kill = w.trust_kill

    def _want_card(self, state: KingOfTokyo, me: Monster, bot: "Master") -> None:
        """Find the best bargain among the cards that are still too expensive, and the energy it lacks."""
        for kind in state.display:
            if kind != s.NOTHING:
                card = state.card(kind)
                lacks = me.price(card) - me.energy
                if lacks > 0:
                    gain = bot.weights.energy_card * bot.bargain(state, me, card)
                    if gain > self.card:
                        self.card = gain
                        self.price = lacks

    def _look_ahead(self, heart: float) -> None:
        """Set the average value of a die still to be rolled, with one, two or more rolls left."""
        one = (self.claw + self.energy + heart) / 6.0
        two = (max(self.claw, one) + max(self.energy, one) + max(heart, one)) / 6.0 + one / 2.0
        self.one = one
        self.two = two
        self.three = (max(self.claw, two) + max(self.energy, two) + max(heart, two)) / 6.0 + two / 2.0

    def hearts(self, number: i64) -> float:
        """Return the value of a number of hearts: the more the fewer the monster has."""
        healed = min(number, self.lacking)
        worth = self.heart * real(healed)
        short = self.short
        left = healed
        while left > 0 and short > 0:
            worth += self.heart_short * real(short)
            short -= 1
            left -= 1
        return max(0.0, worth) + self.token * real(min(number - healed, self.tokens))

    def worth(self, dice: i64) -> float:
        claws = dice >> CLAW_AT & FULL
        energy = dice >> ENERGY_AT & FULL
        worth = self.claw * real(claws) + self.energy * real(energy)
        if energy >= self.price:
            worth += self.card
        hearts = dice >> HEART_AT & FULL
        if hearts:
            worth += self.hearts(hearts)
        if claws:
            worth += self.first
            if claws >= self.weakest:
                worth += self.kill
        points: i64 = 0
        face: i64 = 0
        while face < 3:
            shown = dice >> BITS * face & FULL
            if shown >= 3:
                points += face + shown - 2
            face += 1
        if points:
            worth += self.point * real(points)
            if points >= self.need:
                worth += WIN
        return worth

    def promise(self, kept: i64, hope: Hope) -> float:
        die = self.one if hope.left == 1 else self.two if hope.left == 2 else self.three
        worth = self.worth(kept) + self.trust * hope.rolled * die
        best = self.number(kept & FULL, 1, hope)
        rest = 0.0
        other = self.number(kept >> BITS & FULL, 2, hope)
        rest += min(best, other)
        best = max(best, other)
        other = self.number(kept >> 2 * BITS & FULL, 3, hope)
        rest += min(best, other)
        best = max(best, other)
        claws = kept >> CLAW_AT & FULL
        if not claws:
            worth += self.first * hope.one
        lacking = self.weakest - claws
        if 0 < lacking <= MOST_LACKING:
            other = self.kill * self.trust_kill * hope.of(lacking)
            rest += min(best, other)
            best = max(best, other)
        lacking = self.price - (kept >> ENERGY_AT & FULL)
        if 0 < lacking <= MOST_LACKING:
            other = self.card * hope.of(lacking)
            rest += min(best, other)
            best = max(best, other)
        return worth + best + self.trust_rest * rest

    def number(self, shown: i64, points: i64, hope: Hope) -> float:
        """Return the expected value of a number that `shown` dice show already."""
        if shown >= 3:
            return self.point * hope.rolled * hope.die * self.trust_more
        prize = self.point * real(points) * self.trust_number
        if points >= self.need:
            prize += WIN
        return prize * (hope.three if shown == 0 else hope.two if shown == 1 else hope.one)


class Master(KingOfTokyoBot):
    """A bot that decides as `normal` does, but with trained numbers."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__()
        self.weights = Weights(numbers)

    def values(self, state: KingOfTokyo, me: Monster) -> DiceValues:
        return WeighedDice(state, me, self)

    def fear(self, state: KingOfTokyo, me: Monster) -> float:
        w = self.weights
        turns = real(attackers(state, me))
        if me.points + state.tables.hold >= state.tables.goal:
            return w.fear_goal * turns
        most = real(state.tables.goal)
        attacker = state.monsters[state.active]
        hearts = w.fear + w.fear_turns * turns + w.fear_own * real(me.points) / most
        hearts += w.fear_lead * real(leading(state, me)) / most + w.fear_crowd * real(state.living() - 2)
        hearts += w.fear_points * real(attacker.points) / most
        return hearts + w.fear_health * real(attacker.health) / 10.0

    def bargain(self, state: KingOfTokyo, me: Monster, card: Card) -> float:
        w = self.weights
        loss = card.own_loss()
        if loss >= me.health - 1:
            return -1.0
        left = state.tables.goal - me.points
        points = card.points_now(state.tables.enter)
        worth = points * w.point * (w.card_soon if left <= SOON else w.card_points) - loss * w.card_loss
        hurt = card.others_loss()
        if hurt:
            for other in state.monsters:
                if other is not me and other.health > 0:
                    worth += w.card_kill if other.health <= hurt else hurt * w.card_hurt
        lacking: int = me.max_health - me.health
        worth += w.card_heal * min(card.healing(), lacking)
        price: int = me.price(card)
        worth -= price * (w.card_price + w.card_rich * real(me.energy - price) / 10.0)
        power = w.card_late if left <= SOON else w.card
        power += w.card_lead * real(leading(state, me)) / real(state.tables.goal)
        for held in me.hand:
            if held.power is card:
                power = 0.5
        worths: dict[str, float] = DUEL if state.players == 2 else CROWD
        return worth + power * worths.get(card.slug, card.worth)


def leading(state: KingOfTokyo, me: Monster) -> i64:
    """Return the most points that another monster has."""
    most: i64 = 0
    for other in state.monsters:
        if other is not me and other.health > 0 and other.points > most:
            most = other.points
    return most


def trained() -> Bot:
    """Return the master with the numbers for the number of players."""
    masters: dict[int, Bot] = {players: Master(numbers) for players, numbers in BY_PLAYERS.items()}
    return ByPlayers(masters, KingOfTokyoBot())
