"""The moves of King of Tokyo by name, and what they bring."""

import re

from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.king_of_tokyo import board as b
from quincunx.games.king_of_tokyo import rules as r
from quincunx.games.king_of_tokyo.dice import DIE, END, FACE_NAMES, FACES, count, faces
from quincunx.games.king_of_tokyo.dice import words as shown
from quincunx.games.king_of_tokyo.pieces import NOTHING, Monster
from quincunx.games.king_of_tokyo.position import (
    FACE_WORDS,
    SLUGS,
    find_in_hand,
    hand_name,
    kind_of,
    read_dice,
)
from quincunx.games.king_of_tokyo.rules import KingOfTokyo, hand_slot
from quincunx.games.king_of_tokyo.turn import GIFT, ON_POISON, ON_SELF, ON_SHRINK

NO_WORDS = {
    b.REROLL: "keep",
    b.HIDE_THREES: "keep",
    b.CHANGE: "done",
    b.BUY: "done",
    b.METAMORPH: "done",
    b.JETS: "stay",
    b.YIELD: "stay",
    b.HEARTS: "waste",
    b.LAB: "put-back",
}
"""What declining is called, if not `pass`."""

PATTERNS = {
    "reroll": "reroll DICE [with CARD]",
    "change": "change DIE to FACE with CARD",
    "heal": "heal [SEAT]",
    "cure": "cure shrink|poison",
    "buy": "buy CARD [from SEAT]",
    "copy": "copy CARD from SEAT",
    "sell": "sell CARD",
    "use": "use CARD",
    "roll": "roll FACES",
    "reveal": "reveal CARD",
    "peek": "peek [CARD]",
}


def say(state: KingOfTokyo, seat: int, action: int) -> str:
    """The name of a move or an outcome."""
    if seat == CHANCE:
        if state.phase in (b.REVEAL, b.PEEK):
            return f"{'reveal' if state.phase == b.REVEAL else 'peek'} {SLUGS[action]}"
        return f"roll {shown(action)}"
    me = state.monsters[seat]
    what = action % r.VERB
    verb = action - what
    if action == r.NO:
        return NO_WORDS.get(state.phase, "pass")
    if verb == 0:
        return f"reroll {_positions(_table_dice(state), action % END)}{_with(me, action)}"
    if verb == r.CHANGES:
        old, new = divmod(action % r.WITH, FACES)
        position = _positions(state.dice, DIE[old])
        return f"change {position} to {FACE_NAMES[new]}{_with(me, action)}"
    if verb == r.HEART_USES:
        return _say_heart(what)
    if verb == r.BUYS:
        return f"buy {_display_name(state, what)}"
    if verb == r.BUYS_TOP:
        return f"buy {SLUGS[state.top]}"
    if verb in (r.BUYS_FROM, r.COPIES):
        owner, slot = divmod(what, r.SEAT)
        name = hand_name(state.monsters[owner], slot)
        return f"{'buy' if verb == r.BUYS_FROM else 'copy'} {name} from {owner + 1}"
    if verb in (r.SELLS, r.USES):
        return f"{'sell' if verb == r.SELLS else 'use'} {hand_name(me, what)}"
    return {r.YIELDS: "yield", r.SWEEPS: "sweep", r.PEEKS: "peek", r.PLAYS_AGAIN: "again"}[verb]


def _say_heart(use: int) -> str:
    if use >= GIFT:
        return f"heal {use - GIFT + 1}"
    return {ON_SELF: "heal", ON_SHRINK: "cure shrink", ON_POISON: "cure poison"}[use]


def _with(me: Monster, action: int) -> str:
    slot = hand_slot(action)
    return "" if slot == NOTHING else f" with {hand_name(me, slot)}"


def _table_dice(state: KingOfTokyo) -> int:
    """The dice a `reroll` speaks of."""
    return state.hiding_dice if state.phase == b.HIDE_THREES else state.dice


def _positions(dice: int, picked: int) -> str:
    """Where the picked dice lie among those shown, counted from 1."""
    places = []
    for place, face in enumerate(faces(dice), 1):
        if count(picked, face):
            picked -= DIE[face]
            places.append(str(place))
    return " ".join(places)


def _display_name(state: KingOfTokyo, slot: int) -> str:
    kind = state.display[slot]
    earlier = state.display[:slot].count(kind)
    return f"{SLUGS[kind]}-{earlier + 1}" if earlier else SLUGS[kind]


