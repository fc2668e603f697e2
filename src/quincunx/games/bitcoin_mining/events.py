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
        return f" ({listed([title(cause) for cause in self.event.causes])})." if self.event.causes else "."

    def fiat(self, key: str = "fiat") -> str:
        return f"{self.amounts[key]:,} fiat"

    def btc(self, key: str = "btc") -> str:
        return coins(self.amounts[key])

    def batches(self) -> str:
        return self.many("batches", "batch", "batches")

    def rolls(self) -> str:
        return f"{self.does('rolls')} {self.amounts['one']} and {self.amounts['two']}"

    def place(self, number: int = 0) -> str:
        """Return one of the event's properties with its owner: "your Minsk 1"."""
        return f"{self.voice.whose(self.event.seat)} {self.piece(number)}"

    def effect(self) -> str:
        """Return a card that runs, with its player or the property that it runs on."""
        card, *places = self.event.pieces
        return f"{title(card)} on {self.place(1)}" if places else f"{self.whose()} {title(card)}"


def tell(event: Event, voice: Voice, numbers: Edition) -> str:
    """Return the event as a sentence for the voice's reader."""
    return KINDS[event.kind](MinerTeller(event, voice, numbers))


def inspected(t: MinerTeller) -> str:
    """Return the sentence for Inspection; the reader has just seen a pawn that lands there go to it."""
    goes = "" if t.event.causes == ["inspection"] else f"{t.form('goes')} to Inspection and "
    return f"{t.voice.who(t.event.seat)} {goes}{t.form('mines')} no BTC until free."


def flipped(t: MinerTeller) -> str:
    before, now, cards = ("Bear", "Bull", "good") if t.event.pieces[1] == "bull" else ("Bull", "Bear", "bad")
    return f"The {before} {t.piece().removeprefix('the corner ')} turns to {now}: {cards} cards there now."


def passed_start(t: MinerTeller) -> str:
    often = t.amounts["passes"]
    order = {1: "first", 2: "second", 3: "third", 4: "fourth"}.get(often, f"{often}th")
    return f"{t.does('passes')} Start for the {order} time."


def payouts_changed(t: MinerTeller) -> str:
    change = "are halved" if 2 * t.amounts["btc"] == t.amounts["before"] else "change"
    return f"Payouts {change}: {t.btc()} a batch for each landing (was {t.btc('before')})."


def ended(t: MinerTeller) -> str:
    limit = t.amounts["limit"]
    match t.event.causes:
        case ["cycles"]:
            return f"most BTC when cycle {limit} ended"
        case ["btc"]:
            return f"most BTC in the round that reached {coins(limit)}"
    return f"most BTC after {count(limit, 'round')}"


def game_over(t: MinerTeller) -> str:
    limit = t.amounts["limit"]
    match t.event.causes:
        case ["cycles"]:
            return f"The game is over: cycle {limit} has ended."
        case ["btc"]:
            return f"The game is over: somebody has {coins(limit)}."
    return f"The game is over after {count(limit, 'round')}."


def declined(t: MinerTeller) -> str:
    verb = "buy" if t.event.pieces[0] in t.numbers.board.names else "use"
    return f"{t.does('does')} not {verb} {t.piece()}."


def given_back(t: MinerTeller) -> str:
    batches, ordered = t.amounts["batches"], t.amounts["ordered"]
    lost = [count(batches, "batch", "batches")] * (batches > 0) + [f"{ordered} on order"] * (ordered > 0)
    lost += [title(card) for card in t.event.pieces[1:]]
    gone = f" Lost with it: {listed(lost)}." if lost else ""
    return f"{t.does('sells')} {t.piece()} to the bank for {t.fiat()}{t.because()}{gone}"


def toll(t: MinerTeller) -> str:
    spared = t.amounts["fiat"] == 0 and t.event.causes
    paid = "no toll" if spared else f"{t.fiat()} toll"
    return f"{t.does('pays')} {t.by()} {paid} for {t.piece()}{t.because()}"


