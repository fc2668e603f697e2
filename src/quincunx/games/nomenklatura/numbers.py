"""The shape of game.toml, and the sense its numbers must make."""

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated

import msgspec
from msgspec import Meta

from quincunx.core.mistake import nearest
from quincunx.games.nomenklatura import cards as off_railroad
from quincunx.games.nomenklatura import cards_railroad as railroad
from quincunx.games.nomenklatura.board import REGIONS, Card, Setup

Count = Annotated[int, Meta(ge=0, le=50)]
AtLeastOne = Annotated[int, Meta(ge=1, le=50)]
Some = Annotated[int, Meta(ge=1, le=5)]


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """What every agenda card has: its name, and its region by id."""

    name: str
    region: str


class Purge(Part):
    remove: AtLeastOne


class Redistribution(Part):
    remove: AtLeastOne
    place: Count


class CentralCommittee(Part):
    remove: Count
    place: Count


class Archive(Part):
    look: Some
    place: Count


class Delegation(Part):
    to: str
    send: Count
    place: Count


class Exchange(Part):
    swaps: Count
    place: Count


class Railroad(Part):
    markers: AtLeastOne
    stops: AtLeastOne
    place: Count


class Expedition(Part):
    western: Count
    place: Count


class BuyOut(Part):
    price: Count
    place: Count


class Liquidation(Part):
    price: Count
    place: Count


class Subsidy(Part):
    rubles: Count
    place: Count


class Reserves(Part):
    aside: AtLeastOne
    place: Count


class Industry(Part):
    place: Count
    times: Count
    give_up: AtLeastOne
    remove: AtLeastOne


class Network(Part):
    western: AtLeastOne


class Partnership(Part):
    western: Count
    partner: Count
    place: Count


class Migration(Part):
    move: AtLeastOne


class Cards(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The agenda deck, in the order of the rulebook."""

    purge: Purge
    redistribution: Redistribution
    central_committee: CentralCommittee
    archive: Archive
    delegation: Delegation
    exchange: Exchange
    railroad: Railroad
    far_east_expedition: Expedition
    siberia_expedition: Expedition
    buy_out: BuyOut
    liquidation: Liquidation
    subsidy: Subsidy
    reserves: Reserves
    industry: Industry
    network: Network
    partnership: Partnership
    migration: Migration


class Consolidation(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    fee: Count
    place: Count
    move: Count


class Region(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(pattern="^[a-z][a-z-]*$")]
    name: str
    western: bool
    at: tuple[Annotated[int, Meta(ge=0, le=9)], Annotated[int, Meta(ge=0, le=9)]]


class Map(msgspec.Struct, forbid_unknown_fields=True):
    regions: Annotated[list[Region], Meta(min_length=2, max_length=REGIONS)]
    borders: list[tuple[str, str]]
    railroad: list[str]


class Start(msgspec.Struct, forbid_unknown_fields=True):
    start_rubles: Annotated[int, Meta(ge=0, le=1000)]
    markers: Annotated[int, Meta(ge=1, le=100)]
    marker_start: str
    max_rounds: Annotated[int, Meta(ge=0)]


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a variant may change."""

    setup: Start
    map: Map
    cards: Cards
    consolidation: Consolidation


def prepare(numbers: Numbers) -> Setup:
    """The map and the cards as the rules use them; ValueError with a sentence if they make no sense."""
    regions = Regions(numbers.map.regions)
    in_play = numbers.cards
    last = numbers.consolidation
    merger = off_railroad.Consolidation(last.fee, last.place, last.move)
    return Setup(
        regions.ids,
        [region.name for region in numbers.map.regions],
        regions.neighbours(numbers.map.borders),
        [index for index, region in enumerate(numbers.map.regions) if region.western],
        regions.next_stops(numbers.map.railroad),
        [*agenda_cards(in_play, regions), merger],
        [*(name.replace("_", "-") for name in KINDS), "consolidation"],
        [*(getattr(in_play, name).name for name in KINDS), last.name],
        numbers.setup.start_rubles,
        numbers.setup.markers,
        regions.find(numbers.setup.marker_start, "setup.marker_start"),
        numbers.setup.max_rounds,
        regions.spots(),
    )


class Regions:
    """The map by the ids of its regions."""

    def __init__(self, regions: list[Region]) -> None:
        self.regions = regions
        self.ids = [region.id for region in regions]
        if len(set(self.ids)) < len(self.ids):
            raise ValueError("two regions of `map.regions` have the same id.")

    def find(self, name: str, where: str) -> int:
        if name not in self.ids:
            raise ValueError(f"`{where}` names no region `{name}`{nearest(name, self.ids)}")
        return self.ids.index(name)

    def neighbours(self, borders: list[tuple[str, str]]) -> list[list[int]]:
        found: list[set[int]] = [set() for _ in self.ids]
        for one, other in borders:
            here, there = self.find(one, "map.borders"), self.find(other, "map.borders")
            if here == there:
                raise ValueError(f"`map.borders`: {one} cannot be its own neighbour.")
            found[here].add(there)
            found[there].add(here)
        return [sorted(regions) for regions in found]

    def next_stops(self, railroad: list[str]) -> list[int]:
        """For each region the next station east, or -1."""
        stations = [self.find(name, "map.railroad") for name in railroad]
        if len(set(stations)) < len(stations):
            raise ValueError("`map.railroad` stops twice in one region.")
        found = [-1] * len(self.ids)
        for station, following in pairwise(stations):
            found[station] = following
        return found

    def spots(self) -> list[tuple[int, int]]:
        """Where the regions are drawn."""
        spots = [region.at for region in self.regions]
        if len(set(spots)) < len(spots):
            raise ValueError("two regions of `map.regions` are drawn at the same place.")
        return spots


KINDS: dict[str, Callable[..., Card]] = {
    "purge": off_railroad.Purge,
    "redistribution": off_railroad.Redistribution,
    "central_committee": off_railroad.CentralCommittee,
    "archive": off_railroad.Archive,
    "delegation": off_railroad.Delegation,
    "exchange": railroad.Exchange,
    "railroad": railroad.Railroad,
    "far_east_expedition": railroad.FarEastExpedition,
    "siberia_expedition": railroad.SiberiaExpedition,
    "buy_out": off_railroad.BuyOut,
    "liquidation": off_railroad.Liquidation,
    "subsidy": off_railroad.Subsidy,
    "reserves": railroad.Reserves,
    "industry": railroad.Industry,
    "network": railroad.Network,
    "partnership": railroad.Partnership,
    "migration": railroad.Migration,
}
"""A card's numbers stand in game.toml in the order its class takes them, the region first."""


def agenda_cards(cards: Cards, regions: Regions) -> list[Card]:
    """The deck, in the order of the rulebook."""
    return [kind(*card_numbers(name, getattr(cards, name), regions)) for name, kind in KINDS.items()]


def card_numbers(name: str, part: Part, regions: Regions) -> list[int]:
    """What a card's class takes; regions by their number."""
    found: list[int] = []
    for field, value in msgspec.structs.asdict(part).items():
        if isinstance(value, int):
            found.append(value)
        elif field != "name":
            found.append(regions.find(value, f"cards.{name.replace('_', '-')}.{field}"))
    return found
