"""The names of moves, their explanations, and the reasons why one is refused."""

from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE
from quincunx.text.grammar import Voice, count

from my_game.rules import RUN, WALK, Race

MOVES = [
    MoveName("walk", "Go ahead, not far but for sure."),
    MoveName("run", "Roll a die: go as far as it says, or fall on a 1."),
    MoveName("roll FACE", "The die."),
]


def decode(state: Race, seat: int, action: int) -> Move:
    """Return the move with that number."""
    if seat == CHANCE:
        return Move("roll", str(action))
    return {WALK: Move("walk"), RUN: Move("run")}[action]


def explain(state: Race, seat: int, move: Move, voice: Voice) -> str:
    """Return the effect of a move in a few words."""
    if move.verb == "walk":
        return f"{count(state.numbers.walk, 'space')} ahead"
    return f"2 to 6 spaces ahead, or {state.numbers.stumble} back on a 1"


def why_not(state: Race, seat: int, move: Move, voice: Voice) -> str:
    """Return a sentence that says why a seat may not make a move now."""
    return f"It is not your move: {voice.does(state.runner(), 'is')} on the way."
