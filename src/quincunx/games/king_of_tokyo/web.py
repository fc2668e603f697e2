"""King of Tokyo in a browser: what board.html draws."""

from typing import Any

from quincunx.core.voice import Voice
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.cards import Card
from quincunx.games.king_of_tokyo.dice import CLAW, ENERGY, FACE_NAMES, HEART, THREE, count, faces, size
from quincunx.games.king_of_tokyo.labels import blow, marks, player
from quincunx.games.king_of_tokyo.moves import dice_on_table
from quincunx.games.king_of_tokyo.names import aiming_name
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.games.king_of_tokyo.state import BAY, CITY, NOTHING, Held, Monster
from quincunx.games.king_of_tokyo.web_offers import Offers, offers

ICONS = {ENERGY: "bolt", CLAW: "claw", HEART: "heart"}
EMBLEMS = {
    "point": "star",
    "claw": "claw",
    "attack": "claw",
    "heart": "heart",
    "heal": "heart",
    "energy": "bolt",
    "die": "die",
    "dice": "die",
    "roll": "die",
    "another turn": "hourglass",
    "copy": "card",
    "card": "card",
}
"""The picture of a card is that of the first of these words in its text."""

PLACES = {CITY: "city", BAY: "bay"}

YOURS = {
    s.MIMIC_MOVE: "Your {card} may copy another card, at a price.",
    s.REROLL: "Pick the dice to roll again, or keep them all.",
    s.PROBE: "You may roll one of these dice again: pick it.",
    s.CHANGE: "You may still turn dice before they count.",
    s.HEARTS: "What do you use this heart on?",
    s.JETS: "You are under attack! Fly out of Tokyo before it hits, or stay?",
    s.HIDE_THREES: "Roll your 3s again, or keep them?",
    s.REACT: "You are about to lose hearts! Use a card, or take it.",
    s.YIELD: "You were hit! Yield Tokyo to the attacker, or stay?",
    s.BUY: "Buy cards, or end your turn.",
    s.LAB: "Only you see this card. Buy it, or put it back.",
    s.MIMIC_TARGET: "Which card does your {card} copy?",
    s.OPPORTUNIST: "New cards! You may buy them before anyone else.",
    s.METAMORPH: "Sell cards for the energy they cost?",
    s.FREEZE: "Time is frozen: play once more, with fewer dice?",
}
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
    return {
        "now": now(state, seat, voice),
        "monsters": [monster(state, one, may, voice) for one in state.monsters],
        "tokyo": tokyo(state),
        "dice": dice(state),
        "sum": worth(state),
        "picking": picking(state, may),
        "answers": [*may.answers, may.decline] if may.decline else may.answers,
        "open_cards": [open_card(state, seat, slot, may) for slot in range(s.DISPLAY)],
        "looked_at": looked_at(state, seat),
        "pile": pile(state, seat),
        "numbers": {
            "goal": state.tables.goal,
            "enter": state.tables.enter,
            "hold": state.tables.hold,
            "sweep": state.tables.sweep,
            "rolls": state.tables.rerolls + 1,
        },
    }


# What is asked.


def now(state: KingOfTokyo, seat: int, voice: Voice) -> dict[str, Any]:
    """Who decides what, and what is happening meanwhile."""
    over = state.phase == s.FINISHED
    who = state.winner if over else state.asked
    return {
        "seat": who,
        "yours": not over and state.phase >= s.MIMIC_MOVE and who == seat,
        "over": over,
        "name": voice.names[who] if who != NOTHING else "",
        "text": _sentence(state, seat),
        "blow": losses(state, voice),
        "turn": state.turn,
        "rolls": rolls(state),
        "hearts": state.hearts if state.phase == s.HEARTS else 0,
        "dice_count": not rolling(state),
        "buying": state.phase in (s.BUY, s.OPPORTUNIST),
        "fight": state.phase in (s.JETS, s.REACT, s.YIELD),
    }


def _sentence(state: KingOfTokyo, seat: int) -> str:
    if state.phase == s.FINISHED:
        if state.winner == NOTHING:
            return "No monster is left. Tokyo is saved."
        if state.living() == 1:
            return "is King of Tokyo, the last monster alive."
        return f"is King of Tokyo, with {state.tables.goal} points."
    if state.phase < s.MIMIC_MOVE:
        return "waits for a card." if state.phase in (s.REVEAL, s.PEEK) else "rolls the dice."
    asked = YOURS[state.phase] if state.asked == seat else THEIRS[state.phase]
    return asked.format(card=aiming_name(state))


def losses(state: KingOfTokyo, voice: Voice) -> str:
    """Who loses hearts, and why."""
    if not state.cause or state.phase == s.FINISHED:
        return ""
    by = "" if state.dealer == NOTHING else f" by {voice.names[state.dealer]}"
    threatened = any(one.danger for one in state.monsters)
    verb = "may lose" if threatened else "lost"
    amounts = [(one, one.danger if threatened else one.lost) for one in state.monsters]
    hurt = [f"{voice.names[one.seat]} {verb} {hearts}" for one, hearts in amounts if hearts]
    return f"{blow(state)}{by}: {', '.join(hurt)}." if hurt else f"{blow(state)}{by}."


def rolls(state: KingOfTokyo) -> dict[str, int]:
    """How many rolls the turn has, and how many are used, while dice are rolled."""
    if state.phase not in (s.ROLL, s.REROLL):
        return {}
    most = state.monsters[state.active].rolls(state.tables)
    return {"most": most, "used": min(most, state.rolls_used)}


# Monsters.


def tokyo(state: KingOfTokyo) -> dict[str, Any]:
    """Who stands in the City, who in the Bay, and whether there is one."""
    city, bay = state.occupant(CITY), state.occupant(BAY)
    return {
        "city": None if city is None else city.seat,
        "bay": None if bay is None else bay.seat,
        "has_bay": state.players > 4,
        "bay_open": state.living() > 4,
    }


