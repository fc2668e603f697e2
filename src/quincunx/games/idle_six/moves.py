"""Idle Six in words: positions as dicts, moves by name."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.idle_six import numbers as shape
from quincunx.games.idle_six.bot import IdleSixBot
from quincunx.games.idle_six.cards import MOST_DICE, REROLL, STRIDE, Cards, places, values
from quincunx.games.idle_six.rules import (
    ACTION,
    CLAIM,
    DONE,
    PUT,
    PUTS,
    ROLL,
    UPGRADE,
    UPGRADES,
    WIN,
    WON,
    IdleSix,
)
from quincunx.games.idle_six.senary import amount, digits, short

if TYPE_CHECKING:
    from rich.console import RenderableType

CARDS = ["gain-a", "gain-b", "gain-c", "flip", "reroll", "swap", "double"]
FLIP, SWAP, DOUBLE = CARDS.index("flip"), CARDS.index("swap"), CARDS.index("double")
_AMOUNT = re.compile(r"\$([0-5]{1,3}(?:,[0-5]{3})*[KMBT]?)(?![0-9A-Za-z])")
PHASES = {ACTION: "action", ROLL: "roll", PUT: "put", UPGRADE: "upgrade", WON: "won"}


class Clip(msgspec.Struct, forbid_unknown_fields=True):
    """Where a paperclip is: the side that shows, and the box, 1 at the bottom."""

    side: Annotated[str, Meta(pattern="^(start|flipped)$")]
    box: Annotated[int, Meta(ge=1)]


class Rolling(msgspec.Struct, forbid_unknown_fields=True):
    """The dice being rerolled, die 1 at the units, and their faces once rolled, left to right."""

    dice: list[Annotated[int, Meta(ge=1, le=MOST_DICE)]] = []
    faces: list[Annotated[int, Meta(ge=1, le=6)]] = []


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. Money is in base six."""

    turns: Annotated[int, Meta(ge=0)]
    phase: Annotated[str, Meta(pattern="^(action|roll|put|upgrade|won)$")]
    money: str
    dice: Annotated[int, Meta(ge=1)]
    cards: dict[str, Clip]
    used: list[str]
    claimed: Annotated[int, Meta(ge=0)]
    bought: bool
    rolling: Rolling


