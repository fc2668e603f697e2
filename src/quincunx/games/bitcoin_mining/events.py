"""What happens in Bitcoin Mining, and how it is told."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.voice import Voice, count, listed
from quincunx.games.bitcoin_mining.names import card_number, coins, says, title
from quincunx.games.bitcoin_mining.state import Edition


class Telling:
    """An event and its reader: the parts that sentences are made of."""

    def __init__(self, event: Event, voice: Voice, edition: Edition) -> None:
        self.event = event
        self.edition = edition
        self.amounts = event.amounts
        self.voice = voice
        self.seat = voice.whom(event.seat) if event.seat >= 0 else ""
        self.whose = voice.whose(event.seat) if event.seat >= 0 else ""
        self.whose_first = voice.whose(event.seat, first=True) if event.seat >= 0 else ""
        self.by = voice.whom(event.by) if event.by >= 0 else ""
        self.pieces = [title(piece) for piece in event.pieces]
        self.piece = self.pieces[0] if self.pieces else ""
        self.causes = listed([title(cause) for cause in event.causes])
        self.why = f": {self.causes}." if self.causes else "."
        """The end of a sentence, with the causes if there are any."""

    def does(self, verb: str) -> str:
        return self.voice.does(self.event.seat, verb)

    def form(self, verb: str) -> str:
        return self.voice.form(self.event.seat, verb)

    @property
    def fiat(self) -> str:
        return f"{self.amounts['fiat']:,} fiat"

    @property
    def btc(self) -> str:
        return coins(self.amounts["btc"])

    @property
    def batches(self) -> str:
        return count(self.amounts["batches"], "batch", "batches")

    @property
    def rolls(self) -> str:
        return f"{self.does('rolls')} {self.amounts['one']} and {self.amounts['two']}"

    @property
    def falls_short(self) -> str:
        return f"{self.does('has')} {self.amounts['has']:,} fiat and cannot pay"

    @property
    def runs(self) -> str:
        """A card that runs, with its owner and the property if it runs on one."""
        return f"{self.whose_first} {' on '.join(self.pieces)}"


def tell(event: Event, voice: Voice, numbers: Edition) -> str:
    """The event as a sentence for the voice's reader."""
    return KINDS[event.kind](Telling(event, voice, numbers))


def _passed_start(t: Telling) -> str:
    often = t.amounts["passes"]
    order = {1: "first", 2: "second", 3: "third"}.get(often, f"{often}th")
    return f"{t.does('passes')} Start for the {order} time."


def _cycle_began(t: Telling) -> str:
    flipped = "back" if t.piece == "Start" else f"to {t.piece}"
    return f"Cycle {t.amounts['cycle']} begins; Start is flipped {flipped}."


def _inflation(t: Telling) -> str:
    batch = f"a batch costs {t.amounts['batch']:,} now, not {t.amounts['before']:,}"
    return f"Fiat inflation: properties, tolls and batches cost more; {batch}."


def _payouts_changed(t: Telling) -> str:
    change = "are halved" if 2 * t.amounts["btc"] == t.amounts["before"] else "change"
    return f"Payouts {change}: {t.btc} for each batch and landing, not {coins(t.amounts['before'])}."


def _ended(t: Telling) -> str:
    limit = t.amounts["limit"]
    match t.event.causes:
        case ["cycles"]:
            return f"Cycle {limit} ended"
        case ["btc"]:
            return f"{coins(limit)} were reached"
    return f"{limit} rounds were played"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _inspected(t: Telling) -> str:
    """Whoever landed there has just been seen to go there."""
    arrives = f"{t.does('is')} in" if t.causes == "Inspection" else f"{t.does('goes')} to"
    return f"{arrives} Inspection: no BTC until free."


def _given_back(t: Telling) -> str:
    ordered = t.amounts["ordered"]
    lost = [t.batches] * (t.amounts["batches"] > 0) + [f"{ordered} on order"] * (ordered > 0) + t.pieces[1:]
    gone = f"; lost with it: {listed(lost)}" if lost else ""
    return f"{t.does('gives')} {t.piece} back for {t.fiat}{gone} ({t.causes})."


def _toll(t: Telling) -> str:
    toll = f"a toll of {t.fiat}" if t.amounts["fiat"] or not t.causes else "no toll"
    return f"{t.does('pays')} {t.by} {toll} for {t.piece}{t.why}"


