"""The level `easy`: however it errs, it overlooks neither a sure win nor a sure loss."""

from typing import Any

import pytest

from quincunx import bots, games
from quincunx.bots.easy import Easy
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.match import variant
from tests.games.king_of_tokyo.test_bot import GAME, play, position, under_attack

SEEDS = 12
LATE = 8
"""The number of decisions looked at before the end of a game."""


def answers(state: KingOfTokyo) -> set[str]:
    seat = state.current_player()
    moves = [bots.make("easy", GAME).choose(state, seat, Rng(f"{seed}")) for seed in range(SEEDS)]
    return {GAME.say(state, seat, move) for move in moves}


def shop(players: int, card: str, buyer: dict[str, Any], others: dict[str, Any]) -> KingOfTokyo:
    """Return a position in which the first monster may buy a card."""
    seats = {str(number): others for number in range(2, players + 1)}
    display = [card, "energize", "extra-head"]
    return position(players, {"turn": 1, "phase": "buy", "display": display, "seats": {"1": buyer, **seats}})


@pytest.mark.parametrize("players", [2, 4])
def test_buys_what_wins(players: int) -> None:
    assert answers(shop(players, "tank", {"energy": 4, "points": 16}, {})) == {"buy tank"}
    assert answers(shop(players, "corner-store", {"energy": 3, "points": 19}, {})) == {"buy corner-store"}
    assert answers(shop(players, "flame-thrower", {"energy": 3}, {"health": 2})) == {"buy flame-thrower"}


@pytest.mark.parametrize("players", [2, 4])
def test_keeps_the_dice_that_win(players: int) -> None:
    state = position(players, {"turn": 1, "phase": "roll", "seats": {"1": {"points": 19}}})
    play(state, "chance: roll 1 1 1 claw claw heart")
    assert answers(state) == {"keep"}


def test_stays_where_the_next_turn_wins() -> None:
    assert answers(under_attack(2, {"energy": 0}, {"points": 18, "health": 3})) == {"stay"}


def late_decisions(name: str, players: int, number: int) -> list[tuple[State, int]]:
    """Return the last decisions of a game that `normal` plays."""
    game = games.load(name)
    state: State = game.new_initial_state(players, variant.numbers(game, {}))
    rng, bot = Rng(f"{number}"), game.bots.policy()
    found: list[tuple[State, int]] = []
    while (seat := state.current_player()) != TERMINAL:
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        if len(state.legal_actions(seat)) > 1:
            found.append((state.clone(), seat))
        state.move(seat, bot.choose(state.resample_hidden(seat, rng), seat, rng))
    return found[-LATE:]


@pytest.mark.parametrize(
    ("name", "players", "number"),
    [
        ("bitcoin-mining", 2, 5),
        ("bitcoin-mining", 4, 204),
        ("king-of-tokyo", 4, 19),
        ("nomenklatura", 2, 1),
        ("nomenklatura", 4, 11),
        ("total-eclips", 2, 126),
    ],
)
def test_overlooks_neither_a_sure_win_nor_a_sure_loss(name: str, players: int, number: int) -> None:
    """In games where it did before."""
    sure = 0
    for state, seat in late_decisions(name, players, number):
        for seed in range(3):
            easy = bots.make("easy", games.load(name))
            assert isinstance(easy, Easy)
            plans = easy.think(state, seat, Rng(f"{seed}"))
            taken = plans[0]
            if taken.visits == 0:
                continue
            usual = taken.expects[seat] - taken.gain
            if usual == 1.0:
                assert taken.gain == 0.0
                sure += 1
            if any(plan.expects[seat] > 0.0 for plan in plans):
                assert taken.expects[seat] > 0.0
            else:
                sure += 1
    assert sure > 0
