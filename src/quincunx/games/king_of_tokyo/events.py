"""The events of King of Tokyo as sentences: each says what happened, why, and how much there is then."""

from collections.abc import Callable

from quincunx.core.event import NOBODY, Event
from quincunx.core.move import Move
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.names import cards_that
from quincunx.games.king_of_tokyo.tables import Tables
from quincunx.text.grammar import Voice, listed
from quincunx.text.phrasing import Teller

WORDS = {
    "fewer-dice": "an extra turn",
    "tokyo-entered": "entering Tokyo",
    "tokyo-held": "a turn started in Tokyo",
    "shrink": "Shrink token",
    "poison": "Poison token",
}
"""The names of causes and pieces that are neither cards nor faces."""


class MonsterTeller(Teller[Tables]):
    """The sentence of one event for one reader; cards are called by their titles."""

    def named(self, word: str) -> str:
        if word == "shield":
            return cards_that(self.numbers, lambda card: card.shields())
        return self.numbers.titles.get(word) or WORDS.get(word, word)

    def pieces(self) -> str:
        """Return the pieces of the event: cards as a sentence lists them, faces as they lie."""
        known = [self.named(piece) for piece in self.event.pieces]
        return listed(known) if self.event.pieces[0] in self.numbers.titles else ", ".join(known)

    def because(self) -> str:
        """Return the causes, but not the dice alone: what they show was told just before."""
        return "" if self.event.causes == ["dice"] else super().because()

    def changes(self, sign: str, key: str, thing: str, things: str = "") -> str:
        """Return a change, numbers first, with the new total; the reader's own doing needs no name."""
        amounts = self.amounts
        now = amounts["total"] if "total" in amounts else amounts["left"]
        seat = self.event.seat
        own = seat == self.voice.reader and self.event.by in (NOBODY, seat)
        who = "" if own else f"{self.voice.who(seat)}: "
        return f"{who}{sign}{self.many(key, thing, things)} ({now}){self.because()}."


def tell(event: Event, voice: Voice, numbers: Tables) -> str:
    """Return the sentence for the voice's reader."""
    return ended(KINDS[event.kind](MonsterTeller(event, voice, numbers)))


def ended(text: str) -> str:
    """Drop the full stop where the title of a card ends the sentence already: It Has a Child!"""
    return text[:-1] if text.endswith(("!.", "?.")) else text


def bought(t: MonsterTeller) -> str:
    seller = "" if t.event.by == NOBODY else f" from {t.by()}"
    causes = "".join(f"{t.named(cause)}; " for cause in dict.fromkeys(t.event.causes))
    price = f"{t.amounts['energy']} energy ({causes}{t.amounts['left']} left)"
    return f"{t.does('buys')} {t.pieces()}{seller} for {price}."


def battery(t: MonsterTeller) -> str:
    taken = t.changes("+", "energy", "energy", "energy").rstrip(".")
    return f"{taken}, {t.amounts['left']} left on it."


def most_hearts(t: MonsterTeller) -> str:
    cut = f" and {t.form('loses')} {t.many('cut', 'heart')}" if t.amounts["cut"] else ""
    return f"{t.does('can')} have {t.many('most', 'heart')} now{cut}."


def revived(t: MonsterTeller) -> str:
    lost = f" and {t.many('points', 'point')}" if t.amounts["points"] else ""
    again = f"{t.form('starts')} again outside Tokyo with {t.many('hearts', 'heart')}"
    return f"{t.does('loses')} all cards{lost} and {again}{t.because()}."


def yielded(t: MonsterTeller) -> str:
    return f"{t.does('yields')} Tokyo{' before the attack hits' if t.event.causes else ''}{t.because()}."


def bay_closed(t: MonsterTeller) -> str:
    where = "to the City" if t.amounts["city"] else "out of Tokyo"
    return f"Tokyo Bay closes; {t.voice.whom(t.event.seat)} {t.form('moves')} {where}."


def turned(t: MonsterTeller) -> str:
    old, new = t.event.pieces
    return f"{t.does('turns')} {_a(old)} into {_a(new)}{t.because()}."


def _a(face: str) -> str:
    return f"{'an' if face == 'energy' else 'a'} {face}"


def copied(t: MonsterTeller) -> str:
    mimic, card = (t.named(piece) for piece in t.event.pieces)
    return f"{t.whose()} {mimic} copies {t.voice.whose(t.event.by)} {card}."