def parse(state: KingOfTokyo, seat: int, text: str) -> int:
    """The move of that name, legal or not; IllegalMove if there is none."""
    words = text.lower().split()
    if seat == CHANCE:
        return _parse_chance(state, text, words)
    me = state.monsters[seat]
    line = " ".join(words)
    if line == NO_WORDS.get(state.phase, "pass"):
        return r.NO
    if line in ("pass", *NO_WORDS.values()):
        return _no_such_no(state, line)
    if line in ("yield", "sweep", "peek", "again"):
        return {"yield": r.YIELDS, "sweep": r.SWEEPS, "peek": r.PEEKS, "again": r.PLAYS_AGAIN}[line]
    if line in ("heal", "cure shrink", "cure poison"):
        return r.HEART_USES + ("heal", "cure shrink", "cure poison").index(line)
    if found := re.fullmatch(r"heal ([0-9]+)", line):
        return r.HEART_USES + GIFT + _seat(state, found[1])
    if found := re.fullmatch(r"reroll ([0-9 ]+|all)(?: with ([a-z0-9-]+))?", line):
        return _picked(_table_dice(state), found[1]) + _card(me, found[2])
    if found := re.fullmatch(r"change ([0-9]+) to (\w+) with ([a-z0-9-]+)", line):
        return _parse_change(state, me, found[1], found[2], found[3])
    if found := re.fullmatch(r"(buy|copy) ([a-z0-9-]+) from ([0-9]+)", line):
        owner = _seat(state, found[3])
        verb = r.BUYS_FROM if found[1] == "buy" else r.COPIES
        return verb + owner * r.SEAT + _in_hand(state, owner, found[2])
    if found := re.fullmatch(r"buy ([a-z0-9-]+)", line):
        return _parse_buy(state, found[1])
    if found := re.fullmatch(r"(sell|use) ([a-z0-9-]+)", line):
        return (r.SELLS if found[1] == "sell" else r.USES) + _in_hand(state, seat, found[2])
    if words and words[0] in PATTERNS:
        raise IllegalMove(f"Write `{PATTERNS[words[0]]}`.")
    options = [say(state, seat, action) for action in state.actions(seat)]
    raise IllegalMove(f"`{text}` is not a move{nearest(line, options[:12] or ['pass'])}")


def _parse_chance(state: KingOfTokyo, text: str, words: list[str]) -> int:
    wanted = {b.REVEAL: "reveal", b.PEEK: "peek"}.get(state.phase, "roll")
    try:
        if wanted == "roll" and words[:1] == ["roll"]:
            return read_dice(" ".join(words[1:]))
        if words[:1] == [wanted] and len(words) == 2:
            return kind_of(words[1])
    except Mistake as error:
        raise IllegalMove(str(error)) from None
    raise IllegalMove(f"`{text}` is not what is due; write `{PATTERNS[wanted].replace('[', '').strip(']')}`.")


def _no_such_no(state: KingOfTokyo, word: str) -> int:
    asked = NO_WORDS.get(state.phase, "pass")
    raise IllegalMove(f"You cannot `{word}` here; to change nothing, write `{asked}`.")


def _seat(state: KingOfTokyo, text: str) -> int:
    if not 1 <= int(text) <= len(state.monsters):
        raise IllegalMove(f"There is no seat {text}.")
    return int(text) - 1


def _in_hand(state: KingOfTokyo, seat: int, name: str) -> int:
    slot = find_in_hand(state.monsters[seat], name)
    if slot == NOTHING:
        raise IllegalMove(f"{state.table.names[seat]} has no card `{name}`.")
    return slot


def _card(me: Monster, name: str | None) -> int:
    if name is None:
        return 0
    slot = find_in_hand(me, name)
    if slot == NOTHING:
        raise IllegalMove(f"You have no card `{name}`.")
    return r.WITH * (slot + 1)


def _picked(dice: int, text: str) -> int:
    """The dice at those places."""
    if text == "all":
        return dice
    shown = faces(dice)
    places = [int(word) for word in text.split()]
    if len(set(places)) < len(places) or not places:
        raise IllegalMove("Name each die once, by its place from the left.")
    if not all(1 <= place <= len(shown) for place in places):
        raise IllegalMove(f"There are {len(shown)} dice, numbered from the left.")
    return sum(DIE[shown[place - 1]] for place in places)


