"""The bots of Bitcoin Mining that search: secret answers are asked again, and values are shares of a win."""

import pytest

from quincunx import games
from quincunx.bots import levels
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining

GAME = games.load("bitcoin-mining")


def window() -> BitcoinMining:
    """Return the first order window of a game that asks two players, the first of whom has answered."""
    for number in range(100):
        state = GAME.new_initial_state(3, GAME.numbers(GAME.toml))
        assert isinstance(state, BitcoinMining)
        rng, bot = Rng(f"window {number}"), GAME.bots.policy()
        while state.current_player() != TERMINAL:
            if state.phase == codes.WINDOW and len(state.players_to_move()) > 1:
                state.move(state.current_player(), codes.LATER)
                return state
            if state.current_player() == CHANCE:
                state.move(CHANCE, state.sample_outcome(rng))
            else:
                # Nobody orders, so that there is money left to be asked about.
                quiet = [codes.ROLL, codes.LATER, codes.BUY]
                known = [move for move in state.legal_actions(state.current_player()) if move in quiet]
                state.move(
                    state.current_player(),
                    known[0] if known else ask(bot, state, state.current_player(), rng, True),
                )
    raise AssertionError("no window asked two players")


def test_answers_given_in_secret_are_asked_again() -> None:
    state = window()
    waiting = state.players_to_move()
    state.reopen_secret_choices(waiting[0])
    assert len(state.players_to_move()) == len(waiting) + 1


def test_a_searcher_sees_no_answers() -> None:
    state = window()
    seat = state.players_to_move()[0]
    moves = []
    for answer in (codes.NO, codes.LATER):
        other = state.clone()
        for miner in other.miners:
            if miner.answer >= 0:
                miner.answer = answer
        search = levels.search(GAME)
        search.rollouts = 40
        moves.append(search.choose(other, seat, Rng("same")))
    assert moves[0] == moves[1]


def test_the_value_is_a_share_for_each_seat() -> None:
    state = GAME.new_initial_state(4, GAME.numbers(GAME.toml))
    assert isinstance(state, BitcoinMining)
    value = GAME.bots.evaluator()
    assert value is not None
    assert value.evaluate(state) == pytest.approx([0.25] * 4)
    state.miners[2].btc = 8
    assert value.evaluate(state)[2] > 0.25
