"""Random invalid input: seats, moves, texts and positions with something wrong."""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.testing.setups import Setup, some


def any_seat(setup: Setup, rng: Rng) -> int:
    """Return chance, a seat at the table, or now and then one that does not exist."""
    return rng.below(setup.players + 1) - 1 if rng.below(8) else 7 * (1 - 2 * rng.below(2))


def any_number(known: list[int], rng: Rng) -> int:
    """Return a number near a legal move, of any size, or below 0."""
    match rng.below(4):
        case 0 if known:
            return known[rng.below(len(known))] + rng.below(7) - 3
        case 1:
            return rng.below(40)
        case 2:
            return rng.below(1 << 1 + rng.below(30))
        case _:
            return -1 - rng.below(1 << 1 + rng.below(30))


def any_text(setup: Setup, state: State, rng: Rng) -> str:
    """Return a move's pattern or a legal move's name with something wrong, or random characters."""
    verbs = [move.pattern for move in setup.game.codec.moves]
    words = [verbs[rng.below(len(verbs))]]
    for seat in state.players_to_move():
        if seat != CHANCE:
            words.append(setup.game.say(state, seat, some(state.legal_actions(seat), rng)[0]))
    text = words[rng.below(len(words))]
    characters = "aZ0169 -:,.`$%{}[]\\\t\n\0é½²٣😀"
    extra = "".join(characters[rng.below(len(characters))] for _ in range(rng.below(6)))
    match rng.below(6):
        case 0:
            return extra
        case 1:
            return f"{text} {extra}"
        case 2:
            return text[: rng.below(len(text) + 1)]
        case 3:
            return f"{text.split()[0]} {' '.join(str(rng.below(30) - 3) for _ in range(rng.below(5)))}"
        case 4:
            return f"{text} {text}".upper()
        case _:
            return text.replace(" ", "  ")


def changed(data: object, rng: Rng) -> object:
    """Return the data with one value somewhere inside replaced."""
    if isinstance(data, dict) and data and rng.below(8):
        key = list(data)[rng.below(len(data))]
        return {**data, key: changed(data[key], rng)}
    if isinstance(data, list) and data and rng.below(4):
        index = rng.below(len(data))
        return [*data[:index], changed(data[index], rng), *data[index + 1 :]]
    if isinstance(data, int) and not isinstance(data, bool) and rng.below(2):
        return data + rng.below(41) - 20
    options: list[object] = [None, -1, 0, 1, 7, 99, 2.5, True, "", "no such thing", [], [0], [99], {}]
    return options[rng.below(len(options))]