def _parse_change(state: KingOfTokyo, me: Monster, place: str, face: str, card: str) -> int:
    if face not in FACE_WORDS:
        raise IllegalMove(f"`{face}` is not a face of a die{nearest(face, FACE_NAMES)}")
    picked = _picked(state.dice, place)
    return r.CHANGES + _card(me, card) + DIE.index(picked) * FACES + FACE_WORDS[face]


def _parse_buy(state: KingOfTokyo, name: str) -> int:
    if state.phase == b.LAB and name == SLUGS[state.top]:
        return r.BUYS_TOP
    for slot, kind in enumerate(state.display):
        if kind != NOTHING and _display_name(state, slot) == name:
            return r.BUYS + slot
    if name not in SLUGS:
        raise IllegalMove(f"There is no card `{name}`{nearest(name, SLUGS)}")
    raise IllegalMove(f"{state.table.cards[kind_of(name)].name} is not among the open cards.")


def explain(state: KingOfTokyo, seat: int, action: int) -> str:
    """What a legal move costs or brings, in a few words."""
    me = state.monsters[seat]
    what = action % r.VERB
    verb = action - what
    if action == r.NO:
        return _explain_no(state, me)
    if verb == 0:
        cost = _roll_cost(me, hand_slot(action))
        return f"{shown(action % END)}{cost}"
    if verb == r.CHANGES:
        old, new = divmod(action % r.WITH, FACES)
        return f"{FACE_NAMES[old]} becomes {FACE_NAMES[new]}"
    if verb == r.HEART_USES:
        return _explain_heart(state, me, what)
    if verb in (r.BUYS, r.BUYS_TOP):
        return _explain_card(state, me, state.top if verb == r.BUYS_TOP else state.display[what])
    if verb in (r.BUYS_FROM, r.COPIES):
        owner, slot = divmod(what, r.SEAT)
        card = state.monsters[owner].hand[slot].card
        if verb == r.COPIES:
            return card.text
        return f"{me.price(card)} of your {me.energy} energy, to {state.table.names[owner]}: {card.text}"
    if verb == r.SELLS:
        return f"+{me.hand[what].card.cost} energy"
    if verb == r.USES:
        return me.hand[what].power.text
    return {
        r.YIELDS: "leave Tokyo to the attacker" + ("; you lose nothing" if state.phase == b.JETS else ""),
        r.SWEEPS: f"{state.table.sweep} of your {me.energy} energy for three new cards",
        r.PEEKS: "look at the top card of the pile",
        r.PLAYS_AGAIN: f"another turn, but {state.fewer_dice + 1} fewer dice",
    }[verb]


def _explain_no(state: KingOfTokyo, me: Monster) -> str:
    lost = f"lose {me.danger} of your {me.health} hearts"
    return {
        b.REROLL: f"let {shown(state.dice)} count",
        b.CHANGE: f"let {shown(state.dice)} count",
        b.HIDE_THREES: "leave the 3s",
        b.JETS: f"stay in Tokyo: {lost}, unless prevented",
        b.REACT: lost,
        b.YIELD: "stay in Tokyo",
        b.HEARTS: "use this heart on nothing",
        b.BUY: "end your turn",
        b.METAMORPH: "keep your cards",
        b.MIMIC_MOVE: "leave your Mimic as it is",
        b.LAB: "leave it on the pile",
        b.FREEZE: "let the next monster play",
        b.PROBE: "leave the dice as they are",
        b.OPPORTUNIST: "buy nothing",
    }.get(state.phase, "")


def _roll_cost(me: Monster, slot: int) -> str:
    if slot == NOTHING:
        return ""
    held = me.hand[slot]
    after = f", {held.counters - 1} counters left" if held.counters else ""
    return f" with {held.power.name}{after}"


def _explain_heart(state: KingOfTokyo, me: Monster, use: int) -> str:
    if use >= GIFT:
        other = state.monsters[use - GIFT]
        return f"heal {state.table.names[other.seat]}, who pays up to {me.heart_price()} energy"
    return {
        ON_SELF: f"heal yourself: {me.health + state.own_hearts} hearts of {me.max_health}",
        ON_SHRINK: "take a Shrink token off",
        ON_POISON: "take a Poison token off",
    }[use]


def _explain_card(state: KingOfTokyo, me: Monster, kind: int) -> str:
    card = state.table.cards[kind]
    return f"{me.price(card)} of your {me.energy} energy: {card.text}"
