"""Total eClips: the odds against counting by hand, secrets, and numbers that make no sense."""

from itertools import product
from typing import Any

import pytest

from quincunx import games, variant
from quincunx.core.mistake import Mistake
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.total_eclips.board import Board
from quincunx.games.total_eclips.cards import (
    AI,
    M1,
    M2,
    MULTI,
    QUANTUM,
    UNLOCK,
    Parts,
)
from quincunx.games.total_eclips.odds import reach
from quincunx.games.total_eclips.position import DONE
from quincunx.games.total_eclips.rules import TotalEClips

GAME = games.load("total-eclips")
REROLL_TOKEN, PLUS_2 = 0, 5


@pytest.fixture
def parts() -> Parts:
    prepared = GAME.numbers(GAME.toml)
    assert isinstance(prepared, Parts)
    return prepared


def board_with(parts: Parts, kinds: list[int], tokens: list[int]) -> Board:
    """Cores and tokens on Unlock, where nothing but blanks is locked."""
    board = Board(parts)
    board.set_up()
    board.spent = [kinds.count(kind) for kind in range(6)]
    board.tokens = [tokens.count(token) for token in range(len(parts.tokens))]
    for kind in kinds:
        board.put(kind, UNLOCK)
    for token in tokens:
        board.lay(token, UNLOCK)
    return board


@pytest.mark.parametrize("kinds", [[M1], [M1, M2], [MULTI, AI, QUANTUM]])
@pytest.mark.parametrize("target", [1, 2, 4, 6, 9, 12])
def test_odds_are_those_of_all_rolls(parts: Parts, kinds: list[int], target: int) -> None:
    rolls = list(product(*[parts.cores[kind].values for kind in kinds]))
    hits = sum(1 for roll in rolls if sum(roll) >= target)
    assert reach(board_with(parts, kinds, []), UNLOCK, target) == pytest.approx(hits / len(rolls))
    with_token = sum(1 for roll in rolls if sum(roll) + 2 >= target)
    chance = reach(board_with(parts, kinds, [PLUS_2]), UNLOCK, target)
    assert chance == pytest.approx(with_token / len(rolls))


@pytest.mark.parametrize("rerolls", [1, 2])
@pytest.mark.parametrize("target", [3, 5, 7])
def test_odds_with_re_rolls_are_those_of_the_best_choice(parts: Parts, target: int, rerolls: int) -> None:
    dice = [parts.cores[M1].values, parts.cores[M2].values]

    def best(roll: tuple[int, ...], left: int) -> float:
        if sum(roll) >= target:
            return 1.0
        if not left:
            return 0.0
        options = []
        for index, faces in enumerate(dice):
            again = [(*roll[:index], face, *roll[index + 1 :]) for face in faces]
            options.append(sum(best(other, left - 1) for other in again) / len(faces))
        return max(options)

    rolls = list(product(*dice))
    expected = sum(best(roll, rerolls) for roll in rolls) / len(rolls)
    board = board_with(parts, [M1, M2], [REROLL_TOKEN] * rerolls)
    assert reach(board, UNLOCK, target) == pytest.approx(expected)


def placing(parts: Parts) -> TotalEClips:
    """Two players before round 1's placement."""
    state = TotalEClips(parts)
    state.set_up(2)
    rng = Rng("placing")
    while state.actor() == CHANCE:
        state.move(CHANCE, state.sample(rng))
    return state


def test_nobody_sees_what_another_places(parts: Parts) -> None:
    state = placing(parts)
    before = GAME.view(state, 1)
    state.apply(0, GAME.parse(state, 0, "put m1 on a"))
    assert GAME.view(state, 1) == before
    assert GAME.view(state, 0)["seats"]["1"]["places"]["a"] == ["m1"]
    state.apply(0, DONE)
    seen = GAME.view(state, 1)["seats"]["1"]
    assert seen["done"]
    assert seen["places"]["a"] == []


def test_what_another_has_placed_is_guessed_anew(parts: Parts) -> None:
    state = placing(parts)
    for text in ("put m1 on a", "put m1 on a", "done"):
        state.apply(0, GAME.parse(state, 0, text))
    guesses = {state.determinize(1, Rng(f"{number}")).key() for number in range(30)}
    assert len(guesses) > 5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"options": {"tokens": "forever"}}, "options.tokens"),
        ({"options": {"max_rounds": 0}}, "options.max_rounds"),
        ({"cores": {"m1": {"faces": [2, 2, 2, 2, 2, 2]}}}, "ties would never end"),
        ({"cores": {"m1": {"count": 9}}}, "but 10 are on the board at the start"),
        ({"cores": {"m1": {"faces": [1, 2]}}}, "cores.m1.faces"),
        ({"board": {"locked": {"t5": ""}}}, "right-most slots"),
        ({"board": {"locked": {"t5": "m9"}}}, "names no kind of core: `m9`"),
        ({"board": {"unlock": [3, 2, 1]}}, "rising tiers"),
        ({"manufacture": {"rewards": [{"flops": 2}]}}, "either `clips` or `cores`"),
        ({"manufacture": {"rewards": [{"flops": 2, "clips": 1}, {"flops": 3, "clips": 1}]}}, "give the same"),
        ({"tokens": {"reroll": {"rerolls": 0}}}, "does nothing"),
        ({"tokens": {"plus-1": {"with": "gpu"}}}, "names no kind of core: `gpu`"),
        (
            {"projects": {"world-peace": {"bonus": [{"tokens": 1, "token": "luck"}]}}},
            "names no token: `luck`",
        ),
        ({"projects": {"world-peace": {"bonus": [{"trust": 1, "clips": 1}]}}}, "each part of"),
        ({"projects": {"world-peace": {"bonus": [{"raises": 1, "level": 4}]}}}, "that is the highest"),
        ({"projects": {"world-peace": {"stage": 5}}}, "one card with `end = true` for each stage"),
        ({"projects": {"singularity": {"low": {"trust": 1}}}}, "there is no `projects.singularity.low`"),
    ],
)
def test_nonsense_numbers_get_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as refused:
        variant.numbers(GAME, changes)
    assert sentence in str(refused.value)


def test_the_printed_board_is_a_variant() -> None:
    """The designer's own labels: true doublings, and Thousand first."""
    steps = ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512"]
    parts = variant.numbers(GAME, {"track": {"steps": steps}})
    assert parts.track.label(25) == "32 Billion"
