"""A move by its name: a verb, and what it is made on."""

from typing import NamedTuple


class Move:
    """A small value with names, the way people write it.

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
        """The move a text names; upper case and spaces do not matter. Nothing typed is the verb ``."""
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
    """How a kind of move is written and what it does."""

    pattern: str
    meaning: str

    @property
    def verb(self) -> str:
        return self.pattern.split()[0]

    @property
    def by_chance(self) -> bool:
        """Whether it is an outcome of dice or draws, which nobody chooses."""
        return "(chance)" in self.meaning
