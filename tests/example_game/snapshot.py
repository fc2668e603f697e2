"""A position as a dict and back, and what is impossible."""

from typing import Annotated

import msgspec

from tests.example_game.numbers import Numbers
from tests.example_game.rules import Pig


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    points: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
    turn: int
    pot: int
    rolling: bool


def take(state: Pig) -> Snapshot:
    return Snapshot(state.points[:], state.turn, state.pot, state.rolling)


def restore(snapshot: Snapshot, numbers: Numbers) -> Pig:
    return Pig(snapshot.points[:], snapshot.turn, snapshot.pot, snapshot.rolling, numbers.goal)


def problem(state: Pig) -> str:
    return "nothing here is below 0." if min(*state.points, state.turn, state.pot) < 0 else ""
