"""Keep cards about energy, buying and points at the turn's end, and the card that copies others."""

from quincunx.games.king_of_tokyo.board import Board
from quincunx.games.king_of_tokyo.pieces import Card, Held, Monster


class FriendOfChildren(Card):
    """1 energy more whenever you gain some (KT-40)."""

    def extra_energy(self) -> int:
        return 1


class BatteryMonster(Card):
    """Six energy on the card; take 2 at the start of each turn, discard it when empty (KT-40, KT-52)."""

    def counters(self) -> int:
        return 6

    def turn_starts(self, board: Board, me: Monster, held: Held) -> None:
        taken = min(2, held.counters)
        held.counters -= taken
        me.energy += taken
        if board.log is not None:
            board.tell(f"{board.name(me)} takes {taken} energy off Battery Monster: {me.energy}.")


class AlienOrigin(Card):
    """Cards cost you 1 energy less (KT-56)."""

    def discount(self) -> int:
        return 1


class MediaFriendly(Card):
    """1 point for each card you buy, but not for this one (KT-55)."""

    def card_bought(self, board: Board, me: Monster) -> None:
        board.gain_points(me, 1)


class Opportunist(Card):
    """Buy a card that is revealed, before the active monster can (KT-42)."""

    def buys_on_reveal(self) -> bool:
        return True


class ParasiticTentacles(Card):
    """Buy cards from other monsters and pay them (KT-43)."""

    def buys_from_others(self) -> bool:
        return True


class MadeInALab(Card):
    """Look at the top card while you buy: buy it, or put it back (KT-44)."""

    def peeks(self, held: Held) -> bool:
        return not held.used


class Metamorph(Card):
    """At the end of your turn, turn cards back into the energy they cost (KT-45)."""

    def sells(self) -> bool:
        return True


class RootingForTheUnderdog(Card):
    """1 point at the end of your turn if you have fewer than everyone else (KT-50)."""

    def turn_ends(self, board: Board, me: Monster, copies: int) -> None:
        for other in board.others(me):
            if other.points <= me.points:
                return
        board.gain_points(me, copies)


class EnergyHoarder(Card):
    """1 point at the end of your turn for every 6 energy you have (KT-61)."""

    def turn_ends(self, board: Board, me: Monster, copies: int) -> None:
        board.gain_points(me, me.energy // 6 * copies)


class Herbivore(Card):
    """1 point at the end of a turn in which you made nobody lose hearts (KT-51)."""

    def turn_ends(self, board: Board, me: Monster, copies: int) -> None:
        if not board.harmed:
            board.gain_points(me, copies)


class SolarPowered(Card):
    """1 energy at the end of your turn if you have none (KT-61)."""

    def turn_ends(self, board: Board, me: Monster, copies: int) -> None:
        if me.energy == 0:
            for _ in range(copies):
                board.gain_energy(me, 1)


class Mimic(Card):
    """Copy a Keep card in play; pay 1 energy at the start of your turn to copy another (KT-63 to KT-66)."""

    def copies_others(self) -> bool:
        return True

    def may_move(self, me: Monster) -> bool:
        return me.energy >= 1

    def moved(self, me: Monster) -> None:
        me.energy -= 1
