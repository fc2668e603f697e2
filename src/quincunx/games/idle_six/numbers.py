"""The shape of game.toml, and the checks that its numbers make sense."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.cards import fill, find_class
from quincunx.games.idle_six import cards
from quincunx.games.idle_six.codes import MOST_DICE
from quincunx.games.idle_six.senary import amount
from quincunx.text.grammar import listed

MOST = {"dice": 5}
"""The most that an amount may be, where that is not MOST_DICE."""
KINDS = [kind for kind in vars(cards).values() if isinstance(kind, type) and issubclass(kind, cards.Card)]
AMOUNTS = list(dict.fromkeys(name for kind in KINDS for name in kind.amounts))
"""The names of all amounts on boxes, each once."""


def with_amounts(box: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Return the box with a field for each amount; a gain is money, so it is written in base six."""
    fields: list[tuple[str, Any, Any]] = [
        (name, str, "")
        if name == "gain"
        else (name, Annotated[int, Meta(ge=0, le=MOST.get(name, MOST_DICE))], 0)
        for name in AMOUNTS
    ]
    words = {"__doc__": box.__doc__}
    return msgspec.defstruct("Box", fields, bases=(box,), namespace=words, forbid_unknown_fields=True)


@with_amounts
class Box(msgspec.Struct):
    """A box of a card: its cost, and its amounts or a lock. A side's first box has no cost."""

    cost: str = ""
    locked: bool = False

    def amounts(self) -> dict[str, int]:
        """Return the amounts on the box as numbers."""
        said = {name: getattr(self, name) for name in AMOUNTS if getattr(self, name)}
        return {name: amount(value) if name == "gain" else value for name, value in said.items()}


class CardNumbers(msgspec.Struct, forbid_unknown_fields=True):
    """A card with both sides: its words, and the boxes from the bottom."""

    name: str
    text: str
    button: str
    box: str
    start: Annotated[list[Box], Meta(min_length=1)]
    flip: str
    flipped: Annotated[list[Box], Meta(min_length=1)]

    def card(self, slot: int, name: str) -> cards.Card:
        """Return the card as the rules use it; raise ValueError with a sentence if its numbers make no
        sense."""
        kind: type[cards.Card] = find_class(name, [cards], f"cards.{name}")
        boxes = [*self.start, *self.flipped]
        self._check(boxes, kind, name)
        # Both sides as one ladder: paying for the flip box leads to the flipped side's first.
        costs = [amount(box.cost or "0") for box in boxes]
        costs[len(self.start)] = amount(self.flip)
        card = kind(slot, name, [box.amounts() for box in boxes], costs, len(self.start))
        card.title, card.text, card.button, card.box_text = self.name, self.text, self.button, self.box
        return card

    def _check(self, boxes: list[Box], kind: type[cards.Card], name: str) -> None:
        for box in boxes:
            if box.locked and not kind.lockable:
                raise ValueError(f"`cards.{name}` must have a gain in every box, or no money might come in.")
            amounts = box.amounts()
            if sorted(amounts) != ([] if box.locked else sorted(kind.amounts)) or 0 in amounts.values():
                said = listed([f"a `{known}` above 0" for known in kind.amounts])
                raise ValueError(f"a box of `cards.{name}` must have {said}, or `locked = true`, no more.")
        if self.start[0].cost or self.flipped[0].cost:
            raise ValueError(
                f"the first box of a side of `cards.{name}` has no `cost`; `flip` is the way in."
            )
        if not all(box.cost for box in [*self.start[1:], *self.flipped[1:]]):
            raise ValueError(f"every box of `cards.{name}` but the first of a side must have a `cost`.")
        fill(self.box, dict.fromkeys(kind.amounts, 1), f"cards.{name}.box")


class Money(msgspec.Struct, forbid_unknown_fields=True):
    dice: Annotated[int, Meta(ge=1, le=MOST_DICE)]
    start: str


class Win(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cost: str


class Achievements(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    rewards: list[str]


class Band(msgspec.Struct, forbid_unknown_fields=True):
    turns: Annotated[int, Meta(ge=1)]
    name: str


class Scoring(msgspec.Struct, forbid_unknown_fields=True):
    bands: list[Band]
    beyond: str


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """All numbers that a variant may change."""

    money: Money
    cards: dict[str, CardNumbers]
    win: Win
    achievements: Achievements
    scoring: Scoring


def prepare(numbers: Numbers) -> cards.Cards:
    """Return the cards as the rules use them; raise ValueError with a sentence if the numbers make no
    sense."""
    actions = [card.card(slot, name) for slot, (name, card) in enumerate(numbers.cards.items())]
    win = cards.Win(len(actions), "win", amount(numbers.win.cost))
    win.title = numbers.win.name
    rewards = [amount(reward) for reward in numbers.achievements.rewards]
    start, dice = amount(numbers.money.start), numbers.money.dice
    names = [*[band.name for band in numbers.scoring.bands], numbers.scoring.beyond]
    ends = [band.turns for band in numbers.scoring.bands]
    if win.cost >= 6**dice:
        raise ValueError(f"`win.cost` {numbers.win.cost} can never be paid with {dice} money dice.")
    if start >= 6**dice:
        raise ValueError(f"`money.start` {numbers.money.start} does not fit on {dice} money dice.")
    if len(rewards) >= dice:
        raise ValueError(f"`achievements.rewards` has more than {dice - 1} steps, one per die to unlock.")
    if ends != sorted(set(ends)):
        raise ValueError("`scoring.bands` must have rising numbers of turns.")
    achievements = cards.Achievements("achievements", numbers.achievements.name, rewards)
    return cards.Cards(actions, win, [*actions, win], achievements, dice, start, names, ends)
