"""Moves by name: a verb and its arguments."""

from typing import NamedTuple


class Move:
    """A move as people write it: a verb and its arguments.

    Examples:
        >>> Move("order", "caracas-2")
        Move('order', 'caracas-2')
        >>> str(Move("order", "caracas-2"))
        'order caracas-2'
        >>> Move.read("  Order CARACAS-2 ") == Move("order", "caracas-2")
        True
    """

    __slots__ = ("verb", "words")

    def __init__(self, verb: str, *words: str) -> None:
        self.verb = verb
        self.words = words

    @classmethod
    def read(cls, text: str) -> "Move":
        """Return the move that a text names; case and extra spaces do not matter. An empty text has the verb
        ``."""
        verb, *words = text.lower().split() or [""]
        return cls(verb, *words)

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))

    def __repr__(self) -> str:
        return f"Move({', '.join(repr(word) for word in (self.verb, *self.words))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.verb, self.words) == (other.verb, other.words)

    def __hash__(self) -> int:
        return hash((self.verb, self.words))


class MoveName(NamedTuple):
    """The description of one kind of move: how it is written and its effect."""

    pattern: str
    meaning: str

    @property
    def verb(self) -> str:
        return self.pattern.split()[0]

    @property
    def by_chance(self) -> bool:
        """Whether it is an outcome of dice or draws, which nobody chooses."""
        return "(chance)" in self.meaning
