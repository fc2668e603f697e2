"""The twenty cards, the bull deck first. Each class is one card with its whole effect."""

from quincunx.games.bitcoin_mining.board import WHOLE
from quincunx.games.bitcoin_mining.position import (
    CHOOSE,
    DECLINE,
    ORDER,
    PAY,
    SELL,
    Card,
    Position,
    Property,
    coins,
    who,
)


class BtcCard(Card):
    """A card with an amount of BTC printed on it."""

    def __init__(self, number: int, name: str, copies: int, btc: int) -> None:
        super().__init__(number, name, copies)
        self.btc = btc


class FiatCard(Card):
    """A card with an amount of fiat printed on it, which never inflates (BM-7)."""

    def __init__(self, number: int, name: str, copies: int, fiat: int) -> None:
        super().__init__(number, name, copies)
        self.fiat = fiat


class ReducedBatchCard(Card):
    """A card that sells a batch at a share of the current price; `prices` are by cycle."""

    def __init__(self, number: int, name: str, copies: int, prices: list[int]) -> None:
        super().__init__(number, name, copies)
        self.prices = prices


# Bull cards


class SubsidySpike(BtcCard):
    """Gain 1 BTC."""

    def text(self, cycle: int) -> str:
        return f"gain {coins(self.btc)}."

    def draw(self, game: Position, seat: int) -> None:
        game.mine(seat, self.btc)


class EnergyDiscount(Card):
    """Pay no tolls until the cycle changes; the owner gets none, and you cannot be short (BM-23)."""

    def text(self, cycle: int) -> str:
        return "pay no energy tolls until the cycle changes."

    def draw(self, game: Position, seat: int) -> None:
        game.begin_effect(seat, self)

    def until_cycle(self) -> bool:
        return True

    def toll(self, toll: int) -> int:
        return 0


class HardwareWindfall(ReducedBatchCard):
    """You may order one batch now at half the current price."""

    def text(self, cycle: int) -> str:
        return f"you may order one batch now, for {self.prices[cycle]:,}."

    def choices(self, game: Position, seat: int) -> list[int]:
        room = game.with_room(seat, self.prices[game.cycle])
        return [*[ORDER + number for number in room], DECLINE] if room else []

    def choose(self, game: Position, seat: int, action: int) -> None:
        if action != DECLINE:
            game.order_at(seat, action - ORDER, self.prices[game.cycle])


class HostingDemand(FiatCard):
    """Collect 20,000 from each other player, or all that player has if less (BM-14)."""

    def text(self, cycle: int) -> str:
        return f"collect {self.fiat:,} from each other player."

    def draw(self, game: Position, seat: int) -> None:
        for other, miner in enumerate(game.miners):
            if other != seat:
                given = min(self.fiat, miner.fiat)
                game.hand_over(other, seat, given)
                if game.log is not None:
                    game.tell(f"{who(other)} gives {who(seat)} {given:,}.")


class BulkImport(ReducedBatchCard):
    """Keep it: the first batch of your next ordinary order costs 20% less (BM-21)."""

    def text(self, cycle: int) -> str:
        return f"keep it; your next batch costs {self.prices[cycle]:,}."

    def draw(self, game: Position, seat: int) -> None:
        game.begin_effect(seat, self)

    def kept(self) -> bool:
        return True

    def batch_price(self, price: int, cycle: int) -> int:
        return self.prices[cycle]

    def used_by_order(self) -> bool:
        return True


class LocalGrant(FiatCard):
    """Gain 40,000 fiat."""

    def text(self, cycle: int) -> str:
        return f"gain {self.fiat:,}."

    def draw(self, game: Position, seat: int) -> None:
        game.receive(seat, self.fiat)


