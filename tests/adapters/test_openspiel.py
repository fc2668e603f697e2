"""The games in OpenSpiel: its own test, and its own algorithms on them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not built for every platform")

from open_spiel.python.algorithms import evaluate_bots, mcts, outcome_sampling_mccfr  # noqa: E402
from open_spiel.python.bots.uniform_random import UniformRandomBot  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from quincunx import games  # noqa: E402
from quincunx.adapters import openspiel  # noqa: E402

SHORT = {
    "bitcoin-mining": "max_rounds = 6",
    "idle-six": '[money]\ndice = 5\n[win]\ncost = "1K"\n[achievements]\nrewards = []',
    "king-of-tokyo": "[play]\npoints_to_win = 8",
    "nomenklatura": "[setup]\nmax_rounds = 2",
    "total-eclips": "[options]\nmax_rounds = 3",
}
"""Variants that are soon over, since OpenSpiel's test copies the position at every move."""


@pytest.fixture(params=games.GAMES)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    file = tmp_path / "short.toml"
    file.write_text(SHORT[request.param], encoding="utf-8")
    return pyspiel.load_game(openspiel.short_name(request.param), {"variant": str(file)})


def first_decision(game: Any) -> Any:
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(len(state.chance_outcomes())))
    return state


def test_openspiel_accepts_every_game(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_every_number_of_players_can_be_loaded() -> None:
    for name in games.GAMES:
        for players in games.load(name).player_counts:
            assert (
                pyspiel.load_game(openspiel.short_name(name), {"players": players}).num_players() == players
            )


def test_openspiels_search_plays_every_game(game: Any) -> None:
    rng = np.random.RandomState(1)
    state = first_decision(game)
    bot = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_openspiels_regret_minimisation_learns_on_our_information_states(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text("max_rounds = 2", encoding="utf-8")
    game = pyspiel.load_game("quincunx_bitcoin_mining", {"variant": str(file)})
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(10):
        solver.iteration()
    state = first_decision(game)
    policy = solver.average_policy().action_probabilities(state)
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)


def test_openspiels_bots_play_to_the_end(game: Any) -> None:
    rng = np.random.RandomState(2)
    players = [UniformRandomBot(seat, rng) for seat in range(game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), players, rng)
    assert game.min_utility() <= min(returns)
    assert max(returns) <= game.max_utility()


def test_what_a_seat_cannot_know_is_not_in_its_information_state() -> None:
    state = first_decision(pyspiel.load_game("quincunx_total_eclips"))
    before = state.information_state_string(1), state.observation_string(1)
    tensor = make_observation(state.get_game())
    tensor.set_from(state, 1)
    first = tensor.tensor.copy()
    state.apply_action(state.legal_actions()[-1])
    tensor.set_from(state, 1)
    assert np.array_equal(tensor.tensor, first)
    assert (state.information_state_string(1), state.observation_string(1)) == before
    assert state.information_state_string(0) != before[0]
