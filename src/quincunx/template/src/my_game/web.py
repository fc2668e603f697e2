"""The values that board.html draws in a browser, without anything that the seat may not know."""

from typing import Any

from quincunx.text.grammar import Voice

from my_game.rules import Race


def board(state: Race, seat: int, voice: Voice) -> dict[str, Any]:
    runners = [{"name": voice.who(each), "space": space} for each, space in enumerate(state.spaces)]
    return {"runners": runners, "goal": state.numbers.goal}
