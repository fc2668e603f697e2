"""Keep cards about claws and hearts: more claws, fewer losses, healing, and death."""

from quincunx.core.amounts import Amounts
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import FULL, HEART, TWO, count, names
from quincunx.games.king_of_tokyo.rules import battle, gains, hands
from quincunx.games.king_of_tokyo.state import HIDE_ROLL, OUTSIDE, Monster, Position


class AcidAttack(Card):
    """Adds claws, even if none was rolled (KT-14)."""

    def take(self, amounts: Amounts) -> None:
        self.claws = amounts.take("claws")

    def adds_claws(self, me: Monster, dice: int) -> int:
        return self.claws


class PoisonQuills(Card):
    """Adds claws for three 2s or more (KT-14)."""

    def take(self, amounts: Amounts) -> None:
        self.twos = amounts.take("twos", 1, 12)
        self.claws = amounts.take("claws")

    def reads_numbers(self) -> bool:
        return True

    def adds_claws(self, me: Monster, dice: int) -> int:
        return self.claws if count(dice, TWO) >= self.twos else 0


class SpikedTail(Card):
    """Adds claws if there is one (KT-14)."""

    def take(self, amounts: Amounts) -> None:
        self.claws = amounts.take("claws")

    def adds_to_claws(self, me: Monster) -> int:
        return self.claws


class Burrowing(Card):
    """Adds claws in Tokyo; whoever takes Tokyo from its owner loses hearts first (KT-14, KT-35)."""

    def take(self, amounts: Amounts) -> None:
        self.claws = amounts.take("claws")
        self.hearts = amounts.take("hearts")

    def adds_claws(self, me: Monster, dice: int) -> int:
        return self.claws if me.in_tokyo else 0

    def yielded(self) -> int:
        return self.hearts


class Ultravore(Card):
    """In Tokyo, adds points at the start of a turn, and claws if there is one (KT-14)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")
        self.claws = amounts.take("claws")

    def starts_in_tokyo(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)

    def adds_to_claws(self, me: Monster) -> int:
        return self.claws if me.in_tokyo else 0


class AlphaMonster(Card):
    """Gives points for an attack, even if nobody is there to be hit (KT-60)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def attacks(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)


class NovaBreath(Card):
    """Lets claws hit every other monster (KT-58)."""

    def hits_everyone(self) -> bool:
        return True


class FireBreathing(Card):
    """Costs neighbours hearts with each attack, wherever they are (KT-29)."""

    def take(self, amounts: Amounts) -> None:
        self.hearts = amounts.take("hearts")

    def hits_neighbours(self) -> int:
        return self.hearts


class ShrinkRay(Card):
    """Puts Shrink tokens on each monster attacked: fewer dice in its turns (KT-30, KT-54)."""

    def take(self, amounts: Amounts) -> None:
        self.tokens = amounts.take("tokens")
        self.dice = amounts.take("dice")

    def marks(self, state: Position, me: Monster, victim: Monster) -> None:
        victim.shrink += self.tokens
        if state.log is not None and self.tokens:
            amounts = {"tokens": self.tokens, "total": victim.shrink}
            state.log_event("tokens-gained", victim.seat, amounts, ["shrink"], [self.slug], me.seat)

    def leaves_tokens(self) -> bool:
        return True

    def token_dice(self, victim: Monster) -> int:
        return victim.shrink * self.dice


class PoisonSpit(Card):
    """Puts Poison tokens on each monster attacked: hearts lost at the end of its turns (KT-30, KT-34)."""

    def take(self, amounts: Amounts) -> None:
        self.tokens = amounts.take("tokens")
        self.hearts = amounts.take("hearts")

    def marks(self, state: Position, me: Monster, victim: Monster) -> None:
        victim.poison += self.tokens
        if state.log is not None and self.tokens:
            amounts = {"tokens": self.tokens, "total": victim.poison}
            state.log_event("tokens-gained", victim.seat, amounts, ["poison"], [self.slug], me.seat)

    def leaves_tokens(self) -> bool:
        return True

    def token_hearts(self, victim: Monster) -> int:
        return victim.poison * self.hearts


class Jets(Card):
    """Lets its owner yield Tokyo before the attack and lose nothing (KT-26)."""

    def lets_flee(self) -> bool:
        return True

    def flees(self, state: Position, me: Monster) -> None:
        me.danger = 0
        battle.leave_to_attacker(state, me, [self.slug])


