"""Placing cores and tokens in secret."""

from mypy_extensions import i64

from quincunx.core.rng import Rng
from quincunx.games.total_eclips.codes import AGAIN, DONE, LAY, PUT, TAKE_BACK, lay, put
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.parts import MOST_TOKENS
from quincunx.games.total_eclips.places import MEMBERS, NO_CARD, PLACE_NAMES, PLACES, UNLOCK
from quincunx.games.total_eclips.state import Position, Side


def placements(state: Position, side: Side) -> list[int]:
    """Return the moves that put each core and token on each place it fits, take all back, or end placing."""
    moves: list[int] = []
    kinds = free_kinds(side)
    for where in roomy_places(state, side):
        for kind in kinds:
            moves.append(put(kind, where))
    takers = token_places(side)
    for token, count in enumerate(side.tokens):
        if count:
            for where in MEMBERS[takers & state.parts.tokens[token].fits_set]:
                moves.append(lay(token, where))
    if side.has_placed():
        moves.append(TAKE_BACK)
    moves.append(DONE)
    return moves


def pick(state: Position, side: Side, take_back: bool, rng: Rng) -> int:
    """Return a random one of `placements`, with TAKE_BACK or not, without the list, which took half of random
    play."""
    kinds = free_kinds(side)
    where = roomy_places(state, side)
    puts = len(kinds) * len(where)
    takers = token_places(side)
    number = rng.below(puts + count_lays(side, takers) + (2 if take_back else 1))
    if number < puts:
        return put(kinds[number % len(kinds)], where[number // len(kinds)])
    number -= puts
    for token, count in enumerate(side.tokens):
        if count:
            where = MEMBERS[takers & state.parts.tokens[token].fits_set]
            if number < len(where):
                return lay(token, where[number])
            number -= len(where)
    return TAKE_BACK if take_back and number == 0 else DONE


def may_move(state: Position, side: Side, action: int) -> bool:
    """Whether a move is one of `placements`, without making the list."""
    if action == DONE:
        return True
    if action == TAKE_BACK:
        return side.has_placed()
    if action < PUT or action >= AGAIN:
        return False
    where = placed_on(action)
    if action < LAY:
        empty = where < UNLOCK and state.cards[where] == NO_CARD
        return not empty and side.spent[(action - PUT) % KINDS] > 0 and side.room(where) > 0
    token = (action - LAY) % MOST_TOKENS
    if token >= len(side.tokens) or not side.tokens[token]:
        return False
    return where in MEMBERS[token_places(side) & state.parts.tokens[token].fits_set]


def may_place(state: Position, side: Side) -> bool:
    """Whether there is a core or token in the hand, and a place for it."""
    return bool(free_kinds(side) and roomy_places(state, side)) or count_lays(side, token_places(side)) > 0


def free_kinds(side: Side) -> list[int]:
    """Return the kinds of core in the hand."""
    found: i64 = 0
    bit: i64 = 1
    for count in side.spent:
        if count:
            found |= bit
        bit <<= 1
    return MEMBERS[found]


def roomy_places(state: Position, side: Side) -> list[int]:
    """Return the places with `room` for one more core, found in one pass, because every placement asks."""
    count = side.count
    most: i64 = state.parts.project_cores
    slots = state.parts.slots
    found: i64 = 0
    where: i64 = 0
    for card in state.cards:
        if card != NO_CARD and count[where] < most:
            found |= 1 << where
        where += 1
    # The algorithms come after the projects.
    for locked in side.locked:
        if count[where] + len(locked) < len(slots[where - UNLOCK]):
            found |= 1 << where
        where += 1
    return MEMBERS[found]


def token_places(side: Side) -> i64:
    """Return the set of places that take one more token: a project only with a core of its owner (EC-12)."""
    most: i64 = side.parts.tokens_per_place
    found: i64 = 0
    where: i64 = 0
    for count in side.count:
        if (where >= UNLOCK or count) and (most == 0 or side.laid_on[where] < most):
            found |= 1 << where
        where += 1  # noqa: SIM113 (counting by hand is native)
    return found


def count_lays(side: Side, takers: i64) -> i64:
    """Return how many ways there are to lay a token on one of these places."""
    ways: i64 = 0
    token: i64 = 0
    for count in side.tokens:
        if count:
            ways += len(MEMBERS[takers & side.parts.tokens[token].fits_set])
        token += 1  # noqa: SIM113 (counting by hand is native)
    return ways


def place(side: Side, action: int) -> None:
    if action == DONE:
        side.done = True
    elif action == TAKE_BACK:
        take_back(side)
    elif action < LAY:
        side.spent[(action - PUT) % KINDS] -= 1
        side.placed[action - PUT] += 1
        side.count[placed_on(action)] += 1
    else:
        where, token = placed_on(action), (action - LAY) % MOST_TOKENS
        side.tokens[token] -= 1
        side.laid[where * len(side.tokens) + token] += 1
        side.laid_on[where] += 1


def placed_on(action: int) -> int:
    """Return the place that a move puts a core or token on."""
    return (action - PUT) // KINDS if action < LAY else (action - LAY) // MOST_TOKENS


def take_back(side: Side) -> None:
    """Put all cores and tokens back into the hand, while placing."""
    for where in range(PLACES):
        if side.count[where]:
            side.count[where] = 0
            for kind in range(KINDS):
                if side.placed[where * KINDS + kind]:
                    side.spent[kind] += side.placed[where * KINDS + kind]
                    side.placed[where * KINDS + kind] = 0
    return_tokens(side)


def return_tokens(side: Side) -> None:
    kinds = len(side.tokens)
    for where in range(PLACES):
        if side.laid_on[where]:
            side.laid_on[where] = 0
            for token in range(kinds):
                if side.laid[where * kinds + token]:
                    side.tokens[token] += side.laid[where * kinds + token]
                    side.laid[where * kinds + token] = 0


def guess_placement(state: Position, side: Side, rng: Rng) -> None:
    """Guess a placement: none while the other still places; any random one once they are done."""
    take_back(side)
    while side.done:
        move = pick(state, side, False, rng)
        if move == DONE:
            return
        place(side, move)


def note_placement(state: Position, seat: int) -> None:
    """Log a placement: each piece is followed by its place."""
    side = state.sides[seat]
    pieces: list[str] = []
    for where, name in enumerate(PLACE_NAMES):
        for kind in range(KINDS):
            pieces += [KIND_NAMES[kind], name] * side.placed[where * KINDS + kind]
        for token, part in enumerate(state.parts.tokens):
            pieces += [part.slug, name] * side.laid[where * len(side.tokens) + token]
    amounts = {"cores": sum(side.count), "tokens": sum(side.laid_on), "kept": sum(side.spent)}
    state.log_event("placed", seat, amounts, pieces)
