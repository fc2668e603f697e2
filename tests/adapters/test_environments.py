"""Each adapter passes the tests of the library that it is for."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from quincunx import bots, games
from quincunx.adapters import pettingzoo
from quincunx.adapters.batch import balanced
from quincunx.adapters.gymnasium import environment_id
from quincunx.adapters.setup import EnvironmentSetup
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.testing import Setup as Case
from tests import own_bots
from tests.setups import every_setup

CASES = [setup for setup in every_setup() if not setup.label]


def play_out(env: pettingzoo.QuincunxEnv, rng: np.random.Generator) -> dict[str, float]:
    """Return the sum of each agent's rewards in one match of random moves."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        totals[agent] += reward
        env.step(None if ended else int(rng.choice(seen["action_mask"].nonzero()[0])))
    return totals


@pytest.mark.parametrize("case", CASES, ids=str)
def test_pettingzoo_accepts_every_game(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # Observations with an action mask are dicts, which PettingZoo warns about in its own games too.
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(case.game.name, players=case.players), num_cycles=20)
        seed_test(lambda: pettingzoo.env(case.game.name, players=case.players), num_cycles=10)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("name", games.GAMES)
def test_gymnasium_accepts_every_game(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(environment_id(name), opponents="greedy").unwrapped
        check_env(env)


def test_rewards_come_to_nothing_and_a_match_ends_for_all() -> None:
    env = pettingzoo.env("bitcoin-mining", players=3)
    rng = np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        totals = play_out(env, rng)
        assert max(totals.values()) > 0
        assert sum(totals.values()) == pytest.approx(0)
        assert env.agents == []
    assert balanced([0.0, 0.0]) == [0.0, 0.0]


def test_idle_six_costs_1_a_turn() -> None:
    env = gymnasium.make(
        "quincunx/IdleSix-v0",
        variant={"money": {"dice": 3}, "win": {"cost": "10"}, "achievements": {"rewards": []}},
    ).unwrapped
    _, info = env.reset(seed=3)
    total, over, rng = 0.0, False, np.random.default_rng(3)
    while not over:
        _, reward, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        total += float(reward)
    assert total < 0
    assert "won" in str(env.render())


def test_seats_that_choose_at_once_do_not_see_each_other() -> None:
    env = pettingzoo.env("total-eclips", players=2)
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    before = env.observe("player_1")["observation"]
    env.step(env.moves.index("put m1 on a"))
    assert np.array_equal(env.observe("player_1")["observation"], before)
    assert not np.array_equal(env.observe("player_0")["observation"], before)


def test_a_gymnasium_learner_may_choose_its_seat_and_learns_of_illegal_moves() -> None:
    env = gymnasium.make("quincunx/KingOfTokyo-v0", players=3).unwrapped
    _, info = env.reset(seed=5, options={"seat": 2})
    assert info["seat"] == 2
    illegal = int((info["action_mask"] == 0).nonzero()[0][0])
    _, reward, over, _, after = env.step(np.int64(illegal))
    assert (reward, over, after["illegal"]) == (-1, False, True)
    assert np.array_equal(after["action_mask"], info["action_mask"])


def test_opponents_know_who_sits_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ADDED", {})
    own_bots.Sociable.met = []
    setup = EnvironmentSetup("king-of-tokyo", 3)
    table = setup.opponents([bots.add("tests.own_bots:Sociable"), "normal"])(1)
    assert table[1] is None
    bot, state, rng = table[2], setup.start.clone(), Rng("any")
    assert bot is not None
    while (seat := state.current_player()) == CHANCE:
        state.apply(CHANCE, state.sample_outcome(rng))
    bot.choose(state, seat, rng)
    assert own_bots.Sociable.met == [["normal", "", "Sociable"]]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: EnvironmentSetup("king-of-tokio"), "did you mean `king-of-tokyo`"),
        (lambda: EnvironmentSetup("idle-six", 2), "Idle Six is for 1 player, not 2."),
        (
            lambda: EnvironmentSetup("king-of-tokyo", 3).opponents(["random"]),
            "2 opponents are needed, not 1.",
        ),
        (lambda: EnvironmentSetup("king-of-tokyo", 3).opponents("gready"), "did you mean `greedy`"),
    ],
)
def test_mistakes_are_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("adapter", "library", "extra"),
    [
        ("pettingzoo", "pettingzoo", "rl"),
        ("gymnasium", "gymnasium", "rl"),
        ("openspiel", "pyspiel", "openspiel"),
        ("vector", "numpy", "rl"),
    ],
)
def test_a_missing_library_is_named(
    adapter: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"quincunx.adapters.{adapter}", raising=False)
    with pytest.raises(
        UserError, match=rf"^`{library}` is not installed: run `pip install 'quincunx\[{extra}\]'`\.$"
    ):
        __import__(f"quincunx.adapters.{adapter}")


def test_the_base_needs_no_adapter_and_no_numpy() -> None:
    code = (
        "import sys, quincunx.cli, quincunx.match.match; from quincunx import games; "
        "[games.load(name) for name in games.GAMES]; "
        "print([name for name in sys.modules if name == 'numpy' or name.startswith('quincunx.adapters')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
