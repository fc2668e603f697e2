"""Keep cards about dice: more dice, more rolls, changed faces, and effects of what is rolled."""

from typing import Final

from quincunx.core.amounts import Amounts
from quincunx.games.king_of_tokyo.card import ANY_DICE, NO_DICE, ONLY_THREES, Card
from quincunx.games.king_of_tokyo.dice import ENERGY, FACES, HEART, ONE, THREE, TWO, count
from quincunx.games.king_of_tokyo.rules import gains, hands
from quincunx.games.king_of_tokyo.state import Held, Monster, Position

ANY_FACE: Final = (1 << FACES) - 1


class ExtraHead(Card):
    """Adds dice, from the next time dice are counted (KT-1)."""

    def take(self, amounts: Amounts) -> None:
        self.dice = amounts.take("dice")

    def extra_dice(self) -> int:
        return self.dice


class GiantBrain(Card):
    """Adds rolls to each turn."""

    def take(self, amounts: Amounts) -> None:
        self.rolls = amounts.take("rolls", 0, 9)

    def extra_rolls(self) -> int:
        return self.rolls


class EnergyDrink(Card):
    """Lets its owner pay energy for a roll, as often as it can."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy", 1)

    def rolls_again(self, me: Monster, held: Held) -> int:
        return ANY_DICE if me.energy >= self.energy else NO_DICE

    def rolled_again(self, state: Position, me: Monster, held: Held) -> None:
        gains.pay_energy(state, me, self.energy, self.slug)


class SmokeCloud(Card):
    """Comes with counters, each worth a roll; discarded with the last."""

    def take(self, amounts: Amounts) -> None:
        self.full = amounts.take("counters", 1)

    def counters(self) -> int:
        return self.full

    def rolls_again(self, me: Monster, held: Held) -> int:
        return ANY_DICE

    def rolled_again(self, state: Position, me: Monster, held: Held) -> None:
        held.counters -= 1
        if state.log is not None:
            state.log_event("counter-spent", me.seat, {"left": held.counters}, [self.slug])
        hands.discard_spent(state, me)


class BackgroundDweller(Card):
    """Lets its owner roll 3s again, always and for nothing (KT-49)."""

    def rolls_again(self, me: Monster, held: Held) -> int:
        return ONLY_THREES


class PsychicProbe(Card):
    """Lets its owner roll a die of another monster again; a heart discards this copy (KT-59)."""

    def rerolls_others(self, held: Held) -> bool:
        return not held.used

    def rerolled_other(self, state: Position, me: Monster, held: Held, face: int) -> None:
        if face == HEART:
            hands.discard(state, me, held)


class HerdCuller(Card):
    """Turns one die to 1, once a turn (KT-48)."""

    def changes_to(self, me: Monster, held: Held) -> int:
        return 0 if held.used else 1 << ONE

    def changed(self, state: Position, me: Monster, held: Held) -> None:
        held.used = True


class PlotTwist(Card):
    """Turns one die to any face, then is discarded."""

    def changes_to(self, me: Monster, held: Held) -> int:
        return ANY_FACE

    def changed(self, state: Position, me: Monster, held: Held) -> None:
        hands.discard(state, me, held)

    def change_worth(self) -> float:
        return 1.9


class Stretchy(Card):
    """Lets its owner pay energy to turn a die to any face, as often as it can (KT-47)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy", 1)

    def changes_to(self, me: Monster, held: Held) -> int:
        return ANY_FACE if me.energy >= self.energy else 0

    def changed(self, state: Position, me: Monster, held: Held) -> None:
        gains.pay_energy(state, me, self.energy, self.slug)

    def change_worth(self) -> float:
        return 0.95 * self.energy


class Detritivore(Card):
    """Gives points for at least one 1, one 2 and one 3; in a variant for any number at all (KT-36)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def reads_numbers(self) -> bool:
        return True

    def dice_count(self, state: Position, me: Monster, dice: int, claws: int) -> None:
        shown = [number for number in (ONE, TWO, THREE) if count(dice, number)]
        if len(shown) == 3 or (shown and state.tables.any_number_feeds):
            gains.gain_points(state, me, self.points, self.slug)


class Gourmet(Card):
    """Gives points for three 1s or more, besides what they score."""

    def take(self, amounts: Amounts) -> None:
        self.ones = amounts.take("ones", 1, 12)
        self.points = amounts.take("points")

    def reads_numbers(self) -> bool:
        return True

    def dice_count(self, state: Position, me: Monster, dice: int, claws: int) -> None:
        if count(dice, ONE) >= self.ones:
            gains.gain_points(state, me, self.points, self.slug)


class CompleteDestruction(Card):
    """Gives points for at least one of each face; an added claw counts as a claw (KT-37)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def reads_numbers(self) -> bool:
        return True

    def dice_count(self, state: Position, me: Monster, dice: int, claws: int) -> None:
        if not claws:
            return
        for face in (ONE, TWO, THREE, ENERGY, HEART):
            if not count(dice, face):
                return
        gains.gain_points(state, me, self.points, self.slug)


class FreezeTime(Card):
    """Gives another turn after three 1s, with fewer dice each time (KT-38)."""

    def take(self, amounts: Amounts) -> None:
        self.ones = amounts.take("ones", 1, 12)
        self.dice = amounts.take("dice", 1)

    def reads_numbers(self) -> bool:
        return True

    def grants_turn(self, dice: int) -> bool:
        return count(dice, ONE) >= self.ones

    def plays_again(self, state: Position, me: Monster) -> None:
        state.fewer_dice += self.dice
        if state.log is not None:
            state.log_event("plays-again", me.seat, {"dice": state.fewer_dice}, causes=[self.slug])
