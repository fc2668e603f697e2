"""The events of Idle Six as sentences."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.moves import effect
from quincunx.games.idle_six.senary import both, digits
from quincunx.text.grammar import Voice, listed
from quincunx.text.phrasing import Teller


class DiceTeller(Teller[Cards]):
    """The sentence of one event; dice are named left to right, as they lie: the units come last."""

    def named(self, word: str) -> str:
        return self.numbers.title(word)

    def money(self) -> str:
        return both(self.amounts["money"], self.voice.look)

    def cause(self) -> str:
        return self.named(self.event.causes[0])

    def left(self) -> str:
        owner = self.voice.whom(self.event.seat)
        return f"{owner} {self.form('has')} {both(self.amounts['left'], self.voice.look)}"

    def dice(self) -> str:
        numbers = [die.removeprefix("die-") for die in reversed(self.event.pieces)]
        return f"{self.number('die', 'dice')} {listed(numbers)}"

    def the_dice(self, one: str, more: str) -> str:
        """Return the dice at the start of a sentence, with the verb for one of them and for more."""
        return f"{self.dice().capitalize()} {self.number(one, more)}"

    def number(self, one: str, more: str) -> str:
        return one if len(self.event.pieces) == 1 else more

    def faces(self) -> str:
        """Return the faces of the dice, in the same order; a 6 counts 0 (IS-1)."""
        return listed([str(self.amounts[die] or 6) for die in reversed(self.event.pieces)])


def upgraded(t: DiceTeller) -> str:
    name, side = t.event.pieces
    card = next(card for card in t.numbers.actions if card.name == name)
    box = t.amounts["box"]
    does = effect(card, box - 1 + (card.start_boxes if side == "flipped" else 0), t.voice.look)
    return f"{card.title} is on box {box} now: {does}."


def rated(t: DiceTeller) -> str:
    """Return the rating of the win, for the winner with the number of turns: the rulebook's words alone can
    sound like a defeat."""
    band = t.numbers.band(t.amounts["turns"])
    return f"{t.many('turns', 'turn')}. {band}." if t.event.seat == t.voice.reader else band


KINDS: dict[str, Callable[[DiceTeller], str]] = {
    "money-gained": lambda t: f"+{t.money()} from {t.cause()}: {t.left()}.",
    "money-lost": lambda t: f"-{t.money()} by {t.cause()}: {t.left()}.",
    "money-spent": lambda t: f"-{t.money()} for {t.cause()}: {t.left()}.",
    "money-capped": lambda t: (
        f"Lost: {t.money()} from {t.cause()}, for {t.many('dice', 'die holds', 'dice hold')} no more."
    ),
    "carried": lambda t: f"1 is carried to {t.dice()}.",
    "dice-unlocked": lambda t: f"{t.the_dice('is', 'are')} unlocked.",
    "die-flipped": lambda t: (
        f"{t.the_dice('is', 'are')} flipped: {t.amounts['from']} becomes {t.amounts['to']}."
    ),
    "die-doubled": lambda t: (
        f"{t.the_dice('is', 'are')} doubled: twice {t.amounts['from']} is {digits(t.amounts['to'])}."
    ),
    "dice-rolled": lambda t: f"{t.the_dice('falls', 'fall')} on {t.faces()}.",
    "dice-put": lambda t: f"{t.does('puts')} {t.faces()} on {t.dice()}.",
    "dice-swapped": lambda t: f"{t.the_dice('is', 'are')} swapped: they show {t.faces()} now.",
    "achievement-ready": lambda t: f"Achievement {t.amounts['achievement']} can be claimed: {t.money()}.",
    "achievement-claimed": lambda t: f"{t.does('claims')} achievement {t.amounts['achievement']}.",
    "card-flipped": lambda t: f"{t.piece()} is flipped.",
    "upgraded": upgraded,
    "turn-counted": lambda t: f"The {t.piece()} turn ends: {t.many('turns', 'turn')} taken.",
    "turn-skipped": lambda t: f"Nothing is bought, so the {t.piece()} turn does not count.",
    "won": lambda t: f"{t.does('wins')} in {t.many('turns', 'turn')}.",
    "rated": rated,
}


def narrate(seat: int, move: Move, voice: Voice, numbers: Cards) -> str:
    """Return a sentence for a move that logs nothing: a roll is told when the dice have fallen."""
    dice = f"{'die' if len(move.words) == 1 else 'dice'} {listed(move.words[::-1])}"
    return f"{voice.does(seat, 'rolls')} {dice} again." if move.words else f"{voice.does(seat, 'goes')} on."


def tell(event: Event, voice: Voice, numbers: Cards) -> str:
    return KINDS[event.kind](DiceTeller(event, voice, numbers))