class HashrateUpgrade(Card):
    """Choose one of your properties: it can hold one more batch until the cycle changes (BM-19)."""

    def __init__(self, number: int, name: str, copies: int, batches: int) -> None:
        super().__init__(number, name, copies)
        self.batches = batches

    def text(self, cycle: int) -> str:
        return f"one of your properties can hold {self.batches} more until the cycle changes."

    def choices(self, game: Position, seat: int) -> list[int]:
        return [CHOOSE + place.number for place in game.owned(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        game.mark(game.places[action - CHOOSE], self)

    def until_cycle(self) -> bool:
        return True

    def extra_room(self) -> int:
        return self.batches


class MarketHype(BtcCard):
    """Gain 0.5 BTC."""

    def text(self, cycle: int) -> str:
        return f"gain {coins(self.btc)}."

    def draw(self, game: Position, seat: int) -> None:
        game.mine(seat, self.btc)


class LogisticsWin(Card):
    """Keep it: when a pawn lands on a property of yours with room, you may buy a batch for it at the
    current price, placed at once, before toll and payout."""

    def text(self, cycle: int) -> str:
        return "keep it; when a pawn lands on your property, you may add a batch there at once."

    def draw(self, game: Position, seat: int) -> None:
        game.begin_effect(seat, self)

    def kept(self) -> bool:
        return True

    def may_join_landing(self, game: Position, place: Property) -> bool:
        rich = game.miners[place.owner].fiat >= game.miner_price()
        return rich and not game.last_turn and game.has_room(place)

    def join_landing(self, game: Position, place: Property) -> None:
        game.end_effect(place.owner, self)
        game.order_at(place.owner, place.number, game.miner_price())
        game.deliver(place, 1)


class WhaleBuyer(BtcCard):
    """You may sell 1 BTC for 120,000 fiat."""

    def __init__(self, number: int, name: str, copies: int, btc: int, fiat: int) -> None:
        super().__init__(number, name, copies, btc)
        self.fiat = fiat

    def text(self, cycle: int) -> str:
        return f"you may sell {coins(self.btc)} for {self.fiat:,}."

    def choices(self, game: Position, seat: int) -> list[int]:
        return [SELL, DECLINE] if game.miners[seat].btc >= self.btc else []

    def choose(self, game: Position, seat: int, action: int) -> None:
        if action == SELL:
            game.lose_btc(seat, self.btc)
            game.receive(seat, self.fiat)
            if game.log is not None:
                game.tell(f"{who(seat)} sells {coins(self.btc)} for {self.fiat:,}.")


# Bear cards


class EnergyShock(FiatCard):
    """Pay 10,000 fiat."""

    def text(self, cycle: int) -> str:
        return f"pay {self.fiat:,}."

    def draw(self, game: Position, seat: int) -> None:
        game.must_pay(seat, self.fiat)


class EquipmentFailure(Card):
    """Remove one batch from one of your properties."""

    def text(self, cycle: int) -> str:
        return "remove one of your batches."

    def choices(self, game: Position, seat: int) -> list[int]:
        return [CHOOSE + place.number for place in game.mining(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        game.remove_batch(game.places[action - CHOOSE])


class CustomsDelay(Card):
    """Skip your next turn; until then your properties pay no BTC."""

    def text(self, cycle: int) -> str:
        return "skip your next turn; until then your properties pay no BTC."

    def draw(self, game: Position, seat: int) -> None:
        game.begin_effect(seat, self)

    def skips_turn(self) -> bool:
        return True

    def payout(self, btc: int) -> int:
        return 0


class TaxAudit(Card):
    """Pay 10% of your fiat."""

    def __init__(self, number: int, name: str, copies: int, share: int) -> None:
        super().__init__(number, name, copies)
        self.share = share

    def text(self, cycle: int) -> str:
        return f"pay {self.share / 1000:g}% of your fiat."

    def draw(self, game: Position, seat: int) -> None:
        game.must_pay(seat, game.miners[seat].fiat * self.share // WHOLE)


class TheftIncident(BtcCard):
    """Lose 0.5 BTC, but never below 0."""

    def text(self, cycle: int) -> str:
        return f"lose {coins(self.btc)}."

    def draw(self, game: Position, seat: int) -> None:
        game.lose_btc(seat, min(self.btc, game.miners[seat].btc))


class CoolingLeak(FiatCard):
    """Pay 30,000 fiat or remove one of your batches; to Inspection only if you can do neither (BM-14)."""

    def text(self, cycle: int) -> str:
        return f"pay {self.fiat:,} or remove one of your batches."

    def choices(self, game: Position, seat: int) -> list[int]:
        ways = [PAY] if game.miners[seat].fiat >= self.fiat else []
        return [*ways, *[CHOOSE + place.number for place in game.mining(seat)]]

    def choose(self, game: Position, seat: int, action: int) -> None:
        if action == PAY:
            game.must_pay(seat, self.fiat)
        else:
            game.remove_batch(game.places[action - CHOOSE])

    def draw(self, game: Position, seat: int) -> None:
        game.must_pay(seat, self.fiat)


class NetworkCongestion(Card):
    """Payouts from your properties are halved until the cycle changes, rounded down to 0.5 BTC (BM-8)."""

    def __init__(self, number: int, name: str, copies: int, kept_share: int) -> None:
        super().__init__(number, name, copies)
        self.kept_share = kept_share

    def text(self, cycle: int) -> str:
        return f"your payouts are cut to {self.kept_share / 1000:g}% until the cycle changes."

    def draw(self, game: Position, seat: int) -> None:
        game.begin_effect(seat, self)

    def until_cycle(self) -> bool:
        return True

    def payout(self, btc: int) -> int:
        return btc * self.kept_share // WHOLE


class InsuranceDenied(FiatCard):
    """Pay 20,000 fiat."""

    def text(self, cycle: int) -> str:
        return f"pay {self.fiat:,}."

    def draw(self, game: Position, seat: int) -> None:
        game.must_pay(seat, self.fiat)


class EmergencyShutdown(Card):
    """Choose one of your properties, if you can one that mines (BM-22): no BTC until the cycle changes."""

    def text(self, cycle: int) -> str:
        return "one of your properties pays no BTC until the cycle changes."

    def choices(self, game: Position, seat: int) -> list[int]:
        running = [CHOOSE + place.number for place in game.mining(seat) if self not in place.effects]
        return running or [CHOOSE + place.number for place in game.owned(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        game.mark(game.places[action - CHOOSE], self)

    def until_cycle(self) -> bool:
        return True

    def payout(self, btc: int) -> int:
        return 0


class ForcedSale(Card):
    """Choose one of your properties: the bank takes it for half its price, and its batches are lost."""

    def __init__(self, number: int, name: str, copies: int, prices: list[list[int]]) -> None:
        super().__init__(number, name, copies)
        self.prices = prices

    def text(self, cycle: int) -> str:
        return "one of your properties goes back to the bank, and its batches are lost."

    def choices(self, game: Position, seat: int) -> list[int]:
        return [CHOOSE + place.number for place in game.owned(seat)]

    def choose(self, game: Position, seat: int, action: int) -> None:
        place = game.places[action - CHOOSE]
        price = self.prices[game.board.city(place.number)][game.cycle]
        game.release(place)
        game.receive(seat, price)
        if game.log is not None:
            game.tell(f"{who(seat)} gives {game.board.name(place.number)} back for {price:,}.")
