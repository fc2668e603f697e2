"""The search: the same thoughts from the same seed, nothing of what is hidden, and it can be stopped."""

import itertools
import threading
import time
from collections import Counter
from typing import Any

import pytest

from quincunx import games
from quincunx.bots.easy import Easy
from quincunx.bots.search import Plan, Search
from quincunx.core.bot import Bot, RandomBot
from quincunx.core.evaluator import Evaluator
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import CHANCE, State
from quincunx.match import variant
from quincunx.match.variant import overlay
from tests.digests import searched, searcher
from tests.example_game.rules import HOLD, ROLL, Pig
from tests.secret_game.game import Fingers

END = SearchConfig(plans=8)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_same_seed_and_rollouts_give_the_same_moves_in_every_game(name: str) -> None:
    game = games.load(name)
    players = max(game.player_counts)
    assert searched(game, players, 3, 6) == searched(game, players, 3, 6)


def test_the_best_plan_comes_first_and_says_what_every_seat_can_expect(pig: Game[Any]) -> None:
    # Whoever holds now has won.
    state = Pig([90, 50], 0, 10, False, 100)
    search = Search(RandomBot(), None, [], END, 200)
    assert search.choose(state, 0, Rng("pig")) == HOLD
    best, other = search.considered
    assert (best.moves, other.moves) == ([HOLD], [ROLL])
    assert best.expects == [1.0, 0.0]
    assert sum(other.expects) == pytest.approx(1)
    assert best.visits == other.visits == 100
    # The gain is counted from the policy's own plan, whichever that was.
    assert best.gain - other.gain == pytest.approx(1 - other.expects[0])
    assert search.played == 200
    assert state.position_key() == Pig([90, 50], 0, 10, False, 100).position_key()


class Miser(Evaluator):
    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, Pig)
        return [float(points) for points in state.points]


def test_a_value_judges_rollouts_that_are_cut(pig: Game[Any]) -> None:
    state = Pig([0, 0], 0, 60, False, 100)
    thinking = SearchConfig(horizon_turns={2: 1}, plans=4)
    search = Search(RandomBot(), Miser(), [], thinking, 40)
    assert search.choose(state, 0, Rng("pig")) == HOLD
    assert search.considered[0].expects == [60.0, 0.0]


class Clock(Evaluator):
    """An evaluator that notes after which turn it was called."""

    def __init__(self) -> None:
        self.turns: set[int] = set()

    def evaluate(self, state: State) -> list[float]:
        self.turns.add(state.turns())
        return [1 / state.players] * state.players


@pytest.mark.parametrize(("far", "turns"), [({}, 1), ({3: 5}, 1), ({2: 3}, 3)])
def test_how_far_a_search_looks_may_depend_on_the_number_of_players(
    pig: Game[Any], far: dict[int, int], turns: int
) -> None:
    state, clock = Pig([0, 0], 0, 5, False, 10_000), Clock()
    Search(RandomBot(), clock, [], SearchConfig(horizon_turns={2: 1}, plans=4), 20, horizon_turns=far).think(
        state, 0, Rng("far")
    )
    assert clock.turns == {state.turns() + turns}


@pytest.mark.parametrize("chosen", [1, 2, 3])
def test_what_is_hidden_makes_no_difference_where_all_choose_at_once(fingers: Game[Any], chosen: int) -> None:
    """One has chosen already, and the search must not know what: all its thoughts are the same."""

    def thoughts(hidden: int) -> list[tuple[list[int], float]]:
        search = Search(RandomBot(), None, [], END, 120)
        plans = search.think(Fingers([hidden, 0, 0], [0, 0, 0], [0, 0, 0], 6), 1, Rng("fingers"))
        return [(plan.moves, plan.gain) for plan in plans]

    assert thoughts(chosen) == thoughts(1)
    assert len(thoughts(chosen)) > 2


def test_what_is_hidden_makes_no_difference_to_how_often_each_move_is_made() -> None:
    """In King of Tokyo the top card is known to one who looked. It comes up if another buys a card."""
    game = games.load("king-of-tokyo")
    numbers = variant.numbers(game, {})

    def moves(top: str) -> Counter[str]:
        seats = {"1": {"cards": ["made-in-a-lab"]}, "2": {"energy": 6, "points": 16, "health": 8}}
        display = ["mimic", "energize", "extra-head"]
        changes = {"turn": 2, "active": 2, "asked": 2, "phase": "buy", "seats": seats, "display": display}
        state = game.from_dict(
            overlay(game.to_dict(game.new_initial_state(2, numbers)), changes, "test"), numbers
        )
        kind = [card.slug for card in numbers.cards].index(top)
        state.own_cards()
        state.pile.remove(kind)
        state.top, state.top_seen = kind, 1
        assert state.has_hidden_info(1)
        search = searcher(game, 30)
        return Counter(game.say(state, 1, search.choose(state, 1, Rng(f"{n}"))) for n in range(40))

    # Whoever knew of the first would sweep the open cards away and buy it, and win.
    won, lost = moves("tank"), moves("vast-storm")
    assert abs(won["sweep"] - lost["sweep"]) <= 10, (won, lost)


