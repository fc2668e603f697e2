"""Levels: every game has all four, and a search for hints."""

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx import bots, games
from quincunx.bots import levels
from quincunx.bots.easy import Easy
from quincunx.bots.search import Plan, Search
from quincunx.compiled import is_compiled
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.rules.engine import NO
from quincunx.games.king_of_tokyo.state import BUY
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.thinking import hints, protocol
from quincunx.thinking.protocol import ADVICE, SearchRequest, is_slow, task, think
from tests.games.king_of_tokyo.test_bot import position


def test_levels_are_bots_by_name_with_a_sentence_each() -> None:
    assert list(levels.LEVELS) == ["easy", "normal", "hard", "expert"]
    for name, level in levels.LEVELS.items():
        assert level.name == name
        assert level.words.endswith(".")
        assert name in bots.BOTS


@pytest.mark.parametrize("name", games.GAMES)
def test_every_game_has_all_levels(name: str) -> None:
    game = games.load(name)
    easy, normal, hard, expert = (bots.make(level, game) for level in levels.LEVELS)
    assert isinstance(easy, Easy)
    assert type(normal) is type(game.bots.policy())
    more = game.bots.search_config()
    if game.bots.level("hard") is None:
        assert isinstance(hard, Search)
        assert (hard.rollout_factor, hard.horizon_turns, hard.plan_factor) == (1, {}, 1)
    else:
        assert type(hard) is type(game.bots.level("hard"))
    if game.bots.level("expert") is None:
        assert isinstance(expert, Search)
        assert (expert.rollout_factor, expert.horizon_turns, expert.plan_factor) == (
            more.expert_rollout_factor,
            more.expert_horizon_turns,
            more.expert_plan_factor,
        )
    else:
        assert type(expert) is type(game.bots.level("expert"))
    if game.bots.evaluator() is not None:
        thinking = game.bots.search_config()
        assert set(thinking.rollouts) == set(thinking.horizon_turns) == set(game.player_counts)


def test_a_search_for_hints_thinks_as_the_level_does() -> None:
    game = games.load("nomenklatura")
    assert levels.search(game).rollout_factor == 1
    assert levels.search(game, "expert").rollout_factor == game.bots.search_config().expert_rollout_factor


def decision(name: str, level: str) -> tuple[Match, SearchRequest]:
    """Return the first decision of a level in a match, as a request to another process."""
    match = Match(name, [level] * games.load(name).player_counts[0], SeedDice("3"))
    while (seat := match.state.players_to_move()[0]) == CHANCE:
        match.roll()
    assert is_slow(match, seat)
    return match, task(match, seat, level, "seed")


