"""The shape of game.toml, and the sense its numbers must make."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quincunx.games.bitcoin_mining import cards
from quincunx.games.bitcoin_mining.board import WHOLE, Board, Rates
from quincunx.games.bitcoin_mining.position import Card
from quincunx.games.bitcoin_mining.rules import Edition

Fiat = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]
Btc = Annotated[float, Meta(ge=0, le=1_000_000)]
Percent = Annotated[float, Meta(ge=0, le=1000)]
UpTo100 = Annotated[float, Meta(ge=0, le=100)]
Copies = Annotated[int, Meta(ge=0, le=100)]


class Plain(msgspec.Struct, forbid_unknown_fields=True):
    """A card without a number of its own."""

    copies: Copies


class WithBtc(Plain, forbid_unknown_fields=True):
    btc: Btc


class WithFiat(Plain, forbid_unknown_fields=True):
    fiat: Fiat


class WithPercent(Plain, forbid_unknown_fields=True):
    percent: UpTo100


class WithPercentOff(Plain, forbid_unknown_fields=True):
    percent_off: UpTo100


class WithBatches(Plain, forbid_unknown_fields=True):
    batches: Annotated[int, Meta(ge=0, le=20)]


class WithSale(WithBtc, forbid_unknown_fields=True):
    fiat: Fiat


class Cities(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The base price of a property in each city."""

    caracas: Fiat
    assuncion: Fiat
    ciudad_del_este: Fiat
    minsk: Fiat
    irkutsk: Fiat
    rockdale: Fiat

    def prices(self) -> list[int]:
        return list(msgspec.structs.astuple(self))


