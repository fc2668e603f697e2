"""Money on dice: gaining it with carry, paying it, and turning single dice."""

from quincunx.games.idle_six.state import PLAYER, POWER, Position


def gain(state: Position, amount: int, cause: str) -> None:
    """Add with carry; what no longer fits unlocks dice, and what never fits is lost (IS-2, IS-5)."""
    money = state.money + amount
    dice = state.dice
    while dice < state.most_dice and money >= POWER[dice]:
        dice += 1
    kept = min(money, POWER[dice] - 1)
    if state.log is not None:
        _note_gain(state, amount, money, kept, dice, cause)
    state.money = kept
    state.dice = dice


def pay(state: Position, amount: int, cause: str) -> None:
    """Spend; unlocked dice stay unlocked (IS-3)."""
    state.money -= amount
    if state.log is not None:
        state.note("money-spent", PLAYER, {"money": amount, "left": state.money}, causes=[cause])


def turn(state: Position, place: int, digit: int) -> None:
    """Set one die, without a carry."""
    state.money += (digit - state.digit(place)) * POWER[place]


def note_change(state: Position, before: int, cause: str) -> None:
    """Log what turning dice did to the money."""
    change = state.money - before
    if change > 0:
        state.note("money-gained", PLAYER, {"money": change, "left": state.money}, causes=[cause])
    elif change < 0:
        state.note("money-lost", PLAYER, {"money": -change, "left": state.money}, causes=[cause])


def die(place: int) -> str:
    """The name of a die; people count them from 1."""
    return f"die-{place + 1}"


def _note_gain(state: Position, amount: int, money: int, kept: int, dice: int, cause: str) -> None:
    if kept > state.money:
        amounts = {"money": kept - state.money, "left": kept}
        state.note("money-gained", PLAYER, amounts, causes=[cause])
    if money > kept:
        amounts = {"money": money - kept, "dice": dice}
        state.note("money-capped", PLAYER, amounts, causes=[cause])
    else:
        carried = [die(place) for place in range(1, dice) if _carries_to(place, state.money, amount)]
        if carried:
            state.note("carried", PLAYER, pieces=carried, causes=[cause])
    if dice > state.dice:
        unlocked = [die(place) for place in range(state.dice, dice)]
        state.note("dice-unlocked", PLAYER, {"dice": dice}, unlocked, [cause])


def _carries_to(place: int, money: int, amount: int) -> bool:
    """Whether the dice below a place are too few for their part of the sum."""
    return money % POWER[place] + amount % POWER[place] >= POWER[place]