KINDS: dict[str, Callable[[MonsterTeller], str]] = {
    # Set-up and turns.
    "rolls-off": lambda t: f"{t.does('rolls')} {t.many('claws', 'claw')} for the first turn.",
    "roll-off-tied": lambda t: (
        f"{t.many('monsters', 'monster')} tie with {t.many('claws', 'claw')} and roll again."
    ),
    "turn-starts": lambda t: f"{t.whose()} turn.",
    "extra-turn": lambda t: f"{t.does('takes')} another turn.",
    "turn-granted": lambda t: f"{t.does('gets')} another turn after this one{t.because()}.",
    "plays-again": lambda t: (
        f"{t.does('takes')} another turn with {t.many('dice', 'die', 'dice')} fewer{t.because()}."
    ),
    # Dice.
    "dice-number": lambda t: f"{t.does('has')} {t.many('dice', 'die', 'dice')} this turn{t.because()}.",
    "rolls": lambda t: f"{t.does('rolls')} {t.pieces()}.",
    "takes-up": lambda t: f"{t.does('rerolls')} {t.pieces()}{t.because()}.",
    "probes": lambda t: f"{t.does('rerolls')} {_a(t.pieces())}{t.because()}.",
    "probed": lambda t: f"{t.whose()} dice are now {t.pieces()}.",
    "turns-die": turned,
    # Points, energy, hearts, tokens.
    "points-gained": lambda t: t.changes("+", "points", "point"),
    "points-full": lambda t: f"{t.does('has')} {t.many('points', 'point')} already{t.because()}.",
    "points-lost": lambda t: t.changes("-", "points", "point"),
    "energy-gained": lambda t: t.changes("+", "energy", "energy", "energy"),
    "energy-paid": lambda t: t.changes("-", "energy", "energy", "energy"),
    "energy-lost": lambda t: t.changes("-", "energy", "energy", "energy"),
    "energy-taken": battery,
    "heals": lambda t: t.changes("+", "hearts", "heart"),
    "hearts-full": lambda t: f"{t.does('has')} all hearts already{t.because()}.",
    "hearts-lost": lambda t: t.changes("-", "hearts", "heart"),
    "hearts-saved": lambda t: f"{t.does('keeps')} {t.many('hearts', 'heart')}{t.because()}.",
    "most-hearts": most_hearts,
    "tokens-gained": lambda t: t.changes("+", "tokens", t.named(t.event.pieces[0])),
    "tokens-lost": lambda t: t.changes("-", "tokens", t.named(t.event.pieces[0])),
    # The fight, and Tokyo.
    "attacks": lambda t: f"{t.does('attacks')} with {t.many('claws', 'claw')}{t.because()}.",
    "rolls-to-hide": lambda t: f"{t.does('rolls')} {t.pieces()}{t.because()}.",
    "shielded": lambda t: f"{t.does('loses')} no more hearts this turn{t.because()}.",
    "yields": yielded,
    "stays": lambda t: f"{t.does('stays')} in Tokyo.",
    "driven-out": lambda t: f"{t.does('is')} driven out of Tokyo{t.because()}.",
    "enters": lambda t: f"{t.does('enters')} Tokyo {'City' if t.amounts['city'] else 'Bay'}.",
    "bay-closes": bay_closed,
    "falls": lambda t: f"{t.does('is')} out of the game.",
    "revives": revived,
    # Cards.
    "buys": bought,
    "sells": lambda t: t.changes("+", "energy", "energy", "energy"),
    "discards": lambda t: f"{t.does('discards')} {t.pieces()}.",
    "counters-put": lambda t: f"{t.does('puts')} {t.many('counters', 'counter')} on {t.pieces()}.",
    "counter-spent": lambda t: f"{t.does('spends')} a counter of {t.pieces()} ({t.amounts['left']} left).",
    "copies": copied,
    "stands-idle": lambda t: (
        f"{t.whose()} {t.pieces()} copies nothing now: {t.named(t.event.causes[0])} is gone."
    ),
    "sweeps": lambda t: (
        f"{t.does('sweeps')} {t.pieces() if t.event.pieces else 'nothing'} away"
        f" for {t.amounts['energy']} energy ({t.amounts['left']} left)."
    ),
    "revealed": lambda t: f"For sale now: {t.pieces()}.",
    "goes-under": lambda t: f"Another {t.pieces()} goes under the pile.",
    "reshuffled": lambda t: f"The discards are shuffled into a new pile of {t.many('cards', 'card')}.",
    "looks": lambda t: f"{t.does('looks')} at the top card of the pile.",
    "top-card": lambda t: f"The top card is {t.pieces()}.",
    "puts-back": lambda t: f"{t.does('puts')} the top card back.",
    # The end.
    "wins-by-points": lambda t: f"{t.does('has')} {t.many('points', 'point')} and {t.form('wins')}.",
    "wins-alone": lambda t: f"{t.does('is')} the last monster alive and {t.form('wins')}.",
    "nobody-wins": lambda t: "No monster is left: nobody wins.",
    "ended-by-points": lambda t: t.many("points", "point"),
    "ended-with-one": lambda t: "last monster alive",
    "ended-with-nobody": lambda t: "no monster is left",
}

SILENT = {
    "keep": "keeps the dice",
    "reroll": "rerolls",
    "change": "turns a die",
    "done": "is done",
    "heal": "uses a heart",
    "cure": "uses a heart on a token",
    "waste": "leaves a heart unused",
    "yield": "yields Tokyo",
    "stay": "stays in Tokyo",
    "buy": "buys a card",
    "sweep": "sweeps the open cards away",
    "peek": "looks at the top card of the pile",
    "put-back": "puts the card back on the pile",
    "copy": "chooses a card to copy",
    "sell": "sells a card",
    "again": "takes another turn",
    "pass": "passes",
}
"""The words for a move that logged no event, by its verb."""
QUIET = {"rolls-off", "turn-starts", "dice-number", "rolls", "takes-up", "attacks"}
"""The kinds of events that are done to nobody else: a player's own doing, or part of any turn."""


def narrate(seat: int, move: Move, voice: Voice, numbers: Tables) -> str:
    """Return the sentence for a move that logged no event."""
    if seat == CHANCE:
        return "A card is revealed." if move.verb in ("reveal", "peek") else "The dice are rolled."
    if move.verb == "use":
        return f"{voice.does(seat, 'uses')} {numbers.titles.get(move.words[0], 'a card')}."
    return f"{voice.does(seat, SILENT[move.verb])}."
