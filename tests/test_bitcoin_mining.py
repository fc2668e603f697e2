"""What is particular to Bitcoin Mining: its books, its forecast, its secrets, its options."""

from pathlib import Path
from typing import Any

import pytest

from quincunx import games, variant
from quincunx.core.mistake import Mistake
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining.forecast import forecast
from quincunx.games.bitcoin_mining.rules import BitcoinMining
from tests.setups import Setup, walk

GAME = games.load("bitcoin-mining")
VARIANTS = sorted((Path(__file__).parents[1] / "docs" / "variants").glob("bitcoin-mining-*.toml"))


def position(players: int = 2, **changes: Any) -> BitcoinMining:
    data = GAME.to_dict(Setup(GAME, players).new())
    state: BitcoinMining = GAME.from_dict(variant.overlay(data, changes, "test"), variant.numbers(GAME, {}))
    return state


def test_the_books_balance_in_a_game_of_many_dealings() -> None:
    """What players have more or less than at the start is what bank and network gave or took."""
    seen = 0
    for state in walk(Setup(GAME, 6, {"miner_price": 50_000}), "books"):
        assert isinstance(state, BitcoinMining)
        start = state.edition.start_fiat * len(state.miners)
        assert sum(miner.fiat for miner in state.miners) + state.bank_fiat == start
        assert sum(miner.btc for miner in state.miners) == state.network_btc
        assert sum(place.batches + place.ordered for place in state.places) == state.batches_sold
        seen = max(seen, state.batches_sold)
    assert seen > 20


@pytest.mark.parametrize("what", ["fiat", "btc"])
def test_a_token_from_nowhere_is_noticed(what: str) -> None:
    state = position()
    setattr(state.miners[0], what, getattr(state.miners[0], what) + 1)
    assert "together" in GAME.problem(state) or "network" in GAME.problem(state)


def test_a_batch_from_nowhere_is_noticed() -> None:
    state = position(properties={"minsk-1": {"owner": 1}})
    state.places[12].batches += 1
    assert "1 batches, but 0 were sold" in GAME.problem(state)


def test_the_forecast_counts_every_pawn_with_its_chances() -> None:
    """Both pawns are seven tiles before Assuncion 3; a visitor pays and the owner does not, both mine."""
    state = position(
        seats={"1": {"at": "caracas-1"}, "2": {"at": "caracas-1"}},
        properties={"assuncion-3": {"owner": 1, "batches": 2}},
    )
    fiat, btc = forecast(state, 0)
    assert fiat == pytest.approx(7_500 * 6 / 36)
    assert btc == pytest.approx(2 * 4 * 6 / 36)
    assert forecast(state, 1) == (0, 0)


def test_the_forecast_knows_who_cannot_come_or_pay() -> None:
    at = {"at": "inspection", "inspection": True}
    owned = {"minsk-4": {"owner": 1}}
    visitor = position(seats={"2": at}, properties=owned)
    assert forecast(visitor, 0)[0] == pytest.approx(11_000 / 36)
    assert forecast(position(seats={"2": {**at, "fiat": 10_999}}, properties=owned), 0)[0] == 0
    skipping = {"at": "minsk-2", "cards": ["customs-delay"]}
    assert forecast(position(seats={"2": skipping}, properties=owned), 0)[0] == 0


def test_an_answer_in_the_window_is_hidden_until_all_are_in() -> None:
    state = position(
        seats={"1": {"at": "incident-1"}},
        properties={"minsk-1": {"owner": 1}, "minsk-2": {"owner": 2}},
    )
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 5 5"))
    state.apply(0, GAME.parse(state, 0, "order minsk-1"))
    assert GAME.view(state, 0)["seats"]["1"]["answer"] == "order minsk-1"
    assert GAME.view(state, 1)["seats"]["1"]["answer"] == "hidden"
    assert GAME.view(state, 1)["seats"]["2"]["answer"] == "waiting"
    believed = {
        GAME.view(state.determinize(1, Rng(str(number))), 0)["seats"]["1"]["answer"] for number in range(50)
    }
    assert believed == {"no order", "later", "order minsk-1"}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"side": 6}, "`side` must be a whole number <= 5"),
        ({"cycles": 0}, "`cycles` must be a whole number >= 1"),
        ({"payout": []}, "`payout`"),
        ({"payout": [1.25]}, "`payout` must be a multiple of 0.5, not 1.25."),
        ({"btc_goal": 0.3}, "`btc_goal` must be a multiple of 0.5, not 0.3."),
        ({"toll_percent": 1.00005}, "`toll_percent` must have at most three decimals"),
        ({"miner_price": -1}, "`miner_price` must be a whole number >= 0"),
        ({"start_fiat": 0.5}, "`start_fiat` must be a whole number, not a number."),
        ({"cities": {"lima": 5}}, "there is no `cities.lima`"),
        ({"bull": {"market-hype": {"btc": 0.1}}}, "`bull.market-hype.btc` must be a multiple of 0.5"),
        ({"bear": {"tax-audit": {"percent": 101}}}, "`bear.tax-audit.percent` must be a number <= 100"),
        ({"bear": {"tax-audit": {"copies": -1}}}, "`bear.tax-audit.copies` must be a whole number >= 0"),
    ],
)
def test_nonsense_gets_a_sentence(changes: variant.Variant, sentence: str) -> None:
    with pytest.raises(Mistake) as error:
        variant.numbers(GAME, changes)
    assert sentence in str(error.value)


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_the_variants_of_the_playtests_can_be_read(path: Path) -> None:
    assert variant.read_variant(path, GAME)
