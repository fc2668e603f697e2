"""Reasons that a hint gives for a plan, against the results of the plan."""

import pytest

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.idle_six import codes as idle
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import both
from quincunx.games.total_eclips.help.chances import likely
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.match import variant
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from quincunx.text.grammar import Voice
from quincunx.thinking import hints
from quincunx.thinking.protocol import SearchLine, SearchResult

ANN = Voice(["Ann", "Bob"], reader=0)


def test_what_a_plan_takes_back_is_not_counted_in_total_eclips() -> None:
    match = Match("total-eclips", [Human("Ann"), "greedy"], SeedDice("4"))
    while 0 not in match.state.players_to_move():
        match.roll()
    words = ["put m1 on d", "put m1 on d", "take back", "put m1 on unlock", "put m1 on d"]
    after = match.state.clone()
    plan: list[int] = []
    for line in words:
        plan.append(match.game.parse(after, 0, line))
        after.move(0, plan[-1])
    assert isinstance(after, TotalEClips)
    assert match.game.coach.reason(match.state, 0, plan, ANN) == "; ".join(likely(after, after.sides[0]))
    assert sum(after.sides[0].count) == 2
    # What cannot be made is no part of the plan either.
    done = match.game.parse(after, 0, "done")
    assert match.game.coach.reason(match.state, 0, [*plan, done, *plan], ANN) == "; ".join(
        likely(after, after.sides[0])
    )


def test_a_plan_takes_back_only_what_it_does_not_place_again() -> None:
    match = Match("total-eclips", [Human("Ann"), "greedy"], SeedDice("4"))
    while 0 not in match.state.players_to_move():
        match.roll()
    game = match.game
    for line in ("put m1 on d", "put m1 on d", "put m1 on unlock"):
        match.play(0, line)

    def told(*lines: str) -> tuple[list[str], str]:
        after, plan = match.state.clone(), list[int]()
        for line in lines:
            plan.append(game.parse(after, 0, line))
            after.move(0, plan[-1])
        short, end = game.coach.simplify_plan(match.state, 0, plan), match.state.clone()
        for move in short:
            end.move(0, move)
        assert end.position_key() == after.position_key()
        return hints.names(match, match.state, 0, short), game.coach.plan_undoes(match.state, 0, plan)

    again = ("put m1 on d", "put m1 on unlock", "put m1 on upgrade", "put m1 on d", "done")
    assert told("take back", *again) == (["put m1 on upgrade", "done"], "")
    assert told("put m1 on a", "take back", *again) == (["put m1 on upgrade", "done"], "")
    assert told("put m1 on a", "done") == (["put m1 on a", "done"], "")
    anew = ("put m1 on d", "put m1 on upgrade", "put m1 on unlock", "done")
    words = "take back a Millennium I core from project D; place a Millennium I core on Upgrade"
    assert told("put m1 on a", "take back", *anew) == (["take back", *anew], words)
    fewer = ["take back", "put m1 on unlock", "done"]
    assert told(*fewer) == (fewer, "take back two Millennium I cores from project D")


def test_why_leaves_out_what_a_plan_undoes_on_its_own_way() -> None:
    match = Match("total-eclips", [Human("Ann"), "hard"], SeedDice("4"))
    while 1 not in match.state.players_to_move():
        match.roll()
    number, after, plan = len(match.steps), match.state.clone(), list[int]()
    for line in ("put m1 on d", "take back", "put m1 on unlock", "done"):
        plan.append(match.game.parse(after, 1, line))
        after.move(1, plan[-1])
    match.play(1, plan[0])
    match.thoughts.keep(
        number, SearchResult([SearchLine(plan, 9, [0.5, 0.5]), SearchLine(plan[2:], 9, [0.4, 0.6])])
    )
    told = hints.why(match, number, 1)
    assert [(tried.moves, tried.chosen) for tried in told.tried] == [(["put m1 on unlock", "done"], True)]


def test_a_core_that_is_unlocked_is_named() -> None:
    match = Match("total-eclips", [Human("Ann"), Human("Bob")], SeedDice("4"))
    rng = Rng("moves")
    told: list[str] = []
    for _ in range(400):
        list(match)
        if match.over:
            break
        seat = match.state.current_player()
        for action in match.state.legal_actions(seat):
            if (move := match.game.codec.decode(match.state, seat, action)).verb == "unlock":
                told.append(match.game.phrases.explain(match.state, seat, move, ANN))
        match.play(seat, match.state.random_action(seat, rng))
    assert told
    assert any("frees a Millennium I core" in sentence for sentence in told)


def test_the_money_after_a_plan_of_idle_six_is_that_after_all_of_it() -> None:
    game = games.load("idle-six")
    state = game.new_initial_state(1, variant.numbers(game, {}))
    assert isinstance(state, IdleSix)
    bot, rng, seen = game.bots.policy(), Rng("bot"), 0
    while state.phase != idle.WON and seen < 3:
        seat = state.current_player()
        if seat != CHANCE and state.phase == idle.ACTION:
            after, bought = state.clone(), False
            plan: list[int] = []
            while after.current_player() != CHANCE and not bought and len(plan) < 20:
                plan.append(bot.choose(after, 0, Rng("plan")))
                bought = bought or idle.UPGRADES <= plan[-1] < idle.PUTS
                after.move(0, plan[-1])
            if bought and len(plan) > 1 and after.phase != idle.WON:
                seen += 1
                assert game.coach.reason(state, 0, plan, ANN).endswith(
                    f" you have {both(after.money, ANN.look)}"
                )
        state.move(seat, state.sample_outcome(rng) if seat == CHANCE else bot.choose(state, seat, rng))
    assert seen


@pytest.mark.parametrize(
    ("name", "word"), [("king-of-tokyo", "end your turn"), ("nomenklatura", "you are out")]
)
def test_no_reason_only_repeats_its_move(name: str, word: str) -> None:
    game = games.load(name)
    match = Match(game, [Human("Ann"), Human("Bob")], SeedDice("9"))
    rng = Rng("moves")
    for _ in range(300):
        list(match)
        if match.over:
            break
        seat = match.state.current_player()
        for action in match.state.legal_actions(seat):
            assert not game.coach.reason(match.state, seat, [action], ANN).startswith(word)
        match.play(seat, match.state.random_action(seat, rng))
