"""The events of Bitcoin Mining as sentences."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining.names import card_number, coins, says, title
from quincunx.games.bitcoin_mining.state import Edition
from quincunx.text.grammar import Voice, count, listed
from quincunx.text.phrasing import Teller


class MinerTeller(Teller[Edition]):
    """The sentence of one event for one reader; tiles and cards are called by their titles."""

    def named(self, word: str) -> str:
        return title(word)

    def because(self) -> str:
        """Return the end of a sentence with the causes, if there are any.

        Here `by` is the other player of a toll, a payout or a gift, not the owner of a cause.
        """
        return f": {listed([title(cause) for cause in self.event.causes])}." if self.event.causes else "."

    def fiat(self, key: str = "fiat") -> str:
        return f"{self.amounts[key]:,} fiat"

    def btc(self, key: str = "btc") -> str:
        return coins(self.amounts[key])

    def batches(self) -> str:
        return self.many("batches", "batch", "batches")

    def rolls(self) -> str:
        return f"{self.does('rolls')} {self.amounts['one']} and {self.amounts['two']}"

    def runs(self) -> str:
        """Return the player whose card runs, with the property if it runs on one."""
        return f"{self.whose()} {' on '.join(title(piece) for piece in self.event.pieces)}"


def tell(event: Event, voice: Voice, numbers: Edition) -> str:
    """Return the event as a sentence for the voice's reader."""
    return KINDS[event.kind](MinerTeller(event, voice, numbers))


def inspected(t: MinerTeller) -> str:
    """Return the sentence for Inspection; the reader has just seen a pawn that lands there go to it."""
    goes = f"{t.does('is')} in" if t.event.causes == ["inspection"] else f"{t.does('goes')} to"
    return f"{goes} Inspection: no BTC until free."


def passed_start(t: MinerTeller) -> str:
    often = t.amounts["passes"]
    order = {1: "first", 2: "second", 3: "third"}.get(often, f"{often}th")
    return f"{t.does('passes')} Start for the {order} time."


def cycle_began(t: MinerTeller) -> str:
    flipped = "back" if t.event.pieces == ["start"] else f"to {t.piece()}"
    return f"Cycle {t.amounts['cycle']} begins; Start is flipped {flipped}."


def payouts_changed(t: MinerTeller) -> str:
    change = "are halved" if 2 * t.amounts["btc"] == t.amounts["before"] else "change"
    return f"Payouts {change}: {t.btc()} for each batch and landing, not {t.btc('before')}."


def ended(t: MinerTeller) -> str:
    limit = t.amounts["limit"]
    match t.event.causes:
        case ["cycles"]:
            return f"Cycle {limit} ended"
        case ["btc"]:
            return f"{coins(limit)} were reached"
    return f"{count(limit, 'round')} {'was' if limit == 1 else 'were'} played"


def game_over(t: MinerTeller) -> str:
    reason = ended(t)
    return f"The game is over: {reason[0].lower()}{reason[1:]}."


def given_back(t: MinerTeller) -> str:
    batches, ordered = t.amounts["batches"], t.amounts["ordered"]
    lost = [count(batches, "batch", "batches")] * (batches > 0) + [f"{ordered} on order"] * (ordered > 0)
    lost += [title(card) for card in t.event.pieces[1:]]
    gone = f"; lost with it: {listed(lost)}" if lost else ""
    return f"{t.does('gives')} {t.piece()} back for {t.fiat()}{gone} ({t.named(t.event.causes[0])})."


def toll(t: MinerTeller) -> str:
    spared = t.amounts["fiat"] == 0 and t.event.causes
    paid = "no toll" if spared else f"a toll of {t.fiat()}"
    return f"{t.does('pays')} {t.by()} {paid} for {t.piece()}{t.because()}"


def payout(t: MinerTeller) -> str:
    btc, full = t.amounts["btc"], t.amounts["full"]
    paid = t.btc() if btc else "no BTC"
    instead = f", not {t.btc('full')}" if btc and btc < full else ""
    to = t.voice.whom(t.event.seat)
    return f"{t.piece()} pays {to} {paid} for {t.batches()}{instead}{t.because()}"


def answered(t: MinerTeller) -> str:
    if t.event.pieces:
        return f"{t.does('answers')}: a batch for {t.piece()}."
    return f"{t.does('answers')}: {'later' if t.amounts['again'] else 'no order'}."


def delivered(t: MinerTeller) -> str:
    arrive = "arrives" if t.amounts["batches"] == 1 else "arrive"
    place = f"{t.voice.whose(t.event.seat)} {t.piece()}"
    return f"{t.batches()} {arrive} on {place}, which has {t.amounts['now']} now."


