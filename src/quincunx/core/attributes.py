"""Copies and keys of a State made from its attributes, for games that write none of their own."""

import copy
from collections.abc import Iterable
from typing import Any

APART = ("players", "log", "numbers", "__dict__", "__weakref__")
"""The attributes that are no part of a position: of the match, or shared by all positions."""


def names_of(state: Any) -> list[str]:
    """Return the names of the attributes that make the position, in the order they were set."""
    # A compiled class has its attributes outside of `__dict__`.
    compiled = [name for kind in type(state).__mro__ for name in getattr(kind, "__mypyc_attrs__", ())]
    found = dict.fromkeys([*compiled, *getattr(state, "__dict__", ())])
    return [name for name in found if name not in APART and hasattr(state, name)]


def values_of(state: Any, names: Iterable[str]) -> list[Any]:
    return [getattr(state, name) for name in names]


def clone(state: Any) -> Any:
    """Return a deep copy without the log; `numbers` are shared."""
    kind: Any = type(state)
    shared = [state.numbers] if hasattr(state, "numbers") else []
    # A compiled class is made by its `__init__` alone, which takes the players and the numbers.
    twin = kind(state.players, *shared) if "__mypyc_attrs__" in vars(kind) else kind.__new__(kind)
    twin.players, twin.log = state.players, None
    if shared:
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
