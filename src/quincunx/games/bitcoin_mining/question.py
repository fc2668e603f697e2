"""The words for what the game waits for: about the player who is to act, and to that player."""

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.names import says, title
from quincunx.games.bitcoin_mining.rules.decks import shows_bull
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining


def waited_for(state: BitcoinMining) -> tuple[str, str]:
    """Return what the player who is to act may do: the verb, and the rest of the sentence."""
    phase = state.phase
    if phase == codes.PROMPT:
        if state.miners[state.active].inspected:
            return "is", f"in Inspection: doubles or {state.edition.inspection_fee:,} fiat lead out."
        return "may", "roll, or order a batch first."
    if phase == codes.DICE:
        return "rolls", "the dice."
    if phase == codes.DRAW:
        return "draws", f"a {'bull' if shows_bull(state) else 'bear'} card."
    if phase == codes.PURCHASE:
        return "is", f"on {_landing(state)}, for sale at {state.price(state.landed_on()):,}."
    if phase == codes.LANDING_CARD:
        return "may", f"use {_name(state)} on {_landing(state)}, where a pawn has landed."
    if phase == codes.DRAWN_CARD:
        return "drew", _card(state)
    return ("may", "order a batch.") if phase == codes.WINDOW else ("", "")


def asked_of(state: BitcoinMining, seat: int, presses: bool) -> str:
    """Return the question to a player who is to act; `presses` if it is answered by pressing a property."""
    press = " Press a property that glows." if presses else ""
    miner = state.miners[seat]
    batch = f"{state.batch_price(miner):,}"
    if state.phase == codes.PROMPT:
        return _before_the_roll(state, seat, f" Before that you may order batches for {batch}." * presses)
    if state.phase == codes.PURCHASE:
        offer = f"You are on {_landing(state)}. Buy it for {state.price(state.landed_on()):,} fiat?"
        orders = f" Before that you may order batches for {batch}." if state.may_order(miner) else ""
        return f"{offer}{orders}"
    if state.phase == codes.LANDING_CARD:
        return f"A pawn is on your {_landing(state)}: use {_name(state)}? {_says(state)}"
    if state.phase == codes.DRAWN_CARD:
        return f"You drew {_card(state)}{press}"
    return f"The turn ends. Order a batch for {batch}?{press}" if state.phase == codes.WINDOW else ""


def _before_the_roll(state: BitcoinMining, seat: int, orders: str) -> str:
    if not state.miners[seat].inspected:
        return f"Your turn: roll the dice.{orders}"
    fee = f"Pay {state.edition.inspection_fee:,} to leave, or roll" if state.may_pay_fee(seat) else "Roll"
    return f"You are in Inspection. {fee}: only doubles free you.{orders}"


def _landing(state: BitcoinMining) -> str:
    return title(state.board.names[state.landed_on().number])


def _name(state: BitcoinMining) -> str:
    return title(state.edition.cards[state.card].name)


def _card(state: BitcoinMining) -> str:
    return f"{_name(state)}: {_says(state)}"


def _says(state: BitcoinMining) -> str:
    return says(state.edition.cards[state.card], state.cycle)
