"""Positions as data made from the attributes of a State, and whether the rules can go on from one."""

from collections.abc import Iterable
from types import GenericAlias
from typing import Any, get_type_hints

import msgspec

from quincunx.core.attributes import names_of
from quincunx.core.errors import UserError
from quincunx.core.state import CHANCE, State


def shape_of(state: State) -> type[msgspec.Struct]:
    """Return a Struct with the number of players and each attribute of the position; UserError if one is
    nothing that can be written down."""
    try:
        hints = get_type_hints(type(state))
    except NameError:
        hints = {}
    kind = type(state).__name__
    names = [(name, getattr(state, name)) for name in names_of(state)]
    fields = [("players", int), *[(name, hints.get(name) or _type_of(value)) for name, value in names]]
    shape = msgspec.defstruct(kind, fields, forbid_unknown_fields=True)
    for name, value in names:
        if value == {} and name not in hints:
            raise UserError(f"Say in the class {kind} what `{name}` holds, such as `{name}: dict[int, int]`.")
        try:
            msgspec.convert(
                msgspec.to_builtins(value, str_keys=True), hints.get(name) or _type_of(value), str_keys=True
            )
        except (TypeError, msgspec.ValidationError) as error:
            raise UserError(
                f"`{name}` of {kind} cannot be written down ({error}). "
                "Use numbers, texts, lists and dataclasses, or write the game's own `Snapshots`."
            ) from None
    return shape


def _type_of(value: Any) -> Any:
    """Return the type that a value seems to have: `list[int]` for `[0, 0]`."""
    if isinstance(value, list | tuple | set | frozenset):
        kind: Any = type(value)
        return kind[_common(value), ...] if isinstance(value, tuple) else kind[_common(value)]
    if isinstance(value, dict):
        return GenericAlias(dict, (_common(value), _common(value.values())))
    return Any if value is None else type(value)


def _common(values: Iterable[Any]) -> Any:
    kinds = {_type_of(value) for value in values}
    return kinds.pop() if len(kinds) == 1 else Any


def why_stuck(state: State) -> str:
    """Return why the rules cannot go on from a position, as a sentence; empty if they can."""
    try:
        actors = state.players_to_move()
        if not actors:
            state.returns()
        for seat in actors:
            if seat != CHANCE and not 0 <= seat < state.players:
                return f"it would be the turn of seat {seat + 1}, and there are {state.players}."
            for action in _next(state, seat):
                after = state.clone()
                after.move(seat, action)
                after.current_player()
    except Exception as error:  # the rules are somebody's own, and the position anything
        return f"the rules cannot go on from it ({type(error).__name__}: {error})."
    return ""


def _next(state: State, seat: int) -> list[int]:
    """Return some of what can come next; there is something, or the position is stuck."""
    if seat == CHANCE:
        found = [outcome for outcome, _ in state.chance_outcomes()]
    else:
        found = state.legal_actions(seat)
    return [found[0], *found[1:20]]
