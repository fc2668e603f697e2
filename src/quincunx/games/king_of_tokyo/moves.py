"""The moves of King of Tokyo: their names, what they bring, and why one is refused."""

import re

from quincunx.core.errors import UserError, nearest
from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import NEVER, Card
from quincunx.games.king_of_tokyo.dice import (
    CLAW,
    DIE,
    END,
    ENERGY,
    FACE_NAMES,
    FACES,
    HEART,
    THREE,
    TRIPLE,
    faces,
    names,
    size,
)
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.names import (
    FACE_WORDS,
    aiming_name,
    cards_that,
    find_in_hand,
    hand_name,
    kind_of,
    open_name,
    read_dice,
)
from quincunx.games.king_of_tokyo.rules import engine as r
from quincunx.games.king_of_tokyo.rules.dice import GIFT, ON_POISON, ON_SELF, ON_SHRINK
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo, hand_slot
from quincunx.games.king_of_tokyo.state import NOTHING, Held, Monster
from quincunx.text.grammar import Voice, count, listed

MOVES = [
    MoveName("keep", "Stop rolling and let the dice count."),
    MoveName("reroll DICE", "Reroll dice, by their places: `25`, `reroll all`."),
    MoveName("reroll DICE with CARD", "Reroll with a card: `reroll 25 with energy-drink`."),
    MoveName("change DIE to FACE with CARD", "Turn a die before the dice count: `change 2 to heart …`."),
    MoveName("done", "Change nothing more, buy nothing more, or sell nothing more."),
    MoveName("heal", "Use a heart on yourself."),
    MoveName("heal SEAT", "Use a heart on another monster, which pays you, if a card lets you."),
    MoveName("cure TOKEN", "Use a heart to take off a token: `cure shrink` or `cure poison`."),
    MoveName("waste", "Use a heart on nothing."),
    MoveName("yield", "Leave Tokyo to your attacker."),
    MoveName("stay", "Stay in Tokyo."),
    MoveName("use CARD", "Use a card of yours now: `use wings`, `use rapid-healing`."),
    MoveName("buy CARD", "Buy an open card, or the one you just looked at."),
    MoveName("buy CARD from SEAT", "Buy another monster's card, if a card of yours lets you."),
    MoveName("sweep", "Pay to replace the three open cards."),
    MoveName("peek", "Look at the top card of the pile, if a card lets you."),
    MoveName("put-back", "Put the card you looked at back on the pile."),
    MoveName("copy CARD from SEAT", "Have a card that copies others copy one in play."),
    MoveName("sell CARD", "Turn a card back into energy, if a card lets you."),
    MoveName("again", "Take another turn with fewer dice, if a card lets you."),
    MoveName("pass", "Let the moment go by."),
    MoveName("roll FACES", "How the dice fall (chance): `roll 1 1 2 claw energy heart`."),
    MoveName("reveal CARD", "The next card of the pile (chance)."),
    MoveName("peek CARD", "The card someone looks at (chance)."),
]
CHANCE_MOVES = 3
"""The number of moves at the end of MOVES that are chance's."""

DECLINES = {
    s.REROLL: "keep",
    s.HIDE_THREES: "keep",
    s.CHANGE: "done",
    s.BUY: "done",
    s.METAMORPH: "done",
    s.JETS: "stay",
    s.YIELD: "stay",
    s.HEARTS: "waste",
    s.LAB: "put-back",
}
"""The word for declining in each phase, if not `pass`."""

PLAIN = {r.YIELDS: "yield", r.SWEEPS: "sweep", r.PEEKS: "peek", r.PLAYS_AGAIN: "again"}
HEARTS = {ON_SELF: "heal", ON_SHRINK: "cure shrink", ON_POISON: "cure poison"}

