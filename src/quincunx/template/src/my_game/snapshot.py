"""Positions as scenarios write them, and the check that a position is possible.

A game with secrets also has a `view` of what each seat may know; see `Snapshots.view` and `State.resample_hidden`.
"""

from typing import Annotated

import msgspec

from my_game.numbers import Numbers
from my_game.rules import Race


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    spaces: Annotated[list[int], msgspec.Meta(min_length=2, max_length=4)]
    turn: Annotated[int, msgspec.Meta(ge=0)]
    running: bool


def take(state: Race) -> Snapshot:
    return Snapshot(state.spaces[:], state.turn, state.running)


def restore(snapshot: Snapshot, numbers: Numbers) -> Race:
    return Race(snapshot.spaces[:], snapshot.turn, snapshot.running, numbers)


def problem(state: Race) -> str:
    """Return a sentence about what is impossible in a position; empty if it is valid."""
    if min(state.spaces) < 0:
        return "nobody is behind the start."
    arrived = sum(space >= state.numbers.goal for space in state.spaces)
    if arrived > 1:
        return "only one runner can reach the goal."
    if arrived and state.running:
        return "nobody runs on when the race is over."
    return ""
