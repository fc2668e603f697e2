"""What scenarios cannot show: secrets, the track's arithmetic, and nonsense in a variant."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import games, variant
from quincunx.core.mistake import Mistake
from quincunx.core.playout import playout
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.nomenklatura.board import MERGER_BID, NOWHERE, Setup
from quincunx.games.nomenklatura.rules import Nomenklatura

GAME = games.load("nomenklatura")
NUMBERS: Setup = variant.numbers(GAME, {})


def after(seed: str, players: int, moves: int) -> Nomenklatura:
    """A random position."""
    state: Nomenklatura = GAME.new(players, NUMBERS)
    rng = Rng(seed)
    for _ in range(moves):
        seat = state.actor()
        if seat == OVER:
            break
        choices = [state.sample(rng)] if seat == CHANCE else state.actions(seat)
        state.move(seat, choices[rng.below(len(choices))])
    return state


def test_a_seat_sees_its_own_rubles_only_until_the_end() -> None:
    state = after("view", 3, 60)
    seats = GAME.view(state, 1)["seats"]
    assert [seats[name]["rubles"] for name in "123"] == [None, state.rubles[1], None]
    playout(state, Rng("end"))
    seats = GAME.view(state, 1)["seats"]
    assert [seats[name]["rubles"] for name in "123"] == state.rubles


def test_only_who_looked_sees_the_next_cards() -> None:
    state: Nomenklatura = GAME.new(2, NUMBERS)
    data = GAME.to_dict(state)
    data.update(phase="flip", round=2, discard=["archive"], top=["purge", "network"], looker=2)
    state = GAME.from_dict(data, NUMBERS)
    assert GAME.view(state, 1)["top"] == ["purge", "network"]
    assert GAME.view(state, 0)["top"] == 2
    drawn = {tuple(state.determinize(0, Rng(f"{number}")).top) for number in range(50)}
    assert len(drawn) > 20
    assert {tuple(state.determinize(1, Rng(f"{number}")).top) for number in range(9)} == {tuple(state.top)}


@given(st.integers(2, 5), st.integers(0, 150), st.integers(0, 10_000))
def test_drawn_rubles_agree_with_what_was_seen(players: int, moves: int, seed: int) -> None:
    state = after(f"{seed}", players, moves)
    for seat in range(players):
        drawn = state.determinize(seat, Rng("draw"))
        assert drawn.rubles[seat] == state.rubles[seat]
        assert sum(drawn.rubles) == sum(state.rubles)
        assert all(has >= seen for has, seen in zip(drawn.rubles, state.seen, strict=True))
        assert GAME.problem(drawn) == ""


def test_what_others_kept_is_drawn_anew() -> None:
    state = after("kept", 4, 120)
    drawn = {tuple(state.determinize(0, Rng(f"{number}")).rubles) for number in range(50)}
    assert len(drawn) > 10


@given(st.data())
def test_a_bid_is_laid_piece_by_piece(data: st.DataObject) -> None:
    """The arithmetic of `lay` does what a hand would do that places one piece after the other (NK-10)."""
    players = data.draw(st.integers(2, 5))
    sharers = data.draw(st.sets(st.integers(0, players - 1), min_size=2))
    seat = data.draw(st.sampled_from(sorted(sharers)))
    state: Nomenklatura = GAME.new(players, NUMBERS)
    state.phase = MERGER_BID
    state.sharers = sum(1 << sharer for sharer in sharers)
    state.last_space = data.draw(st.sampled_from([NOWHERE, *sorted(sharers)]))
    total = data.draw(st.integers(1, 40))
    markers = data.draw(st.integers(0, total))
    state.hand[seat] = state.rubles[seat] = total
    spaces = by_hand(players, sharers, seat, state.last_space, total)
    state.lay(seat, total, markers)
    coins, laid = [0] * players, [0] * players
    own = [space for space in spaces if space == seat]
    others = [space for space in spaces if space != seat]
    rubles_on_own = min(total - markers, len(own))
    markers_on_others = len(others) - (total - markers - rubles_on_own)
    for space in [*own[:rubles_on_own], *others[markers_on_others:]]:
        coins[space] += 1
    for space in [*own[rubles_on_own:], *others[:markers_on_others]]:
        laid[space] += 1
    assert state.coins == coins
    assert [state.laid[space * players + seat] for space in range(players)] == laid
    assert state.last_space == spaces[-1]


def by_hand(players: int, sharers: set[int], seat: int, last: int, count: int) -> list[int]:
    """The spaces that so many pieces come to, one after the other."""
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
    ],
)
def test_nonsense_in_a_variant_is_refused_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as refused:
        variant.numbers(GAME, changes)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("change", "sentence"), [("id", "the same id"), ("at", "at the same place")])
def test_regions_are_told_apart(change: str, sentence: str) -> None:
    regions = [dict(region) for region in GAME.toml["map"]["regions"]]
    regions[1][change] = regions[0][change]
    with pytest.raises(Mistake) as refused:
        variant.numbers(GAME, {"map": {"regions": regions}})
    assert sentence in str(refused.value)