QUESTIONS = {
    s.MIMIC_MOVE: "Have your {card} copy another card?",
    s.REROLL: "Which dice do you reroll?",
    s.PROBE: "Reroll one of {whose} dice?",
    s.CHANGE: "Turn a die before the dice count?",
    s.HEARTS: "What do you use this heart on?",
    s.JETS: "You are under attack: leave Tokyo before it hits?",
    s.HIDE_THREES: "Reroll your 3s?",
    s.REACT: "You are about to lose {hearts}: use a card?",
    s.YIELD: "You lost {lost}. Yield Tokyo to {who}, or stay?",
    s.BUY: "Buy cards, or end your turn?",
    s.LAB: "Only you see this card. Buy it, or put it back?",
    s.MIMIC_TARGET: "Which card does your {card} copy?",
    s.OPPORTUNIST: "New cards: buy before anyone else?",
    s.METAMORPH: "Discard Keep cards for their energy?",
    s.FREEZE: "Take another turn with fewer dice?",
}
"""The decision of whoever is asked, by phase; `{card}` is the card that copies another."""


def question(state: KingOfTokyo, voice: Voice) -> str:
    """Return the decision of whoever is asked now."""
    me = state.monsters[state.asked]
    return QUESTIONS[state.phase].format(
        card=aiming_name(state),
        who=voice.names[state.active],
        whose=voice.whose(state.active),
        hearts=count(me.danger, "heart"),
        lost=count(me.lost, "heart"),
    )


def decode(state: KingOfTokyo, seat: int, action: int) -> Move:
    """Return the name of a move or an outcome; raise ValueError or LookupError if there is none."""
    if seat == CHANCE:
        return _decode_chance(state, action)
    me = state.monsters[seat]
    what = action % r.VERB
    verb = action - what
    if action == r.NO:
        return Move(DECLINES.get(state.phase, "pass"))
    if verb == 0:
        return Move("reroll", *_places(dice_on_table(state), action % END), *_with(me, action))
    if verb == r.CHANGES:
        old, new = divmod(action % r.WITH, FACES)
        if hand_slot(action) == NOTHING:
            raise ValueError("dice are changed with a card")
        return Move("change", *_places(state.dice, DIE[old]), "to", FACE_NAMES[new], *_with(me, action))
    if verb == r.HEART_USES:
        return Move("heal", str(what - GIFT + 1)) if what >= GIFT else Move.read(HEARTS[what])
    if verb == r.BUYS:
        return Move("buy", open_name(state, what))
    if verb in (r.BUYS_FROM, r.COPIES):
        owner, slot = divmod(what, r.HAND)
        name = hand_name(state.monsters[owner], slot)
        return Move("buy" if verb == r.BUYS_FROM else "copy", name, "from", str(owner + 1))
    if verb in (r.SELLS, r.USES):
        return Move("sell" if verb == r.SELLS else "use", hand_name(me, what))
    if action == r.BUYS_TOP and state.top != NOTHING:
        return Move("buy", state.card(state.top).slug)
    return Move(PLAIN[action])


def _decode_chance(state: KingOfTokyo, outcome: int) -> Move:
    if outcome < 0:
        raise ValueError("no outcome is below 0")
    if state.phase == s.REVEAL or state.phase == s.PEEK:
        return Move("reveal" if state.phase == s.REVEAL else "peek", state.card(outcome).slug)
    return Move("roll", *names(outcome))


def drawn_from(state: KingOfTokyo) -> list[list[str]]:
    """Return the cards left in the pile."""
    if state.phase == s.REVEAL or state.phase == s.PEEK:
        return [[state.card(kind).slug for kind in state.pile]]
    return []


def _with(me: Monster, action: int) -> list[str]:
    slot = hand_slot(action)
    return [] if slot == NOTHING else ["with", hand_name(me, slot)]


def dice_on_table(state: KingOfTokyo) -> int:
    """Return the dice that moves number from the left."""
    return state.hiding_dice if state.phase in (s.HIDE_THREES, s.HIDE_ROLL) else state.dice


def _places(dice: int, picked: int) -> list[str]:
    """Return the places of the picked dice among those shown, counted from 1."""
    places = []
    for place, face in enumerate(faces(dice), 1):
        if number_of(picked, face):
            picked -= DIE[face]
            places.append(str(place))
    if picked or not places:
        raise ValueError("those dice are not on the table")
    return places


