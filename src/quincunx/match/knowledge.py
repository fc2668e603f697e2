"""A seat's knowledge: whether it has learnt something since an earlier position, so that a move may not be
taken back."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.core.event import Event
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State

if TYPE_CHECKING:
    from quincunx.match.match import Step

WORLDS = 16
"""The number of positions tried that the seat could have been in. Even a secret of one bit is then overlooked
only once in 65,536 times."""


def has_learnt(game: Game[Any], before: State, steps: Sequence["Step"], seat: int) -> bool:
    """Whether these steps told the seat anything that it could not know before them.

    They are played again in other positions that the seat could have been in, for all it knew. If it
    would have seen the same in each, it has learnt nothing.
    """
    if (
        not game.header.secrets
        or not before.has_hidden_info(seat)
        or not _concerned(game, before, steps, seat)
    ):
        return False
    seen = _seen(game, before, steps, seat)
    return any(_seen(game, world, steps, seat) != seen for world in _worlds(before, seat))


def _worlds(before: State, seat: int) -> Iterator[State]:
    """Yield positions that the seat could have been in. Where nothing is hidden after all, each is `before`
    itself. Such ones are skipped at the beginning, which is quicker than playing the steps in them."""
    rng, key, is_before = Rng("what it could know"), before.position_key(), True
    for _ in range(WORLDS):
        world = before.resample_hidden(seat, rng)
        is_before = is_before and world.position_key() == key
        if not is_before:
            yield world


def _concerned(game: Game[Any], before: State, steps: Sequence["Step"], seat: int) -> bool:
    """Whether the seat moved, was told anything, or sees anything changed. A quick check that spares most
    seats the slow one."""
    if any(step.seat == seat or any(event.is_for(seat) for event in step.events) for step in steps):
        return True
    return _seen(game, before, steps, seat) != _seen(game, before, [], seat)


def _seen(game: Game[Any], world: State, steps: Sequence["Step"], seat: int) -> bytes | None:
    """Return all that a seat is shown when the steps are made in that world; None if those that it knows of
    cannot be made."""
    world = world.clone()
    world.log = []
    for step in steps:
        if world.legal(step.seat, step.action):
            world.move(step.seat, step.action)
        elif step.seat == seat or any(event.is_for(seat) for event in step.events):
            return None
    events: list[Event] = world.log or []
    told = [event.to_dict() for event in events if event.is_for(seat)]
    # Compared as JSON, since 1 == True in Python.
    return msgspec.json.encode([told, game.view(world, seat)])
