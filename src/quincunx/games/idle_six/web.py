"""Idle Six in a browser: what board.html draws."""

from typing import Any

from quincunx.games.idle_six.cards import POWER, REROLL, Card
from quincunx.games.idle_six.rules import ACTION, PUT, UPGRADE, WON, IdleSix
from quincunx.games.idle_six.screen import LETTERS, TURN_DICE, phase
from quincunx.games.idle_six.senary import digits, short
from quincunx.games.idle_six.show import CARDS, DOUBLE, FLIP, GAME, SWAP, effect

PLAYER = 0
DOES = {
    FLIP: "Turn to the opposite face",
    REROLL: "Roll again",
    SWAP: "Exchange",
    DOUBLE: "Double, with carry",
}


def board(state: IdleSix) -> dict[str, Any]:
    return {
        "phase": phase(state),
        "upgrading": state.phase == UPGRADE,
        "won": state.phase == WON,
        "money": {
            "six": digits(state.purse.value),
            "ten": in_ten(state.purse.value),
            "value": state.purse.value,
        },
        "groups": groups(state),
        "turns": state.turns_taken,
        "turn_dice": turn_dice(state),
        "band": state.cards.band(state.turns_taken),
        "cards": [card(state, slot) for slot in range(len(CARDS))],
        "steps": steps(state),
        "win": both(state.cards.win_cost),
        "puts": puts(state) if state.phase == PUT else [],
    }


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
            "digit": state.purse.digit(place),
            "face": "?" if state.rolling >> place & 1 else state.purse.digit(place) or 6,
        }
        for place in range(state.purse.dice)
    ]
    chunks = [dice[low : low + 3][::-1] for low in range(0, len(dice), 3)]
    return [{"dice": chunk, "letter": LETTERS[index]} for index, chunk in enumerate(chunks)][::-1]


def turn_dice(state: IdleSix) -> list[int]:
    count = min(state.turns_taken, POWER[TURN_DICE] - 1)
    return [count // POWER[place] % 6 or 6 for place in range(TURN_DICE - 1, -1, -1)]


def card(state: IdleSix, slot: int) -> dict[str, Any]:
    """A card with the side that shows, as a ladder from the top down, and what may be done with it."""
    its = state.cards.actions[slot]
    clip = state.clips[slot]
    flipped = clip >= its.start_boxes
    sides = [range(its.start_boxes), range(its.start_boxes, len(its.costs))]
    used = bool(state.used >> slot & 1)
    return {
        "name": CARDS[slot],
        "title": CARDS[slot].replace("-", " ").title(),
        "flipped": flipped,
        "used": used,
        "locked": not its.works(clip),
        "ready": state.phase == ACTION and not used and its.usable(clip, state.purse),
        "boxes": [box(state, slot, number) for number in reversed(sides[flipped])],
        "flip_box": None if flipped else box(state, slot, its.start_boxes),
        "other": [box(state, slot, number) for number in reversed(sides[not flipped])],
        "use": use(state, slot, its),
    }


def box(state: IdleSix, slot: int, number: int) -> dict[str, Any]:
    its = state.cards.actions[slot]
    gain = slot < FLIP and its.works(number)
    return {
        "number": number + 1,
        "does": "" if gain else effect(state, slot, number),
        "gain": both(its.strength[number]) if gain else None,
        "cost": both(its.costs[number]) if number else None,
        "clip": number == state.clips[slot],
        "past": number < state.clips[slot],
        "next": number == state.clips[slot] + 1,
    }


def use(state: IdleSix, slot: int, its: Card) -> dict[str, Any]:
    """The words of the card's move: a whole move, or a verb and how many dice it takes."""
    clip = state.clips[slot]
    if slot < FLIP:
        return {"move": CARDS[slot].replace("-", " "), "takes": "", "hint": "", "label": "Gain"}
    least = 2 if slot == SWAP else 1
    most = state.cards.reroll.dice[clip] if slot == REROLL else least
    dice = "one die" if most == 1 else "two dice" if slot == SWAP else f"up to {most} dice"
    reach = state.purse.reach(its.strength[clip])
    if reach <= least:  # No choice: all the dice there are.
        words = " ".join([CARDS[slot], *(str(number + 1) for number in range(reach))])
        return {"move": words, "takes": "", "hint": "", "label": f"{DOES[slot]}: {words}"}
    return {
        "move": CARDS[slot],
        "takes": str(least) if least == most else f"{least}-{most}",
        "hint": f"Pick {dice} among the {reach} rightmost, then press {CARDS[slot].title()}.",
        "label": f"{DOES[slot]}: {dice}",
    }


def steps(state: IdleSix) -> list[dict[str, Any]]:
    """The achievements: a reward for each die after the first."""
    return [
        {
            "die": number + 2,
            "reward": both(reward),
            "claimed": number < state.claimed,
            "waits": state.claimed <= number < state.purse.dice - 1,
        }
        for number, reward in enumerate(state.cards.rewards)
    ]


def puts(state: IdleSix) -> list[dict[str, Any]]:
    """The ways to put the rolled dice back, the richest first."""
    found = []
    for action in state.actions(PLAYER):
        after = state.clone()
        after.move(PLAYER, action)
        name = GAME.say(state, PLAYER, action)
        faces = [int(face) for face in name.split()[1:]]
        found.append({"move": name, "faces": faces, "value": after.purse.value, **both(after.purse.value)})
    return sorted(found, key=lambda put: -put["value"])
