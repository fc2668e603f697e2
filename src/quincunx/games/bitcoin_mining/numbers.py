"""The shape of game.toml, and the sense its numbers must make."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.amounts import Amounts
from quincunx.core.cards import check, class_name, fill, find_class
from quincunx.core.mistake import Mistake, nearest
from quincunx.games.bitcoin_mining import cards
from quincunx.games.bitcoin_mining.loop import MOST, Board, Rates
from quincunx.games.bitcoin_mining.state import Card, Edition

Fiat = Annotated[int, Meta(ge=0, le=MOST)]
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


def deck_type(name: str, entries: dict[str, dict[str, Any]]) -> type[msgspec.Struct]:
    """The shape of a deck: for each card the amounts that its entry in game.toml has."""
    fields = [(card.replace("-", "_"), _card_type(f"{name}.{card}", entries[card])) for card in entries]
    return msgspec.defstruct(name.title(), fields, rename="kebab", forbid_unknown_fields=True)


def _card_type(key: str, entry: dict[str, Any]) -> type[msgspec.Struct]:
    for amount in entry:
        if amount not in AMOUNTS:
            raise Mistake(f"game.toml: there is no `{key}.{amount}`{nearest(amount, AMOUNTS)}")
    fields = [(amount, AMOUNTS[amount]) for amount in {"copies": 0, "text": "", **entry}]
    return msgspec.defstruct(class_name(key.replace(".", "-")), fields, forbid_unknown_fields=True)


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
    rates = Rates(
        numbers.cycles,
        _share(numbers.inflation_percent, "inflation_percent"),
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
        bears=len(msgspec.structs.fields(numbers.bull)),
        payouts=[0, *payouts, *lasting],
        start_fiat=numbers.start_fiat,
        inspection_fee=numbers.inspection_fee,
        cycles=numbers.cycles,
        btc_goal=_halves(numbers.btc_goal, "btc_goal"),
        max_rounds=numbers.max_rounds,
    )


def _card(number: int, name: str, entry: dict[str, Any], where: str, rates: Rates) -> Card:
    """The card of an entry: its class has its name, and takes all of its amounts."""
    make: type[Card] = find_class(name, [cards], where)
    printed = {key: value for key, value in entry.items() if key not in ("copies", "text")}
    amounts = Amounts({key: _ready(value, key, f"{where}.{key}") for key, value in printed.items()})
    words = {key: f"{value:,}" if key == "fiat" else f"{value:g}" for key, value in printed.items()}
    text = fill(entry["text"], words, f"{where}.text", later=["price"])
    card = make(number, name, entry["copies"], text, amounts, rates)
    check(amounts, where)
    if "{price}" in text and not card.prices:
        raise ValueError(f"`{where}.text` names {{price}}, but the card sells no batch.")
    return card


def _ready(value: float, amount: str, where: str) -> int:
    """An amount as the rules have it: BTC in halves, percentages as shares."""
    if amount == "btc":
        return _halves(value, where)
    return _share(value, where) if amount.startswith("percent") else int(value)


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
