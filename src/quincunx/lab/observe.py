"""Playing games between bots while an observer looks on."""

from collections.abc import Sequence
from typing import Any

from quincunx import bots, variant
from quincunx.bots.guard import Referee
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.observer import Cell, Observer
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State

Row = dict[str, Cell]


def observe(
    game: Game[Any],
    seats: Sequence[str],
    games: int,
    observer: Observer,
    seed: str = "1",
    changes: variant.Variant | None = None,
) -> list[Row]:
    """Play the games and return the observer's rows. The bots and dice are those of `simulate`."""
    numbers = variant.numbers(game, changes or {})
    rows: list[Row] = []
    referee = Referee()
    for number in range(games):
        state: State = game.new(len(seats), numbers)
        order = [seats[(seat + number) % len(seats)] for seat in range(len(seats))]
        players = [bots.make(bot, game, referee) for bot in order]
        dice, bot_rng = Rng(f"{seed}:{number}:dice"), Rng(f"{seed}:{number}:bots")
        rows.append(_watch(state, players, dice, bot_rng, game.header.secrets, observer))
    return rows


def _watch(
    state: State, players: list[Bot], dice: Rng, bot_rng: Rng, secrets: bool, observer: Observer
) -> Row:
    state.log = []
    observer.begins(state)
    while (seat := state.actor()) != OVER:
        if seat == CHANCE:
            action = state.sample(dice)
        else:
            action = ask(players[seat], state, seat, bot_rng, secrets)
            observer.decides(state, seat, action)
        state.move(seat, action)
        for event in state.log:
            observer.event(state, event)
        state.log = []
    return observer.ends(state)
