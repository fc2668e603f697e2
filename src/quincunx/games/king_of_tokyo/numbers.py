"""The shape of game.toml, and the checks that its numbers make sense."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quincunx.core.amounts import Amounts
from quincunx.core.cards import check, fill, find_class
from quincunx.core.convert import convert
from quincunx.core.errors import UserError
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.cards import dice as cards_dice
from quincunx.games.king_of_tokyo.cards import discard, fight, trade
from quincunx.games.king_of_tokyo.tables import Tables

MODULES = [cards_dice, fight, trade, discard]
"""The modules with the cards' classes."""

MOST_DICE = 12
"""The most dice of one turn that fit on a screen."""


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


class Face(msgspec.Struct):
    """The fields that every card has; all others in its entry are amounts that its class asks for."""

    name: str
    cost: Annotated[int, Meta(ge=0, le=99)]
    copies: Annotated[int, Meta(ge=0, le=99)]
    text: str
    worth: Annotated[float, Meta(ge=0, le=99)] = 0.0


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """All numbers that a variant may change."""

    play: Play
    tokyo: Tokyo
    options: Options
    monsters: Monsters
    cards: dict[str, dict[str, int | float | str]]


def prepare(numbers: Numbers) -> Tables:
    """Return the numbers as the rules use them; raise ValueError with a sentence if they make no sense."""
    cards = [_card(kind, slug, numbers.cards[slug]) for kind, slug in enumerate(numbers.cards)]
    _check_dice(numbers.play.dice, cards)
    if sum(card.copies for card in cards) < 3:
        raise ValueError("the copies of all `cards` must come to 3 or more, so that three can lie open.")
    if len(set(numbers.monsters.names)) < len(numbers.monsters.names):
        raise ValueError("`monsters.names` must all be different.")
    return Tables(
        cards=cards,
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


def _card(kind: int, slug: str, entry: dict[str, Any]) -> Card:
    """Return the card of an entry, whose class has its name and takes all of its amounts."""
    where = f"cards.{slug}"
    make: type[Card] = find_class(slug, MODULES, where)
    fields = {key: value for key, value in entry.items() if key in Face.__struct_fields__}
    try:
        face = convert(fields, Face, where)
    except UserError as error:
        raise ValueError(str(error)) from None
    amounts = Amounts({key: value for key, value in entry.items() if key not in fields})
    for key, value in amounts.values.items():
        if not isinstance(value, int):
            raise ValueError(f"`{where}.{key}` must be a whole number, not `{value}`.")
    text = fill(face.text, amounts.values, f"{where}.text")
    card = make(kind, slug, face.name, text, face.cost, face.copies, face.worth, amounts)
    check(amounts, where)
    return card


def _check_dice(dice: int, cards: list[Card]) -> None:
    """Raise ValueError if a turn could have more dice than a screen shows, with all extra dice in one
    hand."""
    extra = max(card.extra_dice() for card in cards)
    most = dice + sum(card.copies * (extra if card.copies_others() else card.extra_dice()) for card in cards)
    if most > MOST_DICE:
        raise ValueError(
            f"`play.dice` and the cards that add dice or copy others come to {most} dice; "
            f"there are no more than {MOST_DICE}."
        )