def drew(t: MinerTeller) -> str:
    cards = t.numbers.cards
    text = says(cards[card_number(cards, t.event.pieces[0])], t.amounts["cycle"])
    return f"{t.does('draws')} {t.piece()}: {text[:1].lower()}{text[1:]}"


KINDS: dict[str, Callable[[MinerTeller], str]] = {
    # The turn.
    "rolled": lambda t: f"{t.rolls()} and {t.form('goes')} to {t.piece()}.",
    "stayed": lambda t: f"{t.rolls()} and {t.form('stays')} in Inspection.",
    "freed": lambda t: f"{t.rolls()}, doubles: out of Inspection and on to {t.piece()}.",
    "skipped": lambda t: f"{t.does('skips')} this turn{t.because()}",
    "fee-paid": lambda t: f"{t.does('pays')} {t.fiat()} and {t.form('leaves')} Inspection.",
    "inspected": inspected,
    # The corners and the cycles.
    "flipped": lambda t: f"{t.piece().capitalize()} is flipped to {t.piece(1)}.",
    "passed-start": passed_start,
    "cycle-began": cycle_began,
    "inflation": lambda t: (
        "Fiat inflation: properties, tolls and batches cost more; "
        f"a batch costs {t.amounts['batch']:,} now, not {t.amounts['before']:,}."
    ),
    "payouts-changed": payouts_changed,
    "last-turn": lambda t: "That was the last pass over Start: the game ends with this turn.",
    "ended": ended,
    "game-over": game_over,
    # Properties.
    "bought": lambda t: f"{t.does('buys')} {t.piece()} for {t.fiat()}.",
    "declined": lambda t: f"{t.does('declines')} {t.piece()}.",
    "given-back": given_back,
    "toll": toll,
    "toll-unpaid": lambda t: (
        f"{t.does('has')} {t.fiat('has')} and cannot pay {t.by()} "
        f"the toll of {t.amounts['fiat']:,} for {t.piece()}."
    ),
    "payout": payout,
    # Batches.
    "ordered": lambda t: f"{t.does('orders')} a batch for {t.piece()} at {t.fiat()}{t.because()}",
    "answered": answered,
    "delivered": delivered,
    "batch-lost": lambda t: (
        f"{t.does('loses')} a batch on {t.piece()}, {t.amounts['left']} left there{t.because()}"
    ),
    # Cards.
    "drew": drew,
    "no-effect": lambda t: f"{t.piece()} has no effect: there is nothing it could act on.",
    "reshuffled": lambda t: (
        f"The {t.event.pieces[0]} deck was empty: its {t.amounts['cards']} discards are shuffled."
    ),
    "deck-empty": lambda t: f"There is no {t.event.pieces[0]} card left to draw.",
    "kept": lambda t: f"{t.does('keeps')} {t.piece()}.",
    "effect-began": lambda t: f"{t.runs()} begins.",
    "effect-goes-on": lambda t: f"{t.runs()} runs already; it does not add up.",
    "effect-ended": lambda t: f"{t.runs()} ends with the cycle.",
    "card-paid": lambda t: f"{t.does('pays')} {t.fiat()}{t.because()}",
    "card-unpaid": lambda t: (
        f"{t.does('has')} {t.fiat('has')} and cannot pay {t.amounts['fiat']:,}{t.because()}"
    ),
    "fiat-gained": lambda t: f"{t.does('gains')} {t.fiat()}{t.because()}",
    "fiat-given": lambda t: f"{t.does('gives')} {t.by()} {t.fiat()}{t.because()}",
    "btc-gained": lambda t: f"{t.does('gains')} {t.btc()}{t.because()}",
    "btc-lost": lambda t: (
        f"{t.does('loses')} {t.btc()}{t.because()}"
        if t.amounts["btc"]
        else f"{t.does('has')} no BTC to lose{t.because()}"
    ),
    "btc-sold": lambda t: f"{t.does('sells')} {t.btc()} for {t.fiat()}{t.because()}",
}
"""The sentences by kind of event. `ended` is the reason why a game was over, without a full stop."""

SILENT = {
    "roll": "picks up the dice",
    "pay": "pays",
    "order": "orders a batch for {place}",
    "buy": "buys the property",
    "decline": "declines",
    "no": "orders nothing",
    "later": "orders nothing for now",
    "choose": "chooses {place}",
    "sell": "sells BTC",
    "use": "uses the card",
}
"""The words for a move that logged no event, by its verb."""


def narrate(seat: int, move: Move, voice: Voice, numbers: Edition) -> str:
    """Return the sentence for a move that logged no event."""
    if seat == CHANCE:
        return "A card is drawn." if move.verb == "draw" else "The dice are rolled."
    return f"{voice.does(seat, SILENT[move.verb].format(place=title('-'.join(move.words))))}."
