"""Bitcoin Mining beyond its scenarios: its books, its forecast, its secrets, its cards, its options."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx import games
from quincunx.core.convert import convert
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.bitcoin_mining import numbers as shape
from quincunx.games.bitcoin_mining.forecast import forecast
from quincunx.games.bitcoin_mining.names import says
from quincunx.games.bitcoin_mining.question import asked_of
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.match import variant
from quincunx.testing.setups import Setup, walk
from quincunx.text.grammar import Voice
from tests.setups import TESTS

GAME = games.load("bitcoin-mining")
VARIANTS = sorted((TESTS.parent / "docs" / "variants").glob("bitcoin-mining-*.toml"))


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
    assert "together" in GAME.snapshots.problem(state) or "network" in GAME.snapshots.problem(state)


def test_a_batch_from_nowhere_is_noticed() -> None:
    state = position(properties={"minsk-1": {"owner": 1}})
    state.changing(12).batches += 1
    assert "1 batches, but 0 were sold" in GAME.snapshots.problem(state)


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


def test_the_most_btc_returns_1_which_equals_share() -> None:
    assert position(3, seats={"1": {"btc": 2}, "2": {"btc": 3}}).returns() == [0, 1, 0]
    assert position(2).returns() == [0.5, 0.5]


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
        GAME.view(state.resample_hidden(1, Rng(str(number))), 0)["seats"]["1"]["answer"]
        for number in range(50)
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
        ({"toll_percent": 1.00005}, "`toll_percent` must be a multiple of 0.001, not 1.00005."),
        ({"miner_price": -1}, "`miner_price` must be a whole number >= 0"),
        ({"start_fiat": 0.5}, "`start_fiat` must be a whole number, not a number."),
        ({"cities": {"lima": 5}}, "there is no `cities.lima`"),
        ({"bull": {"market-hype": {"btc": 0.1}}}, "`bull.market-hype.btc` must be a multiple of 0.5"),
        ({"bear": {"tax-audit": {"percent": 101}}}, "`bear.tax-audit.percent` must be a number <= 100"),
        ({"bear": {"tax-audit": {"copies": -1}}}, "`bear.tax-audit.copies` must be a whole number >= 0"),
    ],
)
def test_nonsense_gets_a_sentence(changes: variant.Variant, sentence: str) -> None:
    with pytest.raises(UserError) as error:
        variant.numbers(GAME, changes)
    assert sentence in str(error.value)


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_the_variants_of_the_playtests_can_be_read(path: Path) -> None:
    assert variant.read_variant(path, GAME)


def played(state: BitcoinMining, *moves: str) -> BitcoinMining:
    """Return the position after moves like `1: buy` and `chance: roll 1 2`; its log has their events."""
    state.log = []
    for line in moves:
        who, _, name = line.partition(": ")
        seat = CHANCE if who == "chance" else int(who) - 1
        state.apply(seat, GAME.parse(state, seat, name))
    return state


def told(state: BitcoinMining, reader: int = 0) -> list[str]:
    voice = Voice(["Ann", "Bob"], reader)
    return [
        GAME.phrases.tell(event, voice, state.edition) for event in state.log or [] if event.is_for(reader)
    ]


# What was silent


def test_a_new_cycle_tells_all_it_changes() -> None:
    state = position(
        cycle=2,
        seats={
            "1": {"at": "rockdale-4", "passes": 1, "cards": ["energy-discount"]},
            "2": {"cards": ["network-congestion", "customs-delay"]},
        },
        properties={"minsk-1": {"owner": 2, "cards": ["emergency-shutdown"]}, "caracas-2": {"owner": 1}},
    )
    assert told(played(state, "chance: roll 1 2")) == [
        "You roll 1 and 2, to Caracas 2.",
        "You pass Start for the second time.",
        "Cycle 3 of 4 begins.",
        "Payouts are halved: 1 BTC a batch for each landing (was 2 BTC).",
        "Your Energy Discount ends with the cycle.",
        "Bob's Network Congestion ends with the cycle.",
        "Emergency Shutdown on Bob's Minsk 1 ends with the cycle.",
    ]


def test_inflation_is_told() -> None:
    state = position(seats={"1": {"at": "rockdale-4"}}, properties={"caracas-2": {"owner": 1}})
    assert told(played(state, "chance: roll 1 2"), 1)[2:] == [
        "Cycle 2 of 4 begins.",
        "Fiat Inflation: properties, tolls and batches cost more. A batch is 352,000 fiat (was 320,000).",
    ]


def test_flipped_tiles_are_told() -> None:
    state = position(seats={"1": {"at": "caracas-4", "fiat": 10}}, incidents={"1": "bull"})
    assert "The Bull before Assuncion turns to Bear: bad cards there now." in told(
        played(state, "chance: roll 1 2")
    )


@pytest.mark.parametrize(
    ("owner", "cards", "sentence"),
    [
        ({}, [], "Minsk 1 mines 4 BTC for Bob (2 batches)."),
        (
            {"cards": ["network-congestion"]},
            [],
            "Minsk 1 mines 2 BTC for Bob, not 4 BTC (Network Congestion).",
        ),
        ({"cards": ["customs-delay"]}, [], "Minsk 1 mines no BTC for Bob (Customs Delay)."),
        ({}, ["emergency-shutdown"], "Minsk 1 mines no BTC for Bob (Emergency Shutdown)."),
        ({"at": "inspection", "inspection": True}, [], "Minsk 1 mines no BTC for Bob (Inspection)."),
    ],
)
def test_a_payout_names_its_property_and_what_lessened_it(
    owner: dict[str, Any], cards: list[str], sentence: str
) -> None:
    state = position(
        seats={"1": {"at": "ciudad-del-este-4"}, "2": owner},
        properties={"minsk-1": {"owner": 2, "batches": 2, "cards": cards}},
    )
    assert told(played(state, "chance: roll 1 1"))[1:3] == [
        "You pay Bob 16,500 fiat toll for Minsk 1.",
        sentence,
    ]


def test_a_toll_that_need_not_or_cannot_be_paid_is_told() -> None:
    land = {"minsk-1": {"owner": 2}}
    free = position(seats={"1": {"at": "ciudad-del-este-4", "cards": ["energy-discount"]}}, properties=land)
    assert "You pay Bob no toll for Minsk 1 (Energy Discount)." in told(played(free, "chance: roll 1 1"))
    poor = position(seats={"1": {"at": "ciudad-del-este-4", "fiat": 10_000}}, properties=land)
    assert told(played(poor, "chance: roll 1 1"))[1:] == [
        "You have only 10,000 fiat and cannot pay Bob the toll of 11,000 for Minsk 1.",
        "You go to Inspection and mine no BTC until free.",
    ]


@pytest.mark.parametrize(
    ("deck", "card", "sentences"),
    [
        ("bull", "subsidy-spike", ["Ann gains 1 BTC (Subsidy Spike)."]),
        ("bull", "energy-discount", ["Ann's Energy Discount starts."]),
        ("bull", "hosting-demand", ["You give Ann 20,000 fiat (Hosting Demand)."]),
        ("bull", "bulk-import", ["Ann keeps Bulk Import."]),
        ("bull", "local-grant", ["Ann gains 40,000 fiat (Local Grant)."]),
        ("bull", "hashrate-upgrade", ["Hashrate Upgrade on Ann's Minsk 1 starts."]),
        ("bull", "whale-buyer", ["Nothing happens: there is nothing for Whale Buyer to act on."]),
        ("bear", "energy-shock", ["Ann pays 10,000 fiat (Energy Shock)."]),
        ("bear", "equipment-failure", ["Ann loses a batch at Minsk 1, 0 left there (Equipment Failure)."]),
        ("bear", "theft-incident", ["Ann has no BTC to lose (Theft Incident)."]),
        (
            "bear",
            "forced-sale",
            ["Ann sells Minsk 1 to the bank for 55,000 fiat (Forced Sale). Lost with it: 1 batch."],
        ),
    ],
)
def test_a_drawn_card_tells_what_it_did(deck: str, card: str, sentences: list[str]) -> None:
    state = position(
        seats={"1": {"at": "caracas-4"}},
        incidents={"2": deck},
        properties={"minsk-1": {"owner": 1, "batches": 1}},
    )
    lines = told(played(state, "chance: roll 2 4", f"chance: draw {card}"), 1)
    assert lines[2].startswith(f"Ann draws {card.replace('-', ' ').title()}: ")
    assert lines[3:] == sentences


def test_orders_are_told_from_the_order_to_the_delivery() -> None:
    state = position(
        phase="prompt",
        seats={"1": {"fiat": 300_000, "cards": ["bulk-import"], "at": "rockdale-1"}},
        properties={"minsk-1": {"owner": 1}},
        decks={"bull": {"bulk-import": 0}},
    )
    lines = told(played(state, "1: order minsk-1", "chance: roll 2 2"))
    assert lines[0] == "You order a batch for Minsk 1 (256,000 fiat, Bulk Import)."
    assert lines[-1] == "Delivered: 1 batch to your Minsk 1 (1 there now)."


def test_a_reshuffled_and_an_empty_deck_are_told() -> None:
    none = dict.fromkeys(GAME.toml["bear"], 0)
    state = position(seats={"1": {"at": "caracas-4"}}, decks={"bear": none})
    assert "The Bear deck is empty: its 10 used cards are shuffled." in told(
        played(state, "chance: roll 2 4")
    )


def test_the_end_is_told() -> None:
    state = position(cycle=4, seats={"1": {"at": "rockdale-4", "passes": 3}})
    assert told(played(state, "chance: roll 1 2"))[-2:] == [
        "That was the last pass over Start: the game ends after this turn.",
        "The game is over: cycle 4 has ended.",
    ]


def test_an_answer_in_the_window_is_told_only_to_who_gave_it() -> None:
    state = position(
        seats={"1": {"at": "incident-1"}},
        properties={"minsk-1": {"owner": 1}, "minsk-2": {"owner": 2}},
    )
    played(state, "chance: roll 5 5", "1: order minsk-1")
    assert told(state)[-1] == "You choose a batch for Minsk 1."
    assert [line for line in told(state, 1) if "choose" in line or "order" in line] == []


# Moves


def test_a_property_is_named_in_full_or_as_on_the_board() -> None:
    state = position(phase="prompt", properties={"assuncion-4": {"owner": 1}})
    wanted = GAME.parse(state, 0, "order assuncion-4")
    assert [GAME.parse(state, 0, name) for name in ("order as4", "Order AS-4", "order assuncion 4")] == [
        wanted
    ] * 3
    assert GAME.say(state, 0, wanted) == "order assuncion-4"
    with pytest.raises(IllegalMove, match="There is no property `as5`"):
        GAME.parse(state, 0, "order as5")


@pytest.mark.parametrize("action", [-1, 8, 31, 62, 63, 200])
def test_a_number_that_is_no_move_has_no_name(action: int) -> None:
    with pytest.raises((ValueError, LookupError)):
        GAME.codec.decode(position(), 0, action)


def test_an_order_before_the_purchase_leaves_the_bot_to_its_purchase() -> None:
    state = position(properties={"minsk-1": {"owner": 1}})
    played(state, "chance: roll 1 1")
    names = [GAME.say(state, 0, action) for action in state.legal_actions(0)]
    assert names == ["buy", "decline", "order minsk-1"]
    assert GAME.say(state, 0, GAME.bots.policy().choose(state, 0, Rng("any"))) in ("buy", "decline")


def test_an_explanation_promises_what_will_be_paid() -> None:
    """Emergency Shutdown pays nothing, however many batches are added."""
    shut = {"owner": 1, "batches": 1, "cards": ["emergency-shutdown"]}
    state = position(phase="prompt", properties={"minsk-1": shut, "minsk-2": {"owner": 1, "batches": 1}})
    voice = Voice(["Ann", "Bob"], 0)
    said = {
        name: GAME.phrases.explain(state, 0, GAME.codec.decode(state, 0, GAME.parse(state, 0, name)), voice)
        for name in ("order minsk-1", "order minsk-2")
    }
    assert said["order minsk-1"].endswith("then 0 BTC a landing (Emergency Shutdown)")
    assert said["order minsk-2"].endswith("then 4 BTC a landing")


# Cards


CHANGED = {"copies": 3, "btc": 1.5, "fiat": 7_000, "percent": 20, "percent_off": 30, "batches": 2}
AMOUNTS = [
    (deck, card, amount)
    for deck in ("bull", "bear")
    for card, entry in GAME.toml[deck].items()
    for amount in entry
    if amount != "text"
]


@pytest.mark.parametrize(("deck", "card", "amount"), AMOUNTS)
def test_every_amount_of_every_card_can_be_changed(deck: str, card: str, amount: str) -> None:
    """The change is in the card's text, and drawing the card leads elsewhere."""
    changes = {deck: {card: {amount: CHANGED[amount]}}}
    usual, changed = variant.numbers(GAME, {}), variant.numbers(GAME, changes)
    numbers = {each.name: each.number for each in usual.cards}
    if amount == "copies":
        assert changed.cards[numbers[card]].copies == 3
        return
    texts = [says(edition.cards[numbers[card]], 1) for edition in (usual, changed)]
    assert f"{CHANGED[amount]:,}" in texts[1] != texts[0]
    assert _after(usual, deck, card) != _after(changed, deck, card)


