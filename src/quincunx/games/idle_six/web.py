"""Idle Six in a browser: what board.html draws."""

from functools import cache
from typing import Any

from quincunx.core.voice import Look, Voice
from quincunx.games.idle_six import codes, status
from quincunx.games.idle_six.cards import Card
from quincunx.games.idle_six.moves import decode, effect
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import LETTERS, digits, short
from quincunx.games.idle_six.state import PLAYER

SIX = Look(off={"ten"})
"""The page itself adds what an amount is in base ten."""


def board(state: IdleSix, voice: Voice) -> dict[str, Any]:
    return {
        "phase": status.phase(state, voice),
        "upgrading": state.phase == codes.UPGRADE,
        "money": {"six": digits(state.money), "ten": in_ten(state.money), "value": state.money},
        "groups": groups(state),
        "turns": state.turns_taken,
        "turn_dice": [digit or 6 for digit in reversed(status.turn_digits(state))],
        "rating": status.rating(state, voice),
        "cards": [card(state, its) for its in state.cards.actions],
        "steps": steps(state),
        "win": {"title": state.cards.win.title, **both(state.cards.win.cost)},
        "achievements": state.cards.achievements.title,
        "puts": puts(state) if state.phase == codes.PUT else [],
    }


@cache
def both(value: int) -> dict[str, str]:
    """An amount in base six, and in base ten if that reads otherwise."""
    return {"six": short(value), "ten": in_ten(value)}


def in_ten(value: int) -> str:
    return "" if value < 6 else f"{value:,}"


def groups(state: IdleSix) -> list[dict[str, Any]]:
    """The money dice in groups of three from the units on, the highest group first."""
    dice = [
        {
            "number": place + 1,
            "digit": state.digit(place),
            "face": "?" if state.rolling >> place & 1 else state.digit(place) or 6,
        }
        for place in range(state.dice)
    ]
    chunks = [dice[low : low + 3][::-1] for low in range(0, len(dice), 3)]
    return [{"dice": chunk, "letter": LETTERS[index]} for index, chunk in enumerate(chunks)][::-1]


def card(state: IdleSix, its: Card) -> dict[str, Any]:
    """A card with the side that shows, as a ladder from the top down, and what may be done with it."""
    clip = state.clips[its.slot]
    flipped = clip >= its.start_boxes
    sides = [range(its.start_boxes), range(its.start_boxes, len(its.costs))]
    return {
        "name": its.name,
        "title": its.title,
        "text": its.text,
        "flipped": flipped,
        "used": its.used(state),
        "locked": not its.works(clip),
        "ready": state.phase == codes.ACTION and its.usable(state),
        "boxes": [box(state, its, number) for number in reversed(sides[flipped])],
        "flip_box": None if flipped else box(state, its, its.start_boxes),
        "other": [box(state, its, number) for number in reversed(sides[not flipped])],
        "use": use(state, its),
    }


def box(state: IdleSix, its: Card, number: int) -> dict[str, Any]:
    gain = its.boxes[number].get("gain", 0)
    clip = state.clips[its.slot]
    return {
        "does": "" if gain else effect(its, number, SIX),
        "gain": both(gain) if gain else None,
        "cost": both(its.costs[number]) if number else None,
        "clip": number == clip,
        "past": number < clip,
        "next": number == clip + 1,
    }


def use(state: IdleSix, its: Card) -> dict[str, Any]:
    """The words of the card's move: a whole move, or a verb and how many dice it takes."""
    reach = its.reach(state)
    if reach <= its.fewest:  # No choice: all the dice there are.
        words = " ".join([*its.name.split("-"), *(str(number + 1) for number in range(reach))])
        label = f"{its.button}: {words}" if reach else its.button
        return {"move": words, "takes": "", "hint": "", "label": label}
    least, most = its.fewest, its.allowance(state.clips[its.slot])
    dice = f"up to {most} dice" if most > least else "one die" if most == 1 else "two dice"
    return {
        "move": its.name,
        "takes": str(least) if least == most else f"{least}-{most}",
        "hint": f"Pick {dice} among the {reach} rightmost, then press {its.title}.",
        "label": f"{its.button}: {dice}",
    }


def steps(state: IdleSix) -> list[dict[str, Any]]:
    """The achievements: a reward for each die after the first."""
    return [
        {
            "die": number + 2,
            "reward": both(reward),
            "claimed": number < state.claimed,
            "waits": state.claimed <= number < state.dice - 1,
        }
        for number, reward in enumerate(state.cards.achievements.rewards)
    ]


def puts(state: IdleSix) -> list[dict[str, Any]]:
    """The ways to put the rolled dice back, the richest first."""
    found = []
    for action in state.actions(PLAYER):
        after = state.clone()
        after.move(PLAYER, action)
        put = decode(state, PLAYER, action)
        shown = [int(word) for word in put.words]
        found.append({"move": str(put), "faces": shown, "value": after.money, **both(after.money)})
    return sorted(found, key=lambda put: -put["value"])
