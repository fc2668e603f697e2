"""What the game waits for, in words: about the player who is to act, and to that player."""

from quincunx.games.bitcoin_mining.position import CHOOSE, ORDER, PAY
from quincunx.games.bitcoin_mining.rules import (
    DICE,
    DRAW,
    DRAWN_CARD,
    LANDING_CARD,
    PROMPT,
    PURCHASE,
    WINDOW,
    BitcoinMining,
)


def waited_for(state: BitcoinMining) -> str:
    """What the player who is to act may do: a sentence that lacks only the name at its beginning."""
    phase = state.phase
    if phase == PROMPT:
        if state.miners[state.active].inspected:
            return f"is in Inspection: doubles or {state.edition.inspection_fee:,} fiat lead out."
        return "rolls, or orders a batch first."
    if phase == DICE:
        return "rolls the dice."
    if phase == DRAW:
        return f"draws a {'bear' if state.pile() else 'bull'} card."
    if phase == PURCHASE:
        place = state.landed_on()
        return f"is on {state.board.name(place.number)}, for sale at {state.price(place):,}."
    if phase == LANDING_CARD:
        return f"may use Logistics Win on {_landing(state)}, where a pawn has landed."
    if phase == DRAWN_CARD:
        return f"drew {_card(state)}"
    return "may order a batch." if phase == WINDOW else ""


def asked_of(state: BitcoinMining, seat: int) -> str:
    """The same to a player who is to act, with the way to answer."""
    phase = state.phase
    actions = state.actions(seat)
    if phase == PROMPT:
        return _before_the_roll(state, seat, actions)
    if phase == PURCHASE:
        return f"You are on {_landing(state)}. Buy it for {state.price(state.landed_on()):,} fiat?"
    if phase == LANDING_CARD:
        return f"A pawn is on your {_landing(state)}. Use Logistics Win to add a batch there at once?"
    if phase == DRAWN_CARD:
        press = any(action >= ORDER for action in actions)
        return f"You drew {_card(state)}{' Press a property that glows.' if press else ''}"
    return (
        f"The turn ends. Order a batch for {state.batch_price(seat):,}? Press a property that glows."
        if phase == WINDOW
        else ""
    )


def _before_the_roll(state: BitcoinMining, seat: int, actions: list[int]) -> str:
    orders = any(ORDER <= action < CHOOSE for action in actions)
    first = f" Before that you may order batches for {state.batch_price(seat):,}." if orders else ""
    if not state.miners[seat].inspected:
        return f"Your turn: roll the dice.{first}"
    pay = f"Pay {state.edition.inspection_fee:,} to leave, or roll" if PAY in actions else "Roll"
    return f"You are in Inspection. {pay}: only doubles free you.{first}"


def _landing(state: BitcoinMining) -> str:
    return state.board.name(state.landed_on().number)


def _card(state: BitcoinMining) -> str:
    card = state.edition.cards[state.card]
    return f"{card.name}: {card.text(state.cycle)}"
