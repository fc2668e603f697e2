"""Moves by name, and why one is refused."""

from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE
from quincunx.text.grammar import Voice, count
from tests.example_game.rules import HOLD, ROLL, Pig

MOVES = [
    MoveName("roll", "Roll on."),
    MoveName("hold", "Bank the pot."),
    MoveName("show FACE", "The die."),
]


def decode(state: Pig, seat: int, action: int) -> Move:
    if seat == CHANCE:
        return Move("show", str(action))
    return {ROLL: Move("roll"), HOLD: Move("hold")}[action]


def explain(state: Pig, seat: int, move: Move, voice: Voice) -> str:
    return f"bank {count(state.pot, 'point')}" if move.verb == "hold" else "risk the pot for more"


def why_not(state: Pig, seat: int, move: Move, voice: Voice) -> str:
    return f"It is not your move: {voice.does(state.turn % 2, 'has')} the die."
