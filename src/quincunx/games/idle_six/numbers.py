"""The shape of game.toml, and the sense its numbers must make."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quincunx.games.idle_six.cards import MOST_REROLLED, REROLL, Card, Cards, Double, Flip, Gain, Reroll, Swap
from quincunx.games.idle_six.senary import amount

Small = Annotated[int, Meta(ge=0, le=20)]


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """A box of a card: its cost, and a gain, a range, or a lock. A side's first box has no cost."""

    cost: str = ""
    gain: str = ""
    range: Small = 0
    dice: Annotated[int, Meta(ge=0, le=MOST_REROLLED)] = 0
    locked: bool = False


class CardNumbers(msgspec.Struct, forbid_unknown_fields=True):
    """A card with both sides."""

    name: str
    start: Annotated[list[Box], Meta(min_length=1)]
    flip: str
    flipped: Annotated[list[Box], Meta(min_length=1)]

    def boxes(self) -> list[Box]:
        """Both sides as one ladder: paying for the flip box leads to the flipped side's first."""
        first = msgspec.structs.replace(self.flipped[0], cost=self.flip)
        return [*self.start, first, *self.flipped[1:]]


class CardSet(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    gain_a: CardNumbers
    gain_b: CardNumbers
    gain_c: CardNumbers
    flip: CardNumbers
    reroll: CardNumbers
    swap: CardNumbers
    double: CardNumbers

    def in_order(self) -> list[CardNumbers]:
        return [self.gain_a, self.gain_b, self.gain_c, self.flip, self.reroll, self.swap, self.double]


class Money(msgspec.Struct, forbid_unknown_fields=True):
    dice: Annotated[int, Meta(ge=1, le=20)]
    start: str


class Win(msgspec.Struct, forbid_unknown_fields=True):
    cost: str


class Achievements(msgspec.Struct, forbid_unknown_fields=True):
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
    cards: CardSet
    win: Win
    achievements: Achievements
    scoring: Scoring

    def table(self) -> Cards:
        """The cards as the rules use them."""
        cards = self.cards
        dice = [box.dice for box in cards.reroll.boxes()]
        reroll = Reroll(REROLL, _costs(cards.reroll), len(cards.reroll.start), _ranges(cards.reroll), dice)
        actions: list[Card] = [
            _gain(0, cards.gain_a),
            _gain(1, cards.gain_b),
            _gain(2, cards.gain_c),
            Flip(3, _costs(cards.flip), len(cards.flip.start), _ranges(cards.flip)),
            reroll,
            Swap(5, _costs(cards.swap), len(cards.swap.start), _ranges(cards.swap)),
            Double(6, _costs(cards.double), len(cards.double.start), _ranges(cards.double)),
        ]
        rewards = [amount(reward) for reward in self.achievements.rewards]
        return Cards(
            actions,
            reroll,
            rewards,
            amount(self.win.cost),
            self.money.dice,
            amount(self.money.start),
            [(band.turns, band.name) for band in self.scoring.bands],
            self.scoring.beyond,
        )


def _gain(slot: int, card: CardNumbers) -> Gain:
    gains = [0 if box.locked else amount(box.gain) for box in card.boxes()]
    return Gain(slot, _costs(card), len(card.start), gains)


def _costs(card: CardNumbers) -> list[int]:
    return [0, *[amount(box.cost) for box in card.boxes()[1:]]]


def _ranges(card: CardNumbers) -> list[int]:
    return [0 if box.locked else box.range for box in card.boxes()]


def prepare(numbers: Numbers) -> Cards:
    """The cards as the rules use them; ValueError with a sentence if the numbers make no sense."""
    for name, card in zip(CardSet.__struct_encode_fields__, numbers.cards.in_order(), strict=True):
        for box in card.boxes():
            if not _fits(name, box):
                raise ValueError(
                    f"a box of `cards.{name}` must have {_effect(name)} or `locked = true`, no more."
                )
        if card.start[0].cost or card.flipped[0].cost:
            raise ValueError(
                f"the first box of a side of `cards.{name}` has no `cost`; `flip` is the way in."
            )
        if not all(box.cost for box in [*card.start[1:], *card.flipped[1:]]):
            raise ValueError(f"every box of `cards.{name}` but the first of a side must have a `cost`.")
    if any(box.locked for box in numbers.cards.gain_a.boxes()):
        raise ValueError("`cards.gain-a` must have a gain in every box, or no money might come in.")
    cards = numbers.table()
    dice = numbers.money.dice
    if cards.win_cost >= 6**dice:
        raise ValueError(f"`win.cost` {numbers.win.cost} can never be paid with {dice} money dice.")
    if cards.start_money >= 6**dice:
        raise ValueError(f"`money.start` {numbers.money.start} does not fit on {dice} money dice.")
    if len(cards.rewards) >= dice:
        raise ValueError(f"`achievements.rewards` has more than {dice - 1} steps, one per die to unlock.")
    bounds = [band.turns for band in numbers.scoring.bands]
    if bounds != sorted(set(bounds)):
        raise ValueError("`scoring.bands` must have rising numbers of turns.")
    return cards


def _effect(name: str) -> str:
    if name.startswith("gain"):
        return "a `gain` above 0"
    return "a `range` and `dice`" if name == "reroll" else "a `range`"


def _fits(name: str, box: Box) -> bool:
    has = (bool(box.gain), box.range > 0, box.dice > 0)
    if box.locked:
        return has == (False, False, False)
    if name.startswith("gain"):
        return has == (True, False, False) and amount(box.gain) > 0
    return has == (False, True, name == "reroll")
