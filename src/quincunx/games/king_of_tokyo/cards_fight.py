"""Keep cards about claws and hearts: hitting harder, being hit less, healing, dying."""

from quincunx.games.king_of_tokyo.board import Board
from quincunx.games.king_of_tokyo.dice import TWO, count
from quincunx.games.king_of_tokyo.pieces import Card, Monster


class AcidAttack(Card):
    """One claw more, even if none was rolled (KT-14)."""

    def adds_claws(self, me: Monster, dice: int) -> int:
        return 1


class PoisonQuills(Card):
    """Two claws more for three 2s or more (KT-14)."""

    def adds_claws(self, me: Monster, dice: int) -> int:
        return 2 if count(dice, TWO) >= 3 else 0


class SpikedTail(Card):
    """One claw more if there is one (KT-14)."""

    def adds_to_claws(self, me: Monster) -> int:
        return 1


class Burrowing(Card):
    """One claw more in Tokyo; whoever takes Tokyo from you loses a heart first (KT-14, KT-35)."""

    def adds_claws(self, me: Monster, dice: int) -> int:
        return 1 if me.in_tokyo else 0

    def yielded(self) -> int:
        return 1


class Ultravore(Card):
    """In Tokyo: 1 point more at the start of a turn, and one claw more if there is one (KT-14)."""

    def starts_in_tokyo(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 1)

    def adds_to_claws(self, me: Monster) -> int:
        return 1 if me.in_tokyo else 0


class AlphaMonster(Card):
    """1 point when you attack, even if nobody is there to be hit (KT-60)."""

    def attacks(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 1)


class NovaBreath(Card):
    """Claws hit every other monster (KT-58)."""

    def hits_everyone(self) -> bool:
        return True


class FireBreathing(Card):
    """Neighbours lose a heart more when you attack, wherever they are (KT-29)."""

    def hits_neighbours(self) -> int:
        return 1


class ShrinkRay(Card):
    """A Shrink token for each monster you attack: a die fewer in its turns (KT-30, KT-54)."""

    def marks(self, victim: Monster) -> None:
        victim.shrink += 1


class PoisonSpit(Card):
    """A Poison token for each monster you attack: a heart at the end of its turns (KT-30, KT-34)."""

    def marks(self, victim: Monster) -> None:
        victim.poison += 1


class Jets(Card):
    """Yield Tokyo before the attack and lose nothing (KT-26)."""

    def dodges(self) -> bool:
        return True


class ArmorPlating(Card):
    """A loss of exactly one heart is ignored (KT-22 to KT-24)."""

    def ignores(self, amount: int) -> bool:
        return amount == 1


class Camouflage(Card):
    """Roll a die for each heart you would lose; each heart rolled saves one (KT-22, KT-23)."""

    def hides(self) -> bool:
        return True


class Wings(Card):
    """Pay 2 energy when you would lose hearts: you lose none until the turn is over (KT-25)."""

    def usable(self, me: Monster, in_danger: bool) -> bool:
        return in_danger and me.energy >= 2

    def use(self, board: Board, me: Monster) -> None:
        me.energy -= 2
        me.shielded = True
        me.danger = 0
        if board.log is not None:
            board.tell(f"{board.name(me)} spreads its wings.")


class RapidHealing(Card):
    """Pay 2 energy to heal a heart, at any time (KT-27)."""

    def usable(self, me: Monster, in_danger: bool) -> bool:
        return me.energy >= 2 and 0 < me.health < me.max_health

    def use(self, board: Board, me: Monster) -> None:
        me.energy -= 2
        board.heal(me, 1)


class Regeneration(Card):
    """One heart more whenever you heal (KT-41)."""

    def extra_hearts(self) -> int:
        return 1


class HealingRay(Card):
    """Use hearts on other monsters, who pay 2 energy for each, or what they have (KT-57)."""

    def heart_price(self) -> int:
        return 2


class EvenBigger(Card):
    """Two hearts more at most, and heal 2 when you get this (KT-53)."""

    def extra_health(self) -> int:
        return 2

    def enters(self, board: Board, me: Monster) -> None:
        board.heal(me, 2)


class WereOnlyMakingItStronger(Card):
    """1 energy for every 2 hearts lost at once (KT-28)."""

    def hurt(self, board: Board, me: Monster, lost: int) -> None:
        board.gain_energy(me, lost // 2)


class EaterOfTheDead(Card):
    """3 points whenever another monster goes to zero hearts (KT-31)."""

    def monster_fell(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 3)


class ItHasAChild(Card):
    """At zero hearts: lose your cards and points, and start again outside Tokyo (KT-32)."""

    def saves(self) -> bool:
        return True
