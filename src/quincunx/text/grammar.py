"""Grammar for a reader: who is "you", the names of the others, and the person's settings of the display."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

WATCHER: Final = -4
"""The seat of those who have none: they see and read what everyone may."""

LOW: Final = 36
"""A terminal with fewer lines needs a compact board, so that the question and the moves fit as well."""


@dataclass
class Look:
    """A person's settings of how the game is drawn."""

    unicode: bool = True
    width: int = 80
    height: int = 0
    """The number of lines; 0 if a page may be as long as it likes."""
    off: set[str] = field(default_factory=set)
    """The game's toggles that are switched off."""
    numbers: str = ""
    """The language by whose rules a browser writes numbers; empty for English."""

    @property
    def low(self) -> bool:
        """Whether a board must leave out what is not needed now, so that all of it fits."""
        return 0 < self.height < LOW


class Voice:
    """A writer of sentences about players, for one reader.

    >>> ann, watcher = Voice(["Ann", "Bob"], reader=0), Voice(["Ann", "Bob"])
    >>> f"{ann.does(0, 'loses')} {count(2, 'heart')}.", f"{watcher.does(0, 'loses')} {count(1, 'heart')}."
    ('You lose 2 hearts.', 'Ann loses 1 heart.')
    >>> f"{ann.does(1, 'hits')} {ann.whom(0)} with {ann.whose(0)} own claws."
    'Bob hits you with your own claws.'
    """

    def __init__(self, names: Sequence[str], reader: int = WATCHER, look: Look | None = None) -> None:
        self.names = names
        self.reader = reader
        self.look = look or Look()

    def who(self, seat: int) -> str:
        """Return a player for the start of a sentence: "You", or the name."""
        return "You" if seat == self.reader else self.names[seat]

    def whom(self, seat: int) -> str:
        """Return a player for the middle of a sentence: "you", or the name."""
        return "you" if seat == self.reader else self.names[seat]

    def whose(self, seat: int, first: bool = False) -> str:
        """Return "your" or "Ann's"; "Your" as the `first` word of a sentence."""
        if seat == self.reader:
            return "Your" if first else "your"
        return f"{self.names[seat]}'s"

    def does(self, seat: int, verb: str) -> str:
        """Return a subject with its verb: "You lose", "Ann loses". The verb is given as for Ann; more may
        follow it."""
        return f"{self.who(seat)} {self.form(seat, verb)}"

    def form(self, seat: int, verb: str) -> str:
        """Return the verb in the form that fits the subject, and what follows it."""
        word, space, rest = verb.partition(" ")
        return f"{second_person(word)}{space}{rest}" if seat == self.reader else verb


_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def second_person(verb: str) -> str:
    """Return the form of a verb that goes with "you".

    >>> [second_person(verb) for verb in ("loses", "is", "has", "passes", "carries", "pays", "reaches")]
    ['lose', 'are', 'have', 'pass', 'carry', 'pay', 'reach']
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    return verb.removesuffix("s")


def count(number: int, thing: str, things: str = "") -> str:
    """Return a number of things.

    >>> count(1, "heart"), count(3, "heart"), count(2, "die", "dice")
    ('1 heart', '3 hearts', '2 dice')
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"


SURE: Final = 1 - 1e-9
"""The least sum of floating-point chances that counts as 1."""


def percent(chance: float) -> str:
    """Return a chance for people: what may happen is never 0%, what may fail never 100%.

    >>> percent(0.0), percent(0.004), percent(0.5), percent(0.9999), percent(1.0)
    ('0%', '<1%', '50%', '>99%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < SURE:
        return ">99%"
    return f"{100 * chance:.0f}%"


def listed(words: Sequence[str], last: str = "and") -> str:
    """
    >>> listed(["Ann"]), listed(["Ann", "Bob"]), listed(["a", "b", "c"], "or")
    ('Ann', 'Ann and Bob', 'a, b or c')
    """
    return f" {last} ".join([*[", ".join(words[:-1])] * (len(words) > 1), *words[-1:]])
