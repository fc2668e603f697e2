"""King of Tokyo in a browser: the data that board.html draws."""

from typing import Any

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.dice import CLAW, ENERGY, FACE_NAMES, HEART, THREE, faces, size
from quincunx.games.king_of_tokyo.moves import dice_on_table, question, worth
from quincunx.games.king_of_tokyo.names import aiming_name
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.screens.cards import held_card, looked_at, name_pieces, open_card, pile
from quincunx.games.king_of_tokyo.screens.labels import marks
from quincunx.games.king_of_tokyo.screens.offers import Offers, offers
from quincunx.games.king_of_tokyo.state import BAY, CITY, NOTHING, Monster
from quincunx.text.grammar import Voice
from quincunx.text.grammar import count as count_of

ICONS = {ENERGY: "bolt", CLAW: "claw", HEART: "heart"}
NUMBERS = "Three of a number score that many points, each further one 1 more."
DICE_TIPS = {
    **dict.fromkeys(range(THREE + 1), NUMBERS),
    CLAW: "Each claw costs a heart: from outside it hits Tokyo, from Tokyo everyone outside.",
    ENERGY: "+1 energy, which buys cards.",
    HEART: "+1 heart, but not in Tokyo. It may take a token off instead.",
}
PLACES = {CITY: "city", BAY: "bay"}
MARKS = {
    "shrink": {
        "tip": "One die fewer for each Shrink token. Outside Tokyo, hearts take them off.",
        "rule": "KT-54",
    },
    "poison": {
        "tip": "One heart lost for each Poison token at the end of its turn. Outside Tokyo, hearts cure it.",
        "rule": "KT-34",
    },
    "safe": {"tip": "It loses no more hearts this turn.", "rule": "KT-25"},
    "another": {"tip": "It plays once more after this turn.", "rule": "KT-39"},
}
"""The meaning of a monster's marks, by their first word."""

THEIRS = {
    s.MIMIC_MOVE: "may have the {card} copy another card.",
    s.REROLL: "is rolling.",
    s.PROBE: "may roll one of the dice again.",
    s.CHANGE: "may still turn dice before they count.",
    s.HEARTS: "has a heart to use.",
    s.JETS: "may fly out of Tokyo before the attack hits.",
    s.HIDE_THREES: "hides, and may roll 3s again.",
    s.REACT: "is about to lose hearts.",
    s.YIELD: "was hit: yield Tokyo, or stay?",
    s.BUY: "is buying cards.",
    s.LAB: "looks at the top card of the pile.",
    s.MIMIC_TARGET: "chooses a card for the {card}.",
    s.OPPORTUNIST: "may buy what was just revealed.",
    s.METAMORPH: "may sell cards.",
    s.FREEZE: "may take another turn.",
}


def board(state: KingOfTokyo, seat: int, voice: Voice) -> dict[str, Any]:
    may = offers(state, seat, voice)
    monsters = [monster(state, one, may, voice) for one in state.monsters]
    open_cards = [open_card(state, seat, slot, may) for slot in range(s.DISPLAY)]
    name_pieces([card for card in open_cards if card] + [card for one in monsters for card in one["hand"]])
    return {
        "now": now(state, seat, voice),
        "monsters": monsters,
        "tokyo": tokyo(state),
        "dice": dice(state),
        "sum": worth(state) if state.phase == s.REROLL else {},
        "picking": picking(state, may),
        "answers": [*may.answers, may.decline] if may.decline else may.answers,
        "open_cards": open_cards,
        "looked_at": looked_at(state, seat),
        "pile": pile(state, seat),
        "numbers": {
            "goal": state.tables.goal,
            "enter": state.tables.enter,
            "sweep": state.tables.sweep,
        },
    }


# The current decision.


def now(state: KingOfTokyo, seat: int, voice: Voice) -> dict[str, Any]:
    """Return who decides what, and what is happening meanwhile."""
    over = state.phase == s.FINISHED
    who = state.winner if over else state.asked
    return {
        "seat": who,
        "yours": not over and state.phase >= s.MIMIC_MOVE and who == seat,
        "over": over,
        "name": voice.names[who] if who != NOTHING else "",
        "text": _sentence(state, seat, voice),
        "turn": state.turn,
        "rolls": rolls(state),
        "rolled": state.rolls_used,
        "hearts": state.hearts if state.phase == s.HEARTS else 0,
        "rolling": rolling(state),
    }


