"""King of Tokyo beyond its scenarios: its deck, its dice, its secret, its numbers."""

import functools
import io
import itertools
from collections import Counter
from typing import Any

import pytest
from rich.console import Console

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.move import Move
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.dice import DIE, FACES, faces, handfuls, roll, rolls, size
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.lab.simulate.observed_run import observe
from quincunx.match import variant
from quincunx.match.variant import overlay
from quincunx.text.grammar import Look, Voice

GAME = games.load("king-of-tokyo")


def position(players: int, changes: dict[str, Any]) -> KingOfTokyo:
    numbers = variant.numbers(GAME, {})
    whole = overlay(GAME.to_dict(GAME.new_initial_state(players, numbers)), changes, "test")
    state: KingOfTokyo = GAME.from_dict(whole, numbers)
    return state


def test_the_deck_has_64_cards_and_two_twins() -> None:
    tables = variant.numbers(GAME, {})
    assert len(tables.cards) == 64
    assert sum(card.stays() for card in tables.cards) == 47
    twins = [card.slug for card in tables.cards if card.copies == 2]
    assert (len(tables.deck), twins) == (66, ["extra-head", "evacuation-orders"])


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


BUYING = {"turn": 1, "phase": "buy", "display": ["heal", "tank", "flame-thrower"]}
WINGED = {"energy": 2, "cards": ["wings"]}


@pytest.mark.parametrize(
    ("given", "moves"),
    [
        ({"phase": "roll-off", "rolling": 6}, ["roll 1 1 2 2 3 claw"]),
        ({**BUYING, "seats": {"1": {"energy": 9}}}, ["buy tank"]),
        ({**BUYING, "seats": {"1": {"energy": 9}}}, ["sweep"]),
        ({**BUYING, "seats": {"1": {"energy": 9}, "2": WINGED}}, ["buy flame-thrower", "pass"]),
        (
            {
                **BUYING,
                "display": ["mimic", "heal", "tank"],
                "top": "skyscraper",
                "top_seen": [1],
                "seats": {"1": {"energy": 9, "cards": ["wings"]}, "2": {"cards": ["jets"]}},
            },
            ["buy mimic", "copy jets from 2"],
        ),
        (
            {**BUYING, "display": ["evacuation-orders", "heal", "tank"], "seats": {"1": {"energy": 9}}},
            ["buy heal", "reveal evacuation-orders"],
        ),
        (
            {"turn": 1, "phase": "change", "dice": "1 2", "seats": {"1": {"cards": ["plot-twist"]}}},
            ["change 1 to 2 with plot-twist"],
        ),
        (
            {
                "turn": 1,
                "phase": "roll",
                "seats": {"2": {"health": 1, "cards": ["wings"], "place": "tokyo-city"}},
            },
            ["roll claw 1 1 2 2 3", "keep"],
        ),
    ],
)
def test_a_copy_that_goes_on_leaves_the_position_as_it_is(given: dict[str, Any], moves: list[str]) -> None:
    state = position(3, given)
    for move in moves:
        before = GAME.to_dict(state)
        twin = state.clone()
        twin.apply(twin.current_player(), GAME.parse(twin, twin.current_player(), move))
        assert GAME.to_dict(state) == before
        state.apply(state.current_player(), GAME.parse(state, state.current_player(), move))


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
    tops = [{state.resample_hidden(seat, rng).top for _ in range(300)} for seat in range(3)]
    assert tops[0] == {state.top}
    assert len(tops[1]) > 40
    assert all(believed not in state.display for believed in tops[1] | tops[2])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"play": {"dice": 9}, "cards": {"extra-head": {"copies": 4}}}, "come to 14 dice"),
        ({"options": {"bay_from": 4}}, "`options.bay_from` must be"),
        ({"options": {"win_timing": "never"}}, "options.win_timing"),
        ({"cards": {"heal": {"cost": -1}}}, "cards.heal: `cost` must be a whole number >= 0"),
        ({"cards": {"heal": {"cost": "two"}}}, "cards.heal: `cost` must be a whole number, not text"),
        ({"cards": {"heel": {"cost": 1}}}, "there is no `cards.heel`; did you mean `heal`?"),
        ({"play": {"sweep_cost": 0}}, "`play.sweep_cost` must be"),
        ({"monsters": {"names": ["A", "A", "B", "C", "D", "E"]}}, "must all be different"),
        ({"monsters": {"colours": ["pink"] * 6}}, "monsters.colours"),
    ],
)
def test_nonsense_numbers_are_refused_in_a_sentence(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError) as refused:
        variant.numbers(GAME, changes)
    assert reason in str(refused.value)


