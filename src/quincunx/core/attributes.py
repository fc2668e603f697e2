"""Copies and keys of a State made from its attributes, for games that write none of their own."""

import copy
from collections.abc import Iterable
from typing import Any

APART = ("players", "log", "numbers")
"""The attributes that are no part of a position: of the match, or shared by all positions."""


def names_of(state: Any) -> list[str]:
    """Return the names of the attributes that make the position, in the order they were set."""
    found = getattr(type(state), "__mypyc_attrs__", None) or vars(state)
    return [name for name in found if name not in APART and hasattr(state, name)]


def values_of(state: Any, names: Iterable[str]) -> list[Any]:
    return [getattr(state, name) for name in names]


def clone(state: Any) -> Any:
    """Return a deep copy without the log; `numbers` are shared."""
    twin: Any = object.__new__(type(state))
    twin.players, twin.log = state.players, None
    if hasattr(state, "numbers"):
        twin.numbers = state.numbers
    for name in names_of(state):
        setattr(twin, name, _copied(getattr(state, name)))
    return twin


def _copied(value: Any) -> Any:
    if isinstance(value, int | str | float | None):
        return value
    if type(value) is list:
        return [_copied(item) for item in value]
    return copy.deepcopy(value)


def position_key(state: Any) -> bytes:
    return repr(values_of(state, names_of(state))).encode()