def _sentence(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    if state.phase == s.FINISHED:
        if state.winner == NOTHING:
            return "No monster is left. Tokyo is saved."
        if state.living() == 1:
            return "is King of Tokyo, the last monster alive."
        return f"is King of Tokyo, with {state.tables.goal} points."
    if state.phase < s.MIMIC_MOVE:
        return "waits for a card." if state.phase in (s.REVEAL, s.PEEK) else "rolls the dice."
    if state.asked == seat:
        return question(state, voice)
    return THEIRS[state.phase].format(card=aiming_name(state))


def rolls(state: KingOfTokyo) -> int | None:
    """Return how many rolls are left, while dice are rolled."""
    if state.phase != s.REROLL:
        return None
    most = state.monsters[state.active].rolls(state.tables)
    return max(0, most - state.rolls_used)


# Monsters.


def tokyo(state: KingOfTokyo) -> dict[str, Any]:
    """Return who stands in the City and in the Bay, and whether there is one."""
    city, bay = state.occupant(CITY), state.occupant(BAY)
    return {
        "city": None if city is None else city.seat,
        "bay": None if bay is None else bay.seat,
        "has_bay": state.living() > 4,
        "tip": (
            "Whoever is in Tokyo hits everyone outside, and everyone outside hits Tokyo. Entering brings "
            f"{count_of(state.tables.enter, 'point')}, starting a turn here {state.tables.hold}. "
            "Hearts on the dice do not heal here."
        ),
    }


def monster(state: KingOfTokyo, one: Monster, may: Offers, voice: Voice) -> dict[str, Any]:
    playing = state.turn > 0 and state.phase != s.FINISHED
    return {
        "seat": one.seat,
        "name": voice.names[one.seat],
        "health": one.health,
        "max_health": one.max_health,
        "points": one.points,
        "energy": one.energy,
        "place": PLACES.get(one.place, ""),
        "alive": one.alive,
        "low": one.alive and one.health <= 3,
        "active": playing and one.seat == state.active,
        "asked": state.phase != s.FINISHED and one.seat == state.asked,
        "hit": one.danger or one.lost,
        "falls": one.danger > 0,
        "tip": standing(state, one, voice),
        "rule": "KT-5" if one.in_tokyo else "KT-4" if one.alive else "KT-33",
        "marks": [{"words": words, **MARKS[words.split()[0]]} for words in marks(state, one)],
        "hand": [held_card(one.seat, slot, card, may) for slot, card in enumerate(one.hand)],
    }


def standing(state: KingOfTokyo, one: Monster, voice: Voice) -> str:
    """Return where a monster is, and what that means."""
    name = voice.names[one.seat]
    has = f"{count_of(one.health, 'heart')}, {count_of(one.points, 'point')} and {one.energy} energy"
    if not one.alive:
        return f"{name} is out of the game."
    if one.in_tokyo:
        return f"{name} is in Tokyo with {has}. Its claws hit everyone outside, and theirs hit it."
    return f"{name} is outside Tokyo with {has}. Its claws hit whoever is in Tokyo."


# Dice.


def dice(state: KingOfTokyo) -> list[dict[str, Any]]:
    """Return the dice on the table, numbered as moves name them, and those in the air."""
    on_table = faces(dice_on_table(state))
    shown = [
        {
            "number": place,
            "face": FACE_NAMES[face],
            "icon": ICONS.get(face, FACE_NAMES[face]),
            "tip": DICE_TIPS[face],
            # Of equal dice, the last ones are taken for those that were rolled last.
            "from_last": on_table[place - 1 :].count(face),
        }
        for place, face in enumerate(on_table, 1)
    ]
    air = {"number": 0, "face": "in the air", "icon": "?", "tip": "This die is in the air.", "from_last": 0}
    return shown + [air] * (state.rolling if state.turn else 0)


def rolling(state: KingOfTokyo) -> bool:
    """Whether the dice are still rolled and turned."""
    return state.phase in (s.ROLL, s.REROLL, s.PROBE, s.PROBE_ROLL, s.CHANGE, s.HIDE_ROLL, s.HIDE_THREES)


def picking(state: KingOfTokyo, may: Offers) -> dict[str, Any] | None:
    """Return how dice are picked: for which verb, one or several, and with which cards."""
    if not (may.rolls_free or may.rolls_with or may.turnings):
        return None
    single = state.phase in (s.PROBE, s.CHANGE)
    most = 1 if single else size(state.dice)
    return {
        "verb": "change" if may.turnings else "reroll",
        "single": single,
        "count": "1" if most == 1 else f"1-{most}",
        "all": " ".join(["reroll", *(str(number + 1) for number in range(most))]),
        "hint": "Touch a die first." if single else "Touch the dice to reroll first.",
        "free": may.rolls_free,
        "cards": may.rolls_with,
        "turnings": may.turnings,
    }
