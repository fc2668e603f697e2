"""The data that board.html draws in a browser."""

from typing import Any

from quincunx.text.grammar import Voice
from tests.example_game.rules import Pig


def board(state: Pig, seat: int, voice: Voice) -> dict[str, Any]:
    scores = [(voice.who(each), points) for each, points in enumerate(state.points)]
    return {"scores": scores, "pot": state.pot, "goal": state.goal}
