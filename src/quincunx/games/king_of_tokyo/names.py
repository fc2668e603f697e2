"""The names of dice, cards and phases in moves, positions and sentences."""

from collections.abc import Callable

from quincunx.core.errors import UserError, nearest
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import DIE, FACE_NAMES
from quincunx.games.king_of_tokyo.state import NOTHING, Held, Monster, Position
from quincunx.games.king_of_tokyo.tables import Tables
from quincunx.text.grammar import listed

# The names are in the order of their numbers.
PLACES = ["outside", "tokyo-city", "tokyo-bay"]
DRAWS = ["reveal", "roll-off", "roll", "probe-roll", "hide-roll", "peek"]
DICE = ["mimic-move", "reroll", "probe", "change", "hearts", "jets", "hide-threes", "react", "yield"]
CARDS = ["buy", "lab", "mimic-target", "opportunist", "metamorph", "freeze"]
PHASES = [*DRAWS, *DICE, *CARDS, "finished"]
CAUSES = ["none", "attack", "card", "burrowing", "poison"]
SOURCES = ["display", "pile", "monster"]

FACE_WORDS = {name: face for face, name in enumerate(FACE_NAMES)} | {
    "attack": 3,
    "a": 3,
    "e": 4,
    "h": 5,
}


def read_dice(text: str) -> int:
    """Return the dice named in a text; raise UserError if a word is no face."""
    dice = 0
    for word in text.lower().split():
        if word not in FACE_WORDS:
            raise UserError(f"`{word}` is not a face of a die{nearest(word, FACE_NAMES)}")
        dice += DIE[FACE_WORDS[word]]
    return dice


def hand_name(monster: Monster, slot: int) -> str:
    """Return the name of a card in a hand, with a number if it is not the first of that name."""
    slug = monster.hand[slot].card.slug
    earlier = sum(held.card.slug == slug for held in monster.hand[:slot])
    return f"{slug}-{earlier + 1}" if earlier else slug


def find_in_hand(monster: Monster, name: str) -> int:
    """Return the place of the card of that name, or NOTHING."""
    for slot in range(len(monster.hand)):
        if hand_name(monster, slot) == name:
            return slot
    return NOTHING


def kind_of(tables: Tables, slug: str) -> int:
    slugs = [card.slug for card in tables.cards]
    if slug not in slugs:
        raise UserError(f"There is no card `{slug}`{nearest(slug, slugs)}")
    return slugs.index(slug)


def cards_that(tables: Tables, power: Callable[[Card], bool]) -> str:
    """Return the titles of the cards in the deck that have a power: "Wings", or "a card" if there is none."""
    return listed([card.name for card in tables.cards if card.copies and power(card)], "or") or "a card"


def aiming_name(state: Position) -> str:
    """Return the title of the card that is to copy another, or ""."""
    return "" if state.aiming == NOTHING else state.monsters[state.asked].hand[state.aiming].card.name


def open_name(state: Position, slot: int) -> str:
    """Return the name of an open card, with a number if it is not the first of that name."""
    kind = state.display[slot]
    if kind == NOTHING:
        raise LookupError("no card lies there")
    earlier = state.display[:slot].count(kind)
    return state.card(kind).slug + (f"-{earlier + 1}" if earlier else "")


def held_text(state: Position, held: Held) -> str:
    """Return a card in play as a position writes it: `mimic of 2:smoke-cloud 3`."""
    text = held.card.slug
    if held.copied is not None:
        seat, slot = state.whereabouts(held.copied)
        text += f" of {seat + 1}:{hand_name(state.monsters[seat], slot)}"
    if held.power.counters():
        text += f" {held.counters}"
    return text + " used" * held.used
