"""The trained bot of Total eClips: the usual bot with trained parameters."""

import pytest

from quincunx import games
from quincunx.bots import levels
from quincunx.core.bot import Bot
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.total_eclips.ai.policy import FOR_MORE, FOR_TWO, Master
from quincunx.games.total_eclips.rules.engine import TotalEClips
from tests.setups import training_of

GAME = games.load("total-eclips")
NUMBERS = GAME.numbers(GAME.toml)
TRAINING = training_of("total-eclips")


def wins(maker: Bot, players: int, count: int) -> float:
    """Return the wins of such a player in some games against the usual bot, in all seats in turn."""
    won = 0.0
    for number in range(count):
        seats: list[Bot] = [GAME.bots.policy() for _ in range(players)]
        seats[number % players] = maker
        state = GAME.new_initial_state(players, NUMBERS)
        contest(state, seats, Rng(f"dice {number // players}"), Rng("bots"), secrets=False)
        won += state.returns()[number % players]
    return won


def test_training_starts_from_the_usual_bot() -> None:
    bot, master, rng = GAME.bots.policy(), Master(TRAINING["start"]), Rng("start")
    state = GAME.new_initial_state(3, NUMBERS)
    while (seat := state.current_player()) != TERMINAL:
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        move = bot.choose(state, seat, rng)
        assert master.choose(state, seat, rng) == move
        state.move(seat, move)


def test_every_number_is_trained() -> None:
    assert len(FOR_TWO) == len(FOR_MORE) == len(TRAINING["start"]) == len(TRAINING["scale"])


@pytest.mark.parametrize(("players", "count", "least"), [(2, 10, 7), (3, 9, 5), (4, 8, 4)])
def test_the_master_beats_the_usual_bot(players: int, count: int, least: int) -> None:
    assert wins(GAME.bots.trained_policy(), players, count) >= least


def test_the_expert_plays_on_as_the_master_and_looks_further() -> None:
    hard, expert = levels.search(GAME), levels.search(GAME, "expert")
    assert type(expert.own_policy) is type(GAME.bots.trained_policy())
    assert type(hard.own_policy) is type(GAME.bots.policy())
    assert expert.horizon_turns[2] > expert.config.horizon_turns[2]


def started(players: int, rounds: int) -> TotalEClips:
    """Return a position in which everybody places, after some rounds."""
    state: TotalEClips = GAME.new_initial_state(players, NUMBERS)
    bot, rng = GAME.bots.policy(), Rng("started")
    while state.round <= rounds or state.current_player() == CHANCE:
        seat = state.current_player()
        state.move(seat, state.sample_outcome(rng) if seat == CHANCE else bot.choose(state, seat, rng))
    return state


def test_what_others_do_unseen_is_found_out_once_and_is_the_same() -> None:
    """A search that lets them decide first finds the same plans, just as good."""
    state = started(3, 4)
    found = []
    for blind in (False, True):
        search = levels.search(GAME)
        search.config = SearchConfig(
            rollouts={3: 120}, horizon_turns={3: 1}, plans=8, others_decide_once=blind
        )
        found.append([(plan.moves, plan.expects) for plan in search.think(state, 0, Rng("blind"))])
    assert found[0] == found[1]
    assert GAME.bots.search_config().others_decide_once


@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_value_has_a_weight_for_each_feature(players: int) -> None:
    value = GAME.bots.evaluator()
    assert isinstance(value, FittedEvaluator)
    state = started(players, 6)
    assert len(value.features(state, 0)) == len(value.weights) == len(value.by_players[2])
    assert sum(value.evaluate(state)) == pytest.approx(1.0)