class BullDeck(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    subsidy_spike: WithBtc
    energy_discount: Plain
    hardware_windfall: WithPercentOff
    hosting_demand: WithFiat
    bulk_import: WithPercentOff
    local_grant: WithFiat
    hashrate_upgrade: WithBatches
    market_hype: WithBtc
    logistics_win: Plain
    whale_buyer: WithSale


class BearDeck(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    energy_shock: WithFiat
    equipment_failure: Plain
    customs_delay: Plain
    tax_audit: WithPercent
    theft_incident: WithBtc
    cooling_leak: WithFiat
    network_congestion: WithPercentOff
    insurance_denied: WithFiat
    emergency_shutdown: Plain
    forced_sale: WithPercent


CITIES = Cities.__struct_encode_fields__
CARDS = [*BullDeck.__struct_encode_fields__, *BearDeck.__struct_encode_fields__]
"""The cities and cards as game.toml and moves name them, by number."""


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a variant may change."""

    side: Annotated[int, Meta(ge=3, le=5)]
    cycles: Annotated[int, Meta(ge=1, le=20)]
    btc_goal: Btc
    max_rounds: Annotated[int, Meta(ge=0)]
    start_fiat: Fiat
    miner_price: Fiat
    batch_limit: Annotated[int, Meta(ge=1, le=20)]
    toll_percent: Percent
    toll_percent_per_batch: Percent
    payout: Annotated[list[Btc], Meta(min_length=1)]
    inflation_percent: Percent
    inspection_fee: Fiat
    cities: Cities
    bull: BullDeck
    bear: BearDeck


def prepare(numbers: Numbers) -> Edition:
    """The numbers as the rules use them; ValueError with a sentence if they make no sense."""
    rates = Rates(numbers.cycles, _share(numbers.inflation_percent, "inflation_percent"))
    board = Board(
        numbers.side,
        rates,
        numbers.cities.prices(),
        numbers.miner_price,
        _share(numbers.toll_percent, "toll_percent"),
        _share(numbers.toll_percent_per_batch, "toll_percent_per_batch"),
        numbers.batch_limit,
        numbers.batch_limit + numbers.bull.hashrate_upgrade.batches,
    )
    payouts = [_halves(btc, "payout") for btc in numbers.payout]
    lasting = [payouts[-1]] * (numbers.cycles - len(payouts))
    return Edition(
        board,
        [*_bull_cards(numbers, rates), *_bear_cards(numbers, rates)],
        [0, *payouts, *lasting],
        numbers.start_fiat,
        numbers.inspection_fee,
        numbers.cycles,
        _halves(numbers.btc_goal, "btc_goal"),
        numbers.max_rounds,
    )


def _bull_cards(numbers: Numbers, rates: Rates) -> list[Card]:
    deck = numbers.bull
    windfall = _remaining(deck.hardware_windfall, "bull.hardware-windfall")
    bulk = _remaining(deck.bulk_import, "bull.bulk-import")
    return [
        cards.SubsidySpike(*_with_btc(0, deck.subsidy_spike)),
        cards.EnergyDiscount(*_card(1, deck.energy_discount)),
        cards.HardwareWindfall(
            *_card(2, deck.hardware_windfall), rates.by_cycle(numbers.miner_price, windfall)
        ),
        cards.HostingDemand(*_card(3, deck.hosting_demand), deck.hosting_demand.fiat),
        cards.BulkImport(*_card(4, deck.bulk_import), rates.by_cycle(numbers.miner_price, bulk)),
        cards.LocalGrant(*_card(5, deck.local_grant), deck.local_grant.fiat),
        cards.HashrateUpgrade(*_card(6, deck.hashrate_upgrade), deck.hashrate_upgrade.batches),
        cards.MarketHype(*_with_btc(7, deck.market_hype)),
        cards.LogisticsWin(*_card(8, deck.logistics_win)),
        cards.WhaleBuyer(*_with_btc(9, deck.whale_buyer), deck.whale_buyer.fiat),
    ]


def _bear_cards(numbers: Numbers, rates: Rates) -> list[Card]:
    deck = numbers.bear
    tax = _share(deck.tax_audit.percent, "bear.tax-audit.percent")
    congested = _remaining(deck.network_congestion, "bear.network-congestion")
    sale = _share(deck.forced_sale.percent, "bear.forced-sale.percent")
    return [
        cards.EnergyShock(*_card(10, deck.energy_shock), deck.energy_shock.fiat),
        cards.EquipmentFailure(*_card(11, deck.equipment_failure)),
        cards.CustomsDelay(*_card(12, deck.customs_delay)),
        cards.TaxAudit(*_card(13, deck.tax_audit), tax),
        cards.TheftIncident(*_with_btc(14, deck.theft_incident)),
        cards.CoolingLeak(*_card(15, deck.cooling_leak), deck.cooling_leak.fiat),
        cards.NetworkCongestion(*_card(16, deck.network_congestion), congested),
        cards.InsuranceDenied(*_card(17, deck.insurance_denied), deck.insurance_denied.fiat),
        cards.EmergencyShutdown(*_card(18, deck.emergency_shutdown)),
        cards.ForcedSale(
            *_card(19, deck.forced_sale), [rates.by_cycle(price, sale) for price in numbers.cities.prices()]
        ),
    ]


def _card(number: int, card: Plain) -> tuple[int, str, int]:
    return number, CARDS[number].replace("-", " ").title(), card.copies


def _with_btc(number: int, card: WithBtc) -> tuple[int, str, int, int]:
    return *_card(number, card), _halves(card.btc, f"{CARDS[number]}.btc")


def _remaining(card: WithPercentOff, name: str) -> int:
    return WHOLE - _share(card.percent_off, f"{name}.percent_off")


def _share(percent: float, name: str) -> int:
    """A percentage as a share of WHOLE."""
    share = round(percent * 1000)
    if abs(share - percent * 1000) > 1e-6:
        raise ValueError(f"`{name}` must have at most three decimals, not {percent:g}.")
    return share


def _halves(btc: float, name: str) -> int:
    if btc * 2 % 1:
        raise ValueError(f"`{name}` must be a multiple of 0.5, not {btc:g}.")
    return int(btc * 2)