def test_it_thinks_as_long_as_it_is_told(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(RandomBot(), None, [], END, milliseconds=120)
    looks = itertools.count()  # At every look at the clock a millisecond has passed.
    monkeypatch.setattr(time, "perf_counter", lambda: next(looks) / 1000)
    search.choose(Pig([0, 0], 0, 7, False, 100), 0, Rng("pig"))
    assert 120 <= next(looks) < 240
    assert search.played > 4


def test_it_can_be_stopped_from_another_thread(pig: Game[Any]) -> None:
    search = Search(RandomBot(), None, [], END, milliseconds=120_000)
    timer = threading.Timer(0.2, search.stop)
    timer.start()
    began = time.perf_counter()
    assert search.choose(Pig([0, 0], 0, 7, False, 100), 0, Rng("pig")) in (ROLL, HOLD)
    assert time.perf_counter() - began < 60
    assert search.played > 0


def test_a_single_legal_move_needs_no_rollout(fingers: Game[Any]) -> None:
    class OneWay(Fingers):
        def _legal_actions(self, seat: int) -> list[int]:
            return [2]

        def clone(self) -> "OneWay":
            return OneWay(self.chosen[:], self.points[:], self.shown[:], self.goal)

    search = Search(RandomBot(), None, [], END, 50)
    assert search.choose(OneWay([0, 0], [0, 0], [0, 0], 6), 0, Rng("one")) == 2
    assert search.played == 0


def test_a_plan_is_followed_to_its_end_unless_something_else_is_offered() -> None:
    """Total eClips: a turn is a plan of many placements."""
    game = games.load("total-eclips")
    state = game.new_initial_state(2, variant.numbers(game, {}))
    rng, search = Rng("plan"), searcher(game, 4)
    while state.current_player() == CHANCE:
        state.move(CHANCE, state.sample_outcome(rng))
    seat, start = state.current_player(), state.clone()
    state.move(seat, search.choose(state, seat, rng))
    plan = search.considered[0]
    assert len(plan.moves) > 2
    assert search.choose(state, seat, rng) == plan.moves[1]
    assert search.considered[0] is plan
    search.choose(start, seat, rng)
    assert search.considered[0] is not plan


def test_one_that_thinks_anew_follows_no_plan_beyond_its_first_move() -> None:
    game = games.load("total-eclips")
    start, rng = game.new_initial_state(2, variant.numbers(game, {})), Rng("anew")
    while start.current_player() == CHANCE:
        start.move(CHANCE, start.sample_outcome(rng))
    seat = start.current_player()
    search = Search(
        game.bots.policy(),
        game.bots.evaluator(),
        [],
        SearchConfig(horizon_turns={2: 1}, plans=3),
        6,
        replan_each_move=True,
    )
    state = start.clone()
    state.move(seat, search.choose(state, seat, rng))
    plan = search.considered[0]
    assert len(plan.moves) > 2
    search.choose(state, seat, rng)
    assert search.considered[0] is not plan


class Wise(Bot):
    """A bot with candidate moves."""

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        return [3, 2]

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return 2 + rng.below(2)


def test_the_policys_ideas_are_all_that_is_looked_at(fingers: Game[Any]) -> None:
    search = Search(Wise(), None, [], SearchConfig(plans=8, random_percent=0), 20)
    plans = search.think(Fingers([0, 0], [0, 0], [0, 0], 6), 0, Rng("wise"))
    assert sorted(plan.moves for plan in plans) == [[2], [3]]


class Stubborn(Bot):
    """A bot that always shows the same number of fingers."""

    def __init__(self, fingers: int) -> None:
        self.fingers = fingers
        self.seats: set[int] = set()

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        self.seats.add(seat)
        return self.fingers


def test_the_own_bot_plays_the_seat_and_the_policy_all_others(fingers: Game[Any]) -> None:
    own, policy = Stubborn(3), Stubborn(2)
    search = Search(policy, None, [], SearchConfig(plans=8, random_percent=0), 40, own_policy=own)
    start = Fingers([0, 0], [0, 0], [0, 0], 6)
    plans = search.think(start, 1, Rng("own"))
    assert own.seats == {1}
    # The policy's own plan is compared too, so it is asked once for the seat.
    assert policy.seats == {0, 1}
    assert [3] in [plan.moves for plan in plans]


def test_a_plan_without_hope_is_dropped_and_the_others_are_tried_more(pig: Game[Any]) -> None:
    """To hold wins at once: when that is clear nothing is left to compare."""
    search = Search(Holds(), None, [], SearchConfig(plans=4, random_percent=0), 4000)
    plans = search.think(Pig([90, 99], 0, 10, False, 100), 0, Rng("sure"))
    assert plans[0].moves == [HOLD]
    assert search.played < 400


class Holds(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Pig)
        return HOLD if state.pot else ROLL


def test_easy_makes_mistakes_but_never_a_stupid_one(pig: Game[Any]) -> None:
    """Whoever holds before the first roll gives a turn away."""
    start = Pig([90, 90], 0, 0, False, 100)
    assert moves_of_easy(start, 0.001)[ROLL] == 40
    assert 2 < moves_of_easy(start, 0.3)[ROLL] < 15


def test_easy_overlooks_no_win_however_foolish_it_is(pig: Game[Any]) -> None:
    """To hold wins at once."""
    assert moves_of_easy(Pig([90, 99], 0, 10, False, 100), 0.3)[HOLD] == 40


def moves_of_easy(state: Pig, folly: float) -> Counter[int]:
    easy = Easy(Holds(), None, [], SearchConfig(plans=4, random_percent=0, easy_loss=folly))
    return Counter(easy.choose(state, 0, Rng(f"{number}")) for number in range(40))


def test_the_error_says_how_sure_a_gain_is() -> None:
    plan = Plan([1], 2)
    for gain in (0.0, 1.0) * 50:
        plan.add([gain, 1 - gain], gain)
    assert plan.gain == 0.5
    assert plan.expects == [0.5, 0.5]
    assert plan.error == pytest.approx(0.5 / 99**0.5)
