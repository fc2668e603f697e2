"""The twenty cards, the bull deck first. Each class is one card with its whole effect.

A class is found by the card's name in game.toml: `energy-shock` is `EnergyShock`.
"""

from mypy_extensions import i64

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import MOST, WHOLE, Rates
from quincunx.games.bitcoin_mining.rules.decks import end_effect
from quincunx.games.bitcoin_mining.rules.land import give_back
from quincunx.games.bitcoin_mining.rules.money import hand_over, mine, must_pay, pay_bank
from quincunx.games.bitcoin_mining.rules.orders import deliver, order_at, remove_batch
from quincunx.games.bitcoin_mining.state import Card, CardAmounts, Position, Property


class BtcCard(Card):
    """A card with an amount of BTC printed on it."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        self.btc = amounts.btc("btc")


class FiatCard(Card):
    """A card with an amount of fiat printed on it, which never inflates (BM-7)."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        self.fiat = amounts.take("fiat", most=MOST)


class ReducedBatchCard(Card):
    """A card that sells a batch for less than the current price."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        share = WHOLE - amounts.percent("percent_off")
        self.prices = rates.by_cycle(rates.miner_price, share)


class PlayerCard(Card):
    """A card whose effect runs for the player who drew it until the cycle changes (BM-19)."""

    def runs_for_player(self) -> bool:
        return True

    def cycle_changes(self, game: Position, seat: int) -> None:
        end_effect(game, seat, self)
        if game.log is not None:
            game.log_event("effect-ended", seat, pieces=[self.name])


class PropertyCard(Card):
    """A card whose effect runs on a property of the player's choice until the cycle changes (BM-19).

    The same effect runs only once (BM-18)."""

    def runs_on_property(self) -> bool:
        return True

    def choices(self, game: Position, seat: int) -> list[int]:
        return [codes.CHOOSE + place.number for place in game.owned(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        place = game.changing(action - codes.CHOOSE)
        new = self not in place.effects
        if new:
            place.effects = [*place.effects, self]
        if game.log is not None:
            kind = "effect-began" if new else "effect-goes-on"
            game.log_event(kind, seat, pieces=[self.name, game.board.names[place.number]])

    def cycle_changes_on(self, game: Position, number: int) -> None:
        place = game.changing(number)
        place.effects = [card for card in place.effects if card is not self]
        if game.log is not None:
            game.log_event("effect-ended", place.owner, pieces=[self.name, game.board.names[number]])


def decline(game: Position, seat: int, card: Card) -> None:
    if game.log is not None:
        game.log_event("declined", seat, pieces=[card.name])


# Bull cards


class SubsidySpike(BtcCard):
    """Gives 1 BTC."""

    def draw(self, game: Position, seat: int) -> None:
        mine(game, seat, self.btc)
        if game.log is not None:
            game.log_event("btc-gained", seat, {"btc": self.btc}, causes=[self.name])


class EnergyDiscount(PlayerCard):
    """Spares the player all tolls until the cycle changes; the owner gets none (BM-23)."""

    def toll_due(self, toll: i64) -> i64:
        return 0


class HardwareWindfall(ReducedBatchCard):
    """Lets the player order one batch now at half the current price."""

    def choices(self, game: Position, seat: int) -> list[int]:
        room = game.with_room(game.miners[seat], self.prices[game.cycle])
        return [*[codes.ORDER + number for number in room], codes.DECLINE] if room else []

    def choose(self, game: Position, seat: int, action: int) -> None:
        if action == codes.DECLINE:
            decline(game, seat, self)
        else:
            order_at(game, seat, action - codes.ORDER, self.prices[game.cycle], [self.name])


class HostingDemand(FiatCard):
    """Takes 20,000 from each other player, or all that player has if less (BM-14)."""

    def draw(self, game: Position, seat: int) -> None:
        for other, miner in enumerate(game.miners):
            if other != seat:
                given = min(self.fiat, miner.fiat)
                hand_over(game, other, seat, given)
                if game.log is not None:
                    game.log_event("fiat-given", other, {"fiat": given}, causes=[self.name], by=seat)


class BulkImport(ReducedBatchCard):
    """Is kept, and makes the first batch of the next ordinary order 20% cheaper (BM-21)."""

    def kept(self) -> bool:
        return True

    def batch_price(self, price: i64, cycle: i64) -> i64:
        return self.prices[cycle]

    def batch_ordered(self, game: Position, seat: int) -> bool:
        end_effect(game, seat, self)
        return True


class LocalGrant(FiatCard):
    """Gives 40,000 fiat."""

    def draw(self, game: Position, seat: int) -> None:
        pay_bank(game, seat, -self.fiat)
        if game.log is not None:
            game.log_event("fiat-gained", seat, {"fiat": self.fiat}, causes=[self.name])


class HashrateUpgrade(PropertyCard):
    """Makes room for one more batch on a chosen property of the player until the cycle changes (BM-19)."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        self.batches = amounts.take("batches", most=20)

    def room(self, limit: i64) -> i64:
        return limit + self.batches


class MarketHype(SubsidySpike):
    """Gives 0.5 BTC."""


