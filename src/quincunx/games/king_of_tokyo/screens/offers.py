"""The moves of a seat, sorted by the place on the board where they are made."""

from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx.core.move import Move
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import ONLY_THREES
from quincunx.games.king_of_tokyo.dice import FACE_NAMES
from quincunx.games.king_of_tokyo.help.words import words
from quincunx.games.king_of_tokyo.moves import decode, explain, held_card, offered_card, open_slot
from quincunx.games.king_of_tokyo.names import find_in_hand
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Held, Monster
from quincunx.text.grammar import Voice


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
    offer = Offer(str(move), words(state, me.seat, move, voice), explain(state, me.seat, move, voice))
    match move.verb:
        case "buy" if "from" not in move.words and state.phase != s.LAB:
            card = offered_card(state, me.seat, move)
            label = f"Buy {card.name}, {me.price(card)} energy, you have {me.energy}"
            found.open_cards[open_slot(state, move)] = Offer(offer.move, label)
        case "copy" | "sell" | "use" | "buy" if state.phase != s.LAB:
            # On the card, and among the buttons.
            found.held.setdefault(_place(state, me, move), []).append(offer)
            found.answers.append(offer)
        case "keep" if state.phase == s.REROLL:
            found.decline = offer._replace(label="Keep all")
        case "keep" | "stay" | "done" | "waste" | "pass" | "put-back":
            found.decline = offer
        case _:
            found.answers.append(offer)


def _place(state: KingOfTokyo, me: Monster, move: Move) -> tuple[int, int]:
    """Return the owner of the card a move names, and its place in that hand."""
    owner = int(move.words[2]) - 1 if "from" in move.words else me.seat
    return owner, find_in_hand(state.monsters[owner], move.words[0])


def _threes(move: Move, held: Held) -> Offer:
    number = len(move.words) - 2
    label = f"Reroll {number} of the 3s" if number > 1 else "Reroll a 3"
    return Offer(str(move), label, f"with {held.card.name}")


def _rolls_with(name: str, held: Held) -> Offer:
    left = f", {held.counters} left" if held.counters else ""
    return Offer(f"with {name}", f"Reroll with {held.card.name}{left}", held.power.text)


def _turning(me: Monster, name: str, faces: set[str]) -> Turning:
    card = me.hand[find_in_hand(me, name)].card.name
    return Turning(
        card,
        [Offer(f"to {face} with {name}", face, f"with {card}") for face in FACE_NAMES if face in faces],
    )
