"""Placing cores and tokens in secret."""

from quincunx.core.rng import Rng
from quincunx.games.total_eclips.codes import DONE, LAY, PUT, TAKE_BACK
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.parts import MOST_TOKENS
from quincunx.games.total_eclips.places import NO_CARD, PLACE_NAMES, PLACES, UNLOCK
from quincunx.games.total_eclips.state import Position, Side


def placements(state: Position, side: Side) -> list[int]:
    """Each core and token on each place it fits, taking all back, or being done."""
    moves: list[int] = []
    spent = side.spent
    kinds = [kind for kind in range(KINDS) if spent[kind]]
    for where in range(PLACES):
        if kinds and (where >= UNLOCK or state.cards[where] != NO_CARD) and side.room(where) > 0:
            first = PUT + where * KINDS
            for kind in kinds:
                moves.append(first + kind)
    for token, count in enumerate(side.tokens):
        if count:
            first = LAY + token
            for where in state.parts.tokens[token].fits:
                if side.takes_token(where):
                    moves.append(first + where * MOST_TOKENS)
    if side.has_placed():
        moves.append(TAKE_BACK)
    moves.append(DONE)
    return moves


def place(side: Side, action: int) -> None:
    if action == DONE:
        side.done = True
    elif action == TAKE_BACK:
        take_back(side)
    elif action < LAY:
        where, kind = (action - PUT) // KINDS, (action - PUT) % KINDS
        side.spent[kind] -= 1
        side.placed[action - PUT] += 1
        side.count[where] += 1
    else:
        where, token = (action - LAY) // MOST_TOKENS, (action - LAY) % MOST_TOKENS
        side.tokens[token] -= 1
        side.laid[where * len(side.tokens) + token] += 1
        side.laid_on[where] += 1


def take_back(side: Side) -> None:
    """All cores and tokens return to the hand, while placing."""
    for index in range(PLACES * KINDS):
        if side.placed[index]:
            side.spent[index % KINDS] += side.placed[index]
            side.placed[index] = 0
    for where in range(PLACES):
        side.count[where] = 0
    return_tokens(side)


def return_tokens(side: Side) -> None:
    kinds = len(side.tokens)
    for where in range(PLACES):
        if side.laid_on[where]:
            for token in range(kinds):
                side.tokens[token] += side.laid[where * kinds + token]
                side.laid[where * kinds + token] = 0
            side.laid_on[where] = 0


def guess_placement(state: Position, side: Side, rng: Rng) -> None:
    """Empty while the other still places; any placement once they are done."""
    take_back(side)
    while side.done:
        moves = [move for move in placements(state, side) if move == DONE or move >= PUT]
        move = moves[rng.below(len(moves))]
        if move == DONE:
            return
        place(side, move)


def note_placement(state: Position, seat: int) -> None:
    """Each piece is followed by its place."""
    side = state.sides[seat]
    pieces: list[str] = []
    for where, name in enumerate(PLACE_NAMES):
        for kind in range(KINDS):
            pieces += [KIND_NAMES[kind], name] * side.placed[where * KINDS + kind]
        for token, part in enumerate(state.parts.tokens):
            pieces += [part.slug, name] * side.laid[where * len(side.tokens) + token]
    amounts = {"cores": sum(side.count), "tokens": sum(side.laid_on), "kept": sum(side.spent)}
    state.note("placed", seat, amounts, pieces)
