"""Batches of matches: the same games as one by one, whatever the opponents."""

import numpy as np
import pytest

from quincunx import games
from quincunx.adapters.arrays import observation
from quincunx.adapters.vector import VectorEnv
from quincunx.core.state import IllegalMove

N = 6


@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_a_row_is_what_the_seat_to_act_sees(name: str, opponents: str | None) -> None:
    env = VectorEnv(name, n=N, opponents=opponents, seed=4)
    seen = env.reset()
    for _ in range(30):
        for row, play in enumerate(env._batch.plays):
            assert seen.seats[row] == play.state.current_player() == play.seat
            expected = observation(play.space, play.state, play.seat, len(env.entries))
            assert np.array_equal(seen.observations[row], expected)
            assert seen.masks[row].nonzero()[0].tolist() == sorted(play.legal)
        seen = env.step(env.random_actions())


def test_matches_begin_anew_and_pay_once() -> None:
    env = VectorEnv("king-of-tokyo", players=3, n=N, seed=1)
    env.reset()
    ended = 0
    while ended < 10:
        seen = env.step(env.random_actions())
        ended += int(seen.ended.sum())
        assert np.abs(seen.rewards.sum(axis=1)).max() < 1e-6
        assert not seen.rewards[~seen.ended].any()
    assert seen.masks.any(axis=1).all()


def test_the_learner_has_every_seat_in_turn() -> None:
    env = VectorEnv("king-of-tokyo", players=3, n=1, opponents="random", seed=2)
    seat, matches = int(env.reset().seats[0]), 0
    assert seat == 0
    while matches < 4:
        seen = env.step(env.random_actions())
        matches += int(seen.ended[0])
        assert seen.seats[0] == matches % 3


def test_the_same_seed_plays_the_same_matches() -> None:
    first, second = (VectorEnv("nomenklatura", n=N, opponents="random", seed=7) for _ in range(2))
    first.reset()
    second.reset()
    for _ in range(40):
        actions = first.random_actions()
        assert np.array_equal(actions, second.random_actions())
        one, other = first.step(actions), second.step(actions)
        assert np.array_equal(one.observations, other.observations)
        assert np.array_equal(one.rewards, other.rewards)


def test_an_illegal_action_is_refused() -> None:
    env = VectorEnv("idle-six", n=1)
    env.reset()
    with pytest.raises(IllegalMove, match="not legal now"):
        env.step([env.moves.index("upgrade win")])
