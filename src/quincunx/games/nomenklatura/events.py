"""The events of Nomenklatura as sentences: one function for each kind of event."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.core.state import CHANCE
from quincunx.games.nomenklatura.moves import laid_out
from quincunx.games.nomenklatura.question import card_title
from quincunx.games.nomenklatura.state import Setup
from quincunx.text.grammar import Voice, count, listed
from quincunx.text.phrasing import Teller

STANDING = {
    "alone": "alone",
    "most": "most",
    "second": "second",
    "tied-for-most": "tied for most",
    "tied-for-second": "tied for second",
}
"""The reasons for which a region pays a player (NK-12)."""


class Telling(Teller[Setup]):
    """The sentence of one event, with the names of regions and cards."""

    def __getitem__(self, amount: str) -> int:
        return self.amounts.get(amount, 0)

    def named(self, word: str) -> str:
        setup = self.numbers
        if word in setup.card_ids:
            return setup.card_names[setup.card_ids.index(word)]
        return setup.region_names[setup.region_ids.index(word)]

    @property
    def markers(self) -> str:
        return count(self["markers"], "marker")

    @property
    def theirs(self) -> str:
        """Return how many markers of which player, in a sentence that begins with the one who acts."""
        seat, by = self.event.seat, self.event.by
        owner = "their own" if seat == by != self.voice.reader else self.voice.whose(seat)
        return f"{self['markers']} of {owner} markers"

    def pieces(self) -> str:
        return listed([self.named(piece) for piece in self.event.pieces])

    @property
    def why(self) -> str:
        """Return the end of a sentence: the card that caused it."""
        return f" ({self.named(self.event.causes[0])})."


# The agenda and the bids


def turn_order(it: Telling) -> str:
    places = range(1, len(it.event.amounts) + 1)
    return f"Turn order: {', '.join(it.voice.whom(it[f'place-{place}'] - 1) for place in places)}."


def agenda_discarded(it: Telling) -> str:
    return f"{it.pieces()} {'is' if len(it.event.pieces) == 1 else 'are'} left over and discarded."


def deck_shuffled(it: Telling) -> str:
    return f"The deck is empty: {count(it['cards'], 'discarded card')} are shuffled into a new one."


def bid_placed(it: Telling) -> str:
    shares = [
        f"{laid_out(it[f'rubles-{space + 1}'], it[f'markers-{space + 1}'])} for {it.voice.whom(space)}"
        for space in range(len(it.voice.names))
        if it[f"rubles-{space + 1}"] or it[f"markers-{space + 1}"]
    ]
    if len(shares) == 1:
        return f"{shares[0].replace(' for ', ' on the track for ', 1)}."
    return f"{laid_out(it['rubles'], it['markers'])} on the track: {', '.join(shares)}."


# Markers and rubles


def markers_removed(it: Telling) -> str:
    return f"{it.voice.does(it.event.by, 'removes')} {it.theirs} from {it.piece()}{it.why}"


def markers_moved(it: Telling) -> str:
    way = f"from {it.piece(0)} to {it.piece(1)}"
    if it.event.by == it.event.seat:
        return f"{it.does('moves')} {it.markers} {way}{it.why}"
    return f"{it.voice.does(it.event.by, 'moves')} {it.theirs} {way}{it.why}"


def markers_bought(it: Telling) -> str:
    buyer, voice = it.event.by, it.voice
    sold = f"{voice.whose(it.event.seat)} {it.markers} in {it.piece()}"
    return f"{voice.does(buyer, 'buys')} {sold} for ${it['rubles']}{it.why}"


def marker_moved(it: Telling) -> str:
    way = f"from {it.piece(0)} to {it.piece(1)}"
    return f"{it.does('moves')} the Consolidation Marker {way}, which will be consolidated."


# The consolidation


def not_consolidated(it: Telling) -> str:
    owner = "only one player" if it["players"] else "nobody"
    return f"No consolidation: {owner} has markers in {it.piece()}."


def markers_picked_up(it: Telling) -> str:
    aside = f", counting the {it['from-aside']} set aside" if it["from-aside"] else ""
    rest = f"{it.form('picks')} up {it['markers'] or 'none'}{aside}"
    return f"{it.does('leaves')} 1 marker in {it.piece()} and {rest}."


def consolidation_won(it: Telling) -> str:
    return (
        f"{it.does('wins')} {it.piece()} with a bid of {it['bid']}: "
        f"{count(it['on-track'], 'marker')} on the track and {it['in-hand']} in hand to place."
    )


def markers_put_back(it: Telling) -> str:
    home = f" and {it['to-supply']} into the supply" if it["to-supply"] else ""
    return f"{it.does('puts')} {it.markers} back into {it.piece()}{home}."


def markers_returned(it: Telling) -> str:
    goes = "go" if it["markers"] > 1 else "goes"
    return f"{it['markers']} of {it.voice.whose(it.event.seat)} markers {goes} back to the supply."


def card_of(it: Telling) -> str:
    """Return the card that caused an event, for the middle of a sentence."""
    return card_title(it.numbers, it.numbers.card_ids.index(it.event.causes[0]))


def supply_empty(it: Telling) -> str:
    after = f" after {it['markers']} of {count(it['of'], 'marker')}" if it["markers"] else ""
    return f"{it.whose()} supply is empty{after}{it.why}"


# The scoring and the end


def income(it: Telling) -> str:
    paid = [
        f"{it.named(region)} ${it[region]} ({STANDING[why]})"
        for region, why in zip(it.event.pieces, it.event.causes, strict=True)
    ]
    if not paid:
        return f"{it.does('scores')} nothing."
    twice = f" (twice ${it['rubles'] // 2})" if it["times"] == 2 else ""
    return f"{it.does('scores')} ${it['rubles']}{twice}: {', '.join(paid)}."


def most_rubles(it: Telling) -> str:
    return f"most rubles, ${it['rubles']}; {_ended(it)}"


def most_markers(it: Telling) -> str:
    return f"tied at ${it['rubles']}, but most markers left over; {_ended(it)}"


def shared(it: Telling) -> str:
    return f"tied at ${it['rubles']} and in markers left over; {_ended(it)}"


def _ended(it: Telling) -> str:
    done = [_inside(it.voice, seat) for seat in range(len(it.voice.names)) if it[f"ran-out-{seat + 1}"]]
    if not done:
        return f"round {it['round']} was the last"
    return f"{' and '.join(done)} had every marker on the board in round {it['round']}"


def _inside(voice: Voice, seat: int) -> str:
    """Return a player inside a sentence; one without a name is player 1, not Player 1."""
    name = voice.whom(seat)
    return name.lower() if name == f"Player {seat + 1}" else name


KINDS: dict[str, Callable[[Telling], str]] = {
    "turn-order": turn_order,
    "agenda-discarded": agenda_discarded,
    "deck-shuffled": deck_shuffled,
    "round-begun": lambda it: f"Round {it['round']}. On the agenda: {it.pieces()}.",
    "bid": lambda it: f"{it.does('bids')} {it['total']}.",
    "bid-placed": bid_placed,
    "passed": lambda it: f"{it.does('passes')}.",
    "dropped-out": lambda it: f"{it.does('is')} out: not enough for a higher bid.",
    "rubles-collected": lambda it: f"{it.does('takes')} ${it['rubles']} from the track.",
    "card-taken": lambda it: (
        f"{it.does('takes')} {card_title(it.numbers, it.numbers.card_ids.index(it.event.pieces[0]))}."
    ),
    "card-used": lambda it: "",  # Every card that was taken is discarded.
    "deck-looked-at": lambda it: (
        f"{it.does('looks')} at the next {count(it['cards'], 'card')} of the deck{it.why}"
    ),
    "card-seen": lambda it: f"{it.does('sees')} {it.pieces()}.",
    "cards-kept": lambda it: f"{it.does('puts')} {it.pieces()} back on the deck.",
    "card-discarded": lambda it: f"{it.does('discards')} {it.pieces()} from the deck{it.why}",
    "markers-placed": lambda it: f"{it.does('places')} {it.markers} in {it.piece()}{it.why}",
    "supply-empty": supply_empty,
    "nothing-to-do": lambda it: f"Part of {card_of(it)} does nothing for {it.voice.whom(it.event.seat)}.",
    "markers-removed": markers_removed,
    "markers-moved": markers_moved,
    "markers-bought": markers_bought,
    "markers-sold": lambda it: f"{it.does('sells')} {it.markers} in {it.piece()} for ${it['rubles']}{it.why}",
    "markers-set-aside": lambda it: (
        f"{it.does('sets')} {it.markers} aside for the next consolidation{it.why}"
    ),
    "rubles-received": lambda it: f"{it.does('takes')} ${it['rubles']} from the bank{it.why}",
    "rubles-paid": lambda it: f"{it.does('pays')} ${it['rubles']} to the bank{it.why}",
    "marker-moved": marker_moved,
    "not-consolidated": not_consolidated,
    "consolidation-begun": lambda it: f"Consolidation of {it.piece()}.",
    "markers-picked-up": markers_picked_up,
    "nobody-bid": lambda it: f"Nobody bids for {it.piece()}. All markers go back.",
    "markers-put-back": markers_put_back,
    "consolidation-won": consolidation_won,
    "markers-returned": markers_returned,
    "markers-ran-out": lambda it: f"{it.does('has')} every marker on the board.",
    "last-round": lambda it: f"Round {it['round']} is the last and is scored twice.",
    "income": income,
    "rubles-shown": lambda it: f"{it.does('has')} ${it['rubles']} behind the screen.",
    "most-rubles": most_rubles,
    "most-markers": most_markers,
    "shared": shared,
}


def tell(event: Event, voice: Voice, numbers: Setup) -> str:
    return KINDS[event.kind](Telling(event, voice, numbers))


SILENT = {
    "bid": "bids",
    "markers": "says how the bid is paid",
    "pass": "passes",
    "take": "takes a card",
    "place": "places markers",
    "remove": "removes a marker",
    "reduce": "removes markers",
    "swap": "swaps markers",
    "ride": "sends markers by rail",
    "buy": "buys markers",
    "sell": "sells markers",
    "set-aside": "sets markers aside",
    "partner": "chooses a partner",
    "bring": "brings a marker",
    "mark": "moves the Consolidation Marker",
    "discard": "keeps the cards",
    "stop": "stops",
}
"""The words for a move that logged no event, by its verb."""


def narrate(seat: int, move: Move, voice: Voice, numbers: Setup) -> str:
    """Return the sentence for a move that logged no event."""
    if seat == CHANCE:
        if move.verb == "order":
            return "The turn order is drawn."
        title = numbers.card_names[numbers.card_ids.index(move.words[0])]
        return f"{title} comes up for the agenda." if move.verb == "flip" else f"{title} comes off the deck."
    return f"{voice.does(seat, SILENT[move.verb])}."