def encode(state: KingOfTokyo, seat: int, move: Move) -> int:
    """Return the number of the move of that name, legal or not; raise IllegalMove if there is none."""
    if seat == CHANCE:
        return _encode_chance(state, move)
    me = state.monsters[seat]
    line = str(move)
    if line == DECLINES.get(state.phase, "pass"):
        return r.NO
    if line in ("pass", *DECLINES.values()):
        asked = DECLINES.get(state.phase, "pass")
        raise IllegalMove(f"You cannot `{line}` here; to change nothing, write `{asked}`.")
    for action, word in PLAIN.items():
        if line == word:
            return action
    for use, words in HEARTS.items():
        if line == words:
            return r.HEART_USES + use
    if found := re.fullmatch(r"heal ([0-9]+)", line):
        return r.HEART_USES + GIFT + _seat(state, found[1])
    if found := re.fullmatch(r"reroll ([0-9 ]+|all)(?: with ([a-z0-9-]+))?", line):
        return _picked(dice_on_table(state), found[1]) + _card(me, found[2])
    if found := re.fullmatch(r"change ([0-9]+) to (\w+) with ([a-z0-9-]+)", line):
        return _encode_change(state, me, found[1], found[2], found[3])
    if found := re.fullmatch(r"(buy|copy) ([a-z0-9-]+) from ([0-9]+)", line):
        owner = _seat(state, found[3])
        verb = r.BUYS_FROM if found[1] == "buy" else r.COPIES
        return verb + owner * r.HAND + _in_hand(state, owner, seat, found[2])
    if found := re.fullmatch(r"buy ([a-z0-9-]+)", line):
        return _encode_buy(state, found[1])
    if found := re.fullmatch(r"(sell|use) ([a-z0-9-]+)", line):
        return (r.SELLS if found[1] == "sell" else r.USES) + _in_hand(state, seat, seat, found[2])
    patterns = [f"`{name.pattern}`" for name in MOVES[:-CHANCE_MOVES] if name.verb == move.verb]
    if patterns:
        raise IllegalMove(f"Write {listed(patterns, 'or')}.")
    options = [str(decode(state, seat, action)) for action in state.legal_actions(seat)[:12]]
    raise IllegalMove(f"`{line}` is not a move{nearest(line, options or ['pass'])}")


def _encode_chance(state: KingOfTokyo, move: Move) -> int:
    wanted = {s.REVEAL: "reveal", s.PEEK: "peek"}.get(state.phase, "roll")
    try:
        if wanted == "roll" == move.verb:
            rolled = read_dice(" ".join(move.words))
            if state.rolling not in (0, size(rolled)):
                raise IllegalMove(f"Name {count(state.rolling, 'face')}, one a die, not {size(rolled)}.")
            return rolled
        if move.verb == wanted and len(move.words) == 1:
            return kind_of(state.tables, move.words[0])
    except UserError as error:
        raise IllegalMove(str(error)) from None
    pattern = next(name.pattern for name in MOVES[-CHANCE_MOVES:] if name.verb == wanted)
    raise IllegalMove(f"`{move}` is not what is due; write `{pattern}`.")


def _seat(state: KingOfTokyo, text: str) -> int:
    if not 1 <= int(text) <= state.players:
        raise IllegalMove(f"There is no player {text}.")
    return int(text) - 1


def _in_hand(state: KingOfTokyo, owner: int, seat: int, name: str) -> int:
    slot = find_in_hand(state.monsters[owner], name)
    if slot == NOTHING:
        who = "You have" if owner == seat else f"Player {owner + 1} has"
        raise IllegalMove(f"{who} no card `{name}`.")
    return slot


def _card(me: Monster, name: str | None) -> int:
    if name is None:
        return 0
    slot = find_in_hand(me, name)
    if slot == NOTHING:
        raise IllegalMove(f"You have no card `{name}`.")
    return r.with_card(slot)


def _picked(dice: int, text: str) -> int:
    """Return the dice at those places."""
    if text == "all":
        return dice
    shown = faces(dice)
    places = [int(word) for word in (text.split() if len(shown) > 9 else text.replace(" ", ""))]
    if len(set(places)) < len(places) or not places:
        raise IllegalMove("Name each die once, by its place from the left.")
    if not all(1 <= place <= len(shown) for place in places):
        raise IllegalMove(f"There are {len(shown)} dice, numbered from the left.")
    return sum(DIE[shown[place - 1]] for place in places)


