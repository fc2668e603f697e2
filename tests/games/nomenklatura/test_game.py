"""Nomenklatura beyond its scenarios: secrets, the track's arithmetic, positions as dicts, screens, and
nonsense in a variant."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import games, testing
from quincunx.core.errors import UserError
from quincunx.core.move import Move
from quincunx.core.playout import playout
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.nomenklatura.question import question
from quincunx.games.nomenklatura.rules.bidding import lay
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.screens import web
from quincunx.games.nomenklatura.state import MERGER_BID, NOWHERE, Setup
from quincunx.match import variant
from quincunx.text.grammar import Voice

GAME = games.load("nomenklatura")
NUMBERS: Setup = variant.numbers(GAME, {})


def board(state: Nomenklatura, seat: int) -> dict[str, Any]:
    return web.board(state, seat, Voice(["Ann", "Bob", "Cem", "Dan", "Eve"], seat))


def after(seed: str, players: int, moves: int) -> Nomenklatura:
    """Return a random position."""
    state: Nomenklatura = GAME.new_initial_state(players, NUMBERS)
    rng = Rng(seed)
    for _ in range(moves):
        seat = state.current_player()
        if seat == TERMINAL:
            break
        choices = [state.sample_outcome(rng)] if seat == CHANCE else state.legal_actions(seat)
        state.move(seat, choices[rng.below(len(choices))])
    return state


def rubles(state: Nomenklatura) -> list[int]:
    return [player.rubles for player in state.seats]


def test_a_seat_sees_its_own_rubles_only_until_the_end() -> None:
    state = after("view", 3, 60)
    seats = GAME.view(state, 1)["seats"]
    assert [seats[name]["rubles"] for name in "123"] == [None, state.seats[1].rubles, None]
    playout(state, Rng("end"))
    seats = GAME.view(state, 1)["seats"]
    assert [seats[name]["rubles"] for name in "123"] == rubles(state)


def test_only_who_looked_sees_the_next_cards() -> None:
    state: Nomenklatura = GAME.new_initial_state(2, NUMBERS)
    data = GAME.to_dict(state)
    data.update(phase="flip", round=2, discard=["archive"], top=["purge", "network"], looker=2)
    state = GAME.from_dict(data, NUMBERS)
    assert GAME.view(state, 1)["top"] == ["purge", "network"]
    assert GAME.view(state, 0)["top"] == 2
    drawn = {tuple(state.resample_hidden(0, Rng(f"{number}")).top) for number in range(50)}
    assert len(drawn) > 20
    assert {tuple(state.resample_hidden(1, Rng(f"{number}")).top) for number in range(9)} == {
        tuple(state.top)
    }


@given(st.integers(2, 5), st.integers(0, 150), st.integers(0, 10_000))
def test_drawn_rubles_agree_with_what_was_seen(players: int, moves: int, seed: int) -> None:
    state = after(f"{seed}", players, moves)
    for seat in range(players):
        drawn = state.resample_hidden(seat, Rng("draw"))
        assert drawn.seats[seat].rubles == state.seats[seat].rubles
        assert sum(rubles(drawn)) == sum(rubles(state))
        assert all(player.rubles >= player.seen for player in drawn.seats)
        assert GAME.snapshots.problem(drawn) == ""


def test_what_others_kept_is_drawn_anew() -> None:
    state = after("kept", 4, 120)
    drawn = {tuple(rubles(state.resample_hidden(0, Rng(f"{number}")))) for number in range(50)}
    assert len(drawn) > 10


@given(st.data())
def test_a_bid_is_laid_piece_by_piece(data: st.DataObject) -> None:
    """The arithmetic of `lay` does what a hand would do that places one piece after the other; an outsider,
    who has no space, pays in rubles only (NK-10)."""
    players = data.draw(st.integers(2, 5))
    sharers = data.draw(st.sets(st.integers(0, players - 1), min_size=2))
    seat = data.draw(st.integers(0, players - 1))
    state: Nomenklatura = GAME.new_initial_state(players, NUMBERS)
    state.phase = MERGER_BID
    state.sharers = sum(1 << sharer for sharer in sharers)
    state.last_space = data.draw(st.sampled_from([NOWHERE, *sorted(sharers)]))
    total = data.draw(st.integers(1, 40))
    markers = data.draw(st.integers(0, total)) if seat in sharers else 0
    state.seats[seat].hand = state.seats[seat].rubles = total
    spaces = by_hand(players, sharers, seat, state.last_space, total)
    lay(state, seat, total, markers)
    coins, laid = [0] * players, [0] * players
    own = [space for space in spaces if space == seat]
    others = [space for space in spaces if space != seat]
    rubles_on_own = min(total - markers, len(own))
    markers_on_others = len(others) - (total - markers - rubles_on_own)
    for space in [*own[:rubles_on_own], *others[markers_on_others:]]:
        coins[space] += 1
    for space in [*own[rubles_on_own:], *others[:markers_on_others]]:
        laid[space] += 1
    assert [player.coins for player in state.seats] == coins
    assert [state.laid[space * players + seat] for space in range(players)] == laid
    assert state.last_space == spaces[-1]


def by_hand(players: int, sharers: set[int], seat: int, last: int, count: int) -> list[int]:
    """Return the spaces to which a number of pieces come, one after the other."""
    space = seat if last == NOWHERE else last
    spaces: list[int] = []
    while len(spaces) < count:
        space = (space + 1) % players
        if space in sharers:
            spaces.append(space)
    return spaces


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"setup": {"marker_start": "paris"}}, "`setup.marker_start` names no region `paris`"),
        ({"setup": {"markers": 0}}, "`setup.markers` must be a whole number >= 1"),
        ({"map": {"borders": [["ural", "ural"]]}}, "ural cannot be its own neighbour"),
        ({"map": {"railroad": ["ural", "volga", "ural"]}}, "stops twice in one region"),
        ({"cards": {"purge": {"region": "west"}}}, "`cards.purge.region` names no region `west`"),
        ({"cards": {"delegation": {"to": "urals"}}}, "did you mean `ural`?"),
        ({"cards": {"archive": {"look": 99}}}, "`cards.archive.look` must be a whole number <= 5"),
        ({"cards": {"bribe": {}}}, "there is no `cards.bribe`"),
        ({"cards": {"purge": {"place": 2}}}, "there is no `cards.purge.place`"),
        ({"cards": {"purge": {"remove": 0}}}, "`cards.purge.remove` must be a whole number >= 1"),
        ({"cards": {"purge": {"remove": "two"}}}, "`cards.purge.remove` must be a whole number"),
        ({"cards": {"purge": {"text": "Remove {removes}."}}}, "`cards.purge.text` names `{removes}`"),
        ({"cards": {"purge": {"text": "From {marker}."}}}, "`cards.purge.text` names `{marker}`"),
        ({"cards": {"purge": {"ask": ""}}}, "`cards.purge.ask`"),
        ({"setup": {"outsiders_bid": 1}}, "`setup.outsiders_bid` must be true or false"),
    ],
)
def test_nonsense_in_a_variant_is_refused_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        variant.numbers(GAME, changes)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("change", "sentence"), [("id", "the same id"), ("at", "at the same place")])
def test_regions_are_told_apart(change: str, sentence: str) -> None:
    regions = [dict(region) for region in GAME.toml["map"]["regions"]]
    regions[1][change] = regions[0][change]
    with pytest.raises(UserError) as refused:
        variant.numbers(GAME, {"map": {"regions": regions}})
    assert sentence in str(refused.value)


@settings(max_examples=40)
@given(st.integers(2, 5), st.integers(0, 150), st.integers(0, 1000), st.randoms(use_true_random=False))
def test_the_order_of_keys_does_not_matter(players: int, moves: int, seed: int, random: Random) -> None:
    state = after(f"{seed}", players, moves)
    data = GAME.to_dict(state)
    again = GAME.from_dict(shuffled(data, random), NUMBERS)
    assert again.position_key() == state.position_key()
    assert GAME.to_dict(again) == data


def shuffled(data: Any, random: Random) -> Any:
    """Return the same data with all keys in another order."""
    if not isinstance(data, dict):
        return data
    keys = list(data)
    random.shuffle(keys)
    return {key: shuffled(data[key], random) for key in keys}


def test_a_consolidation_of_one_in_the_region_is_impossible() -> None:
    """Player 2 has only markers that were set aside (NK-9)."""
    data = GAME.to_dict(GAME.new_initial_state(2, NUMBERS))
    data.update(phase="consolidation-bid", round=3, turn=3, merger=True, marker="volga", agenda=["purge"])
    data["influence"]["volga"] = {"1": 1, "2": 1}
    data["seats"]["1"].update(supply=16, hand=3)
    data["seats"]["2"].update(supply=17, hand=2, from_aside=3)
    data["bid"]["asked"] = 1
    with pytest.raises(UserError, match="two were in the region"):
        GAME.from_dict(data, NUMBERS)
    data["seats"]["2"].update(from_aside=2)
    assert GAME.from_dict(data, NUMBERS).current_player() == 0


def position(players: int, options: dict[str, Any] | None = None, **changes: Any) -> Nomenklatura:
    numbers = variant.numbers(GAME, options or {})
    data = variant.overlay(GAME.to_dict(GAME.new_initial_state(players, numbers)), changes, "given")
    state: Nomenklatura = GAME.from_dict(data, numbers)
    return state


def play(state: Nomenklatura, seat: int, name: str) -> None:
    state.apply(seat - 1, GAME.parse(state, seat - 1, name))


MARKING: dict[str, Any] = {"phase": "execution", "round": 3, "agenda": ["purge", "subsidy"], "marker": "ural"}


@pytest.mark.parametrize("width", [60, 100])
def test_the_merger_indicator_lies_where_the_marker_has_gone(width: int) -> None:
    """While the marker is still to be moved, no region is marked (NK-8)."""
    state = position(2, **MARKING)
    play(state, 1, "take consolidation")
    assert not any(region["merger"] for region in board(state, 0)["regions"])
    assert not re.search(r"MERGER|\*!", screen(state, 0, width))
    play(state, 1, "mark siberia")
    assert [region["id"] for region in board(state, 0)["regions"] if region["merger"]] == ["siberia"]
    assert re.search(r"MERGER|\*!", screen(state, 0, width))


def screen(state: Nomenklatura, seat: int, width: int = 100) -> str:
    return testing.Setup(GAME, state.players).render(state, seat, width, unicode=False)


def test_the_card_in_play_asks_in_the_terminal_too() -> None:
    state = position(2, **MARKING)
    play(state, 1, "take consolidation")
    asked = "Move the Consolidation Marker from Ural to a region next to it"
    assert asked in screen(state, 0)
    assert board(state, 0)["question"].startswith(asked)
    assert asked not in screen(state, 1)
    assert board(state, 1)["question"] == ""


def test_every_question_is_asked_in_the_terminal() -> None:
    rng = Rng("questions")
    asked: set[str] = set()
    state: Nomenklatura = GAME.new_initial_state(3, NUMBERS)
    while (seat := state.current_player()) != TERMINAL:
        if seat != CHANCE and question(state, seat) not in asked:
            asked.add(question(state, seat))
            assert question(state, seat) in " ".join(screen(state, seat).split())
        choices = [state.sample_outcome(rng)] if seat == CHANCE else state.legal_actions(seat)
        state.move(seat, choices[rng.below(len(choices))])


OUTSIDERS = {"setup": {"outsiders_bid": True}}
MERGING: dict[str, Any] = {
    "phase": "execution",
    "round": 6,
    "turn": 3,
    "agenda": ["purge", "subsidy"],
    "merger": True,
    "marker": "volga",
    "influence": {"volga": {"1": 6, "3": 3}},
    "seats": {"1": {"supply": 14}, "3": {"supply": 17}},
}


def test_an_outsider_is_shown_as_one_who_bids() -> None:
    state = position(3, OUTSIDERS, **MERGING)
    play(state, 3, "take subsidy")
    play(state, 1, "pass")
    shown = board(state, 1)["players"]
    assert [player["may_bid"] for player in shown] == [True, True, True]
    assert [player["outsider"] for player in shown] == [False, True, False]
    assert board(state, 1)["bid"]["quick"][0]["label"] == "Bid 1: pay $1"
    assert "Bid for Volga, or pass." in screen(state, 1)
    assert GAME.phrases.explain(state, 1, Move("bid", "2"), Voice(["A", "B", "C"])) == "pay $2"


def test_without_the_option_an_outsider_is_not_asked() -> None:
    state = position(3, **MERGING)
    play(state, 3, "take subsidy")
    play(state, 1, "bid 2")
    play(state, 1, "markers 2")
    assert state.current_player() == 2
    assert [player["may_bid"] for player in board(state, 1)["players"]] == [
        True,
        False,
        True,
    ]


def test_a_bot_outside_bids_for_what_is_worth_it() -> None:
    """Nine markers lie on the track for whoever wins; the outsider has the rubles."""
    state = position(3, OUTSIDERS, **{**MERGING, "seats": {**MERGING["seats"], "2": {"rubles": 40}}})
    play(state, 3, "take subsidy")
    play(state, 1, "bid 5")
    play(state, 1, "markers 5")
    choice = GAME.bots.policy().choose(state, 1, Rng("bot"))
    assert GAME.say(state, 1, choice).startswith("bid ")
