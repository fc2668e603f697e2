"""The shape of game.toml, and the checks that its numbers make sense."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.cards import fill, find_class
from quincunx.core.errors import nearest
from quincunx.games.nomenklatura.cards import off_railroad, railroad
from quincunx.games.nomenklatura.question import Facts
from quincunx.games.nomenklatura.state import REGIONS, Card, CardAmounts, Setup
from quincunx.text.grammar import count

MODULES = [off_railroad, railroad]
"""The modules with the cards' classes."""
FEWEST_CARDS = 5
"""The size of a full agenda."""
Words = Annotated[str, Meta(min_length=1)]


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
    outsiders_bid: bool


class Printed(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of every card: its name and its text; amounts and regions stand in braces there."""

    name: Words
    text: Words


def card_shape(name: str) -> type[msgspec.Struct]:
    """Return the shape of a card's entry: the fields that its class takes."""
    kind = find_class(name, MODULES, f"cards.{name}")
    asked = CardAmounts({})
    kind(asked)
    fields: list[tuple[str, Any]] = [(key, Words) for key in (*asked.regions, *kind.words)]
    fields += [(key, Annotated[int, Meta(ge=least, le=most)]) for key, (least, most) in asked.bounds.items()]
    return msgspec.defstruct(kind.__name__, fields, bases=(Printed,), forbid_unknown_fields=True)


def numbers_type(toml: dict[str, Any]) -> type[msgspec.Struct]:
    """Return the shape of all numbers that a variant may change, for any deck of cards."""
    deck: list[tuple[str, Any]] = [(name.replace("-", "_"), card_shape(name)) for name in toml["cards"]]
    fields = [
        ("setup", Start),
        ("map", Map),
        ("cards", msgspec.defstruct("Cards", deck, forbid_unknown_fields=True, rename="kebab")),
        ("consolidation", card_shape("consolidation")),
    ]
    return msgspec.defstruct("Numbers", fields, forbid_unknown_fields=True)


Numbers = numbers_type(msgspec.toml.decode(Path(__file__).with_name("game.toml").read_bytes()))


def prepare(numbers: Any) -> Setup:
    """Return the map and the cards as the rules use them; raise ValueError with a sentence if they make no
    sense."""
    regions = Regions(numbers.map.regions)
    deck = {name.replace("_", "-"): entry for name, entry in msgspec.structs.asdict(numbers.cards).items()}
    if len(deck) < FEWEST_CARDS:
        raise ValueError(
            f"`cards` has {count(len(deck), 'card')}; {FEWEST_CARDS} players need {FEWEST_CARDS}."
        )
    made = [Made(f"cards.{name}", name, entry, regions) for name, entry in deck.items()]
    made.append(Made("consolidation", "consolidation", numbers.consolidation, regions))
    return Setup(
        regions.ids,
        regions.names,
        regions.spots(),
        regions.neighbours(numbers.map.borders),
        [index for index, region in enumerate(numbers.map.regions) if region.western],
        regions.next_stops(numbers.map.railroad),
        [one.card for one in made],
        [*deck, "consolidation"],
        [one.name for one in made],
        [one.text for one in made],
        [one.words for one in made],
        numbers.setup.start_rubles,
        numbers.setup.markers,
        regions.find(numbers.setup.marker_start, "setup.marker_start"),
        numbers.setup.max_rounds,
        numbers.setup.outsiders_bid,
    )


class Made:
    """A card and its words, made from its entry in game.toml."""

    def __init__(self, where: str, name: str, entry: Printed, regions: "Regions") -> None:
        kind = find_class(name, MODULES, where)
        values: dict[str, Any] = {"name": entry.name}
        numbers: dict[str, int] = {}
        for field, value in msgspec.structs.asdict(entry).items():
            if isinstance(value, int):
                numbers[field] = values[field] = value
            elif field not in (*Printed.__struct_fields__, *kind.words):
                numbers[field] = regions.find(value, f"{where}.{field}")
                values[field] = regions.names[numbers[field]]
        self.name = entry.name
        self.card: Card = kind(CardAmounts(numbers))
        self.text = fill(entry.text, values, f"{where}.text")
        if self.card.then_place:
            self.text += f" Place {self.card.then_place} in {values['region']}."
        self.words = {
            word: fill(getattr(entry, word), values, f"{where}.{word}", Facts._fields) for word in kind.words
        }


class Regions:
    """The map by the ids of its regions."""

    def __init__(self, regions: list[Region]) -> None:
        self.regions = regions
        self.ids = [region.id for region in regions]
        self.names = [region.name for region in regions]
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
        """Return for each region the next station east, or -1."""
        stations = [self.find(name, "map.railroad") for name in railroad]
        if len(set(stations)) < len(stations):
            raise ValueError("`map.railroad` stops twice in one region.")
        found = [-1] * len(self.ids)
        for station, following in pairwise(stations):
            found[station] = following
        return found

    def spots(self) -> list[tuple[int, int]]:
        """Return the places where the regions are drawn."""
        spots = [region.at for region in self.regions]
        if len(set(spots)) < len(spots):
            raise ValueError("two regions of `map.regions` are drawn at the same place.")
        return spots
