"""What a seat may do now, sorted by where on a board it would reach for it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx.games.king_of_tokyo import board as b
from quincunx.games.king_of_tokyo import rules as r
from quincunx.games.king_of_tokyo.dice import FACE_NAMES, FACES
from quincunx.games.king_of_tokyo.moves import explain, say
from quincunx.games.king_of_tokyo.pieces import NOTHING, ONLY_THREES, Monster
from quincunx.games.king_of_tokyo.position import hand_name
from quincunx.games.king_of_tokyo.rules import KingOfTokyo, hand_slot
from quincunx.games.king_of_tokyo.turn import GIFT, ON_POISON, ON_SELF, ON_SHRINK

DECLINES = {
    b.REROLL: "Keep them all",
    b.HIDE_THREES: "Keep them",
    b.CHANGE: "Let them count",
    b.BUY: "End the turn",
    b.METAMORPH: "Sell no more",
    b.JETS: "Stay in Tokyo",
    b.YIELD: "Stay in Tokyo",
    b.HEARTS: "Use it on nothing",
    b.LAB: "Put it back",
    b.REACT: "Take it",
    b.PROBE: "Leave the dice",
    b.OPPORTUNIST: "Buy nothing",
    b.MIMIC_MOVE: "Leave it as it is",
    b.FREEZE: "No more turns",
}
"""What declining is called on a button."""


class Offer(NamedTuple):
    """A move, or the words that end one; what its button says, and what it brings."""

    move: str
    label: str
    note: str = ""


class Turning(NamedTuple):
    """A card that turns the die you pick: how its moves end, by face."""

    card: str
    faces: list[Offer]


@dataclass
class Offers:
    answers: list[Offer] = field(default_factory=list)
    decline: Offer | None = None
    rolls_free: bool = False
    """Whether any dice may be rolled again for nothing."""
    rolls_with: list[Offer] = field(default_factory=list)
    """Cards that roll the dice you pick: `with energy-drink`."""
    turnings: list[Turning] = field(default_factory=list)
    open_cards: dict[int, Offer] = field(default_factory=dict)
    held: dict[tuple[int, int], list[Offer]] = field(default_factory=dict)
    """By seat and place in the hand."""


def offers(state: KingOfTokyo, seat: int) -> Offers:
    """All that a seat may do; a watcher may do nothing."""
    found = Offers()
    if not 0 <= seat < len(state.monsters):
        return found
    me = state.monsters[seat]
    rolling: set[int] = set()
    turning: dict[int, set[int]] = {}
    for action in state.actions(seat):
        slot = hand_slot(action)
        if 0 < action < r.CHANGES:
            if slot == NOTHING:
                found.rolls_free = True
            elif state.phase != b.PROBE and me.hand[slot].power.rolls_again(me, me.hand[slot]) == ONLY_THREES:
                found.answers.append(_threes(state, me, action))
            else:
                rolling.add(slot)
        elif r.CHANGES <= action < r.HEART_USES:
            turning.setdefault(slot, set()).add(action % r.WITH % FACES)
        else:
            _add(found, state, me, action)
    found.rolls_with = [_rolls_with(me, slot) for slot in sorted(rolling)]
    found.turnings = [_turning(me, slot, faces) for slot, faces in turning.items()]
    return found


def _add(found: Offers, state: KingOfTokyo, me: Monster, action: int) -> None:
    """A whole move goes where it is made: to an open card, to a card before a monster, to the buttons."""
    what = action % r.VERB
    verb = action - what
    move, note = say(state, me.seat, action), explain(state, me.seat, action)
    if action == r.NO:
        found.decline = Offer(move, DECLINES[state.phase], _declining(state, note))
    elif verb == r.BUYS:
        found.open_cards[what] = Offer(move, _buying(state, me, state.display[what]), note)
    elif verb == r.BUYS_TOP:
        found.answers.append(Offer(move, _buying(state, me, state.top)))
    elif verb in (r.BUYS_FROM, r.COPIES):
        owner, slot = divmod(what, r.SEAT)
        card = state.monsters[owner].hand[slot].card
        whose = f"{card.name} of {state.table.names[owner]}"
        if verb == r.COPIES:
            _hold(found, owner, slot, Offer(move, f"Copy {whose}", note))
        else:
            found.held[owner, slot] = [Offer(move, f"Buy {whose} for {me.price(card)}", note)]
    elif verb in (r.SELLS, r.USES):
        name = me.hand[what].card.name
        _hold(found, me.seat, what, Offer(move, f"{'Sell' if verb == r.SELLS else 'Use'} {name}", note))
    else:
        found.answers.append(Offer(move, _label(state, verb, what), note))


def _declining(state: KingOfTokyo, note: str) -> str:
    """What declining costs or brings, where the button does not say it already."""
    if state.phase == b.YIELD:
        return f"a turn that starts here brings {state.table.hold} points"
    return note if state.phase in (b.JETS, b.REACT) else ""


def _hold(found: Offers, seat: int, slot: int, offer: Offer) -> None:
    """On the card itself, and among the buttons, since the card may lie far below."""
    found.held.setdefault((seat, slot), []).append(offer)
    found.answers.append(offer)


def _label(state: KingOfTokyo, verb: int, what: int) -> str:
    if verb == r.HEART_USES:
        if what >= GIFT:
            return f"Heal {state.table.names[what - GIFT]}"
        return {ON_SELF: "Heal yourself", ON_SHRINK: "Take Shrink off", ON_POISON: "Take Poison off"}[what]
    return {
        r.YIELDS: "Yield",
        r.SWEEPS: "Sweep the cards",
        r.PEEKS: "Look at the pile",
        r.PLAYS_AGAIN: "Play again",
    }[verb]


def _buying(state: KingOfTokyo, me: Monster, kind: int) -> str:
    card = state.table.cards[kind]
    return f"Buy {card.name} for {me.price(card)}"


def _threes(state: KingOfTokyo, me: Monster, action: int) -> Offer:
    move = say(state, me.seat, action)
    number = len(move.split()) - 3
    card = me.hand[hand_slot(action)].card.name
    return Offer(move, f"Roll {number} of the 3s again" if number > 1 else "Roll a 3 again", f"with {card}")


def _rolls_with(me: Monster, slot: int) -> Offer:
    held = me.hand[slot]
    left = f", {held.counters} left" if held.counters else ""
    return Offer(f"with {hand_name(me, slot)}", f"Roll with {held.card.name}{left}", held.power.text)


def _turning(me: Monster, slot: int, faces: set[int]) -> Turning:
    name = me.hand[slot].card.name
    return Turning(
        name,
        [
            Offer(f"to {FACE_NAMES[face]} with {hand_name(me, slot)}", FACE_NAMES[face], f"with {name}")
            for face in sorted(faces)
        ],
    )
