"""Observers of the games of `simulate` count the same however the games are split."""

import math

import pytest

from quincunx import UserError, games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games import OURS
from quincunx.lab.report.metrics import METRICS, metric
from quincunx.lab.simulate.observed_run import watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import simulate

GAMES = {"total-eclips": 2, "nomenklatura": 6, "bitcoin-mining": 100}
"""The number of games that are enough: of most games 12 are played in no time."""


def plan(game: str, count: int = 0, seed: str = "1") -> GamePlan:
    players = min(3, games.load(game).header.players[1])
    return GamePlan(game, ["greedy"] * players, count or GAMES.get(game, 12), seed, {})


@pytest.mark.parametrize("name", OURS)
def test_the_games_are_those_of_simulate(name: str) -> None:
    watched = watch(plan(name), jobs=1)
    played = simulate(name, watched.plan.bots, watched.plan.games, jobs=1).games
    for name in ("turns", "decisions", "reason"):
        assert watched.columns[name] == list(played.columns[name])
    for seat in range(watched.players):
        for name in (f"won {seat + 1}", f"score {seat + 1}"):
            assert watched.columns[name] == list(played.columns[name])


@pytest.mark.parametrize("name", OURS)
def test_listening_changes_nothing_and_splits_merge_exactly(name: str) -> None:
    whole = watch(plan(name), ("standard", "playtest"), jobs=1)
    parts = watch(plan(name), ("standard", "playtest"), jobs=2)
    assert whole.columns == parts.columns
    assert vars(whole.offers) == vars(parts.offers)
    alone = watch(plan(name), jobs=1).columns
    seen = [at for at, value in enumerate(alone["watched"]) if value]
    for column, values in alone.items():
        assert [values[at] for at in seen] == [whole.columns[column][at] for at in seen]


def test_games_may_begin_anywhere() -> None:
    whole = watch(plan("bitcoin-mining", 20), jobs=1)
    late = watch(plan("bitcoin-mining", 12), jobs=1, first=8)
    for name, values in late.columns.items():
        assert values == whole.columns[name][8:]
    assert (
        metric("wins-with:minsk", games.load("bitcoin-mining")).values(late)
        == (metric("wins-with:minsk", games.load("bitcoin-mining")).values(whole)[8:])
    )


@pytest.mark.parametrize("name", OURS)
def test_every_metric_has_a_value_for_each_game_or_none(name: str) -> None:
    watched = watch(plan(name), jobs=1)
    for one in METRICS:
        assert len(one.values(watched)) == watched.plan.games
        estimate = one.estimate(watched)
        if watched.players > 1:
            assert estimate.low <= estimate.value <= estimate.high, one.key
        if one.unit == "share" and not math.isnan(estimate.value):
            assert 0 <= estimate.value <= 1, one.key


def test_pieces_are_taken_no_more_often_than_offered() -> None:
    watched = watch(plan("king-of-tokyo", 40), jobs=1)
    met = watched.offers
    assert all(taken <= offers for taken, offers in zip(met.taken, met.offers, strict=True))
    for place, card in enumerate(met.pieces):
        taken = sum(met.taken[at] for at in range(len(met)) if met.piece[at] == place)
        assert sum(watched.numbers(f"taken {card}")) == taken


def test_a_metric_of_an_argument() -> None:
    game = games.load("king-of-tokyo")
    watched = watch(plan("king-of-tokyo", 40), ("standard", "playtest"), jobs=1)
    shares = [metric(f"seat-share:{seat}", game).estimate(watched).value for seat in (1, 2, 3)]
    assert sum(shares) == pytest.approx(1)
    ended = [
        metric(f"ending:{kind}", game).estimate(watched).value for kind in set(watched.columns["ending"])
    ]
    assert sum(ended) == pytest.approx(1)
    assert metric("leader-wins:0.9", game).estimate(watched).value > 0.3
    assert metric("playtest:turns", game).values(watched) == metric("turns", game).values(watched)
    assert metric("taken:acid-attack", game).values(watched)[0] is not None


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("truns", "turns"),
        ("taken:acid-atack", "acid-attack"),
        ("leader-wins:0.55", "0.5"),
        ("seat-share:9", "1 to 6"),
        ("taken", "taken:PIECE"),
    ],
)
def test_an_unknown_metric_names_the_nearest(key: str, near: str) -> None:
    with pytest.raises(UserError, match=near):
        metric(key, games.load("king-of-tokyo"))


def test_an_unknown_observer_is_a_mistake() -> None:
    with pytest.raises(UserError, match="standard"):
        watch(plan("idle-six"), ("standart",), jobs=1)


@pytest.mark.parametrize("name", OURS)
def test_what_is_on_offer_is_what_legal_moves_take(name: str) -> None:
    """Where a game says it more quickly than by asking for every move, it says the same."""
    game = games.load(name)
    pieces, rng = game.lab.pieces(), Rng("offers")
    state = game.new_initial_state(game.header.players[0], game.numbers(game.toml))
    seen = 0
    for _ in range(600):
        if (seat := state.current_player()) == TERMINAL:
            break
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        if pieces.due(state):
            moves = state.legal_actions(seat)
            wanted = {pieces.taken(state, seat, move) for move in moves} - {""}
            assert set(pieces.offered(state, seat)) - {""} == wanted
            seen += bool(wanted)
        state.move(seat, state.random_action(seat, rng))
    assert seen