def test_an_empty_deck_is_refused() -> None:
    none = {slug: {"copies": 0} for slug in GAME.components()}
    with pytest.raises(UserError, match="must come to 3 or more"):
        variant.numbers(GAME, {"cards": none})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": {"1": {"cards": ["wings", "wings"]}}}, "there are 1 of `wings` in the deck, not 2"),
        ({"seats": {"1": {"cards": ["heal"]}}}, "Discard card"),
        ({"seats": {"1": {"cards": ["mimic of 2:wings"]}}}, "seat 2 has no wings"),
        ({"seats": {"1": {"health": 11}}}, "more than the 10"),
        ({"seats": {"1": {"energy": 2**70}}}, "`seats[...].energy` must be"),
        ({"seats": {"1": {"cards": [f"smoke-cloud {2**70}"]}}}, "is not a card in play"),
        ({"seats": {"1": {"place": "tokyo-bay"}}}, "Tokyo Bay is closed"),
        ({"seats": {"1": {"place": "tokyo-city"}, "2": {"place": "tokyo-city"}}}, "the same place"),
        ({"seats": {"1": {"health": 0}}}, "the game is finished"),
        ({"dice": "1 2 paw"}, "`paw` is not a face"),
        ({"turn": 1, "phase": "buy", "three_ones": True, "dice": "1 1 2"}, "`dice` do not show them"),
        ({"phase": "bye"}, "did you mean `buy`?"),
    ],
)
def test_impossible_positions_are_refused_in_a_sentence(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError) as refused:
        position(2, changes)
    assert reason in str(refused.value)


def test_whoever_is_asked_has_two_answers_or_more() -> None:
    rng = Rng("answers")
    numbers = variant.numbers(GAME, {})
    for number in range(20):
        state = GAME.new_initial_state(2 + number % 5, numbers)
        while state.players_to_move():
            seat = state.current_player()
            if seat == CHANCE:
                state.move(CHANCE, state.sample_outcome(rng))
            else:
                moves = state.legal_actions(seat)
                assert len(moves) > 1
                state.move(seat, moves[rng.below(len(moves))])


def test_a_hand_may_hold_more_cards_than_64() -> None:
    """A deck may have any number of cards, and moves name every one of them."""
    keep = [card.slug for card in variant.numbers(GAME, {}).cards if card.stays()]
    numbers = variant.numbers(GAME, {"cards": {"plot-twist": {"copies": 90}}})
    cards = [slug for slug in keep if slug not in ("plot-twist", "mimic", "metamorph")] + ["plot-twist"] * 90
    given = {
        "turn": 1,
        "phase": "metamorph",
        "seats": {"1": {"cards": ["mimic", *cards, "metamorph"]}, "2": {"cards": []}},
    }
    whole = overlay(GAME.to_dict(GAME.new_initial_state(2, numbers)), given, "test")
    state = GAME.from_dict(whole, numbers)
    names = [GAME.say(state, 0, action) for action in state.legal_actions(0)]
    assert "sell plot-twist-90" in names
    assert len(set(names)) == len(names) > 130
    for name in names:
        assert GAME.say(state, 0, GAME.parse(state, 0, name)) == name
    state.apply(0, GAME.parse(state, 0, "sell metamorph"))
    state.apply(0, GAME.parse(state, 0, "sell plot-twist-90"))
    assert state.monsters[0].energy == 6


@pytest.mark.parametrize(
    ("card", "energy", "reason"),
    [
        ("herd-culler", 0, "Herd Culler works by itself: Once a turn, before your dice count,"),
        ("herd-culler", 9, "Herd Culler works by itself: Once a turn, before your dice count,"),
        ("wings", 1, "Wings costs 2 energy to use; you have 1."),
        ("wings", 2, "Wings does nothing now:"),
        ("rapid-healing", 9, "Rapid Healing does nothing now:"),
    ],
)
def test_a_card_that_cannot_be_used_is_refused_for_the_true_reason(
    card: str, energy: int, reason: str
) -> None:
    seat = {"energy": energy, "cards": [card]}
    state = position(
        2, {"turn": 1, "phase": "reroll", "dice": "1 2 3", "rolls_used": 1, "seats": {"1": seat}}
    )
    voice = Voice(["Ann", "Bob"], 0)
    assert GAME.refusal(state, 0, GAME.parse(state, 0, f"use {card}"), voice).startswith(reason)