def _encode_change(state: KingOfTokyo, me: Monster, place: str, face: str, card: str) -> int:
    if face not in FACE_WORDS:
        raise IllegalMove(f"`{face}` is not a face of a die{nearest(face, FACE_NAMES)}")
    picked = _picked(state.dice, place)
    return r.CHANGES + _card(me, card) + DIE.index(picked) * FACES + FACE_WORDS[face]


def _encode_buy(state: KingOfTokyo, name: str) -> int:
    if state.phase == s.LAB and name == state.card(state.top).slug:
        return r.BUYS_TOP
    for slot, kind in enumerate(state.display):
        if kind != NOTHING and open_name(state, slot) == name:
            return r.BUYS + slot
    try:
        card = state.card(kind_of(state.tables, name))
    except UserError as error:
        raise IllegalMove(str(error)) from None
    raise IllegalMove(f"{card.name} is not among the open cards.")


def typed(state: KingOfTokyo, move: Move) -> str:
    """Return the shortest text for a move: dice to roll again by their digits, `16`."""
    if move.verb != "reroll" or "with" in move.words:
        return str(move)
    return ("" if size(dice_on_table(state)) < 10 else " ").join(move.words)


# Cards that a move names.


def held_card(state: KingOfTokyo, seat: int, move: Move) -> Held:
    """Return the card in play that a move names: `use wings`, `copy jets from 2`, `… with stretchy`."""
    owner = state.monsters[int(move.words[2]) - 1 if move.words[1:2] == ("from",) else seat]
    name = move.words[-1] if "with" in move.words else move.words[0]
    return owner.hand[find_in_hand(owner, name)]


def offered_card(state: KingOfTokyo, seat: int, move: Move) -> Card:
    """Return the card that a move would buy."""
    if "from" in move.words:
        return held_card(state, seat, move).card
    if state.phase == s.LAB and move.words[0] == state.card(state.top).slug:
        return state.card(state.top)
    return state.card(state.display[open_slot(state, move)])


def open_slot(state: KingOfTokyo, move: Move) -> int:
    """Return the place of the open card that a move names."""
    open_slots = [slot for slot, kind in enumerate(state.display) if kind != NOTHING]
    return next(slot for slot in open_slots if open_name(state, slot) == move.words[0])


# Explanations of moves.