def _after(edition: Any, deck: str, card: str) -> dict[str, Any]:
    """Return the money and batches of Ann after she has drawn the card and used it as often as she can."""
    data = GAME.to_dict(GAME.new_initial_state(2, edition))
    data["incidents"]["2"] = deck
    data["seats"]["1"] |= {"at": "caracas-4", "btc": 5.0, "fiat": 2_000_000}
    data["properties"]["minsk-1"] |= {"owner": 1, "batches": 3}
    state: BitcoinMining = GAME.from_dict(data, edition)
    played(state, "chance: roll 2 4", f"chance: draw {card}")
    preferred = ("sell", "pay", "choose", "order")
    while state.current_player() == 0:
        names = [GAME.say(state, 0, action) for action in state.legal_actions(0)]
        wished = [name for verb in preferred for name in names if name.startswith(verb)]
        state.apply(0, GAME.parse(state, 0, wished[0] if wished else names[0]))
    facts = GAME.to_dict(state)
    return {
        "seat": facts["seats"]["1"],
        "land": facts["properties"]["minsk-1"],
        "payout": state.payout(state.places[12]),
        "room": state.limit(state.places[12]),
    }


def test_a_card_for_a_landing_is_offered_in_its_own_words() -> None:
    changes = {"bull": {"logistics-win": {"text": "Build there."}}}
    edition = variant.numbers(GAME, changes)
    data = GAME.to_dict(GAME.new_initial_state(2, edition))
    data["seats"]["2"]["cards"] = ["logistics-win"]
    data["decks"]["bull"]["logistics-win"] = 0
    data["properties"]["caracas-3"]["owner"] = 2
    state: BitcoinMining = GAME.from_dict(data, edition)
    played(state, "chance: roll 1 2")
    assert asked_of(state, 1) == "A pawn is on your Caracas 3. Use Logistics Win? Build there."