def test_a_game_is_asked_for_levels_and_nobody_else(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    own = dict.fromkeys(levels.LEVELS)
    monkeypatch.setitem(vars(pig.bots), "level", lambda name: own[name])
    match = Match(pig, [Player("Ann"), Player("Bot", "random")], SeedDice("1"))
    assert not is_slow(match, 0)
    assert not is_slow(match, 1)


def test_easy_thinks_as_easy_does_wherever_it_thinks() -> None:
    match, wanted = decision("king-of-tokyo", "easy")
    easy = levels.make(match.game, "easy")
    assert isinstance(easy, Easy)
    state = match.game.from_dict(wanted.position, match.numbers)
    plans = [(plan.moves, plan.visits) for plan in easy.think(state, wanted.seat, Rng(wanted.seed))]
    assert [(plan.moves, plan.visits) for plan in think(wanted).considered] == plans


@pytest.mark.slow
def test_the_own_player_of_a_game_plans_until_dice_are_rolled() -> None:
    match, wanted = decision("idle-six", "hard")
    (plan,) = think(wanted).considered
    assert len(plan.moves) > 1
    made = [match.play_bot(wanted.seat).action for _ in plan.moves]
    assert made == plan.moves
    assert match.state.players_to_move() == [CHANCE]


@pytest.mark.slow
def test_advice_to_one_who_plays_alone_is_the_plan_of_the_own_player() -> None:
    """With the turns of that plan, and for this turn only."""
    match, wanted = decision("idle-six", "hard")
    match.play(0, "gain a")
    wanted = task(match, 0, ADVICE, "seed")
    best, *others = think(wanted).considered
    expert, state = levels.make(match.game, "expert"), match.state.clone()
    for move in best.moves:
        assert state.turns() == match.state.turns()
        assert expert.choose(state, 0, Rng("any")) == move
        state.move(0, move)
    assert state.turns() > match.state.turns()
    assert -24 < best.expects[0] < -18
    assert all(plan.moves != best.moves for plan in others)


def test_advice_is_weighed_where_the_own_player_weighs_and_heeds_who_sits_there() -> None:
    match, wanted = decision("king-of-tokyo", "expert")
    wanted.share, wanted.level = 0.01, ADVICE
    found = think(wanted)
    assert found.compared == len(match.state.legal_actions(wanted.seat))
    wanted.players = ["normal"] * len(match.seats)
    wanted.players[wanted.seat] = ""
    assert think(wanted).considered[0].expects[wanted.seat] > found.considered[0].expects[wanted.seat]


def test_a_move_that_was_made_is_compared_even_if_nobody_would_think_of_it() -> None:
    match, wanted = decision("king-of-tokyo", "expert")
    wanted.share = 0.02
    known = {plan.moves[0] for plan in think(wanted).considered}
    wanted.made = next(move for move in match.state.legal_actions(wanted.seat) if move not in known)
    made = think(wanted).considered[-1]
    assert made.moves == [wanted.made]
    assert sum(made.expects) == pytest.approx(1.0)


def test_what_a_plan_promises_owes_nothing_to_the_worlds_it_was_tried_in() -> None:
    """Both plans did equally well in the same world, a lucky one."""
    usual, dropped = Plan([1], 2), Plan([2], 2)
    for returns in ([1.0, 0.0], [0.0, 1.0], [0.0, 1.0]):
        usual.add(returns, 0.0)
    dropped.add([1.0, 0.0], 0.0)
    searcher: Any = SimpleNamespace(
        think=lambda *_: [usual, dropped],
        duel=lambda _first, other, *_: other.add([0.2, 0.8], -0.2),
        played=4,
        replan_each_move=False,
    )
    match, wanted = decision("nomenklatura", "hard")
    wanted.seat = 0
    found = protocol._search(searcher, match.state, wanted).considered
    assert [plan.expects for plan in found] == [pytest.approx([1 / 3, 2 / 3])] * 2
    # A move that was made and not thought of is tried beside the best.
    wanted.made = 3
    asked = protocol._search(searcher, match.state, wanted).considered[-1]
    assert asked.moves == [3]
    assert asked.expects[0] == pytest.approx(1 / 3 - 0.2)


def test_only_the_first_move_is_made_of_a_plan_that_is_thought_over_anew() -> None:
    _, wanted = decision("nomenklatura", "expert")
    wanted.share = 0.01
    found = think(wanted)
    assert found.replan_each_move
    assert found.plan == found.considered[0].moves[:1]


def test_one_who_weighs_its_moves_tells_what_each_promises() -> None:
    """And it is asked again for the move after it."""
    match, wanted = decision("king-of-tokyo", "expert")
    wanted.share = 0.01 if not is_compiled() else 1.0
    found = think(wanted)
    assert found.replan_each_move
    assert found.compared == len(match.state.legal_actions(wanted.seat)) > len(found.considered)
    assert found.considered[0].moves[0] in match.state.legal_actions(wanted.seat)
    promised = [plan.expects[wanted.seat] for plan in found.considered]
    assert promised == pytest.approx(sorted(promised, reverse=True))
    assert all(sum(plan.expects) == pytest.approx(1.0) for plan in found.considered)
    number = len(match.steps)
    match.thoughts.keep(number, found)
    match.play(wanted.seat, found.plan[0])
    told = f"compared this with {found.compared - 1} other plans."
    assert told in hints.why(match, number, wanted.seat).words


class Waits:
    """A timer that never fires, and remembers its delay."""

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        WAITS.append((seconds, ring))

    def start(self) -> None:
        pass

    def cancel(self) -> None:
        pass


WAITS: list[tuple[float, Callable[[], None]]] = []


def test_whoever_thinks_is_stopped_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "Timer", Waits)
    for level, longest in (("hard", 2.0), ("expert", 10.0)):
        _, wanted = decision("bitcoin-mining", level)
        wanted.share = 0.001
        think(wanted)
        seconds, ring = WAITS.pop()
        assert seconds == pytest.approx(0.001 * longest)
        ring()


def test_whoever_thinks_elsewhere_knows_who_sits_where() -> None:
    """The expert of King of Tokyo expects more of a table with `normal` than of one with people."""
    match, wanted = decision("king-of-tokyo", "expert")
    assert wanted.players == [player.bot for player in match.seats]
    wanted.share = 0.01
    expected: list[float] = []
    for other in ("normal", ""):
        wanted.players = [other] * len(match.seats)
        wanted.players[wanted.seat] = "expert"
        expected.append(think(wanted).considered[0].expects[wanted.seat])
    assert expected[0] > expected[1]


def test_what_is_weighed_is_thought_over_on_its_own() -> None:
    """A roll that only a card allows is not weighed. The purchase after it is, so it is no part of a plan."""
    dice = {"phase": "reroll", "rolls_used": 3, "dice": "energy energy energy energy energy energy"}
    seats = {"1": {"cards": ["smoke-cloud 2"]}, "2": {"place": "tokyo-city"}}
    state = position(2, {"turn": 1, **dice, "seats": seats})
    given = SearchRequest(
        "king-of-tokyo", {}, games.load("king-of-tokyo").to_dict(state), 0, "expert", "seed", 0.01
    )
    found = think(given)
    assert not found.considered[0].expects
    assert found.plan == [NO]
    state.apply(0, NO)
    assert state.phase == BUY
    given.position = games.load("king-of-tokyo").to_dict(state)
    assert think(given).compared == len(state.legal_actions(0)) > 1
