"""Discard cards: done as soon as they are bought. Points first, then hearts."""

from quincunx.games.king_of_tokyo.board import Board
from quincunx.games.king_of_tokyo.pieces import CITY, OUTSIDE, Card, Monster


class DiscardCard(Card):
    """A card that works once."""

    def stays(self) -> bool:
        return False


class HighAltitudeBombing(DiscardCard):
    """Every monster loses 3 hearts, you too (KT-62)."""

    def played(self, board: Board, me: Monster) -> None:
        board.threaten(me, 3)
        for other in board.others(me):
            board.threaten(other, 3)


class GasRefinery(DiscardCard):
    """2 points; the others lose 3 hearts."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 2)
        for other in board.others(me):
            board.threaten(other, 3)


class FlameThrower(DiscardCard):
    """The others lose 2 hearts."""

    def played(self, board: Board, me: Monster) -> None:
        for other in board.others(me):
            board.threaten(other, 2)


class VastStorm(DiscardCard):
    """2 points; the others lose 1 energy for every 2 they have."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 2)
        for other in board.others(me):
            board.lose_energy(other, other.energy // 2)


class EvacuationOrders(DiscardCard):
    """The others lose 5 points."""

    def played(self, board: Board, me: Monster) -> None:
        for other in board.others(me):
            board.lose_points(other, 5)


class CornerStore(DiscardCard):
    """1 point."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 1)


class CommuterTrain(DiscardCard):
    """2 points."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 2)


class ApartmentBuilding(DiscardCard):
    """3 points."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 3)


class Skyscraper(DiscardCard):
    """4 points."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 4)


class NationalGuard(DiscardCard):
    """2 points, and you lose 2 hearts (KT-62)."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 2)
        board.threaten(me, 2)


class Tank(DiscardCard):
    """4 points, and you lose 3 hearts (KT-62)."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 4)
        board.threaten(me, 3)


class JetFighters(DiscardCard):
    """5 points, and you lose 4 hearts (KT-62)."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 5)
        board.threaten(me, 4)


class NuclearPowerPlant(DiscardCard):
    """2 points, and heal 3."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 2)
        board.heal(me, 3)


class Heal(DiscardCard):
    """Heal 2."""

    def played(self, board: Board, me: Monster) -> None:
        board.heal(me, 2)


class Energize(DiscardCard):
    """9 energy."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_energy(me, 9)


class DeathFromAbove(DiscardCard):
    """2 points; if you are not in Tokyo, everyone there leaves and you enter the City (KT-46)."""

    def played(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 2)
        if me.in_tokyo:
            return
        for other in board.others(me):
            other.place = OUTSIDE
        board.enter(me, CITY)


class Frenzy(DiscardCard):
    """Another turn after this one (KT-39)."""

    def played(self, board: Board, me: Monster) -> None:
        me.extra_turns += 1
