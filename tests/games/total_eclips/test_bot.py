"""The rules of thumb of Total eClips: their expectations, when they end the game, and that games end."""

import tomllib
from typing import Any

import pytest

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.total_eclips.codes import AGAIN, DONE, MOVES_END, PLACE, put
from quincunx.games.total_eclips.cores import FACES, M1, M3
from quincunx.games.total_eclips.odds import reach
from quincunx.games.total_eclips.places import UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.match import variant
from tests.setups import TESTS

GAME = games.load("total-eclips")
VARIANTS = TESTS / "variants" / "total-eclips"
LAST = "convert-the-universe-into-paperclips"
A = 0


def last_card(one: dict[str, Any], two: dict[str, Any] | None = None) -> TotalEClips:
    """Return a position in which only the last project lies on the table, and everybody places."""
    empty = {"card": "", "trust": 0}
    given = {
        "round": 14,
        "stage": 4,
        "phase": "place",
        "deck": [],
        "projects": {"a": {"card": LAST, "trust": 0}, "b": empty, "c": empty, "d": empty},
        "seats": {"1": one, "2": two or {}},
    }
    numbers = GAME.numbers(GAME.toml)
    state = GAME.from_dict(
        variant.overlay(GAME.to_dict(GAME.new_initial_state(2, numbers)), given, "given"), numbers
    )
    assert isinstance(state, TotalEClips)
    return state


def place_all(state: TotalEClips) -> None:
    bot, rng = GAME.bots.policy(), Rng("1")
    while state.phase == PLACE and not state.sides[0].done:
        move = bot.choose(state, 0, rng)
        if move == DONE:
            return
        state.move(0, move)


def test_re_rolls_are_no_certain_flops() -> None:
    """Sixteen FLOPS of tokens and five re-rolls are not the twenty that the card needs."""
    state = last_card({"spent": ["m1"] * 4, "tokens": ["plus-2"] * 8 + ["reroll"] * 5})
    place_all(state)
    assert reach(state.sides[0], A, 20) > 0.9


def test_a_card_out_of_reach_is_left_alone() -> None:
    state = last_card({"spent": ["m1"] * 4, "tokens": ["reroll"] * 5})
    place_all(state)
    assert state.sides[0].count[A] == 0


@pytest.mark.parametrize(("ahead", "goes"), [(60, False), (40, True), (0, True)])
def test_nobody_ends_the_game_while_another_wins_by_it(ahead: int, goes: bool) -> None:
    state = last_card(
        {"position": 30, "trust": 10, "spent": ["m1"] * 2, "tokens": ["plus-2"] * 10}, {"position": ahead}
    )
    place_all(state)
    assert (state.sides[0].count[A] > 0) == goes


def test_the_core_is_rolled_again_that_can_still_meet_the_need() -> None:
    """Both show about their average, but one more is needed."""
    places = {"a": ["m1", "m3", "reroll", *["plus-2"] * 7]}
    state = last_card({"spent": [], "places": places}, {"done": True})
    state.move(0, DONE)
    one, three = state.parts.cores[M1], state.parts.cores[M3]
    state.move(-1, one.values.index(2) + FACES * three.values.index(3))
    assert GAME.bots.policy().choose(state, 0, Rng("1")) == AGAIN + M3 * FACES + three.values.index(3)


def test_weak_players_end_the_game_too() -> None:
    """Nobody is near the need when the last card comes up: they build better cores."""
    state = last_card({"position": 50, "trust": 14}, {"position": 50, "trust": 14})
    bots: list[Bot] = [GAME.bots.policy(), GAME.bots.policy()]
    contest(state, bots, Rng("1"), Rng("2"), secrets=True)
    assert not state.stopped()
    assert state.round < 60


def test_what_others_chose_in_secret_is_asked_again() -> None:
    """A search does not take a guess for what the others placed: its bot places for them."""
    state = last_card({}, {"spent": ["m1"] * 3, "places": {"unlock": ["m1"]}, "done": True})
    state.reopen_secret_choices(0)
    assert state.players_to_move() == [0, 1]
    assert state.sides[1].spent[M1] == 4
    state.move(0, put(M1, UNLOCK))
    state.reopen_secret_choices(0)
    assert state.sides[0].count[UNLOCK] == 1


def test_the_value_is_a_share_for_each_seat() -> None:
    state = last_card({"position": 60}, {"position": 30})
    shares = GAME.bots.evaluator().evaluate(state)  # type: ignore[union-attr]
    assert sum(shares) == pytest.approx(1.0)
    assert shares[0] > 0.9


def test_a_bot_that_knows_the_position_moves_as_one_that_never_saw_it() -> None:
    """What it keeps from the moves before is true: also after random moves, and in a copy gone back to."""
    bot, rng = GAME.bots.policy(), Rng("keeps")
    state = GAME.new_initial_state(3, GAME.numbers(GAME.toml))
    asked = 0
    before = state.clone()
    while (seat := state.current_player()) != TERMINAL and asked < 300:
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            before = state.clone()
            continue
        if asked % 7 == 0 and before.current_player() == seat:
            state = before.clone()
        move = bot.choose(state, seat, rng)
        assert move == GAME.bots.policy().choose(state, seat, rng)
        state.move(seat, state.random_action(seat, rng) if asked % 11 == 0 else move)
        asked += 1
    assert asked == 300


@pytest.mark.parametrize("name", ["", "single-use", "open-boards"])
def test_a_placement_is_legal_if_it_is_listed(name: str) -> None:
    change = tomllib.loads((VARIANTS / f"{name}.toml").read_text()) if name else {}
    state, rng = GAME.new_initial_state(3, variant.numbers(GAME, change)), Rng("legal")
    asked = 0
    while (seat := state.current_player()) != TERMINAL and asked < 60:
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        if state.phase == PLACE:
            asked += 1
            for other in range(-2, 4):
                listed = [move for move in range(-3, MOVES_END) if state.legal(other, move)]
                assert listed == ([] if other == CHANCE else sorted(state.legal_actions(other)))
        state.move(seat, state.random_action(seat, rng))
    assert asked == 60