def _payout(t: Telling) -> str:
    btc, full = t.amounts["btc"], t.amounts["full"]
    instead = f", not {coins(full)}" if 0 < btc < full else ""
    return f"{t.piece} pays {t.seat} {t.btc if btc else 'no BTC'} for {t.batches}{instead}{t.why}"


def _answered(t: Telling) -> str:
    nothing = "later" if t.amounts["again"] else "no order"
    return f"{t.does('answers')}: {f'a batch for {t.piece}' if t.piece else nothing}."


def _delivered(t: Telling) -> str:
    arrive = "arrives" if t.amounts["batches"] == 1 else "arrive"
    return f"{t.batches} {arrive} on {t.whose} {t.piece}, which has {t.amounts['now']} now."


def _drew(t: Telling) -> str:
    cards = t.edition.cards
    text = says(cards[card_number(cards, t.event.pieces[0])], t.amounts["cycle"])
    return f"{t.does('draws')} {t.piece}: {_lower(text)}"


def _btc_lost(t: Telling) -> str:
    return (
        f"{t.does('loses')} {t.btc}{t.why}" if t.amounts["btc"] else f"{t.does('has')} no BTC to lose{t.why}"
    )


KINDS: dict[str, Callable[[Telling], str]] = {
    # The turn
    "rolled": lambda t: f"{t.rolls} and {t.form('goes')} to {t.piece}.",
    "stayed": lambda t: f"{t.rolls} and {t.form('stays')} in Inspection.",
    "freed": lambda t: f"{t.rolls}, doubles: out of Inspection and on to {t.piece}.",
    "skipped": lambda t: f"{t.does('skips')} this turn{t.why}",
    "fee-paid": lambda t: f"{t.does('pays')} {t.fiat} and {t.form('leaves')} Inspection.",
    "inspected": _inspected,
    # The corners and the cycles
    "flipped": lambda t: f"{t.piece.capitalize()} is flipped to {t.pieces[1]}.",
    "passed-start": _passed_start,
    "cycle-began": _cycle_began,
    "inflation": _inflation,
    "payouts-changed": _payouts_changed,
    "last-turn": lambda t: "That was the last pass over Start: the game ends with this turn.",
    "game-over": lambda t: f"The game is over: {_lower(_ended(t))}.",
    "ended": _ended,
    # Properties
    "bought": lambda t: f"{t.does('buys')} {t.piece} for {t.fiat}.",
    "declined": lambda t: f"{t.does('declines')} {t.piece}.",
    "given-back": _given_back,
    "toll": _toll,
    "toll-unpaid": lambda t: f"{t.falls_short} {t.by} the toll of {t.amounts['fiat']:,} for {t.piece}.",
    "payout": _payout,
    # Batches
    "ordered": lambda t: f"{t.does('orders')} a batch for {t.piece} at {t.fiat}{t.why}",
    "answered": _answered,
    "delivered": _delivered,
    "batch-lost": lambda t: f"{t.does('loses')} a batch on {t.piece}, {t.amounts['left']} left there{t.why}",
    # Cards
    "drew": _drew,
    "no-effect": lambda t: f"{t.piece} has no effect: there is nothing it could act on.",
    "reshuffled": lambda t: (
        f"The {t.piece.lower()} deck was empty: its {t.amounts['cards']} discards are shuffled."
    ),
    "deck-empty": lambda t: f"There is no {t.piece.lower()} card left to draw.",
    "kept": lambda t: f"{t.does('keeps')} {t.piece}.",
    "effect-began": lambda t: f"{t.runs} begins.",
    "effect-goes-on": lambda t: f"{t.runs} runs already; it does not add up.",
    "effect-ended": lambda t: f"{t.runs} ends with the cycle.",
    "card-paid": lambda t: f"{t.does('pays')} {t.fiat}{t.why}",
    "card-unpaid": lambda t: f"{t.falls_short} {t.amounts['fiat']:,}{t.why}",
    "fiat-gained": lambda t: f"{t.does('gains')} {t.fiat}{t.why}",
    "fiat-given": lambda t: f"{t.does('gives')} {t.by} {t.fiat}{t.why}",
    "btc-gained": lambda t: f"{t.does('gains')} {t.btc}{t.why}",
    "btc-lost": _btc_lost,
    "btc-sold": lambda t: f"{t.does('sells')} {t.btc} for {t.fiat}{t.why}",
}
"""Every kind of event and its sentence. `ended` is why a game was over, without a full stop."""
