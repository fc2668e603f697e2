"""The shape of game.toml, and the sense its numbers must make."""

import string
from typing import Annotated

import msgspec
from msgspec import Meta

from quincunx.core.mistake import nearest
from quincunx.core.voice import listed
from quincunx.games.idle_six import cards as classes
from quincunx.games.idle_six.cards import MOST_REROLLED, Achievements, Card, Cards, Win
from quincunx.games.idle_six.senary import amount
from quincunx.games.idle_six.state import MOST_DICE


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """A box of a card: its cost, and a gain, a range, or a lock. A side's first box has no cost."""

    cost: str = ""
    gain: str = ""
    range: Annotated[int, Meta(ge=0, le=MOST_DICE)] = 0
    dice: Annotated[int, Meta(ge=0, le=MOST_REROLLED)] = 0
    locked: bool = False

    def amounts(self) -> dict[str, int]:
        """What the box says, in numbers."""
        said = {"gain": amount(self.gain or "0"), "range": self.range, "dice": self.dice}
        return {name: number for name, number in said.items() if getattr(self, name)}


class CardNumbers(msgspec.Struct, forbid_unknown_fields=True):
    """A card with both sides: its words, and the boxes from the bottom."""

    name: str
    text: str
    button: str
    box: str
    start: Annotated[list[Box], Meta(min_length=1)]
    flip: str
    flipped: Annotated[list[Box], Meta(min_length=1)]

    def boxes(self) -> list[Box]:
        """Both sides as one ladder: paying for the flip box leads to the flipped side's first."""
        first = msgspec.structs.replace(self.flipped[0], cost=self.flip)
        return [*self.start, first, *self.flipped[1:]]

    def card(self, slot: int, name: str) -> Card:
        """The card as the rules use it."""
        boxes = self.boxes()
        costs = [0, *[amount(box.cost) for box in boxes[1:]]]
        card = card_class(name)(slot, name, [box.amounts() for box in boxes], costs, len(self.start))
        card.title, card.text, card.button, card.box_text = self.name, self.text, self.button, self.box
        return card


class Money(msgspec.Struct, forbid_unknown_fields=True):
    dice: Annotated[int, Meta(ge=1, le=MOST_DICE)]
    start: str


class WinNumbers(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cost: str


class AchievementNumbers(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    rewards: list[str]


class Band(msgspec.Struct, forbid_unknown_fields=True):
    turns: Annotated[int, Meta(ge=1)]
    name: str


class Scoring(msgspec.Struct, forbid_unknown_fields=True):
    bands: list[Band]
    beyond: str


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a variant may change."""

    money: Money
    cards: dict[str, CardNumbers]
    win: WinNumbers
    achievements: AchievementNumbers
    scoring: Scoring

    def in_play(self) -> Cards:
        """The cards as the rules use them."""
        actions = [card.card(slot, name) for slot, (name, card) in enumerate(self.cards.items())]
        win = Win(len(actions), "win", amount(self.win.cost))
        win.title = self.win.name
        rewards = [amount(reward) for reward in self.achievements.rewards]
        return Cards(
            actions,
            win,
            Achievements("achievements", self.achievements.name, rewards),
            self.money.dice,
            amount(self.money.start),
            [(band.turns, band.name) for band in self.scoring.bands],
            self.scoring.beyond,
        )


def card_class(name: str) -> type[Card]:
    """The class of a card, found by its name; ValueError if there is none."""
    found: type[Card] | None = getattr(classes, string.capwords(name, "-").replace("-", ""), None)
    if found is None:
        raise ValueError(f"there is no class for `cards.{name}` in cards.py.")
    return found


def prepare(numbers: Numbers) -> Cards:
    """The cards as the rules use them; ValueError with a sentence if the numbers make no sense."""
    for name, card in numbers.cards.items():
        _check_card(name, card)
    cards = numbers.in_play()
    dice = numbers.money.dice
    if cards.win.cost >= 6**dice:
        raise ValueError(f"`win.cost` {numbers.win.cost} can never be paid with {dice} money dice.")
    if cards.start_money >= 6**dice:
        raise ValueError(f"`money.start` {numbers.money.start} does not fit on {dice} money dice.")
    if len(cards.achievements.rewards) >= dice:
        raise ValueError(f"`achievements.rewards` has more than {dice - 1} steps, one per die to unlock.")
    bounds = [band.turns for band in numbers.scoring.bands]
    if bounds != sorted(set(bounds)):
        raise ValueError("`scoring.bands` must have rising numbers of turns.")
    return cards


def _check_card(name: str, card: CardNumbers) -> None:
    kind = card_class(name)
    for box in card.boxes():
        if box.locked and not kind.lockable:
            raise ValueError(f"`cards.{name}` must have a gain in every box, or no money might come in.")
        amounts = box.amounts()
        if list(amounts) != ([] if box.locked else kind.amounts) or 0 in amounts.values():
            said = listed([f"a `{known}` above 0" for known in kind.amounts])
            raise ValueError(f"a box of `cards.{name}` must have {said}, or `locked = true`, no more.")
    if card.start[0].cost or card.flipped[0].cost:
        raise ValueError(f"the first box of a side of `cards.{name}` has no `cost`; `flip` is the way in.")
    if not all(box.cost for box in [*card.start[1:], *card.flipped[1:]]):
        raise ValueError(f"every box of `cards.{name}` but the first of a side must have a `cost`.")
    for _, field, style, conversion in string.Formatter().parse(card.box):
        if field is not None and (field not in kind.amounts or style or conversion):
            raise ValueError(f"`cards.{name}.box` names `{{{field}}}`{nearest(field, kind.amounts)}")
