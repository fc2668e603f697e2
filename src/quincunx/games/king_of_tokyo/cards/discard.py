"""Discard cards: they work at once when bought. Points come first, then hearts."""

from quincunx.core.amounts import Amounts
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.rules import battle, gains
from quincunx.games.king_of_tokyo.rules import turn as rules_turn
from quincunx.games.king_of_tokyo.state import CITY, OUTSIDE, Monster, Position


class DiscardCard(Card):
    """A card that works once: points, hearts lost by its buyer and by the others, healing."""

    points = 0
    own_hearts = 0
    others_hearts = 0
    heals = 0

    def stays(self) -> bool:
        return False

    def played(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)
        battle.threaten(me, self.own_hearts)
        if self.others_hearts:
            for other in state.others(me):
                battle.threaten(other, self.others_hearts)
        gains.heal(state, me, self.heals, self.slug)

    def points_now(self, enter: int) -> int:
        return self.points

    def own_loss(self) -> int:
        return self.own_hearts

    def others_loss(self) -> int:
        return self.others_hearts

    def healing(self) -> int:
        return self.heals


class Building(DiscardCard):
    """A card that gives points and nothing else."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")


class CornerStore(Building):
    """Gives a few points."""


class CommuterTrain(Building):
    """Gives some points."""


class ApartmentBuilding(Building):
    """Gives more points."""


class Skyscraper(Building):
    """Gives many points."""


class Weapons(DiscardCard):
    """A card that gives points and costs its buyer hearts (KT-62)."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")
        self.own_hearts = amounts.take("hearts")


class NationalGuard(Weapons):
    """Gives some points for some hearts."""


class Tank(Weapons):
    """Gives more points for more hearts."""


class JetFighters(Weapons):
    """Gives many points for many hearts."""


class HighAltitudeBombing(DiscardCard):
    """Costs every monster hearts, its buyer too (KT-62)."""

    def take(self, amounts: Amounts) -> None:
        self.own_hearts = amounts.take("hearts")
        self.others_hearts = self.own_hearts


class GasRefinery(DiscardCard):
    """Gives points, and costs the others hearts."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")
        self.others_hearts = amounts.take("hearts")


class FlameThrower(DiscardCard):
    """Costs the others hearts."""

    def take(self, amounts: Amounts) -> None:
        self.others_hearts = amounts.take("hearts")


class NuclearPowerPlant(DiscardCard):
    """Gives points and heals."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")
        self.heals = amounts.take("hearts")


class Heal(DiscardCard):
    """Heals its buyer."""

    def take(self, amounts: Amounts) -> None:
        self.heals = amounts.take("hearts")


class VastStorm(DiscardCard):
    """Gives points, and costs the others a part of their energy."""

    def take(self, amounts: Amounts) -> None:
        self.points = amounts.take("points")
        self.energy = amounts.take("energy")
        self.every = amounts.take("every", 1)

    def played(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)
        for other in state.others(me):
            lost = min(other.energy, other.energy // self.every * self.energy)
            gains.lose_energy(state, other, lost, self.slug, me.seat)


class EvacuationOrders(DiscardCard):
    """Costs the others points."""

    def take(self, amounts: Amounts) -> None:
        self.others_points = amounts.take("points")

    def played(self, state: Position, me: Monster) -> None:
        for other in state.others(me):
            gains.lose_points(state, other, self.others_points, self.slug, me.seat)


class Energize(DiscardCard):
    """Gives energy."""

    def take(self, amounts: Amounts) -> None:
        self.energy = amounts.take("energy")

    def played(self, state: Position, me: Monster) -> None:
        gains.gain_energy(state, me, self.energy, self.slug)


class DeathFromAbove(Building):
    """Gives points; if its buyer is not in Tokyo, everyone there leaves and the buyer enters the City
    (KT-46)."""

    def played(self, state: Position, me: Monster) -> None:
        gains.gain_points(state, me, self.points, self.slug)
        if me.in_tokyo:
            return
        for other in state.others(me):
            if other.in_tokyo:
                other.place = OUTSIDE
                if state.log is not None:
                    state.log_event("driven-out", other.seat, causes=[self.slug], by=me.seat)
        rules_turn.enter(state, me, CITY)

    def points_now(self, enter: int) -> int:
        return self.points + enter


class Frenzy(DiscardCard):
    """Gives another turn after this one (KT-39)."""

    def played(self, state: Position, me: Monster) -> None:
        me.extra_turns += 1
        if state.log is not None:
            state.log_event("turn-granted", me.seat, causes=[self.slug])
