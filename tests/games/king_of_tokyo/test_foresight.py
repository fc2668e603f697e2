"""The expected result in the middle of a turn: the average over all dice, and the best move."""

from collections.abc import Iterator

import pytest

from quincunx import games
from quincunx.analysis.decisions import Examiner
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.turn_evaluator import KingOfTokyoForesight
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match

GAME = games.load("king-of-tokyo")
FEW_DICE = 2
"""The most dice, as more would fall in too many ways for plain Python."""


def places() -> Iterator[KingOfTokyo]:
    """Yield the positions of a match."""
    match = Match(GAME, ["normal", "normal", "random"], SeedDice("foresight"))
    for _ in match:
        assert isinstance(match.state, KingOfTokyo)
        yield match.state.clone()


@pytest.fixture(scope="module")
def foresight() -> KingOfTokyoForesight:
    return KingOfTokyoForesight()


def test_before_a_roll_it_is_the_average_over_all_ways_the_dice_may_fall(
    foresight: KingOfTokyoForesight,
) -> None:
    rolls = [
        place
        for place in places()
        if place.phase == s.ROLL and place.rolls_used == 2 and 0 < place.rolling <= FEW_DICE
    ]
    assert rolls
    for place in rolls[:3]:
        average = [0.0] * place.players
        for outcome, chance in place.chance_outcomes():
            after = place.clone()
            after.move(CHANCE, outcome)
            for seat, share in enumerate(foresight.evaluate_mid_turn(after)):
                average[seat] += chance * share
        assert foresight.evaluate_mid_turn(place) == pytest.approx(average, abs=1e-9)


def test_before_a_choice_of_dice_it_is_what_the_best_one_promises(foresight: KingOfTokyoForesight) -> None:
    choices = [place for place in places() if place.phase == s.REROLL and place.rolls_used == 2]
    assert choices
    for place in choices[:3]:
        seat: int = place.asked
        promises: list[float] = []
        for move in place.legal_actions(seat):
            after = place.clone()
            after.move(seat, move)
            if after.phase == s.ROLL:
                promises.append(foresight.evaluate_mid_turn(after)[seat])
        assert foresight.evaluate_mid_turn(place)[seat] >= max(promises) - 1e-9
        after = place.clone()
        after.move(seat, foresight.evaluate_moves(place, seat)[0].move)
        if after.phase == s.ROLL:
            assert foresight.evaluate_mid_turn(after) == pytest.approx(
                foresight.evaluate_mid_turn(place), abs=1e-9
            )
        assert sum(foresight.evaluate_mid_turn(place)) == pytest.approx(1)


def test_what_cannot_be_reckoned_is_left_open(foresight: KingOfTokyoForesight) -> None:
    for place in places():
        if place.phase in (s.REVEAL, s.ROLL_OFF):
            assert foresight.evaluate_mid_turn(place) == []


def test_what_the_solver_does_not_weigh_is_not_good_for_that() -> None:
    """A roll paid for with Energy Drink while a free one was left."""
    match = Match(GAME, ["random"] * 3, SeedDice("u44"))
    for _ in match:
        pass
    examiner = Examiner(match.record(), 1000)
    paid = next(choice for choice in examiner.choices if "with Energy Drink" in choice.names[0])
    assert 0.04 < examiner.examine(paid).loss < 0.06
