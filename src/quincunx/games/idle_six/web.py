"""Idle Six in a browser: the data that board.html draws."""

from functools import lru_cache
from typing import Any

from quincunx.games.idle_six import codes, status
from quincunx.games.idle_six.moves import decode, words
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import LETTERS, digits
from quincunx.games.idle_six.senary import both as amount
from quincunx.games.idle_six.senary import place as worth_of
from quincunx.games.idle_six.state import PLAYER, POWER
from quincunx.games.idle_six.web_cards import MOST_AMOUNTS, both, card, in_ten
from quincunx.text.grammar import Voice

FEW_PUTS = 6
"""The number of ways to put dice back that are offered at once; the others are one tap away."""
MOST_TERMS = 3
"""The most dice in a sum that is still short enough to teach anything."""
SMALL_PLACES = ["1", "6", "36", "216"]
TIMES = "\N{MULTIPLICATION SIGN}"
EXPONENTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def board(state: IdleSix, seat: int, voice: Voice) -> dict[str, Any]:
    arranged = puts(state, voice) if state.phase == codes.PUT else []
    return {
        "phase": status.phase(state, voice),
        "upgrading": state.phase == codes.UPGRADE,
        "over": state.phase == codes.WON,
        "money": {
            "six": digits(state.money),
            "ten": in_ten(state.money),
            "value": state.money,
            "terms": terms(state.money),
        },
        "groups": groups(state),
        "turns": state.turns_taken,
        "turn_dice": [digit or 6 for digit in reversed(status.turn_digits(state))],
        "rating": status.rating(state),
        "cards": [card(state, its, voice) for its in state.cards.actions],
        "steps": steps(state),
        "win": {
            "title": state.cards.win.title,
            "payable": state.money >= state.cards.win.cost,
            **both(state.cards.win.cost),
        },
        "achievements": state.cards.achievements.title,
        "puts": arranged[:FEW_PUTS],
        "more_puts": arranged[FEW_PUTS:],
        "done_means": done_means(state),
        "best": best(state),
    }


def done_means(state: IdleSix) -> str:
    if state.phase == codes.ACTION:
        return "then buy"
    return "next round" if state.bought else "buy nothing"


def best(state: IdleSix) -> str:
    """Return the card that brings most by a use, or by buying its next box, by name; empty if none does."""
    if state.phase == codes.ACTION:
        gains = [(its.best_use(state)[1], its.name) for its in state.cards.actions if its.usable(state)]
    elif state.cards.win.payable(state):
        return state.cards.win.name
    else:
        payable = [its for its in state.cards.actions if its.payable(state)]
        clips = state.clips
        gains = [
            (its.worth(state, clips[its.slot] + 1) - its.worth(state, clips[its.slot]), its.name)
            for its in payable
        ]
    most, name = max(gains, default=(0.0, ""))
    return name if most > 0 else ""


def groups(state: IdleSix) -> list[dict[str, Any]]:
    """Return the money dice in groups of three from the units on, the highest group first; dice that are not
    unlocked yet have no face."""
    dice = [
        {
            "number": place + 1,
            "digit": state.digit(place),
            "face": "?" if state.rolling >> place & 1 else state.digit(place) or 6,
            "locked": place >= state.dice,
            "six": worth_of(place),
            "short": f"1{'0' * (place % 3)}",
            "ten": f"{POWER[place]:,}",
        }
        for place in range(state.most_dice)
    ]
    chunks = [dice[low : low + 3][::-1] for low in range(0, len(dice), 3)]
    return [{"dice": chunk, "letter": LETTERS[index]} for index, chunk in enumerate(chunks)][::-1]


def place_in_ten(place: int) -> str:
    """Return the value of a die.

    >>> place_in_ten(2), place_in_ten(12)
    ('36', '6¹²')
    """
    return SMALL_PLACES[place] if place < len(SMALL_PLACES) else f"6{str(place).translate(EXPONENTS)}"


@lru_cache(MOST_AMOUNTS)
def terms(money: int) -> str:
    """Return the sum of the digits that makes the amount, as long as that is short.

    >>> terms(81).replace(TIMES, "*"), terms(5), terms(6**5 - 1)
    ('2*36 + 1*6 + 3', '', '')
    """
    shown = [(money // POWER[place] % 6, place) for place in range(12, -1, -1)]
    parts = [
        f"{digit}{TIMES}{place_in_ten(place)}" if place else str(digit) for digit, place in shown if digit
    ]
    return " + ".join(parts) if money >= 6 and len(parts) <= MOST_TERMS else ""


@lru_cache(MOST_AMOUNTS)
def _step(number: int, reward: int, claimed: bool, waits: bool) -> dict[str, Any]:
    return {"die": number + 2, "reward": both(reward), "claimed": claimed, "waits": waits}


def steps(state: IdleSix) -> list[dict[str, Any]]:
    """Return the achievements, from the top: a reward for each die after the first."""
    rewards = state.cards.achievements.rewards
    return [
        _step(number, rewards[number], number < state.claimed, state.claimed <= number < state.dice - 1)
        for number in range(len(rewards) - 1, -1, -1)
    ]


def puts(state: IdleSix, voice: Voice) -> list[dict[str, Any]]:
    """Return the ways to put the rolled dice back, the richest first."""
    found = []
    for action in state.legal_actions(PLAYER):
        after = state.clone()
        after.move(PLAYER, action)
        put = decode(state, PLAYER, action)
        shown = [int(word) for word in put.words]
        label = f"{words(state, PLAYER, put, voice)}: {amount(after.money, voice.look)}"
        found.append(
            {"move": str(put), "label": label, "faces": shown, "value": after.money, **both(after.money)}
        )
    return sorted(found, key=lambda put: -put["value"])
