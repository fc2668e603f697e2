"""Playouts: the loops that play a position to its end, where simulation and search spend their time."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State


def playout(state: State, rng: Rng) -> int:
    """Play to the end with random moves and return the number of decisions."""
    decisions = 0
    while True:
        seat = state.current_player()
        if seat == TERMINAL:
            return decisions
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        else:
            state.move(seat, state.random_action(seat, rng))
            decisions += 1


def contest(state: State, bots: list[Bot], dice: Rng, bot_rng: Rng, secrets: bool) -> int:
    """Play to the end with one bot per seat and return the number of decisions.

    Dice have a stream of their own, so that bots that think differently meet the same luck.
    """
    decisions = 0
    while True:
        seat = state.current_player()
        if seat == TERMINAL:
            return decisions
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(dice))
        else:
            state.move(seat, ask(bots[seat], state, seat, bot_rng, secrets))
            decisions += 1


def ask(bot: Bot, state: State, seat: int, rng: Rng, secrets: bool) -> int:
    """Return the bot's move. Where something is hidden from it, it is given a state it could be in."""
    if secrets and state.has_hidden_info(seat):
        return bot.choose(state.resample_hidden(seat, rng), seat, rng)
    return bot.choose(state, seat, rng)
