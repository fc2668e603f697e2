"""The parts of which the sentence of an event is made."""

from typing import Generic, TypeVar

from quincunx.core.event import NOBODY, Event
from quincunx.text.grammar import Voice, count

N = TypeVar("N")


class Teller(Generic[N]):
    """A writer for one event and one reader. A game's `events.py` builds each sentence from its parts.

    >>> event = Event("hearts-lost", 0, {"hearts": 2}, causes=["claws", "fire-breathing"], by=1)
    >>> t = Teller(event, Voice(["Ann", "Krakara"], reader=0), None)
    >>> f"{t.does('loses')} {t.many('hearts', 'heart')}{t.because()}."
    "You lose 2 hearts: Krakara's claws, fire breathing."
    """

    def __init__(self, event: Event, voice: Voice, numbers: N) -> None:
        self.event = event
        self.voice = voice
        self.numbers = numbers
        self.amounts = event.amounts

    def does(self, verb: str) -> str:
        """Return the event's seat with a verb: "You lose"."""
        return self.voice.does(self.event.seat, verb)

    def form(self, verb: str) -> str:
        """Return a further verb of the same subject."""
        return self.voice.form(self.event.seat, verb)

    def whose(self) -> str:
        """Return the possessive for the start of a sentence: "Your", or "Ann's"."""
        return self.voice.whose(self.event.seat, first=True)

    def by(self) -> str:
        """Return the player who caused the event, for the middle of a sentence."""
        return self.voice.whom(self.event.by)

    def many(self, key: str, thing: str, things: str = "") -> str:
        """Return one of the amounts with its unit."""
        return count(self.amounts[key], thing, things)

    def named(self, word: str) -> str:
        """Return the title of a piece or a cause. A game overrides this where its pieces have titles."""
        return word.replace("-", " ")

    def piece(self, number: int = 0) -> str:
        """Return the title of one of the pieces."""
        return self.named(self.event.pieces[number])

    def because(self) -> str:
        """Return the causes, the first with its owner: ": Krakara's claws, Fire Breathing"."""
        causes = [self.named(cause) for cause in dict.fromkeys(self.event.causes)]
        if causes and self.event.by not in (NOBODY, self.event.seat):
            causes[0] = f"{self.voice.whose(self.event.by)} {causes[0]}"
        return f": {', '.join(causes)}" if causes else ""
