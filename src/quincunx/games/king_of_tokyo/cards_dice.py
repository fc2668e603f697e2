"""Keep cards about dice: more of them, more rolls, other faces, and what a roll is worth."""

from typing import Final

from quincunx.games.king_of_tokyo.board import Board
from quincunx.games.king_of_tokyo.dice import ENERGY, FACES, HEART, ONE, THREE, TWO, count
from quincunx.games.king_of_tokyo.pieces import ANY_DICE, NO_DICE, ONLY_THREES, Card, Held, Monster

ANY_FACE: Final = (1 << FACES) - 1


class ExtraHead(Card):
    """One die more, from the next time dice are counted (KT-1)."""

    def extra_dice(self) -> int:
        return 1


class GiantBrain(Card):
    """One roll more each turn."""

    def extra_rolls(self) -> int:
        return 1


class EnergyDrink(Card):
    """Pay 1 energy for a roll, as often as you can."""

    def rolls_again(self, me: Monster, held: Held) -> int:
        return ANY_DICE if me.energy >= 1 else NO_DICE

    def rolled_again(self, board: Board, me: Monster, held: Held) -> None:
        me.energy -= 1


class SmokeCloud(Card):
    """Three counters, each worth a roll; discarded with the last."""

    def counters(self) -> int:
        return 3

    def rolls_again(self, me: Monster, held: Held) -> int:
        return ANY_DICE

    def rolled_again(self, board: Board, me: Monster, held: Held) -> None:
        held.counters -= 1
        board.discard_spent(me)


class BackgroundDweller(Card):
    """Your own 3s may be rolled again, always and for nothing (KT-49)."""

    def rolls_again(self, me: Monster, held: Held) -> int:
        return ONLY_THREES


class PsychicProbe(Card):
    """Roll a die of another monster again; a heart discards this copy (KT-59)."""

    def rerolls_others(self, held: Held) -> bool:
        return not held.used

    def rerolled_other(self, board: Board, me: Monster, held: Held, face: int) -> None:
        if face == HEART:
            board.discard(me, held)


class HerdCuller(Card):
    """Turn one die to 1, once a turn (KT-48)."""

    def changes_to(self, me: Monster, held: Held) -> int:
        return 0 if held.used else 1 << ONE

    def changed(self, board: Board, me: Monster, held: Held) -> None:
        held.used = True


class PlotTwist(Card):
    """Turn one die to any face, then discard this."""

    def changes_to(self, me: Monster, held: Held) -> int:
        return ANY_FACE

    def changed(self, board: Board, me: Monster, held: Held) -> None:
        board.discard(me, held)


class Stretchy(Card):
    """Pay 2 energy to turn a die to any face, as often as you can (KT-47)."""

    def changes_to(self, me: Monster, held: Held) -> int:
        return ANY_FACE if me.energy >= 2 else 0

    def changed(self, board: Board, me: Monster, held: Held) -> None:
        me.energy -= 2


class Detritivore(Card):
    """2 points for at least one 1, one 2 and one 3; in a variant for any number at all (KT-36)."""

    def dice_count(self, board: Board, me: Monster, dice: int, claws: int) -> None:
        shown = [number for number in (ONE, TWO, THREE) if count(dice, number)]
        if len(shown) == 3 or (shown and board.table.any_number_feeds):
            board.gain_points(me, 2)


class Gourmet(Card):
    """2 points more for three 1s or more."""

    def dice_count(self, board: Board, me: Monster, dice: int, claws: int) -> None:
        if count(dice, ONE) >= 3:
            board.gain_points(me, 2)


class CompleteDestruction(Card):
    """9 points for at least one of each face; an added claw will do for a claw (KT-37)."""

    def dice_count(self, board: Board, me: Monster, dice: int, claws: int) -> None:
        if not claws:
            return
        for face in (ONE, TWO, THREE, ENERGY, HEART):
            if not count(dice, face):
                return
        board.gain_points(me, 9)


class FreezeTime(Card):
    """Another turn after three 1s, with one die fewer each time (KT-38)."""

    def grants_turn(self) -> bool:
        return True