def test_a_text_is_made_of_its_cards_amounts() -> None:
    edition = variant.numbers(GAME, {"bear": {"tax-audit": {"text": "Give {percent} percent."}}})
    card = next(card for card in edition.cards if card.name == "tax-audit")
    assert says(card, 1) == "Give 10 percent."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"fiat": 5}, "there is no `bull.market-hype.fiat`; "),
        ({"text": "Gain {bct}."}, "`bull.market-hype.text` names `{bct}`; did you mean `btc`?"),
        ({"text": "Buy for {price}."}, "`bull.market-hype.text` names {price}, but the card sells no batch."),
    ],
)
def test_what_a_card_does_not_know_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as error:
        variant.numbers(GAME, {"bull": {"market-hype": changes}})
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"copies": 1, "text": "", "btc": 1, "fiat": 5}, "there is no `bull.market-hype.fiat`."),
        ({"copies": 1, "text": ""}, "`bull.market-hype.btc` is missing."),
    ],
)
def test_the_amounts_in_game_toml_must_be_those_of_the_class(entry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        _edition(bull={"market-hype": entry})


def test_a_card_without_a_class_is_named() -> None:
    entry = {"copies": 1, "text": "Gain {btc} BTC.", "btc": 1}
    with pytest.raises(ValueError, match=r"`bull.moon-landing` has no class `MoonLanding`"):
        _edition(bull={"moon-landing": entry})


def test_a_deck_may_have_any_number_of_cards() -> None:
    toml = GAME.toml
    edition = _edition(bull={"local-grant": toml["bull"]["local-grant"]}, bear=toml["bear"])
    assert [card.name for card in edition.cards[: edition.bears]] == ["local-grant"]
    state: BitcoinMining = GAME.new_initial_state(2, edition)
    data = GAME.to_dict(state)
    data["incidents"]["1"] = "bull"
    state = GAME.from_dict(data, edition)
    played(state, "chance: roll 1 4")
    assert [GAME.say(state, CHANCE, outcome) for outcome, _ in state.chance_outcomes()] == [
        "draw local-grant"
    ]


def test_a_deck_without_cards_is_told_and_draws_nothing() -> None:
    edition = _edition(bear={})
    state: BitcoinMining = GAME.new_initial_state(2, edition)
    assert told(played(state, "chance: roll 1 4"))[-1] == "There is no Bear card left to draw."
    assert state.active == 1


def _edition(**decks: dict[str, Any]) -> Any:
    """Return the numbers of a game.toml with other decks."""
    kinds = [(name, shape.deck_type(name, deck)) for name, deck in decks.items()]
    made = convert(decks, msgspec.defstruct("Decks", kinds), "game.toml")
    usual = msgspec.convert(GAME.toml, shape.Numbers)
    return shape.prepare(msgspec.structs.replace(usual, **msgspec.structs.asdict(made)))


# The set-up


def test_the_side_of_the_board_is_a_choice() -> None:
    choice = GAME.choices["side"]
    assert {word: choice.variant(word) for word in choice.values} == {
        "3": {"side": 3},
        "4": {"side": 4},
        "5": {"side": 5},
    }
    assert GAME.new_initial_state(2, variant.numbers(GAME, choice.variant("5"))).board.tiles == 36
