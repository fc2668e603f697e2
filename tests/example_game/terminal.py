"""The drawing in a terminal."""

from quincunx.text.grammar import Voice, count
from tests.example_game.rules import Pig


def draw(state: Pig, seat: int, voice: Voice) -> str:
    held = [f"{voice.does(each, 'has')} {count(points, 'point')}" for each, points in enumerate(state.points)]
    return f"{', '.join(held)}, and {state.pot} in the pot. First to {state.goal}."
