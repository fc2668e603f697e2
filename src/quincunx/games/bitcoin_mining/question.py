"""The words for what the game waits for: about the player who is to act, and to that player."""

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.names import says, title
from quincunx.games.bitcoin_mining.rules.decks import shows_bull
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining


def waited_for(state: BitcoinMining) -> tuple[str, str]:
    """Return what the player who is to act may do: the verb, and the rest of the sentence."""
    phase = state.phase
    if phase == codes.PROMPT:
        where = "in Inspection" if state.miners[state.active].inspected else "about to roll"
        return "is", f"{where}."
    if phase == codes.DICE:
        return "rolls", "the dice."
    if phase == codes.DRAW:
        return "draws", f"a {'Bull' if shows_bull(state) else 'Bear'} card."
    if phase == codes.PURCHASE:
        return "may", f"buy {_landing(state)} for {state.price(state.landed_on()):,} fiat."
    if phase == codes.LANDING_CARD:
        return "may", f"use {_name(state)} on {_landing(state)}."
    if phase == codes.DRAWN_CARD:
        return "drew", _card(state)
    return ("may", "order a batch.") if phase == codes.WINDOW else ("", "")


def asked_of(state: BitcoinMining, seat: int) -> str:
    """Return the question to a player who is to act."""
    miner = state.miners[seat]
    batch = f"{state.batch_price(miner):,} fiat"
    first = f" You may order batches first, {batch} each." if state.may_order(miner) else ""
    if state.phase == codes.PROMPT:
        if not miner.inspected:
            return f"Roll the dice.{first}"
        ways = "Pay, or roll doubles, to leave it" if state.may_pay_fee(seat) else "Only doubles free you"
        return f"You are in Inspection. {ways}.{first}"
    if state.phase == codes.PURCHASE:
        return f"Buy {_landing(state)} for {state.price(state.landed_on()):,} fiat?{first}"
    if state.phase == codes.LANDING_CARD:
        return f"A pawn is on your {_landing(state)}. Use {_name(state)}? {_says(state)}"
    if state.phase == codes.DRAWN_CARD:
        return f"You drew {_card(state)}"
    another = "another" if any(place.ordered for place in state.owned(seat)) else "a"
    return f"Order {another} batch for {batch}?" if state.phase == codes.WINDOW else ""


def _landing(state: BitcoinMining) -> str:
    return title(state.board.names[state.landed_on().number])


def _name(state: BitcoinMining) -> str:
    return title(state.edition.cards[state.card].name)


def _card(state: BitcoinMining) -> str:
    return f"{_name(state)}: {_says(state)}"


def _says(state: BitcoinMining) -> str:
    return says(state.edition.cards[state.card], state.cycle)