def explain(state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
    """Return the cost or effect of a legal move in a few words."""
    me = state.monsters[seat]
    match move.verb:
        case "reroll" if "with" in move.words:
            return _roll_cost(held_card(state, seat, move))
        case "change":
            return held_card(state, seat, move).card.text
        case "heal" if move.words:
            card = me.giving_card()
            return f"it pays you {card.heart_price() if card else 0} energy, or all it has"
        case "heal":
            return f"+1 heart ({me.health + state.own_hearts} of {me.max_health})"
        case "buy":
            card = offered_card(state, seat, move)
            return f"you have {me.energy} energy: {card.text}"
        case "copy":
            return held_card(state, seat, move).card.text
        case "sell":
            return f"+{held_card(state, seat, move).card.cost} energy"
        case "use":
            return held_card(state, seat, move).power.text
        case "yield":
            return "no hearts lost" if state.phase == s.JETS else f"{voice.names[state.active]} moves in"
        case "stay":
            if state.phase == s.JETS:
                return f"-{me.danger} of your {count(me.health, 'heart')}"
            return f"+{count(state.tables.hold, 'point')} if your next turn starts here"
        case "sweep":
            return f"-{state.tables.sweep} of your {me.energy} energy, three new cards"
        case "again":
            freezing = me.freezing_card(state.dice)
            return freezing.text if freezing else ""
        case "pass" if state.phase == s.REACT:
            return f"-{me.danger} of your {count(me.health, 'heart')}"
        case "keep" if state.phase == s.REROLL:
            return brings(state)
    return ""


def worth(state: KingOfTokyo) -> dict[str, int]:
    """Return what the dice bring if they count as they lie, before cards add to it."""
    me = state.monsters[state.active]
    points = 0
    for face in range(THREE + 1):
        shown = number_of(state.dice, face)
        points += face + 1 + shown - TRIPLE if shown >= TRIPLE else 0
    hearts = 0 if me.in_tokyo else min(number_of(state.dice, HEART), me.max_health - me.health)
    return {
        "points": points,
        "hearts": hearts,
        "energy": number_of(state.dice, ENERGY),
        "claws": number_of(state.dice, CLAW),
    }


def brings(state: KingOfTokyo) -> str:
    """Return what the dice bring in words: "+2 points, +1 energy, 3 claws"."""
    found = worth(state)
    told = [f"+{count(found[thing], thing[:-1])}" for thing in ("points", "hearts") if found[thing]]
    told += [f"+{found['energy']} energy"] * (found["energy"] > 0)
    return ", ".join(told + [count(found["claws"], "claw")] * (found["claws"] > 0)) or "nothing"


def _roll_cost(held: Held) -> str:
    return f"{count(held.counters - 1, 'counter')} left" if held.counters else held.power.text


def confirm(state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
    """Ask whether the player is pleased, if the rolling would end with rolls left (KT-17)."""
    me = state.monsters[seat]
    rolls_left = me.rolls(state.tables) - state.rolls_used
    if move.verb != "keep" or state.phase != s.REROLL or rolls_left < 1 or "pleased" in voice.look.off:
        return ""
    return f"Are you pleased with this roll ({brings(state)})?"


# Reasons for refusing a move.


def why_not(state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
    """Return a sentence saying why a seat may not make that move now."""
    me = state.monsters[seat]
    if not me.alive:
        return "Your monster is out of the game."
    if move.verb == "use":
        return _why_not_use(me, held_card(state, seat, move).power)
    if state.phase < s.MIMIC_MOVE:
        return "A card is being drawn." if state.phase in (s.REVEAL, s.PEEK) else "Dice are rolling."
    if seat != state.asked:
        return f"It is not your move: {voice.names[state.asked]} decides."
    if move.verb == "yield":
        return "You may yield only when an attack on you in Tokyo has cost you hearts."
    why = ""
    if move.verb == "reroll":
        why = _why_not_roll(state, seat, move)
    elif move.verb in ("buy", "sweep", "peek"):
        why = _why_not_buy(state, me, move)
    elif move.verb in ("heal", "cure") and state.phase == s.HEARTS:
        why = _why_not_heart(state, me, move)
    return why or f"Not now. {question(state, voice)}"


def _why_not_use(me: Monster, card: Card) -> str:
    price = card.use_price()
    if price == NEVER:
        return f"{card.name} works by itself: {card.text}"
    if me.energy < price:
        return f"{card.name} costs {price} energy to use; you have {me.energy}."
    return f"{card.name} does nothing now: {card.text}"


def _why_not_roll(state: KingOfTokyo, seat: int, move: Move) -> str:
    if state.phase not in (s.REROLL, s.PROBE, s.CHANGE, s.HIDE_THREES):
        return ""
    if "with" not in move.words:
        return "You have no rolls left." if state.phase == s.REROLL else ""
    return f"You cannot reroll those dice with {held_card(state, seat, move).card.name}."


def _why_not_buy(state: KingOfTokyo, me: Monster, move: Move) -> str:
    whose = "from" in move.words
    if state.phase != s.BUY and (move.verb != "buy" or whose or state.phase != s.OPPORTUNIST):
        return ""
    if move.verb == "sweep":
        return f"Sweeping costs {state.tables.sweep} energy; you have {me.energy}."
    if move.verb == "peek":
        return "You have no card left this turn that looks at the pile."
    if whose and me.buying_card() is None:
        needed = cards_that(state.tables, lambda card: card.buys_from_others())
        return f"You need {needed} to buy from other monsters."
    if whose and move.words[2] == str(me.seat + 1):
        return "You cannot buy from yourself."
    card = offered_card(state, me.seat, move)
    if state.phase == s.OPPORTUNIST and not state.revealed >> open_slot(state, move) & 1:
        return f"{card.name} was not revealed just now."
    return f"{card.name} costs {me.price(card)} energy; you have {me.energy}."


def _why_not_heart(state: KingOfTokyo, me: Monster, move: Move) -> str:
    if move.verb == "heal" and move.words:
        needed = cards_that(state.tables, lambda card: card.heart_price() != NEVER)
        return f"You need {needed} to heal others, and they must have lost hearts."
    if me.in_tokyo:
        return "Hearts do not heal you in Tokyo."
    return "You have all your hearts." if move.verb == "heal" else "You have no such token."
