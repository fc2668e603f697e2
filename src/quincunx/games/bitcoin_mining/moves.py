"""The moves of Bitcoin Mining: their names, what they cost or bring, and why one is refused."""

import re

from quincunx.core.errors import nearest
from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.names import card_number, coins, property_number, title
from quincunx.games.bitcoin_mining.rules.decks import deck_shown
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.rules.land import less_paid_by
from quincunx.games.bitcoin_mining.state import NO_CARD, Property, faces
from quincunx.text.grammar import Voice, count, listed

CHANCE_MOVES = [
    MoveName("roll DIE DIE", "How the dice fall (chance)."),
    MoveName("draw CARD", "The card that is drawn (chance)."),
]
PLAYERS_MOVES = [
    MoveName("roll", "Roll the dice and move. In Inspection only doubles move you."),
    MoveName("pay", "Pay to leave Inspection, or pay what a card asks."),
    MoveName("order PROPERTY", "Order a miner batch for one of your properties, as in `order as4`."),
    MoveName("buy", "Buy the property you landed on."),
    MoveName("decline", "Turn the offer down."),
    MoveName("no order", "Order nothing, and do not ask me before my next turn."),
    MoveName("later", "Order nothing this time; ask me again after the next turn."),
    MoveName("choose PROPERTY", "Choose the property that a card acts on."),
    MoveName("sell", "Sell BTC for the fiat that a card offers."),
    MoveName("use", "Use the card you kept."),
]
MOVES = [*PLAYERS_MOVES, *CHANCE_MOVES]

PLAIN = {
    "roll": codes.ROLL,
    "pay": codes.PAY,
    "buy": codes.BUY,
    "decline": codes.DECLINE,
    "no order": codes.NO,
    "later": codes.LATER,
    "sell": codes.SELL,
    "use": codes.USE,
}
"""The moves that name no property."""
NAMES = {action: name for name, action in PLAIN.items()}


def decode(state: BitcoinMining, seat: int, action: int) -> Move:
    if seat == CHANCE:
        if state.phase == codes.DRAW:
            return Move("draw", state.edition.cards[action].name)
        one, two = faces(action)
        return Move("roll", str(one), str(two))
    if codes.CHOOSE <= action < codes.CHOOSE + state.board.properties:
        return Move("choose", state.board.names[action - codes.CHOOSE])
    if codes.ORDER <= action < codes.ORDER + state.board.properties:
        return Move("order", state.board.names[action - codes.ORDER])
    return Move.read(NAMES[action])


def drawn_from(state: BitcoinMining) -> list[list[str]]:
    """Return the cards left in the deck that is drawn from."""
    if state.phase != codes.DRAW:
        return []
    first, end = deck_shown(state)
    cards = state.edition.cards[first:end]
    return [[card.name for card in cards for _ in range(state.deck[card.number])]]


def encode(state: BitcoinMining, seat: int, move: Move) -> int:
    if seat == CHANCE:
        return _encode_draw(state, move) if state.phase == codes.DRAW else _encode_roll(move)
    if str(move) in PLAIN:
        return PLAIN[str(move)]
    if move.verb in ("order", "choose") and move.words:
        number = property_number(state.board, "-".join(move.words))
        return (codes.ORDER if move.verb == "order" else codes.CHOOSE) + number
    patterns = [name.pattern for name in PLAYERS_MOVES]
    raise IllegalMove(f"`{move}` is not a move{nearest(str(move), patterns)}")


def _encode_draw(state: BitcoinMining, move: Move) -> int:
    if move.verb == "draw" and move.words:
        return card_number(state.edition.cards, "-".join(move.words))
    raise IllegalMove(f"A card is due: write `draw` and its name, not `{move}`.")


def _encode_roll(move: Move) -> int:
    dice = [int(word) for word in move.words if re.fullmatch("[1-6]", word)]
    if move.verb != "roll" or len(dice) != 2 or len(move.words) != 2:
        raise IllegalMove(f"Two dice are due: write `roll` and two numbers from 1 to 6, not `{move}`.")
    return (dice[0] - 1) * 6 + dice[1] - 1


def place_of(state: BitcoinMining, move: Move) -> Property | None:
    """Return the property that a move is made on, if any."""
    if move.words and move.verb in ("order", "choose"):
        return state.places[property_number(state.board, move.words[0])]
    return state.landed_on() if move.verb in ("buy", "use") else None


# Reasons for refusing a move


def why_not(state: BitcoinMining, seat: int, move: Move, voice: Voice) -> str:
    asked = state.waits_for(seat)
    if move.verb == "order" and not (asked and state.phase == codes.DRAWN_CARD):
        return _why_not_order(state, seat, property_number(state.board, move.words[0]))
    return _why_not_now(state, seat, move) if asked else "It is not your move."


def _why_not_order(state: BitcoinMining, seat: int, number: int) -> str:
    miner = state.miners[seat]
    place = state.places[number]
    name = title(state.board.names[number])
    if state.last_turn:
        return "The game ends after this turn; no more batches are sold."
    if miner.answer >= 0:
        return "You have answered. The others are still choosing."
    if place.owner != seat:
        return f"{name} is not yours."
    if not state.has_room(place):
        return (
            f"{name} holds {count(state.limit(place), 'batch', 'batches')} at most, those on order included."
        )
    price = state.batch_price(state.miners[seat])
    if miner.fiat < price:
        return f"You have {miner.fiat:,} fiat; a batch costs {price:,}."
    return "Answer the card first; you can order when the turn ends."


