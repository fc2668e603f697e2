"""Nomenklatura's cards: each amount in game.toml does something, and a card is found by its name alone."""

import copy
from typing import Any

import msgspec
import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.playout import playout
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.nomenklatura import numbers as shape
from quincunx.games.nomenklatura.cards import off_railroad
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.screens import web
from quincunx.games.nomenklatura.state import CARD, Setup
from quincunx.match import variant

GAME = games.load("nomenklatura")
ENTRIES = {**GAME.toml["cards"], "consolidation": GAME.toml["consolidation"]}
AMOUNTS = [(card, key) for card, entry in ENTRIES.items() for key in entry if isinstance(entry[key], int)]
REGIONS = [(card, key) for card, entry in ENTRIES.items() for key in entry if key in ("region", "to")]
WORDS = [
    (card, key) for card, entry in ENTRIES.items() for key in entry if (card, key) not in AMOUNTS + REGIONS
]
WAYS = 16
"""The number of ways through a card's questions that are tried."""
HELD = 6
"""The number of markers everybody has in every region."""


def changed(card: str, key: str, value: Any) -> dict[str, Any]:
    entry = {card: {key: value}}
    return entry if card == "consolidation" else {"cards": entry}


def outcomes(card: str, changes: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the results of the card, answered in several ways, on a table where everybody is everywhere."""
    numbers = variant.numbers(GAME, {"setup": {"markers": 100}, **changes})
    others = [name for name in GAME.toml["cards"] if name != card]
    data = GAME.to_dict(GAME.new_initial_state(3, numbers))
    data.update(
        phase="execution", round=2, agenda=[*([card] if card != "consolidation" else []), *others][:3]
    )
    for seat, has in data["seats"].items():
        has.update(rubles=100, supply=100 - 8 * HELD)
        for held in data["influence"].values():
            held[seat] = HELD
    return [carried_out(GAME.from_dict(data, numbers), card, way) for way in range(WAYS)]


def carried_out(state: Nomenklatura, card: str, way: int) -> dict[str, Any]:
    state.apply(0, GAME.parse(state, 0, f"take {card}"))
    rng = Rng(f"{way}")
    while state.phase == CARD:
        seat = state.current_player()
        choices = [state.sample_outcome(rng)] if seat == CHANCE else state.legal_actions(seat)
        going_on = [move for move in choices if GAME.say(state, seat, move) != "stop"]
        choices = going_on if way % 2 else choices
        state.move(seat, choices[rng.below(len(choices))])
    return GAME.to_dict(state)


@pytest.mark.parametrize(("card", "key"), AMOUNTS, ids=lambda value: value)
def test_every_amount_of_every_card_counts(card: str, key: str) -> None:
    """One more plays otherwise, and the card says so."""
    more = changed(card, key, ENTRIES[card][key] + 1)
    assert outcomes(card, more) != outcomes(card, {})
    assert text(card, more) != text(card, {})


@pytest.mark.parametrize(("card", "key"), REGIONS, ids=lambda value: value)
def test_every_region_of_every_card_counts(card: str, key: str) -> None:
    """It changes where a card places; a card that places nothing in its region still has it printed on it."""
    elsewhere = changed(card, key, "southern" if ENTRIES[card][key] != "southern" else "ural")
    played = outcomes(card, elsewhere) != outcomes(card, {})
    assert played == (card not in ("purge", "network"))
    assert printed(card, elsewhere) != printed(card, {})


def printed(card: str, changes: dict[str, Any]) -> tuple[str, str]:
    state = GAME.new_initial_state(2, numbers_of(changes))
    shown = web.card(state, state.setup.card_ids.index(card))
    return shown["region"], shown["text"]


@pytest.mark.parametrize(("card", "key"), WORDS, ids=lambda value: value)
def test_every_word_of_a_card_is_used(card: str, key: str) -> None:
    setup = numbers_of(changed(card, key, "Said otherwise."))
    number = setup.card_ids.index(card)
    said = [setup.card_names[number], setup.card_texts[number], *setup.card_words[number].values()]
    assert any(words.startswith("Said otherwise.") for words in said)


def numbers_of(changes: dict[str, Any]) -> Setup:
    setup: Setup = variant.numbers(GAME, changes)
    return setup


def text(card: str, changes: dict[str, Any]) -> str:
    setup = numbers_of(changes)
    return setup.card_texts[setup.card_ids.index(card)]


def test_texts_speak_of_one_thing_and_of_several() -> None:
    assert "the top 3 cards of the agenda deck" in text("archive", {})
    assert "the top 1 card of the agenda deck" in text("archive", changed("archive", "look", 1))
    assert text("central-committee", changed("central-committee", "place", 0)).endswith("any other region.")


def with_cards(entries: dict[str, Any]) -> Setup:
    """Return the numbers of a game.toml with those cards."""
    toml = {**copy.deepcopy(GAME.toml), "cards": entries}
    return shape.prepare(msgspec.convert(toml, shape.numbers_type(toml)))


def test_a_deck_has_any_number_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """One class and one entry make a card; here the class is an old one by a new name."""
    entries = dict(list(GAME.toml["cards"].items())[:6])
    monkeypatch.setattr(off_railroad, "SecondPurge", off_railroad.Purge, raising=False)
    for deck in (
        entries,
        {**GAME.toml["cards"], "second-purge": {**entries["purge"], "name": "Purge again"}},
    ):
        setup = with_cards(deck)
        assert setup.consolidation == len(deck)
        state = GAME.new_initial_state(5, setup)
        playout(state, Rng("deck"))
        assert GAME.snapshots.problem(state) == ""


def test_cards_that_cannot_be_are_refused_in_a_sentence() -> None:
    entries = GAME.toml["cards"]
    with pytest.raises(ValueError, match=r"`cards.bribe` has no class `Bribe`"):
        with_cards({**entries, "bribe": {"name": "Bribe"}})
    with pytest.raises(ValueError, match=r"`cards` has 4 cards; 5 players need 5."):
        with_cards(dict(list(entries.items())[:4]))
    with pytest.raises(UserError, match=r"there is no `cards.purge.bribes`"):
        GAME.numbers({**GAME.toml, "cards": {**entries, "purge": {**entries["purge"], "bribes": 1}}})


def test_partnership_without_a_western_region_places_at_home_only() -> None:
    """With no other western region there is nowhere to choose, and no partner is asked for (NK-6)."""
    regions = [{**region, "western": region["id"] == "volga"} for region in GAME.toml["map"]["regions"]]
    numbers = variant.numbers(GAME, {"map": {"regions": regions}})
    data = GAME.to_dict(GAME.new_initial_state(3, numbers))
    data.update(phase="execution", round=2, agenda=["partnership", "purge", "network"])
    state = GAME.from_dict(data, numbers)
    state.apply(0, GAME.parse(state, 0, "take partnership"))
    assert state.current_player() == 1
    assert {name: held for name, held in GAME.to_dict(state)["influence"].items() if any(held.values())} == {
        "volga": {"1": 2, "2": 0, "3": 0}
    }


def test_what_partnership_places_may_be_nothing() -> None:
    both = {"cards": {"partnership": {"western": 0, "partner": 0}}}
    assert {str(after["influence"]) for after in outcomes("partnership", both)} == {
        str(after["influence"]) for after in outcomes("partnership", both)[:1]
    }
