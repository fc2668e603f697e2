"""The shape of game.toml, and the checks that its numbers make sense."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.cards import fill, find_class
from quincunx.games.bitcoin_mining import cards
from quincunx.games.bitcoin_mining.loop import HALVES, MOST, SHARES, Board, Rates
from quincunx.games.bitcoin_mining.state import BANK, Card, CardAmounts, Edition, Property

Fiat = Annotated[int, Meta(ge=0, le=MOST)]
Btc = Annotated[float, Meta(ge=0, le=1_000_000)]
Percent = Annotated[float, Meta(ge=0, le=1000)]


class Cities(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The base price of a property in each city."""

    caracas: Fiat
    assuncion: Fiat
    ciudad_del_este: Fiat
    minsk: Fiat
    irkutsk: Fiat
    rockdale: Fiat


class Printed(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of every card: its number of copies and its text; amounts stand in braces there."""

    copies: Annotated[int, Meta(ge=0, le=100)]
    text: Annotated[str, Meta(max_length=200)]


def deck_type(name: str, entries: Iterable[str]) -> type[msgspec.Struct]:
    """Return the shape of a deck: for each card the amounts that its class takes."""
    fields = [
        (card.replace("-", "_"), _card_type(find_class(card, [cards], f"{name}.{card}"))) for card in entries
    ]
    return msgspec.defstruct(name.title(), fields, rename="kebab", forbid_unknown_fields=True)


def _card_type(make: type[Card]) -> type[msgspec.Struct]:
    asked = _asked(make)
    fields: list[tuple[str, Any]] = []
    for key, (least, most) in asked.bounds.items():
        step = asked.steps.get(key, 1)
        bounds = Meta(ge=least // step, le=most // step)
        fields.append((key, Annotated[float, bounds] if key in asked.steps else Annotated[int, bounds]))
    return msgspec.defstruct(make.__name__, fields, bases=(Printed,), forbid_unknown_fields=True)


def _asked(make: type[Card]) -> CardAmounts:
    """Return the amounts that the class of a card takes."""
    asked = CardAmounts({})
    make(0, "", 0, "", asked, Rates(0, 0, 0, []))
    return asked


if TYPE_CHECKING:
    Bull = Any
    Bear = Any
else:
    _FILE = msgspec.toml.decode((Path(__file__).parent / "game.toml").read_bytes())
    Bull, Bear = deck_type("bull", _FILE["bull"]), deck_type("bear", _FILE["bear"])


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """All numbers that a variant may change."""

    side: Annotated[int, Meta(ge=3, le=5)]
    cycles: Annotated[int, Meta(ge=1, le=20)]
    btc_goal: Btc
    max_rounds: Annotated[int, Meta(ge=0)]
    start_fiat: Fiat
    miner_price: Fiat
    batch_limit: Annotated[int, Meta(ge=1, le=20)]
    toll_percent: Percent
    toll_percent_per_batch: Percent
    payout: Annotated[list[Btc], Meta(min_length=1)]
    inflation_percent: Percent
    inspection_fee: Fiat
    cities: Cities
    bull: Bull
    bear: Bear


def prepare(numbers: Numbers) -> Edition:
    """Return the numbers as the rules use them; raise ValueError with a sentence if they make no sense."""
    rates = Rates(
        numbers.cycles,
        _steps(numbers.inflation_percent, SHARES, "inflation_percent"),
        numbers.miner_price,
        list(msgspec.structs.astuple(numbers.cities)),
    )
    made: list[Card] = []
    for deck in ("bull", "bear"):
        for name, entry in msgspec.to_builtins(getattr(numbers, deck)).items():
            made.append(_card(len(made), name, entry, f"{deck}.{name}", rates))
    most = numbers.batch_limit
    for card in made:
        most = card.room(most)
    board = Board(
        numbers.side,
        rates,
        _steps(numbers.toll_percent, SHARES, "toll_percent"),
        _steps(numbers.toll_percent_per_batch, SHARES, "toll_percent_per_batch"),
        numbers.batch_limit,
        most,
    )
    payouts = [_steps(btc, HALVES, "payout") for btc in numbers.payout]
    lasting = [payouts[-1]] * (numbers.cycles - len(payouts))
    none: list[Card] = []
    return Edition(
        board,
        made,
        bears=len(msgspec.structs.fields(numbers.bull)),
        payouts=[0, *payouts, *lasting],
        start_fiat=numbers.start_fiat,
        inspection_fee=numbers.inspection_fee,
        cycles=numbers.cycles,
        btc_goal=_steps(numbers.btc_goal, HALVES, "btc_goal"),
        max_rounds=numbers.max_rounds,
        # All share one list of effects: it is replaced, never changed.
        unsold=[Property(number, BANK, 0, 0, none) for number in range(board.properties)],
    )


def _card(number: int, name: str, entry: dict[str, Any], where: str, rates: Rates) -> Card:
    """Return the card of an entry, whose class has its name."""
    make: type[Card] = find_class(name, [cards], where)
    steps = _asked(make).steps
    printed = {key: value for key, value in entry.items() if key not in Printed.__struct_fields__}
    amounts = {key: _steps(value, steps.get(key, 1), f"{where}.{key}") for key, value in printed.items()}
    words = {key: f"{value:g}" if key in steps else f"{value:,}" for key, value in printed.items()}
    text = fill(entry["text"], words, f"{where}.text", later=["price"])
    card = make(number, name, entry["copies"], text, CardAmounts(amounts), rates)
    if "{price}" in text and not card.prices:
        raise ValueError(f"`{where}.text` names {{price}}, but the card sells no batch.")
    return card


def _steps(value: float, step: int, name: str) -> int:
    """Return a number in the steps in which the rules count it: BTC in halves, percentages as shares of
    WHOLE."""
    steps = round(value * step)
    if abs(steps - value * step) > 1e-6:
        raise ValueError(f"`{name}` must be a multiple of {1 / step:g}, not {value:g}.")
    return steps
