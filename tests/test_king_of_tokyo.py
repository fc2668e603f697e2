"""What King of Tokyo promises beyond its scenarios: its deck, its dice, its secret, its numbers."""

import itertools
from collections import Counter
from typing import Any

import pytest

from quincunx import games, variant
from quincunx.core.mistake import Mistake
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.dice import DIE, FACES, faces, handfuls, roll, rolls, size
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.variant import overlay

GAME = games.load("king-of-tokyo")


def position(players: int, changes: dict[str, Any]) -> KingOfTokyo:
    numbers = variant.numbers(GAME, {})
    whole = overlay(GAME.to_dict(GAME.new(players, numbers)), changes, "test")
    state: KingOfTokyo = GAME.from_dict(whole, numbers)
    return state


def test_the_deck_has_64_cards_and_two_twins() -> None:
    table = variant.numbers(GAME, {})
    assert len(table.cards) == 64
    assert sum(card.stays() for card in table.cards) == 47
    twins = [card.slug for card in table.cards if card.copies == 2]
    assert (len(table.deck), twins) == (66, ["extra-head", "evacuation-orders"])


@pytest.mark.parametrize("number", range(1, 5))
def test_rolls_have_the_chances_of_dice(number: int) -> None:
    thrown = Counter(sum(DIE[face] for face in row) for row in itertools.product(range(FACES), repeat=number))
    assert dict(rolls(number)) == pytest.approx({dice: ways / 6**number for dice, ways in thrown.items()})


def test_handfuls_are_all_that_can_be_taken_up() -> None:
    dice = roll(7, Rng("handfuls"))
    shown = faces(dice)
    taken = {
        sum(DIE[face] for face in some)
        for number in range(8)
        for some in itertools.combinations(shown, number)
    }
    found = handfuls(dice)
    assert found[0] == 0
    assert len(found) == len(taken)
    assert set(found) == taken
    assert max(size(some) for some in found) == 7


def test_a_card_put_back_is_known_to_who_looked_and_to_nobody_else() -> None:
    state = position(
        3,
        {
            "turn": 1,
            "phase": "buy",
            "seats": {"1": {"energy": 9, "cards": ["made-in-a-lab"]}},
            "display": ["heal", "tank", "jets"],
        },
    )
    for seat, move in ((0, "peek"), (CHANCE, "peek wings"), (0, "put-back")):
        state.apply(seat, GAME.parse(state, seat, move))
    assert [GAME.view(state, seat)["top"] for seat in range(3)] == ["wings", "?", "?"]
    rng = Rng("beliefs")
    tops = [{state.determinize(seat, rng).top for _ in range(300)} for seat in range(3)]
    assert tops[0] == {state.top}
    assert len(tops[1]) > 40
    assert all(believed not in state.display for believed in tops[1] | tops[2])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"play": {"dice": 9}, "cards": {"extra-head": {"copies": 4}}}, "come to 14 dice"),
        ({"options": {"bay_from": 4}}, "`options.bay_from` must be"),
        ({"options": {"win_timing": "never"}}, "options.win_timing"),
        ({"cards": {"heal": {"cost": -1}}}, "`cards[...].cost` must be"),
        ({"cards": {"heel": {"cost": 1}}}, "there is no `cards.heel`; did you mean `heal`?"),
        ({"play": {"sweep_cost": 0}}, "`play.sweep_cost` must be"),
        ({"monsters": {"names": ["A", "A", "B", "C", "D", "E"]}}, "must all be different"),
        ({"monsters": {"colours": ["pink"] * 6}}, "monsters.colours"),
    ],
)
def test_nonsense_numbers_are_refused_in_a_sentence(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Mistake) as refused:
        variant.numbers(GAME, changes)
    assert reason in str(refused.value)


def test_an_empty_deck_is_refused() -> None:
    none = {slug: {"copies": 0} for slug in GAME.components()}
    with pytest.raises(Mistake, match="must come to 3 or more"):
        variant.numbers(GAME, {"cards": none})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": {"1": {"cards": ["wings", "wings"]}}}, "there are 1 of `wings` in the deck, not 2"),
        ({"seats": {"1": {"cards": ["heal"]}}}, "Discard card"),
        ({"seats": {"1": {"cards": ["mimic of 2:wings"]}}}, "seat 2 has no wings"),
        ({"seats": {"1": {"health": 11}}}, "more than the 10"),
        ({"seats": {"1": {"place": "tokyo-bay"}}}, "Tokyo Bay is closed"),
        ({"seats": {"1": {"place": "tokyo-city"}, "2": {"place": "tokyo-city"}}}, "the same place"),
        ({"seats": {"1": {"health": 0}}}, "the game is finished"),
        ({"dice": "1 2 paw"}, "`paw` is not a face"),
        ({"phase": "bye"}, "did you mean `buy`?"),
    ],
)
def test_impossible_positions_are_refused_in_a_sentence(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Mistake) as refused:
        position(2, changes)
    assert reason in str(refused.value)


def test_whoever_is_asked_has_two_answers_or_more() -> None:
    rng = Rng("answers")
    numbers = variant.numbers(GAME, {})
    for number in range(20):
        state = GAME.new(2 + number % 5, numbers)
        while state.actors():
            seat = state.actor()
            if seat == CHANCE:
                state.move(CHANCE, state.sample(rng))
            else:
                moves = state.actions(seat)
                assert len(moves) > 1
                state.move(seat, moves[rng.below(len(moves))])
