"""The shape of game.toml, and the sense its numbers must make."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quincunx.games.king_of_tokyo.cards_dice import (
    BackgroundDweller,
    CompleteDestruction,
    Detritivore,
    EnergyDrink,
    ExtraHead,
    FreezeTime,
    GiantBrain,
    Gourmet,
    HerdCuller,
    PlotTwist,
    PsychicProbe,
    SmokeCloud,
    Stretchy,
)
from quincunx.games.king_of_tokyo.cards_discard import (
    ApartmentBuilding,
    CommuterTrain,
    CornerStore,
    DeathFromAbove,
    Energize,
    EvacuationOrders,
    FlameThrower,
    Frenzy,
    GasRefinery,
    Heal,
    HighAltitudeBombing,
    JetFighters,
    NationalGuard,
    NuclearPowerPlant,
    Skyscraper,
    Tank,
    VastStorm,
)
from quincunx.games.king_of_tokyo.cards_fight import (
    AcidAttack,
    AlphaMonster,
    ArmorPlating,
    Burrowing,
    Camouflage,
    EaterOfTheDead,
    EvenBigger,
    FireBreathing,
    HealingRay,
    ItHasAChild,
    Jets,
    NovaBreath,
    PoisonQuills,
    PoisonSpit,
    RapidHealing,
    Regeneration,
    ShrinkRay,
    SpikedTail,
    Ultravore,
    WereOnlyMakingItStronger,
    Wings,
)
from quincunx.games.king_of_tokyo.cards_trade import (
    AlienOrigin,
    BatteryMonster,
    EnergyHoarder,
    FriendOfChildren,
    Herbivore,
    MadeInALab,
    MediaFriendly,
    Metamorph,
    Mimic,
    Opportunist,
    ParasiticTentacles,
    RootingForTheUnderdog,
    SolarPowered,
)
from quincunx.games.king_of_tokyo.pieces import Card, Table

CARDS: dict[str, type[Card]] = {
    "were-only-making-it-stronger": WereOnlyMakingItStronger,
    "ultravore": Ultravore,
    "extra-head": ExtraHead,
    "parasitic-tentacles": ParasiticTentacles,
    "detritivore": Detritivore,
    "opportunist": Opportunist,
    "shrink-ray": ShrinkRay,
    "energy-hoarder": EnergyHoarder,
    "gourmet": Gourmet,
    "freeze-time": FreezeTime,
    "burrowing": Burrowing,
    "fire-breathing": FireBreathing,
    "rooting-for-the-underdog": RootingForTheUnderdog,
    "giant-brain": GiantBrain,
    "stretchy": Stretchy,
    "poison-quills": PoisonQuills,
    "healing-ray": HealingRay,
    "regeneration": Regeneration,
    "camouflage": Camouflage,
    "rapid-healing": RapidHealing,
    "eater-of-the-dead": EaterOfTheDead,
    "wings": Wings,
    "psychic-probe": PsychicProbe,
    "nova-breath": NovaBreath,
    "solar-powered": SolarPowered,
    "jets": Jets,
    "friend-of-children": FriendOfChildren,
    "armor-plating": ArmorPlating,
    "plot-twist": PlotTwist,
    "poison-spit": PoisonSpit,
    "metamorph": Metamorph,
    "made-in-a-lab": MadeInALab,
    "mimic": Mimic,
    "herd-culler": HerdCuller,
    "battery-monster": BatteryMonster,
    "even-bigger": EvenBigger,
    "media-friendly": MediaFriendly,
    "herbivore": Herbivore,
    "smoke-cloud": SmokeCloud,
    "acid-attack": AcidAttack,
    "alpha-monster": AlphaMonster,
    "complete-destruction": CompleteDestruction,
    "energy-drink": EnergyDrink,
    "background-dweller": BackgroundDweller,
    "alien-origin": AlienOrigin,
    "it-has-a-child": ItHasAChild,
    "spiked-tail": SpikedTail,
    "high-altitude-bombing": HighAltitudeBombing,
    "gas-refinery": GasRefinery,
    "vast-storm": VastStorm,
    "apartment-building": ApartmentBuilding,
    "jet-fighters": JetFighters,
    "tank": Tank,
    "nuclear-power-plant": NuclearPowerPlant,
    "energize": Energize,
    "national-guard": NationalGuard,
    "commuter-train": CommuterTrain,
    "death-from-above": DeathFromAbove,
    "heal": Heal,
    "evacuation-orders": EvacuationOrders,
    "frenzy": Frenzy,
    "corner-store": CornerStore,
    "flame-thrower": FlameThrower,
    "skyscraper": Skyscraper,
}
"""Every card by its name in game.toml; a card's number is its place here."""

