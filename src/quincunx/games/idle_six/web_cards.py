"""The action cards in a browser: the side that shows, the value of the next box, the effect of a use."""

from functools import lru_cache
from typing import Any

from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card
from quincunx.games.idle_six.moves import decode, words
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import place, short
from quincunx.games.idle_six.state import PLAYER
from quincunx.text.grammar import Voice

RULES = {"gain": "IS-17", "flip": "IS-13", "reroll": "IS-14", "swap": "IS-15", "double": "IS-16"}
"""The ruling on a card's effect, by the first word of its name."""
ACTION_TURN = "IS-11"
LONGEST = 6
"""The most characters of an amount on a button; a longer one is told roughly."""
MOST_AMOUNTS = 2000
"""The number of amounts cached in words: there are far more than memory could hold."""


@lru_cache(MOST_AMOUNTS)
def both(value: int) -> dict[str, str]:
    """Return an amount in base six, and in base ten if that reads otherwise."""
    return {"six": short(value), "ten": in_ten(value)}


def in_ten(value: int) -> str:
    return "" if value < 6 else f"{value:,}"


def rough(value: int) -> int:
    """Return the amount with its first two digits alone, for estimates.

    >>> short(rough(81)), short(rough(5))
    ('210', '5')
    """
    unit = 1
    while value >= unit * 36:
        unit *= 6
    return value // unit * unit


def card(state: IdleSix, its: Card, voice: Voice) -> dict[str, Any]:
    """Return a card with the side that shows, as a ladder from the top down, and its moves."""
    clip = state.clips[its.slot]
    flipped = clip >= its.start_boxes
    side = range(its.start_boxes, len(its.costs)) if flipped else range(its.start_boxes + 1)
    ready = state.phase == codes.ACTION and its.usable(state)
    return {
        "name": its.name,
        "title": its.title,
        "text": its.text,
        "rule": RULES.get(its.name.split("-")[0], ACTION_TURN),
        "flipped": flipped,
        "used": its.used(state),
        "locked": not its.works(clip),
        "ready": ready,
        "payable": its.payable(state),
        "boxes": [box(its, number, clip) for number in reversed(side)],
        "now": says(its, clip),
        "next": None if its.top(clip) else offer(state, its, clip + 1),
        "use": use(state, its, voice) if ready else None,
    }


def box(its: Card, number: int, clip: int) -> dict[str, Any]:
    """Return a box of the ladder; the one above a starting side flips the card."""
    flips = number == its.start_boxes and clip < number
    return {
        "says": "turn over" if flips else says(its, number),
        "locked": not flips and not its.works(number),
        "cost": both(its.costs[number]) if number else None,
        "flips": flips,
        "clip": number == clip,
        "past": number < clip,
        "next": number == clip + 1,
    }


@lru_cache(MOST_AMOUNTS)
def _says(gain: int, reach: int, dice: int) -> str:
    if gain:
        return f"+${short(gain)}"
    if not reach:
        return "locked"
    if reach == 1:
        return "last die"
    return f"{dice} of last {reach}" if dice else f"last {reach} dice"


def says(its: Card, number: int) -> str:
    """Return the effect of a box in a word or two: `+$20`, `last 3 dice`, `2 of last 4`."""
    amounts = its.boxes[number]
    return _says(amounts.get("gain", 0), amounts.get("range", 0), amounts.get("dice", 0))


def offer(state: IdleSix, its: Card, number: int) -> dict[str, Any]:
    """Return the next box: its cost, its effect, and how much more the card brings a turn with it."""
    more = round(its.worth(state, number) - its.worth(state, number - 1))
    return {
        "cost": both(its.costs[number]),
        "says": says(its, number),
        "more": both(rough(more) if its.fewest else more) if more > 0 else None,
        "about": its.fewest > 0,
        "flips": number == its.start_boxes,
    }


def one_die(worth: str) -> str:
    """Return a die's name for a button; a long one is its worth alone.

    >>> one_die("$1"), one_die("$100B")
    ('$1 die', '$100B')
    """
    return worth if len(worth) > 3 else f"{worth} die"


def use(state: IdleSix, its: Card, voice: Voice) -> dict[str, Any]:
    """Return the ways to use a card: `best` is a whole move and its gain, `takes` the number of dice the
    player may pick instead; a card that leaves no choice has no `takes`."""
    reach, least = its.reach(state), its.fewest
    most = min(its.allowance(state.clips[its.slot]), reach)
    action, brings = its.best_use(state)
    if action == codes.DONE:
        action, brings = its.actions(state)[0], 0.0
    move = decode(state, PLAYER, action)
    shown = round(brings)
    if its.rolls or len(short(shown)) > LONGEST:
        shown = rough(shown)
    chosen = [int(word) - 1 for word in reversed(move.words)] if least else []
    dice = f"up to {most} dice" if most > least else "one die" if most == 1 else "two dice"
    chooses = reach > least
    return {
        "move": str(move),
        "verb": its.name,
        "words": words(state, PLAYER, move, voice),
        "dice": one_die(place(chosen[0])) if len(chosen) == 1 else f"{len(chosen)} dice" * bool(chosen),
        "brings": both(shown) if shown else None,
        "about": its.rolls or shown != round(brings),
        "takes": (str(least) if least == most else f"{least}-{most}") if chooses else "",
        "among": " ".join(str(number + 1) for number in range(reach)),
        "hint": f"Touch {dice} among the {reach} rightmost to choose them yourself, then press {its.title}.",
    }
