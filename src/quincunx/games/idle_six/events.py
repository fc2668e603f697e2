"""The events of Idle Six as sentences."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.moves import effect
from quincunx.games.idle_six.senary import BASE, both, place, the_dice
from quincunx.text.grammar import Voice, listed
from quincunx.text.phrasing import Teller


class DiceTeller(Teller[Cards]):
    """The sentence of one event; dice are named by their worth, as they lie: the units come last."""

    def named(self, word: str) -> str:
        return self.numbers.title(word)

    def money(self, key: str = "money") -> str:
        return both(self.amounts[key], self.voice.look)

    def cause(self) -> str:
        return self.named(self.event.causes[0])

    def dice(self, first: bool = False) -> str:
        return the_dice([int(die.removeprefix("die-")) - 1 for die in self.event.pieces], first)

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
    return f"{card.title} now: {does}."


def rated(t: DiceTeller) -> str:
    """Return the rating of the win, for the winner with the number of turns: the rulebook's words alone can
    sound like a defeat."""
    band = t.numbers.band(t.amounts["turns"])
    return f"{t.many('turns', 'turn')}. {band}." if t.event.seat == t.voice.reader else band


KINDS: dict[str, Callable[[DiceTeller], str]] = {
    "money-gained": lambda t: f"+{t.money()} from {t.cause()}, {t.money('left')} now.",
    "money-lost": lambda t: f"-{t.money()} from {t.cause()}, {t.money('left')} now.",
    "money-spent": lambda t: f"{t.does('pays')} {t.money()} for {t.cause()}, {t.money('left')} left.",
    "money-capped": lambda t: (
        f"Lost: {t.money()} from {t.cause()}; {t.many('dice', 'die holds', 'dice hold')} no more."
    ),
    "carried": lambda t: f"1 is carried to {t.dice()}.",
    "dice-unlocked": lambda t: f"{t.dice(True)} {t.number('is', 'are')} unlocked.",
    "die-flipped": lambda t: f"{t.dice(True)} is flipped from {t.amounts['from']} to {t.amounts['to']}.",
    "die-doubled": lambda t: (
        f"{t.dice(True)} is doubled from {t.amounts['from']} to {t.amounts['to'] % BASE}."
    ),
    "dice-rolled": lambda t: f"{t.dice(True)} {t.number('shows', 'show')} {t.faces()}.",
    "dice-put": lambda t: f"{t.does('puts')} {t.faces()} on {t.dice()}.",
    "dice-swapped": lambda t: f"{t.dice(True)} are swapped and show {t.faces()}.",
    "achievement-ready": lambda t: f"A reward of {t.money()} can be claimed.",
    "achievement-claimed": lambda t: (
        f"{t.does('claims')} the reward for the {place(t.amounts['achievement'])} die."
    ),
    "card-flipped": lambda t: f"{t.piece()} is turned to its other side.",
    "upgraded": upgraded,
    "turn-counted": lambda t: f"The {t.piece()} turn ends: {t.many('turns', 'turn')} so far.",
    "turn-skipped": lambda t: f"Nothing is bought, so the {t.piece()} turn does not count.",
    "won": lambda t: f"{t.does('wins')} in {t.many('turns', 'turn')}.",
    "rated": rated,
}


def narrate(seat: int, move: Move, voice: Voice, numbers: Cards) -> str:
    """Return a sentence for a move that logs nothing: a roll is told when the dice have fallen."""
    dice = [int(word) - 1 for word in move.words]
    return f"{voice.does(seat, 'rerolls')} {the_dice(dice)}." if dice else f"{voice.does(seat, 'goes')} on."


def tell(event: Event, voice: Voice, numbers: Cards) -> str:
    return KINDS[event.kind](DiceTeller(event, voice, numbers))
