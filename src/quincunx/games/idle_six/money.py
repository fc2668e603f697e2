"""Money on dice: gaining it with carry, paying it, and turning single dice."""

from quincunx.games.idle_six.state import PLAYER, POWER, Position


def gain(state: Position, amount: int, cause: str) -> None:
    """Add money with carry; a sum that does not fit unlocks dice, and the rest is lost (IS-2, IS-5)."""
    money = state.money + amount
    dice = state.dice
    while dice < state.most_dice and money >= POWER[dice]:
        dice += 1
    before, unlocked = state.money, state.dice
    state.money = min(money, POWER[dice] - 1)
    state.dice = dice
    if state.log is not None:
        note_change(state, before, cause)
        _note_carry(state, before, amount, cause)
        if dice > unlocked:
            pieces = [die(place) for place in range(unlocked, dice)]
            state.log_event("dice-unlocked", PLAYER, {"dice": dice}, pieces, [cause])


def pay(state: Position, amount: int, cause: str) -> None:
    """Spend money; unlocked dice stay unlocked (IS-3)."""
    state.money -= amount
    if state.log is not None:
        state.log_event("money-spent", PLAYER, {"money": amount, "left": state.money}, causes=[cause])


def turn(state: Position, place: int, digit: int) -> None:
    """Set one die, without a carry."""
    state.money += (digit - state.digit(place)) * POWER[place]


def die(place: int) -> str:
    """Return the name of a die; people count them from 1."""
    return f"die-{place + 1}"


def note_change(state: Position, before: int, cause: str) -> None:
    """Log a change of the money."""
    change = state.money - before
    if change:
        kind = "money-gained" if change > 0 else "money-lost"
        state.log_event(kind, PLAYER, {"money": abs(change), "left": state.money}, causes=[cause])


def _note_carry(state: Position, before: int, amount: int, cause: str) -> None:
    """Log the dice that get a carry, or the money lost because there are no more dice."""
    lost = before + amount - state.money
    if lost:
        state.log_event("money-capped", PLAYER, {"money": lost, "dice": state.dice}, causes=[cause])
        return
    carried = [
        die(place)
        for place in range(1, state.dice)
        # The lower dice cannot hold their part of the sum, so 1 goes on to this die.
        if before % POWER[place] + amount % POWER[place] >= POWER[place]
    ]
    if carried:
        state.log_event("carried", PLAYER, pieces=carried, causes=[cause])