class LogisticsWin(Card):
    """Is kept: when a pawn lands on a property of its keeper with room, the keeper may buy a batch for it at
    the current price, placed at once, before toll and payout."""

    def kept(self) -> bool:
        return True

    def pawn_lands(self, game: Position, place: Property) -> list[int]:
        rich = game.miners[place.owner].fiat >= game.miner_price
        return [codes.USE, codes.DECLINE] if rich and not game.last_turn and game.has_room(place) else []

    def landing_answered(self, game: Position, place: Property, action: int) -> bool:
        if action == codes.DECLINE:
            decline(game, place.owner, self)
            return False
        end_effect(game, place.owner, self)
        order_at(game, place.owner, place.number, game.miner_price, [self.name])
        deliver(game, place.number, 1)
        return True


class WhaleBuyer(BtcCard):
    """Lets the player sell 1 BTC for 120,000 fiat."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        super().take(amounts, rates)
        self.fiat = amounts.take("fiat", most=MOST)

    def choices(self, game: Position, seat: int) -> list[int]:
        return [codes.SELL, codes.DECLINE] if game.miners[seat].btc >= self.btc else []

    def choose(self, game: Position, seat: int, action: int) -> None:
        if action == codes.DECLINE:
            decline(game, seat, self)
            return
        mine(game, seat, -self.btc)
        pay_bank(game, seat, -self.fiat)
        if game.log is not None:
            game.log_event("btc-sold", seat, {"btc": self.btc, "fiat": self.fiat}, causes=[self.name])


# Bear cards


class EnergyShock(FiatCard):
    """Costs 10,000 fiat."""

    def draw(self, game: Position, seat: int) -> None:
        must_pay(game, seat, self.fiat, self.name)


class EquipmentFailure(Card):
    """Removes one batch from a property of the player."""

    def choices(self, game: Position, seat: int) -> list[int]:
        return [codes.CHOOSE + place.number for place in game.mining(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        remove_batch(game, action - codes.CHOOSE, self.name)


class CustomsDelay(Card):
    """Skips the player's next turn; until then the player's properties pay no BTC."""

    def runs_for_player(self) -> bool:
        return True

    def skips_turn(self) -> bool:
        return True

    def turn_skipped(self, game: Position, seat: int) -> None:
        end_effect(game, seat, self)
        if game.log is not None:
            game.log_event("skipped", seat, causes=[self.name])

    def payout(self, btc: i64) -> i64:
        return 0


class TaxAudit(Card):
    """Costs 10% of the player's fiat."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        self.share = amounts.percent("percent")

    def draw(self, game: Position, seat: int) -> None:
        # The product may be too large for a native number.
        fiat = int(game.miners[seat].fiat)
        must_pay(game, seat, fiat * self.share // WHOLE, self.name)


class TheftIncident(BtcCard):
    """Costs 0.5 BTC, but never below 0."""

    def draw(self, game: Position, seat: int) -> None:
        lost = min(self.btc, game.miners[seat].btc)
        mine(game, seat, -lost)
        if game.log is not None:
            game.log_event("btc-lost", seat, {"btc": lost}, causes=[self.name])


class CoolingLeak(FiatCard):
    """Costs 30,000 fiat or one batch; the player goes to Inspection only with neither (BM-14)."""

    def choices(self, game: Position, seat: int) -> list[int]:
        ways = [codes.PAY] if game.miners[seat].fiat >= self.fiat else []
        return [*ways, *[codes.CHOOSE + place.number for place in game.mining(seat)]]

    def choose(self, game: Position, seat: int, action: int) -> None:
        if action == codes.PAY:
            must_pay(game, seat, self.fiat, self.name)
        else:
            remove_batch(game, action - codes.CHOOSE, self.name)

    def draw(self, game: Position, seat: int) -> None:
        must_pay(game, seat, self.fiat, self.name)


class NetworkCongestion(PlayerCard):
    """Halves payouts from the player's properties until the cycle changes, rounded down to 0.5 BTC (BM-8)."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        self.share = WHOLE - amounts.percent("percent_off")

    def payout(self, btc: i64) -> i64:
        return btc * self.share // WHOLE


class InsuranceDenied(EnergyShock):
    """Costs 20,000 fiat."""


class EmergencyShutdown(PropertyCard):
    """Stops a chosen property of the player, if possible one that mines (BM-22): no BTC until the cycle
    changes."""

    def choices(self, game: Position, seat: int) -> list[int]:
        running = [codes.CHOOSE + place.number for place in game.mining(seat) if self not in place.effects]
        return running or super().choices(game, seat)

    def payout(self, btc: i64) -> i64:
        return 0


class ForcedSale(Card):
    """Sells a chosen property of the player to the bank for half its price; its batches are lost."""

    def take(self, amounts: CardAmounts, rates: Rates) -> None:
        share = amounts.percent("percent")
        self.refunds = [rates.by_cycle(price, share) for price in rates.city_prices]

    def choices(self, game: Position, seat: int) -> list[int]:
        return [codes.CHOOSE + place.number for place in game.owned(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        place = game.places[action - codes.CHOOSE]
        give_back(game, place, self.refunds[game.board.city(place.number)][game.cycle], self.name)