class IdleSixGame(Game[IdleSix]):
    name = "idle-six"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    toggles = {"ten": "every amount in base ten too; switch it off to train"}
    moves = [
        MoveName("gain CARD", "Use a gain card (a, b or c): add its amount to your money."),
        MoveName("flip DIE", "Turn one die to its opposite face: 1-6, 2-5, 3-4. A 6 counts 0."),
        MoveName("reroll DICE", "Roll some dice once, then put the values back in any order."),
        MoveName("swap DIE DIE", "Exchange two dice."),
        MoveName("double DIE", "Double one die; what is 6 or more is carried to the next die."),
        MoveName("put FACES", "Put the rerolled values back, left to right."),
        MoveName("claim", "Take the next achievement's reward. Costs no turn."),
        MoveName("upgrade CARD", "Pay for a card's next box; `upgrade win` wins the game."),
        MoveName("done", "End the action turn or the upgrade turn."),
        MoveName("roll FACES", "How the dice fall, left to right (chance)."),
    ]

    def components(self) -> list[str]:
        """The cards, both sides of those that have two."""
        return [*CARDS, *(f"{name} flipped" for name in CARDS), "win"]

    def prepare(self, numbers: shape.Numbers) -> Cards:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Cards) -> IdleSix:
        return IdleSix(numbers)

    def bot(self) -> Bot:
        return IdleSixBot()

    def draw(self, state: IdleSix, seat: int, look: Look) -> "RenderableType":
        from quincunx.games.idle_six.screen import draw

        return draw(state, look)

    def board(self, state: IdleSix, seat: int) -> dict[str, Any]:
        from quincunx.games.idle_six.page import board

        return board(state)

    def result(self, state: IdleSix) -> Result:
        """Buying the win is the only end; the band says how good it was."""
        return Result([0], [state.turns_taken], state.cards.band(state.turns_taken))

    def snapshot(self, state: IdleSix) -> Snapshot:
        rolling = places(state.rolling)
        faces = [_face(value) for value in values(state.roll, len(rolling))] if state.phase == PUT else []
        return Snapshot(
            turns=state.turns_taken,
            phase=PHASES[state.phase],
            money=digits(state.purse.value),
            dice=state.purse.dice,
            cards={name: _clip(state, slot) for slot, name in enumerate(CARDS)},
            used=[name for slot, name in enumerate(CARDS) if state.used >> slot & 1],
            claimed=state.claimed,
            bought=state.bought,
            rolling=Rolling([place + 1 for place in rolling], faces[::-1]),
        )

    def restore(self, snapshot: Snapshot, numbers: Cards) -> IdleSix:
        state = IdleSix(numbers)
        state.turns_taken = snapshot.turns
        state.phase = next(phase for phase, name in PHASES.items() if name == snapshot.phase)
        state.purse.value = _money(snapshot.money)
        state.purse.dice = snapshot.dice
        for name, clip in snapshot.cards.items():
            slot = _slot(name)
            card = state.cards.actions[slot]
            boxes = card.start_boxes if clip.side == "start" else len(card.costs) - card.start_boxes
            if clip.box > boxes:
                raise Mistake(f"`{name}` has {boxes} boxes on its {clip.side} side, not {clip.box}.")
            state.clips[slot] = clip.box - 1 + (0 if clip.side == "start" else card.start_boxes)
        unknown = set(snapshot.used) - set(CARDS)
        if unknown:
            raise Mistake(f"`used` names `{min(unknown)}`, which is not an action card.")
        state.used = sum(1 << CARDS.index(name) for name in set(snapshot.used))
        state.claimed = snapshot.claimed
        state.bought = snapshot.bought
        rolling = snapshot.rolling
        if len(rolling.faces) != (len(rolling.dice) if state.phase == PUT else 0):
            raise Mistake("`rolling` has a face for each die in the phase `put`, and none in another.")
        state.rolling = sum(1 << die - 1 for die in set(rolling.dice))
        state.roll = _roll(rolling.faces)
        return state

    def problem(self, state: IdleSix) -> str:
        purse = state.purse
        if not 1 <= purse.dice <= purse.most_dice:
            return f"there are {purse.most_dice} money dice, so {purse.dice} cannot be unlocked."
        if not 0 <= purse.value < 6**purse.dice:
            return f"${digits(purse.value)} does not fit on {purse.dice} dice."
        if state.claimed > min(purse.dice - 1, len(state.cards.rewards)):
            return f"{state.claimed} achievements cannot be claimed with {purse.dice} dice."
        if state.rolling >> purse.dice:
            return "a die that is not unlocked cannot be rolled."
        if (state.rolling > 0) != (state.phase in (ROLL, PUT)):
            return f"in the phase `{PHASES[state.phase]}` dice are {'not ' * bool(state.rolling)}rolling."
        if not 0 <= state.roll < 6 ** len(places(state.rolling)):
            return "there are more faces than dice rolled."
        if state.bought and state.phase not in (UPGRADE, WON):
            return "boxes are bought in the upgrade turn, so nothing is bought yet."
        if state.used and state.phase in (UPGRADE, WON):
            return "used cards are turned back before the upgrade turn."
        for slot, card in enumerate(state.cards.actions):
            if state.used >> slot & 1 and not card.works(state.clips[slot]):
                return f"`{CARDS[slot]}` is locked, so it cannot have been used."
        return _rolling_problem(state) if state.rolling else ""

    def say(self, state: IdleSix, seat: int, action: int) -> str:
        kind, choice = action // STRIDE, action % STRIDE
        if seat == CHANCE:
            return f"roll {_faces(action, state.rolling)}"
        if action == DONE:
            return "done"
        if action == CLAIM:
            return "claim"
        if kind * STRIDE == UPGRADES:
            return f"upgrade {'win' if choice == WIN else CARDS[choice]}"
        if kind * STRIDE == PUTS:
            return f"put {_faces(choice, state.rolling)}"
        if kind == REROLL:
            return f"reroll {' '.join(str(place + 1) for place in places(choice))}"
        if kind == SWAP:
            return f"swap {choice // MOST_DICE + 1} {choice % MOST_DICE + 1}"
        if kind in (FLIP, DOUBLE):
            return f"{CARDS[kind]} {choice + 1}"
        return CARDS[kind].replace("-", " ")

    def parse(self, state: IdleSix, seat: int, text: str) -> int:
        verb, *words = text.lower().replace("gain-", "gain ").split() or [""]
        if seat == CHANCE and verb != "roll":
            raise IllegalMove(f"`{text}` is not a roll; write `roll FACES`, left to right.")
        if seat != CHANCE and verb == "roll":
            raise IllegalMove("The dice fall by themselves; to roll some, use `reroll DICE`.")
        if verb in ("done", "claim") and not words:
            return DONE if verb == "done" else CLAIM
        if verb == "gain" and len(words) == 1 and words[0] in ("a", "b", "c"):
            return "abc".index(words[0]) * STRIDE
        if verb == "upgrade" and words:
            name = "-".join(words)
            if name in ("achievement", "achievements"):
                raise IllegalMove("The achievement card cannot be upgraded; `claim` its rewards.")
            return UPGRADES + (WIN if name == "win" else _slot(name))
        if verb in ("roll", "put") and words:
            faces = _numbers(verb, words, 6)
            count = len(places(state.rolling))
            if count and len(faces) != count:
                raise IllegalMove(f"{count} dice are rolling: name {count} faces, not {len(faces)}.")
            return _roll(faces) + (PUTS if verb == "put" else 0)
        dice = {"flip": 1, "double": 1, "swap": 2, "reroll": 0}.get(verb)
        if dice is None or not words:
            patterns = {move.verb: move.pattern for move in self.moves if move.verb != "roll"}
            hint = f"; write `{patterns[verb]}`." if verb in patterns else nearest(verb, patterns)
            raise IllegalMove(f"`{text}` is not a move{hint}")
        return _dice_move(verb, dice, _numbers(verb, words, state.purse.most_dice))

    def explain(self, state: IdleSix, seat: int, action: int) -> str:
        kind, choice = action // STRIDE, action % STRIDE
        if action == CLAIM:
            return f"+${short(state.cards.rewards[state.claimed])}"
        if kind * STRIDE == UPGRADES:
            return _explain_upgrade(state, choice)
        if action == DONE:
            return "to the upgrade turn" if state.phase == ACTION else _explain_done(state)
        if kind == REROLL:
            return f"now {_faces_now(state, choice)}"
        after = state.clone()
        after.move(seat, action)
        change = after.purse.value - state.purse.value
        return f"{'+' if change >= 0 else '-'}${short(abs(change))}"

    def gloss(self, text: str, look: Look) -> str:
        """Every amount in base ten too, unless that is switched off."""
        return text if "ten" in look.off else re.sub(_AMOUNT, _in_both_bases, text)