END_ORDER = ["rooting-for-the-underdog", "energy-hoarder", "herbivore", "solar-powered"]
"""The cards that work at the end of a turn, in their order (KT-61)."""

MOST_DICE = 12
"""More dice than this on one turn would no longer fit a screen or a head."""


Colour = Literal["red", "green", "yellow", "blue", "magenta", "cyan", "white"]


class Play(msgspec.Struct, forbid_unknown_fields=True):
    dice: Annotated[int, Meta(ge=1, le=9)]
    rerolls: Annotated[int, Meta(ge=0, le=9)]
    health: Annotated[int, Meta(ge=1, le=99)]
    points_to_win: Annotated[int, Meta(ge=1, le=999)]
    sweep_cost: Annotated[int, Meta(ge=1, le=99)]


class Tokyo(msgspec.Struct, forbid_unknown_fields=True):
    enter: Annotated[int, Meta(ge=0, le=99)]
    start_turn: Annotated[int, Meta(ge=0, le=99)]


class Options(msgspec.Struct, forbid_unknown_fields=True):
    bay_from: Annotated[int, Meta(ge=5, le=6)]
    win_timing: Literal["group", "end-of-turn"]
    two_player_energy: bool
    detritivore: Literal["one-of-each", "any-number"]


class Monsters(msgspec.Struct, forbid_unknown_fields=True):
    names: Annotated[list[str], Meta(min_length=6, max_length=6)]
    colours: Annotated[list[Colour], Meta(min_length=6, max_length=6)]


class CardNumbers(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cost: Annotated[int, Meta(ge=0, le=99)]
    copies: Annotated[int, Meta(ge=0, le=4)]
    text: str


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a variant may change."""

    play: Play
    tokyo: Tokyo
    options: Options
    monsters: Monsters
    cards: dict[str, CardNumbers]


def prepare(numbers: Numbers) -> Table:
    """The numbers as the rules use them; ValueError with a sentence if they make no sense."""
    cards = [
        make(kind, slug, card.name, card.text, card.cost, card.copies)
        for kind, (slug, make) in enumerate(CARDS.items())
        for card in [numbers.cards[slug]]
    ]
    most = numbers.play.dice + numbers.cards["extra-head"].copies + numbers.cards["mimic"].copies
    if most > MOST_DICE:
        raise ValueError(
            f"`play.dice` and the copies of Extra Head and Mimic come to {most} dice; "
            f"there are no more than {MOST_DICE}."
        )
    if sum(card.copies for card in cards) < 3:
        raise ValueError("the copies of all `cards` must come to 3 or more, so that three can lie open.")
    if len(set(numbers.monsters.names)) < len(numbers.monsters.names):
        raise ValueError("`monsters.names` must all be different.")
    return Table(
        cards=cards,
        end_order=[cards[list(CARDS).index(slug)] for slug in END_ORDER],
        names=numbers.monsters.names,
        colours=list(numbers.monsters.colours),
        dice=numbers.play.dice,
        rerolls=numbers.play.rerolls,
        health=numbers.play.health,
        goal=numbers.play.points_to_win,
        sweep=numbers.play.sweep_cost,
        enter=numbers.tokyo.enter,
        hold=numbers.tokyo.start_turn,
        bay_from=numbers.options.bay_from,
        wins_at_end_of_turn=numbers.options.win_timing == "end-of-turn",
        two_player_energy=numbers.options.two_player_energy,
        any_number_feeds=numbers.options.detritivore == "any-number",
    )
