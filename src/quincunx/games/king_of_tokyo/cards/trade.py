"""Keep cards about energy, buying and points at the turn's end, and the Mimic."""

from quincunx.core.amounts import Amounts
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.rules import gains, hands, shop
from quincunx.games.king_of_tokyo.state import FROM_MONSTER, MIMIC_TARGET, Held, Monster, Position


class FriendOfChildren(Card):
    """Adds energy whenever its owner gains some (KT-40)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def extra_energy(self) -> int:
        return self.energy


class BatteryMonster(Card):
    """Comes with energy: some is taken at the start of each turn; discarded when empty (KT-40, KT-52)."""

    def take(self, amounts: Amounts) -> None:
        self.full = amounts.take("counters", 1)
        self.energy = amounts.take("energy", 1)

    def counters(self) -> int:
        return self.full

    def turn_starts(self, state: Position, me: Monster, held: Held) -> None:
        taken = min(self.energy, held.counters)
        held.counters -= taken
        me.energy += taken
        if state.log is not None:
            amounts = {"energy": taken, "total": me.energy, "left": held.counters}
            state.log_event("energy-taken", me.seat, amounts, causes=[self.slug])


class AlienOrigin(Card):
    """Makes cards cheaper for its owner (KT-56)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def discount(self) -> int:
        return self.energy


class MediaFriendly(Card):
    """Gives points for each card its owner buys, but not for itself (KT-55)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def card_bought(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)


class Opportunist(Card):
    """Lets its owner buy a revealed card before the active monster can (KT-42)."""

    def buys_on_reveal(self) -> bool:
        return True


class ParasiticTentacles(Card):
    """Lets its owner buy cards from other monsters, who cannot refuse and get the price (KT-43)."""

    def buys_from_others(self) -> bool:
        return True

    def buys_from(self, state: Position, me: Monster, owner: Monster, held: Held) -> None:
        price = shop.pay(state, me, held.card, owner.seat)
        hands.hand_over(state, owner, held)
        gains.gain_energy(state, owner, price, self.slug, me.seat)
        shop.purchase(state, me, held.card.kind, FROM_MONSTER, held)


class MadeInALab(Card):
    """Lets its owner look at the top card once a turn while buying, to buy it or put it back (KT-44)."""

    def peeks(self, held: Held) -> bool:
        return not held.used

    def peeked(self, state: Position, me: Monster, held: Held) -> None:
        held.used = True
        shop.look_at_top(state)


class Metamorph(Card):
    """Lets its owner turn cards, itself too, back into the energy they cost at the end of the turn
    (KT-45)."""

    def sells(self) -> bool:
        return True

    def sold(self, state: Position, me: Monster, held: Held) -> None:
        me.energy += held.card.cost
        if state.log is not None:
            amounts = {"energy": held.card.cost, "total": me.energy}
            state.log_event("sells", me.seat, amounts, [held.card.slug], [self.slug])
        hands.discard(state, me, held)


class RootingForTheUnderdog(Card):
    """Gives points at the end of a turn to an owner with fewer than everyone else (KT-50)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def end_order(self) -> int:
        return 1

    def turn_ends(self, state: Position, me: Monster, copies: int) -> None:
        for other in state.others(me):
            if other.points <= me.points:
                return
        gains.gain_points(state, me, self.points * copies, self.slug)


class EnergyHoarder(Card):
    """Gives points at the end of a turn for the energy its owner has (KT-61)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")
        self.energy = amounts.take("energy", 1)

    def end_order(self) -> int:
        return 2

    def turn_ends(self, state: Position, me: Monster, copies: int) -> None:
        gains.gain_points(state, me, me.energy // self.energy * self.points * copies, self.slug)


class Herbivore(Card):
    """Gives points at the end of a turn in which its owner made nobody lose hearts (KT-51)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")

    def end_order(self) -> int:
        return 3

    def turn_ends(self, state: Position, me: Monster, copies: int) -> None:
        if not state.harmed:
            gains.gain_points(state, me, self.points * copies, self.slug)


class SolarPowered(Card):
    """Gives energy at the end of a turn to an owner that has none (KT-61)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def end_order(self) -> int:
        return 4

    def turn_ends(self, state: Position, me: Monster, copies: int) -> None:
        if me.energy == 0:
            for _ in range(copies):
                gains.gain_energy(state, me, self.energy, self.slug)


class Mimic(Card):
    """Copies a Keep card in play; its owner may pay at the start of a turn to copy another (KT-63 to
    KT-66)."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def copies_others(self) -> bool:
        return True

    def targets(self, state: Position, held: Held) -> list[tuple[int, int]]:
        """Return the Keep cards in play, except Mimics and the one it copies now (KT-63)."""
        found: list[tuple[int, int]] = []
        for monster in state.monsters:
            for slot, other in enumerate(monster.hand):
                if not other.card.copies_others() and other is not held.copied:
                    found.append((monster.seat, slot))
        return found

    def may_move(self, me: Monster) -> bool:
        return me.energy >= self.energy

    def moves(self, state: Position, me: Monster, held: Held, copied: Held) -> None:
        gains.pay_energy(state, me, self.energy, self.slug)
        hands.copy(state, me, held, copied)

    def asks(self, state: Position, me: Monster, held: Held) -> bool:
        """Ask which card to copy if there are several; a single one is copied at once."""
        targets = self.targets(state, held)
        if len(targets) > 1:
            state.phase = MIMIC_TARGET
            state.asked = me.seat
            state.aiming = len(me.hand) - 1
            return True
        if targets:
            seat, place = targets[0]
            hands.copy(state, me, held, state.monsters[seat].hand[place])
        return False
