"""Events: what happened in a game, as data. A game's `events.py` turns them into sentences."""

from typing import Final

EVERYONE: Final = -3
"""The audience of a public event; a secret one names a seat instead."""

NOBODY: Final = -5
"""The seat of an event that names no seat."""


class Event:
    """Something that happened. The rules note it only while somebody listens.

    kind     what happened: one of the kinds in the game's `events.py`
    seat     whom it concerns, or NOBODY
    amounts  how much of what: `{"hearts": 2, "left": 5}`
    pieces   what it is about: cards, tiles or faces, by their names in game.toml
    causes   the pieces that brought it about, by the same names
    by       the other seat in it, or NOBODY: who brought it about, or whom it was done with
    to       who may know it: EVERYONE, or one seat

    Examples:
        >>> Event("lost-hearts", 0, {"hearts": 2}, causes=["claw"], by=1)
        Event('lost-hearts', seat=0, amounts={'hearts': 2}, causes=['claw'], by=1)
    """

    def __init__(
        self,
        kind: str,
        seat: int = NOBODY,
        amounts: dict[str, int] | None = None,
        pieces: list[str] | None = None,
        causes: list[str] | None = None,
        by: int = NOBODY,
        to: int = EVERYONE,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.amounts = amounts or {}
        self.pieces = pieces or []
        self.causes = causes or []
        self.by = by
        self.to = to

    def is_for(self, seat: int) -> bool:
        """Whether that seat may know of the event."""
        return self.to == EVERYONE or self.to == seat

    def to_dict(self) -> dict[str, object]:
        """Return the event as a dict for programs; seats count from 1, and empty parts are left out."""
        facts: dict[str, object] = {"kind": self.kind}
        if self.seat != NOBODY:
            facts["seat"] = self.seat + 1
        if self.amounts:
            facts["amounts"] = self.amounts
        if self.pieces:
            facts["pieces"] = self.pieces
        if self.causes:
            facts["causes"] = self.causes
        if self.by != NOBODY:
            facts["by"] = self.by + 1
        if self.to != EVERYONE:
            facts["to"] = self.to + 1
        return facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, self.to))

    def __repr__(self) -> str:
        parts = [repr(self.kind)]
        if self.seat != NOBODY:
            parts.append(f"seat={self.seat}")
        if self.amounts:
            parts.append(f"amounts={self.amounts}")
        if self.pieces:
            parts.append(f"pieces={self.pieces}")
        if self.causes:
            parts.append(f"causes={self.causes}")
        if self.by != NOBODY:
            parts.append(f"by={self.by}")
        if self.to != EVERYONE:
            parts.append(f"to={self.to}")
        return f"Event({', '.join(parts)})"
