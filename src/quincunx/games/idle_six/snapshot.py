"""A position as a dict and back, and checks that a position is possible."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quincunx.core.errors import UserError, nearest
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card, Cards
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import amount, digits
from quincunx.games.idle_six.state import POWER, bits, places, values


class Clip(msgspec.Struct, forbid_unknown_fields=True):
    """The place of a paperclip: the side that shows, and the box, 1 at the bottom."""

    side: Annotated[str, Meta(pattern="^(start|flipped)$")]
    box: Annotated[int, Meta(ge=1)]


class Rolling(msgspec.Struct, forbid_unknown_fields=True):
    """The dice being rerolled, die 1 at the units, and their faces once rolled, left to right."""

    dice: list[Annotated[int, Meta(ge=1, le=codes.MOST_DICE)]] = []
    faces: list[Annotated[int, Meta(ge=1, le=6)]] = []


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. Money is in base six."""

    turns: Annotated[int, Meta(ge=0)]
    phase: Annotated[str, Meta(pattern=f"^({'|'.join(codes.PHASES)})$")]
    money: str
    dice: Annotated[int, Meta(ge=1)]
    cards: dict[str, Clip]
    used: list[str]
    claimed: Annotated[int, Meta(ge=0)]
    bought: bool
    rolling: Rolling


def take(state: IdleSix) -> Snapshot:
    rolling = places(state.rolling)
    faces = [value or 6 for value in values(state.roll, len(rolling))] if state.phase == codes.PUT else []
    return Snapshot(
        turns=state.turns_taken,
        phase=codes.PHASES[state.phase],
        money=digits(state.money),
        dice=state.dice,
        cards={card.name: Clip(*card.where(state.clips[card.slot])) for card in state.cards.actions},
        used=[card.name for card in state.cards.actions if card.used(state)],
        claimed=state.claimed,
        bought=state.bought,
        rolling=Rolling([place + 1 for place in rolling], faces[::-1]),
    )


def restore(snapshot: Snapshot, numbers: Cards) -> IdleSix:
    state = IdleSix(numbers)
    state.turns_taken = snapshot.turns
    state.phase = codes.PHASES.index(snapshot.phase)
    state.money = _money(snapshot.money)
    state.dice = snapshot.dice
    known = {card.name: card for card in numbers.actions}
    for name in [*snapshot.cards, *snapshot.used]:
        if name not in known:
            raise UserError(f"`{name}` is not an action card{nearest(name, known)}")
    for name, clip in snapshot.cards.items():
        state.slide(known[name].slot, _box(known[name], clip))
    state.used = bits({known[name].slot for name in snapshot.used})
    state.claimed = snapshot.claimed
    state.bought = snapshot.bought
    rolling = snapshot.rolling
    if len(rolling.faces) != (len(rolling.dice) if state.phase == codes.PUT else 0):
        raise UserError("`rolling` has a face for each die in the phase `put`, and none in another.")
    state.rolling = bits({number - 1 for number in rolling.dice})
    for face in rolling.faces:
        state.roll = state.roll * 6 + face % 6
    if state.rolling:
        state.roller = next((card.slot for card in numbers.actions if _may_roll(card, state)), 0)
    return state


def _box(card: Card, clip: Clip) -> int:
    first, end = (0, card.start_boxes) if clip.side == "start" else (card.start_boxes, len(card.costs))
    if clip.box > end - first:
        raise UserError(f"`{card.name}` has {end - first} boxes on its {clip.side} side, not {clip.box}.")
    return first + clip.box - 1


def _money(text: str) -> int:
    try:
        return amount(text)
    except ValueError as error:
        raise UserError(str(error)) from None


def _may_roll(card: Card, state: IdleSix) -> bool:
    return card.rolls and card.used(state)


def problem(state: IdleSix) -> str:
    if not 1 <= state.dice <= state.most_dice:
        return f"there are {state.most_dice} money dice, so {state.dice} cannot be unlocked."
    if not 0 <= state.money < POWER[state.dice]:
        return f"${digits(state.money)} does not fit on {state.dice} dice."
    if state.claimed > min(state.dice - 1, len(state.cards.achievements.rewards)):
        return f"{state.claimed} achievements cannot be claimed with {state.dice} dice."
    if state.phase == codes.WON and not state.turns_taken:
        return "the turn in which the win is bought counts, so nobody has won after 0 turns."
    if state.bought and state.phase not in (codes.UPGRADE, codes.WON):
        return "boxes are bought in the upgrade turn, so nothing is bought yet."
    if state.used and state.phase in (codes.UPGRADE, codes.WON):
        return "used cards are turned back before the upgrade turn."
    for card in state.cards.actions:
        if card.used(state) and not card.works(state.clips[card.slot]):
            return f"`{card.name}` is locked, so it cannot have been used."
    return _rolling_problem(state)


def _rolling_problem(state: IdleSix) -> str:
    if (state.rolling > 0) != (state.phase in (codes.ROLL, codes.PUT)):
        return f"in the phase `{codes.PHASES[state.phase]}` dice are {'not ' * bool(state.rolling)}rolling."
    if not state.rolling:
        return ""
    rolled = len(places(state.rolling))
    if state.rolling >> state.dice:
        return "a die that is not unlocked cannot be rolled."
    if not 0 <= state.roll < POWER[rolled]:
        return "there are more faces than dice rolled."
    card = state.cards.actions[state.roller]
    if not _may_roll(card, state):
        return "dice roll only when a card that rolls them is used."
    reach, most = card.reach(state), card.allowance(state.clips[card.slot])
    if state.rolling >> reach or rolled > most:
        return f"`{card.name}` rolls up to {most} of the {reach} dice nearest the units."
    return ""
