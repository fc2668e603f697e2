"""The moves of a seat, sorted by the place on the board where they are made."""

from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx.core.move import Move
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import ONLY_THREES, Card
from quincunx.games.king_of_tokyo.dice import FACE_NAMES
from quincunx.games.king_of_tokyo.moves import decode, explain, held_card, offered_card, open_slot
from quincunx.games.king_of_tokyo.names import find_in_hand
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Held, Monster
from quincunx.text.grammar import Voice

DECLINES = {
    s.REROLL: "Keep all",
    s.HIDE_THREES: "Keep them",
    s.CHANGE: "Let them count",
    s.BUY: "End the turn",
    s.METAMORPH: "Sell no more",
    s.JETS: "Stay in Tokyo",
    s.YIELD: "Stay in Tokyo",
    s.HEARTS: "Use it on nothing",
    s.LAB: "Put it back",
    s.REACT: "Take it",
    s.PROBE: "Leave the dice",
    s.OPPORTUNIST: "Buy nothing",
    s.MIMIC_MOVE: "Leave it as it is",
    s.FREEZE: "No more turns",
}
"""The label of the button that declines, by phase."""

LABELS = {
    "yield": "Yield",
    "sweep": "Sweep the cards",
    "peek": "Look at the pile",
    "again": "Play again",
    "heal": "Heal yourself",
    "cure shrink": "Take Shrink off",
    "cure poison": "Take Poison off",
}


class Offer(NamedTuple):
    """A move, or the words that end one, with the button's label and a note on the effect."""

    move: str
    label: str
    note: str = ""


class Turning(NamedTuple):
    """A card that turns the die the player picks: the ends of its moves, by face."""

    card: str
    faces: list[Offer]


@dataclass
class Offers:
    answers: list[Offer] = field(default_factory=list)
    decline: Offer | None = None
    rolls_free: bool = False
    """Whether any dice may be rolled again for nothing."""
    rolls_with: list[Offer] = field(default_factory=list)
    """The cards that roll the dice the player picks: `with energy-drink`."""
    turnings: list[Turning] = field(default_factory=list)
    open_cards: dict[int, Offer] = field(default_factory=dict)
    held: dict[tuple[int, int], list[Offer]] = field(default_factory=dict)
    """The offers on cards in play, by seat and place in the hand."""


def offers(state: KingOfTokyo, seat: int, voice: Voice) -> Offers:
    """Return all moves of a seat; a watcher has none."""
    found = Offers()
    if not 0 <= seat < state.players:
        return found
    me = state.monsters[seat]
    rolling: dict[str, Held] = {}
    turning: dict[str, set[str]] = {}
    for action in state.legal_actions(seat):
        move = decode(state, seat, action)
        if move.verb == "change":
            turning.setdefault(move.words[-1], set()).add(move.words[2])
        elif move.verb != "reroll":
            _add(found, state, me, move, voice)
        elif "with" not in move.words:
            found.rolls_free = True
        else:
            held = held_card(state, seat, move)
            if state.phase != s.PROBE and held.power.rolls_again(me, held) == ONLY_THREES:
                found.answers.append(_threes(move, held))
            else:
                rolling[move.words[-1]] = held
    found.rolls_with = [_rolls_with(name, held) for name, held in rolling.items()]
    found.turnings = [_turning(me, name, faces) for name, faces in turning.items()]
    return found


def _add(found: Offers, state: KingOfTokyo, me: Monster, move: Move, voice: Voice) -> None:
    """Add a whole move where it is made: to an open card, to a card in play, or to the buttons."""
    note = explain(state, me.seat, move, voice)
    match move.verb:
        case "buy" if "from" in move.words:
            card = offered_card(state, me.seat, move)
            label = f"Buy {_whose(card, move, voice)} for {me.price(card)}"
            found.held[_place(state, me, move)] = [Offer(str(move), label, note)]
        case "buy":
            card = offered_card(state, me.seat, move)
            label = f"Buy {card.name} for {me.price(card)}"
            if state.phase == s.LAB:
                found.answers.append(Offer(str(move), label))
            else:
                found.open_cards[open_slot(state, move)] = Offer(str(move), label, note)
        case "copy" | "sell" | "use":
            card = held_card(state, me.seat, move).card
            named = _whose(card, move, voice) if move.verb == "copy" else card.name
            offer = Offer(str(move), f"{move.verb.capitalize()} {named}", note)
            # The offer is on the card and among the buttons, since the card may lie far below.
            found.held.setdefault(_place(state, me, move), []).append(offer)
            found.answers.append(offer)
        case "heal" if move.words:
            found.answers.append(Offer(str(move), f"Heal {voice.names[int(move.words[0]) - 1]}", note))
        case _ if str(move) in LABELS:
            found.answers.append(Offer(str(move), LABELS[str(move)], note))
        case _:
            found.decline = Offer(str(move), DECLINES[state.phase], _declining(state, note))


def _place(state: KingOfTokyo, me: Monster, move: Move) -> tuple[int, int]:
    """Return the owner of the card a move names, and its place in that hand."""
    owner = int(move.words[2]) - 1 if "from" in move.words else me.seat
    return owner, find_in_hand(state.monsters[owner], move.words[0])


def _whose(card: Card, move: Move, voice: Voice) -> str:
    return f"{card.name} of {voice.names[int(move.words[2]) - 1]}"


def _declining(state: KingOfTokyo, note: str) -> str:
    """Return the cost or effect of declining, where the button does not say it already."""
    if state.phase == s.YIELD:
        return f"a turn that starts here brings {state.tables.hold} points"
    return note if state.phase in (s.JETS, s.REACT) else ""


def _threes(move: Move, held: Held) -> Offer:
    number = len(move.words) - 2
    label = f"Roll {number} of the 3s again" if number > 1 else "Roll a 3 again"
    return Offer(str(move), label, f"with {held.card.name}")


def _rolls_with(name: str, held: Held) -> Offer:
    left = f", {held.counters} left" if held.counters else ""
    return Offer(f"with {name}", f"Roll with {held.card.name}{left}", held.power.text)


def _turning(me: Monster, name: str, faces: set[str]) -> Turning:
    card = me.hand[find_in_hand(me, name)].card.name
    return Turning(
        card,
        [Offer(f"to {face} with {name}", face, f"with {card}") for face in FACE_NAMES if face in faces],
    )