def monster(state: KingOfTokyo, one: Monster, may: Offers, voice: Voice) -> dict[str, Any]:
    playing = state.turn > 0 and state.phase != s.FINISHED
    return {
        "seat": one.seat,
        "name": state.tables.names[one.seat],
        "player": player(state, one.seat, voice),
        "health": one.health,
        "max_health": one.max_health,
        "points": one.points,
        "energy": one.energy,
        "place": PLACES.get(one.place, ""),
        "alive": one.alive,
        "low": one.alive and one.health <= 3,
        "active": playing and one.seat == state.active,
        "asked": state.phase != s.FINISHED and one.seat == state.asked,
        "won": one.seat == state.winner,
        "hit": one.danger or one.lost,
        "falls": one.danger > 0,
        "marks": marks(state, one),
        "hand": [held(one.seat, slot, card, may) for slot, card in enumerate(one.hand)],
    }


def held(seat: int, slot: int, card: Held, may: Offers) -> dict[str, Any]:
    """A card in front of a monster. A Mimic shows what it copies."""
    idle = card.card.copies_others() and card.copied is None
    return {
        "name": card.card.name,
        "copies": card.power.name if card.copied is not None else "",
        "text": card.power.text,
        "counters": card.counters,
        "state": "idle" if idle else "used" if card.used else "",
        "emblem": emblem(card.power),
        "offers": may.held.get((seat, slot), []),
    }


# Cards.


def emblem(card: Card) -> str:
    text = card.text.lower()
    found = [(text.find(word), picture) for word, picture in EMBLEMS.items() if word in text]
    return min(found)[1] if found else "card"


def open_card(state: KingOfTokyo, seat: int, slot: int, may: Offers) -> dict[str, Any] | None:
    """A card for sale, at the viewer's own price."""
    if state.display[slot] == NOTHING:
        return None
    viewer = state.monsters[seat if seat >= 0 else state.active]
    card = state.card(state.display[slot])
    return {
        **_face(card, viewer),
        "slot": slot,
        "new": bool(state.revealed >> slot & 1) and state.phase == s.OPPORTUNIST,
        "offer": may.open_cards.get(slot),
    }


def _face(card: Card, viewer: Monster) -> dict[str, Any]:
    return {
        "name": card.name,
        "text": card.text,
        "keep": card.stays(),
        "cost": card.cost,
        "price": viewer.price(card),
        "emblem": emblem(card),
    }


def looked_at(state: KingOfTokyo, seat: int) -> dict[str, Any] | None:
    """The top card of the pile, for those who have seen it (KT-44)."""
    if state.top == NOTHING or seat < 0 or not state.top_seen >> seat & 1:
        return None
    return _face(state.card(state.top), state.monsters[seat])


def pile(state: KingOfTokyo, seat: int) -> dict[str, Any]:
    return {
        "left": len(state.pile) + len(state.under) + (state.top != NOTHING),
        "discards": len(state.discards),
        "under": [state.card(kind).name for kind in state.under],
        "seen_by_others": state.top != NOTHING and looked_at(state, seat) is None,
    }


# Dice.


def dice(state: KingOfTokyo) -> list[dict[str, Any]]:
    """The dice on the table, numbered as moves name them, and those in the air."""
    hiding = state.phase in (s.HIDE_THREES, s.HIDE_ROLL)
    on_table = faces(dice_on_table(state))
    which = f"hiding-{state.asked}" if hiding else "die"
    shown = [
        {
            "number": place,
            "face": FACE_NAMES[face],
            "icon": ICONS.get(face, FACE_NAMES[face]),
            # The second claw of a turn stays the same die while there is one, so that only new dice roll.
            "key": f"{which}-{state.turn}-{face}-{place - on_table.index(face)}",
        }
        for place, face in enumerate(on_table, 1)
    ]
    air = {"number": 0, "face": "in the air", "icon": "?", "key": ""}
    return shown + [air] * (state.rolling if state.turn else 0)


def rolling(state: KingOfTokyo) -> bool:
    """Whether the dice are still rolled and turned."""
    return state.phase in (s.ROLL, s.REROLL, s.PROBE, s.PROBE_ROLL, s.CHANGE, s.HIDE_ROLL, s.HIDE_THREES)


def worth(state: KingOfTokyo) -> dict[str, int]:
    """What lies on the dice, before cards add to it; nothing once they have counted."""
    if not state.dice or not rolling(state) or state.hiding_dice:
        return {}
    triples = [(face + 1, count(state.dice, face)) for face in range(THREE + 1)]
    return {
        "points": sum(number + shown - 3 for number, shown in triples if shown >= 3),
        "hearts": count(state.dice, HEART),
        "energy": count(state.dice, ENERGY),
        "claws": count(state.dice, CLAW),
        "in_tokyo": int(state.monsters[state.active].in_tokyo),
    }


def picking(state: KingOfTokyo, may: Offers) -> dict[str, Any] | None:
    """How dice are picked: for which verb, one or several, and with which cards."""
    if not (may.rolls_free or may.rolls_with or may.turnings):
        return None
    single = state.phase in (s.PROBE, s.CHANGE)
    most = 1 if single else size(state.dice)
    return {
        "verb": "change" if may.turnings else "reroll",
        "single": single,
        "count": "1" if most == 1 else f"1-{most}",
        "all": " ".join(["reroll", *(str(number + 1) for number in range(most))]),
        "hint": "Pick a die first." if single else "Pick the dice to roll again first.",
        "free": may.rolls_free,
        "cards": may.rolls_with,
        "turnings": may.turnings,
    }