class ArmorPlating(Card):
    """Ignores a loss of exactly this number of hearts (KT-22 to KT-24)."""

    def take(self, amounts: Amounts) -> None:
        self.hearts = amounts.take("hearts", 1)

    def ignores(self, amount: int) -> bool:
        return amount == self.hearts


class Camouflage(Card):
    """Rolls a die for each heart about to be lost; each heart rolled saves some (KT-22, KT-23)."""

    def take(self, amounts: Amounts) -> None:
        self.hearts = amounts.take("hearts")

    def hides(self) -> bool:
        return True

    def rolls_to_hide(self, state: Position, me: Monster) -> None:
        state.phase = HIDE_ROLL
        state.rolling = min(me.danger, FULL)

    def hid(self, state: Position, me: Monster, rolled: int) -> None:
        if state.log is not None:
            state.log_event("rolls-to-hide", me.seat, None, names(rolled), [self.slug])
        saved = min(count(rolled, HEART) * self.hearts, me.danger)
        battle.save(state, me, saved, self.slug)


class Wings(Card):
    """Lets its owner pay energy to lose no hearts until the turn is over (KT-25)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def use_price(self) -> int:
        return self.energy

    def usable(self, me: Monster, in_danger: bool) -> bool:
        return in_danger and me.energy >= self.energy

    def use(self, state: Position, me: Monster) -> None:
        gains.pay_energy(state, me, self.energy, self.slug)
        me.shielded = True
        if state.log is not None:
            state.log_event("shielded", me.seat, causes=[self.slug])
        battle.save(state, me, me.danger, self.slug)

    def shields(self) -> bool:
        return True


class RapidHealing(Card):
    """Lets its owner pay energy to heal, at any time (KT-27)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")
        self.hearts = amounts.take("hearts", 1)

    def use_price(self) -> int:
        return self.energy

    def usable(self, me: Monster, in_danger: bool) -> bool:
        return me.energy >= self.energy and 0 < me.health < me.max_health

    def use(self, state: Position, me: Monster) -> None:
        gains.pay_energy(state, me, self.energy, self.slug)
        gains.heal(state, me, self.hearts, self.slug)


class Regeneration(Card):
    """Adds hearts whenever its owner heals (KT-41)."""

    def take(self, amounts: Amounts) -> None:
        self.hearts = amounts.take("hearts")

    def extra_hearts(self) -> int:
        return self.hearts


class HealingRay(Card):
    """Lets its owner use hearts on other monsters, who pay for each, or what they have (KT-57)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def heart_price(self) -> int:
        return self.energy

    def gives_hearts(self, state: Position, me: Monster, other: Monster) -> None:
        paid = min(other.energy, self.energy * other.gift)
        gains.pay_energy(state, other, paid, self.slug, me.seat)
        gains.heal(state, other, other.gift, self.slug, me.seat)
        gains.gain_energy(state, me, paid, self.slug)


class EvenBigger(Card):
    """Raises the maximum of hearts, and heals when it is bought (KT-53)."""

    def take(self, amounts: Amounts) -> None:
        self.more = amounts.take("more")
        self.hearts = amounts.take("hearts")

    def extra_health(self) -> int:
        return self.more

    def enters(self, state: Position, me: Monster) -> None:
        gains.heal(state, me, self.hearts, self.slug)


class WereOnlyMakingItStronger(Card):
    """Gives energy for hearts lost at once (KT-28)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")
        self.hearts = amounts.take("hearts", 1)

    def hurt(self, state: Position, me: Monster, lost: int) -> None:
        gains.gain_energy(state, me, lost // self.hearts * self.energy, self.slug)


class EaterOfTheDead(Card):
    """Gives points whenever another monster goes to zero hearts (KT-31)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def monster_fell(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)


class ItHasAChild(Card):
    """Revives its owner at zero hearts, without cards and points, outside Tokyo (KT-32)."""

    def saves(self) -> bool:
        return True

    def revives(self, state: Position, me: Monster) -> None:
        hands.discard_hand(state, me)
        points = me.points
        me.place = OUTSIDE
        me.points = 0
        me.health = me.max_health
        if state.log is not None:
            state.log_event("revives", me.seat, {"hearts": me.health, "points": points}, causes=[self.slug])