def _rolling_problem(state: IdleSix) -> str:
    box = state.clips[REROLL]
    if not state.used >> REROLL & 1:
        return "dice roll only when `reroll` is used."
    reach = state.purse.reach(state.cards.actions[REROLL].strength[box])
    most = state.cards.reroll.dice[box]
    if state.rolling >> reach or len(places(state.rolling)) > most:
        return f"`reroll` rolls up to {most} of the {reach} dice nearest the units."
    return ""


def _in_both_bases(found: re.Match[str]) -> str:
    in_ten = f"{amount(found[1]):,}"
    return found[0] if in_ten == found[1] else f"{found[0]} = {in_ten}"


def _explain_upgrade(state: IdleSix, slot: int) -> str:
    if slot == WIN:
        return f"costs ${short(state.cards.win_cost)}: you win"
    card = state.cards.actions[slot]
    box = state.clips[slot] + 1
    flips = ", flips the card" if box == card.start_boxes else ""
    return f"costs ${short(card.costs[box])}: {effect(state, slot, box)}{flips}"


def effect(state: IdleSix, slot: int, box: int) -> str:
    """What a box of an action card does, in a few words."""
    card = state.cards.actions[slot]
    if not card.works(box):
        return "locked"
    if slot < FLIP:
        return f"+${short(card.strength[box])}"
    if slot == REROLL:
        count = state.cards.reroll.dice[box]
        return f"{count} di{'e' if count == 1 else 'ce'}, range {card.strength[box]}"
    return f"range {card.strength[box]}"


def _explain_done(state: IdleSix) -> str:
    return "this turn counts 1" if state.bought else "buy nothing: this turn counts 0"


def _clip(state: IdleSix, slot: int) -> Clip:
    start = state.cards.actions[slot].start_boxes
    box = state.clips[slot]
    return Clip("start", box + 1) if box < start else Clip("flipped", box - start + 1)


def _slot(name: str) -> int:
    if name not in CARDS:
        raise IllegalMove(f"There is no card `{name}`{nearest(name, [*CARDS, 'win'])}")
    return CARDS.index(name)


def _money(text: str) -> int:
    try:
        return amount(text)
    except ValueError as error:
        raise Mistake(str(error)) from None


def _face(digit: int) -> int:
    """The face that shows a digit: 6 counts 0 (IS-1)."""
    return digit or 6


def _faces(roll: int, rolling: int) -> str:
    """A roll as faces, left to right: the die at the units comes last."""
    return " ".join(str(_face(value)) for value in reversed(values(roll, len(places(rolling)))))


def _faces_now(state: IdleSix, dice: int) -> str:
    return " ".join(str(_face(state.purse.digit(place))) for place in reversed(places(dice)))


def _roll(faces: list[int]) -> int:
    roll = 0
    for face in faces:
        roll = roll * 6 + face % 6
    return roll


def _numbers(verb: str, words: list[str], most: int) -> list[int]:
    found = [int(word) for word in words if re.fullmatch(r"\d{1,2}", word)]
    if len(found) < len(words) or any(not 1 <= number <= most for number in found):
        raise IllegalMove(f"`{verb}` takes numbers from 1 to {most}, not `{' '.join(words)}`.")
    return found


def _dice_move(verb: str, wanted: int, dice: list[int]) -> int:
    if wanted and len(dice) != wanted:
        raise IllegalMove(f"`{verb}` takes {wanted} di{'e' if wanted == 1 else 'ce'}, not {len(dice)}.")
    if len(set(dice)) < len(dice):
        raise IllegalMove(f"`{verb}` takes different dice, counted from 1 at the units.")
    places_named = sorted(die - 1 for die in dice)
    base = CARDS.index(verb) * STRIDE
    if verb == "reroll":
        return base + sum(1 << place for place in places_named)
    if verb == "swap":
        return base + places_named[0] * MOST_DICE + places_named[1]
    return base + places_named[0]


GAME = IdleSixGame()
