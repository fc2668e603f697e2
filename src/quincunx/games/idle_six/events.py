"""What can happen, as sentences."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.voice import Voice, count, listed
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.moves import effect
from quincunx.games.idle_six.senary import both, digits


class Told:
    """An event with the words its sentence is made of."""

    def __init__(self, event: Event, voice: Voice, cards: Cards) -> None:
        self.event, self.voice, self.cards = event, voice, cards
        self.amounts = event.amounts
        self.one = len(event.pieces) == 1
        # Left to right, as the dice lie: the units come last.
        self.pieces = event.pieces[::-1]

    def does(self, verb: str) -> str:
        return self.voice.does(self.event.seat, verb)

    @property
    def money(self) -> str:
        return both(self.amounts["money"], self.voice.look)

    @property
    def left(self) -> str:
        has = f"{self.voice.whom(self.event.seat)} {self.voice.form(self.event.seat, 'has')}"
        return f"{has} {both(self.amounts['left'], self.voice.look)}"

    @property
    def cause(self) -> str:
        return self.cards.title(self.event.causes[0])

    @property
    def dice(self) -> str:
        return f"{'die' if self.one else 'dice'} {listed([die.removeprefix('die-') for die in self.pieces])}"

    @property
    def faces(self) -> str:
        """What the dice show, in the same order; a 6 counts 0 (IS-1)."""
        return listed([str(self.amounts[die] or 6) for die in self.pieces])


def upgraded(it: Told) -> str:
    name, side = it.event.pieces
    card = next(card for card in it.cards.actions if card.name == name)
    box = it.amounts["box"]
    does = effect(card, box - 1 + (card.start_boxes if side == "flipped" else 0), it.voice.look)
    return f"{card.title} is on box {box} now: {does}."


def rated(it: Told) -> str:
    """How good the win was. The rulebook's words alone can sound like a defeat to the one who has won."""
    turns, band = it.amounts["turns"], it.cards.band(it.amounts["turns"])
    return f"{count(turns, 'turn')}. {band}." if it.event.seat == it.voice.reader else band


KINDS: dict[str, Callable[[Told], str]] = {
    "money-gained": lambda it: f"+{it.money} from {it.cause}: {it.left}.",
    "money-lost": lambda it: f"-{it.money} by {it.cause}: {it.left}.",
    "money-spent": lambda it: f"-{it.money} for {it.cause}: {it.left}.",
    "money-capped": lambda it: (
        f"{it.money} from {it.cause} is lost: {count(it.amounts['dice'], 'die holds', 'dice hold')} no more."
    ),
    "carried": lambda it: f"1 is carried to {it.dice}.",
    "dice-unlocked": lambda it: f"{it.dice.capitalize()} {'is' if it.one else 'are'} unlocked.",
    "die-flipped": lambda it: (
        f"{it.dice.capitalize()} is flipped: {it.amounts['from']} becomes {it.amounts['to']}."
    ),
    "die-doubled": lambda it: (
        f"{it.dice.capitalize()} is doubled: twice {it.amounts['from']} is {digits(it.amounts['to'])}."
    ),
    "dice-rolled": lambda it: f"{it.dice.capitalize()} {'falls' if it.one else 'fall'} on {it.faces}.",
    "dice-put": lambda it: f"{it.does('puts')} {it.faces} on {it.dice}.",
    "dice-swapped": lambda it: f"{it.dice.capitalize()} are swapped: they show {it.faces} now.",
    "achievement-ready": lambda it: f"Achievement {it.amounts['achievement']} can be claimed: {it.money}.",
    "achievement-claimed": lambda it: f"{it.does('claims')} achievement {it.amounts['achievement']}.",
    "card-flipped": lambda it: f"{it.cards.title(it.event.pieces[0])} is flipped.",
    "upgraded": upgraded,
    "turn-counted": lambda it: (
        f"The {it.event.pieces[0]} turn ends: {count(it.amounts['turns'], 'turn')} taken."
    ),
    "turn-skipped": lambda it: f"Nothing is bought, so the {it.event.pieces[0]} turn does not count.",
    "won": lambda it: f"{it.does('wins')} in {count(it.amounts['turns'], 'turn')}.",
    "rated": rated,
}


def tell(event: Event, voice: Voice, cards: Cards) -> str:
    return KINDS[event.kind](Told(event, voice, cards))
