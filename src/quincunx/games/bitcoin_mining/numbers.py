"""The shape of game.toml, and the sense its numbers must make."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.mistake import Mistake, nearest
from quincunx.games.bitcoin_mining import cards
from quincunx.games.bitcoin_mining.loop import Board, Rates
from quincunx.games.bitcoin_mining.state import Card, Edition, Printed

Fiat = Annotated[int, Meta(ge=0, le=1_000_000_000_000)]
Btc = Annotated[float, Meta(ge=0, le=1_000_000)]
Percent = Annotated[float, Meta(ge=0, le=1000)]
UpTo100 = Annotated[float, Meta(ge=0, le=100)]

AMOUNTS = {
    "copies": Annotated[int, Meta(ge=0, le=100)],
    "btc": Btc,
    "fiat": Fiat,
    "percent": UpTo100,
    "percent_off": UpTo100,
    "batches": Annotated[int, Meta(ge=0, le=20)],
    "text": Annotated[str, Meta(max_length=200)],
}
"""What an entry of a card may have. Which of them a card has, game.toml and the card's class say."""


class Cities(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The base price of a property in each city."""

    caracas: Fiat
    assuncion: Fiat
    ciudad_del_este: Fiat
    minsk: Fiat
    irkutsk: Fiat
    rockdale: Fiat

    def prices(self) -> list[int]:
        return list(msgspec.structs.astuple(self))


def deck_type(name: str, entries: dict[str, dict[str, Any]]) -> type[msgspec.Struct]:
    """The shape of a deck: for each card the amounts that its entry in game.toml has."""
    fields = [(card.replace("-", "_"), _card_type(f"{name}.{card}", entries[card])) for card in entries]
    return msgspec.defstruct(name.title(), fields, rename="kebab", forbid_unknown_fields=True)


def _card_type(key: str, entry: dict[str, Any]) -> type[msgspec.Struct]:
    for amount in entry:
        if amount not in AMOUNTS:
            raise Mistake(f"game.toml: there is no `{key}.{amount}`{nearest(amount, AMOUNTS)}")
    fields = [(amount, AMOUNTS[amount]) for amount in {"copies": 0, "text": "", **entry}]
    return msgspec.defstruct(class_name(key), fields, forbid_unknown_fields=True)


def class_name(name: str) -> str:
    """
    >>> class_name("tax-audit")
    'TaxAudit'
    """
    return re.sub(r"\W", "", name.title())


if TYPE_CHECKING:
    Bull = Any
    Bear = Any
else:
    _FILE = msgspec.toml.decode((Path(__file__).parent / "game.toml").read_bytes())
    Bull, Bear = deck_type("bull", _FILE["bull"]), deck_type("bear", _FILE["bear"])


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a variant may change."""

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
    """The numbers as the rules use them; ValueError with a sentence if they make no sense."""
    rates = Rates(numbers.cycles, _share(numbers.inflation_percent, "inflation_percent"))
    made: list[Card] = []
    for deck in ("bull", "bear"):
        for name, entry in msgspec.to_builtins(getattr(numbers, deck)).items():
            made.append(make_card(len(made), deck, name, entry, numbers, rates))
    most = numbers.batch_limit
    for card in made:
        most = card.room(most)
    board = Board(
        numbers.side,
        rates,
        numbers.cities.prices(),
        numbers.miner_price,
        _share(numbers.toll_percent, "toll_percent"),
        _share(numbers.toll_percent_per_batch, "toll_percent_per_batch"),
        numbers.batch_limit,
        most,
    )
    payouts = [_halves(btc, "payout") for btc in numbers.payout]
    lasting = [payouts[-1]] * (numbers.cycles - len(payouts))
    return Edition(
        board,
        made,
        len(msgspec.structs.fields(numbers.bull)),
        [0, *payouts, *lasting],
        numbers.start_fiat,
        numbers.inspection_fee,
        numbers.cycles,
        _halves(numbers.btc_goal, "btc_goal"),
        numbers.max_rounds,
    )


def make_card(
    number: int, deck: str, name: str, entry: dict[str, Any], numbers: Numbers, rates: Rates
) -> Card:
    """The card of the class that its name leads to; ValueError if class and entry do not fit."""
    key = f"{deck}.{name}"
    kind = getattr(cards, class_name(name), None)
    if kind is None:
        raise ValueError(f"`{key}` has no class {class_name(name)} in cards.py.")
    amounts = {amount: value for amount, value in entry.items() if amount not in ("copies", "text")}
    ready = {amount: _ready(value, amount, key) for amount, value in amounts.items()}
    printed = Printed(
        number,
        name,
        entry["copies"],
        _filled(entry["text"], amounts, key),
        ready,
        rates,
        numbers.miner_price,
        numbers.cities.prices(),
    )
    card: Card = kind(printed)
    if printed.missing:
        raise ValueError(f"`{key}.{printed.missing}` is missing.")
    for unknown in printed.amounts:
        raise ValueError(f"`{key}.{unknown}` means nothing to this card.")
    if "{price}" in card.text and not card.prices:
        raise ValueError(f"`{key}.text` names {{price}}, but the card sells no batch.")
    return card


def _ready(value: float, amount: str, key: str) -> int:
    """An amount as the rules have it: BTC in halves, percentages as shares."""
    if amount == "btc":
        return _halves(value, f"{key}.btc")
    return _share(value, f"{key}.{amount}") if amount.startswith("percent") else int(value)


def _filled(text: str, amounts: dict[str, float], key: str) -> str:
    """A card's text with its amounts in it; {price} is filled in when the text is shown."""
    words = {amount: f"{value:,}" if amount == "fiat" else f"{value:g}" for amount, value in amounts.items()}
    words["price"] = "{price}"
    for named in re.findall(r"\{(.*?)\}", text):
        if named not in words:
            raise ValueError(f"`{key}.text` cannot name {{{named}}}{nearest(named, words)}")
    return re.sub(r"\{(.*?)\}", lambda found: words[found[1]], text)


def _share(percent: float, name: str) -> int:
    """A percentage as a share of WHOLE."""
    share = round(percent * 1000)
    if abs(share - percent * 1000) > 1e-6:
        raise ValueError(f"`{name}` must have at most three decimals, not {percent:g}.")
    return share


def _halves(btc: float, name: str) -> int:
    if btc * 2 % 1:
        raise ValueError(f"`{name}` must be a multiple of 0.5, not {btc:g}.")
    return int(btc * 2)