def test_whoever_keeps_dice_with_rolls_left_is_asked_whether_that_pleases_them() -> None:
    """KT-17; answering no is not making the move, so it costs no roll."""
    given = {"turn": 1, "phase": "reroll", "dice": "1 1 2 claw energy heart", "rolls_used": 2}
    state = position(2, given)
    ask = functools.partial(GAME.phrases.confirm, state, 0)
    question = "Are you pleased with this roll (+1 energy, 1 claw)?"
    assert ask(Move("keep"), Voice(["Ann", "Bob"], 0)) == question
    assert ask(Move("keep"), Voice(["Ann", "Bob"], 0, Look(off={"pleased"}))) == ""
    assert ask(Move("reroll", "1"), Voice(["Ann", "Bob"], 0)) == ""
    assert "pleased" in GAME.screens.toggles
    state = position(2, {**given, "rolls_used": 3, "seats": {"1": {"cards": ["smoke-cloud"]}}})
    assert GAME.phrases.confirm(state, 0, Move("keep"), Voice(["Ann", "Bob"], 0)) == ""
    state = position(
        2, {"turn": 1, "phase": "buy", "seats": {"1": {"energy": 9}}, "display": ["heal", "", ""]}
    )
    assert GAME.phrases.confirm(state, 0, Move("done"), Voice(["Ann", "Bob"], 0)) == ""


def test_moves_are_said_as_at_a_table() -> None:
    given = {"turn": 1, "phase": "reroll", "dice": "1 1 2 claw energy heart", "rolls_used": 2}

    def said(state: KingOfTokyo, name: str) -> str:
        return GAME.phrases.words(state, 0, Move.read(name), Voice(["Ann", "Bob"], 0))

    state = position(2, given)
    assert said(state, "reroll 3 5") == "Reroll the 2 and the energy; keep two 1s, the claw and the heart"
    assert said(state, "reroll 1 3 5 6") == "Keep one 1 and the claw; reroll the other four"
    assert said(state, "reroll 1 2 3 4 5 6") == "Reroll all six dice"
    assert said(state, "keep") == "Keep two 1s, the 2, the claw, the energy and the heart"
    assert GAME.codec.typed(state, Move.read("reroll 3 5")) == "35"
    assert GAME.say(state, 0, GAME.parse(state, 0, "reroll 35")) == "reroll 3 5"
    changing = {**given, "phase": "change", "seats": {"1": {"cards": ["stretchy"], "energy": 2}}}
    state = position(2, changing)
    assert said(state, "change 4 to heart with stretchy") == "Turn the claw into a heart with Stretchy"


def test_a_heart_for_another_monster_says_what_it_costs() -> None:
    seats = {"1": {"cards": ["healing-ray"]}, "2": {"health": 5}}
    state = position(2, {"turn": 1, "phase": "hearts", "hearts": {"left": 1}, "seats": seats})
    told = GAME.phrases.explain(state, 0, Move.read("heal 2"), Voice(["Ann", "Bob"], 0))
    assert told == "it pays you 2 energy, or all it has"


def test_the_terminal_shows_whose_monster_it_is() -> None:
    state = position(2, {"seats": {"1": {"place": "tokyo-city"}}})
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(GAME.screens.terminal(state, 1, Voice(["Ann", "Krakara"], 1)))
    screen = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Tokyo City: Gorgolith (Ann)" in screen
    assert "Krakara (you)" in screen
    assert "Krakara (Krakara" not in screen


def test_the_playtest_counts_ends_seats_and_cards() -> None:
    rows = [row for players in (2, 3) for row in observe(GAME, ["greedy"] * players, 4, GAME.lab.observer())]
    assert {row["end"] for row in rows} <= {"points", "last alive", "nobody"}
    assert all(1 <= int(row["winner"]) <= int(row["players"]) for row in rows)
    bought = {key for row in rows for key in row} & set(GAME.components())
    assert bought