def payout(t: MinerTeller) -> str:
    btc, full = t.amounts["btc"], t.amounts["full"]
    mined = t.btc() if btc else "no BTC"
    instead = f", not {t.btc('full')}" if btc and btc < full else ""
    why = t.because() if t.event.causes else f" ({t.batches()})."
    return f"{t.piece()} mines {mined} for {t.voice.whom(t.event.seat)}{instead}{why}"


def ordered(t: MinerTeller) -> str:
    paid = [t.fiat(), *[title(cause) for cause in t.event.causes]]
    return f"{t.does('orders')} a batch for {t.piece()} ({', '.join(paid)})."


def answered(t: MinerTeller) -> str:
    if t.event.pieces:
        return f"{t.does('chooses')} a batch for {t.piece()}."
    own = "your" if t.event.seat == t.voice.reader else "their"
    return f"{t.does('orders')} nothing {'this time' if t.amounts['again'] else f'until {own} next turn'}."


def drew(t: MinerTeller) -> str:
    cards = t.numbers.cards
    text = says(cards[card_number(cards, t.event.pieces[0])], t.amounts["cycle"])
    return f"{t.does('draws')} {t.piece()}: “{text.rstrip('.')}”."


KINDS: dict[str, Callable[[MinerTeller], str]] = {
    # The turn.
    "rolled": lambda t: f"{t.rolls()}, to {t.piece()}.",
    "stayed": lambda t: f"{t.rolls()}, no doubles, and {t.form('stays')} in Inspection.",
    "freed": lambda t: f"{t.rolls()}. Doubles: out of Inspection, to {t.piece()}.",
    "skipped": lambda t: f"{t.does('skips')} this turn{t.because()}",
    "fee-paid": lambda t: f"{t.does('pays')} {t.fiat()} and {t.form('leaves')} Inspection.",
    "inspected": inspected,
    # The corners and the cycles.
    "flipped": flipped,
    "passed-start": passed_start,
    "cycle-began": lambda t: f"Cycle {t.amounts['cycle']} of {t.numbers.cycles} begins.",
    "inflation": lambda t: (
        "Fiat Inflation: properties, tolls and batches cost more. "
        f"A batch is {t.fiat('batch')} (was {t.amounts['before']:,})."
    ),
    "payouts-changed": payouts_changed,
    "last-turn": lambda t: "That was the last pass over Start: the game ends after this turn.",
    "ended": ended,
    "game-over": game_over,
    # Properties.
    "bought": lambda t: f"{t.does('buys')} {t.piece()} for {t.fiat()}.",
    "declined": declined,
    "given-back": given_back,
    "toll": toll,
    "toll-unpaid": lambda t: (
        f"{t.does('has')} only {t.fiat('has')} and cannot pay {t.by()} "
        f"the toll of {t.amounts['fiat']:,} for {t.piece()}."
    ),
    "payout": payout,
    # Batches.
    "ordered": ordered,
    "answered": answered,
    "delivered": lambda t: f"Delivered: {t.batches()} to {t.place()} ({t.amounts['now']} there now).",
    "batch-lost": lambda t: (
        f"{t.does('loses')} a batch at {t.piece()}, {t.amounts['left']} left there{t.because()}"
    ),
    # Cards.
    "drew": drew,
    "no-effect": lambda t: f"Nothing happens: there is nothing for {t.piece()} to act on.",
    "reshuffled": lambda t: (
        f"The {t.piece()} deck is empty: its {t.amounts['cards']} used cards are shuffled."
    ),
    "deck-empty": lambda t: f"There is no {t.piece()} card left to draw.",
    "kept": lambda t: f"{t.does('keeps')} {t.piece()}.",
    "effect-began": lambda t: f"{t.effect()} starts.",
    "effect-goes-on": lambda t: f"{t.effect()} runs already; a second one adds nothing.",
    "effect-ended": lambda t: f"{t.effect()} ends with the cycle.",
    "card-paid": lambda t: f"{t.does('pays')} {t.fiat()}{t.because()}",
    "card-unpaid": lambda t: (
        f"{t.does('has')} only {t.fiat('has')} and cannot pay {t.amounts['fiat']:,}{t.because()}"
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
    "no": "orders nothing for a while",
    "later": "orders nothing this time",
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