def _why_not_now(state: BitcoinMining, seat: int, move: Move) -> str:
    if state.phase == codes.PROMPT:
        if move.verb != "pay":
            return "Roll the dice, or order a batch first."
        miner, fee = state.miners[seat], state.edition.inspection_fee
        if not miner.inspected:
            return "You are not in Inspection."
        return f"You have {miner.fiat:,} fiat; the fee is {fee:,}."
    if state.phase == codes.PURCHASE:
        return "Buy the property or turn it down."
    if state.phase == codes.WINDOW:
        return "Order a batch, or nothing."
    return f"{title(state.edition.cards[state.card].name)} offers no such choice."


# Moves in words, and what they cost or bring


def words(state: BitcoinMining, seat: int, move: Move, voice: Voice) -> str:
    """Return a move as an instruction in the words of the board."""
    place = place_of(state, move)
    where = title(state.board.names[place.number]) if place is not None else ""
    card = title(state.edition.cards[state.card].name) if state.card != NO_CARD else ""
    match str(move):
        case "roll":
            return "Roll for doubles" if state.miners[seat].inspected else "Roll the dice"
        case "no order":
            return "Not until my turn" if seat == voice.reader else "Not until the next own turn"
        case "later":
            return "Not this time"
        case "decline":
            return f"Do not use {card}" if card else "Do not buy"
        case "pay":
            return _deal(state, seat, move).replace("-", "Pay ") if card else "Pay to leave Inspection"
        case "sell":
            return f"Sell {coins(state.miners[seat].btc - _answered(state, seat, move).miners[seat].btc)}"
    verbs = {"order": "Order a batch for", "buy": "Buy", "use": f"Use {card} on", "choose": "Choose"}
    return f"{verbs[move.verb]} {where}"


def explain(state: BitcoinMining, seat: int, move: Move, voice: Voice) -> str:
    match str(move):
        case "roll":
            return "1 roll in 6 is doubles" if state.miners[seat].inspected else ""
        case "no order":
            return "do not ask me before"
        case "later":
            return "ask me again after the next turn"
        case "decline" if state.phase == codes.LANDING_CARD:
            return "keep it for another landing"
        case "decline" if state.phase == codes.PURCHASE:
            return f"keep your {state.miners[seat].fiat:,} fiat"
        case "decline":
            return "nothing happens"
        case "buy":
            land = state.landed_on()
            return f"-{state.price(land):,} fiat; others then pay you {state.toll(land):,}"
        case "pay" if state.card == NO_CARD:
            return f"-{state.edition.inspection_fee:,} fiat, then roll and move"
        case "pay":
            return "keep your batches"
        case "sell":
            return _deal(state, seat, move)
    place = place_of(state, move)
    assert place is not None
    if move.verb == "choose":
        return _chosen(state, seat, move, place)
    batches = place.batches + place.ordered + 1
    card = state.card != NO_CARD and state.waits_for(seat)
    cost = _deal(state, seat, move) if card else f"-{state.batch_price(state.miners[seat]):,} fiat"
    return f"{cost}; then {landing_pays(state, place, batches)}"


def at_stake(state: BitcoinMining, place: Property) -> str:
    """Return the batches, the payout and the toll of a property now."""
    if not place.batches:
        return f"no batches, toll {state.toll(place):,}"
    batches = count(place.batches, "batch", "batches")
    return f"{batches}, {landing_pays(state, place, place.batches)}, toll {state.toll(place):,}"


def landing_pays(state: BitcoinMining, place: Property, batches: int) -> str:
    """Return the payout of a landing with that many batches, and the causes that lower it."""
    causes = [title(cause) for cause in less_paid_by(state, place)] if batches else []
    why = f" ({listed(causes)})" if causes else ""
    return f"{coins(state.payout_of(place, batches))} a landing{why}"


def inflated(state: BitcoinMining, prices: list[int]) -> str:
    """Return the price after the next inflation; empty if there is none to come."""
    for cycle in range(state.cycle + 1, state.edition.cycles + 1):
        if cycle % 2 == 0:
            return f"{prices[cycle]:,}"
    return ""


def _answered(state: BitcoinMining, seat: int, move: Move) -> BitcoinMining:
    """Return a copy of the position in which the answer to a card is carried out."""
    twin = state.clone()
    card, action = twin.edition.cards[twin.card], encode(state, seat, move)
    if twin.phase == codes.LANDING_CARD:
        card.landing_answered(twin, twin.landed_on(), action)
    else:
        card.choose(twin, seat, action)
    return twin


def _deal(state: BitcoinMining, seat: int, move: Move) -> str:
    """Return the fiat that an answer to a card costs or brings."""
    change = int(_answered(state, seat, move).miners[seat].fiat - state.miners[seat].fiat)
    return f"{'+' if change > 0 else ''}{change:,} fiat"


def chosen(state: BitcoinMining, seat: int, move: Move, place: Property) -> tuple[int, int, int]:
    """Return the fiat that a card brings if this property is chosen for it, and how many batches and how much
    room the property gains or loses."""
    after = _answered(state, seat, move)
    then = after.places[place.number]
    fiat = int(after.miners[seat].fiat - state.miners[seat].fiat)
    return fiat, int(then.batches - place.batches), int(after.limit(then) - state.limit(place))


def _chosen(state: BitcoinMining, seat: int, move: Move, place: Property) -> str:
    """Return what a card does to the property that is chosen for it, in words."""
    fiat, batches, room = chosen(state, seat, move, place)
    if fiat:
        lost = f", {count(place.batches, 'batch', 'batches')} lost" if place.batches else ""
        return f"+{fiat:,} fiat{lost}"
    if batches:
        return f"{count(int(place.batches) + batches, 'batch', 'batches')} left there"
    if room:
        return f"room for {state.limit(place) + room} batches"
    return f"{landing_pays(state, place, place.batches)} stops" if place.batches else "no batches there"
