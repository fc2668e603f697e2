"""Why a move is refused, in a sentence for the player."""

from quincunx.games.total_eclips.board import ROLLED, Board, source_kind
from quincunx.games.total_eclips.cards import (
    FACES,
    KINDS,
    LEVEL,
    MANUFACTURE,
    MOST_ROLLED,
    MOST_TOKENS,
    NO_CARD,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    UPGRADE,
    Parts,
    Price,
)
from quincunx.games.total_eclips.position import (
    AGAIN,
    BONUS,
    BUY,
    FREE,
    GAIN,
    LAY,
    LOCK,
    MAKE,
    PLACE,
    PUT,
    RAISE,
    REROLL,
    TAKE_BACK,
)
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import KIND_NAMES, LEVEL_NAMES, face_name, goods, place_title


def why_not(state: TotalEClips, seat: int, action: int) -> str:
    """The sentence for a move that a seat which is asked may not make."""
    board = state.boards[seat]
    if not _is_move(state.parts, action):
        return "There is no such move."
    if action < AGAIN:
        if state.phase != PLACE:
            return "Cores and tokens are placed at the start of a round; that is over."
        return _why_not_place(state, board, action)
    if state.phase == PLACE:
        return "First place your cores and tokens, then say `done`."
    if action < FREE:
        return _why_not_reroll(state, board, action - AGAIN)
    if state.phase == REROLL:
        return "Re-roll a core that you just rolled, or say `done`."
    if state.phase == BONUS:
        return _why_not_bonus(state, board, action)
    if action < MAKE:
        return _why_not_unlock(state, board, action - FREE)
    if action < RAISE:
        return _why_not_make(state, board, action - MAKE)
    if action < LOCK:
        return _why_not_raise(state, board, action - RAISE)
    if action < GAIN:
        return _why_not_lock(state, board, action - LOCK)
    return "You choose a core only when you win one."


def _is_move(parts: Parts, action: int) -> bool:
    """Whether the number names a move at all."""
    if LAY <= action < AGAIN:
        return (action - LAY) % MOST_TOKENS < len(parts.tokens)
    if FREE <= action < MAKE:
        algorithm, slot = divmod(action - FREE, MOST_ROLLED)
        return slot < len(parts.slots[algorithm])
    if MAKE <= action < RAISE:
        return action - MAKE < len(parts.makes)
    return 0 <= action < GAIN + KINDS


def _why_not_place(state: TotalEClips, board: Board, action: int) -> str:
    if action == TAKE_BACK:
        return "You have placed nothing yet."
    if action < LAY:
        place, kind = divmod(action - PUT, KINDS)
        if place < PROJECTS and state.cards[place] == NO_CARD:
            return f"There is no card on {place_title(place)}."
        if not board.spent[kind]:
            return f"You have no {KIND_NAMES[kind]} left to place."
        if place < PROJECTS:
            return f"A project takes {board.parts.project_cores} of your cores, and they are there."
        return _full(board, place)
    place, token = divmod(action - LAY, MOST_TOKENS)
    part = board.parts.tokens[token]
    if not board.tokens[token]:
        return f'You have no token "{part.name}" left to place.'
    if place not in part.fits:
        return f'The token "{part.name}" does not fit on {place_title(place)}.'
    if place < PROJECTS and not board.count[place]:
        return "On a project a token needs a core of yours: put the core there first."
    return f"A place takes {board.parts.tokens_per_place} of your tokens, and they are there."


def _full(board: Board, place: int) -> str:
    slots = len(board.parts.slots[place - UNLOCK])
    locked = len(board.locked[place - UNLOCK])
    most = slots - locked
    return f"{place_title(place)} has {slots} slots and {locked} locked cores: it takes {most} more."


def _why_not_reroll(state: TotalEClips, board: Board, code: int) -> str:
    if state.phase != REROLL:
        return "Re-roll tokens are used right after the roll."
    return (
        f"You rolled no {KIND_NAMES[code // FACES]} that shows {face_name(board.parts, code)} here; "
        "locked and unlocked cores cannot be re-rolled."
    )


def _why_not_bonus(state: TotalEClips, board: Board, action: int) -> str:
    bonus = state.project().bonus
    if state.gains:
        if action >= GAIN and LEVEL[action - GAIN] == bonus.core_level:
            return f"Your supply has no {KIND_NAMES[action - GAIN]} left."
        return f"Choose a core of level {LEVEL_NAMES[bonus.core_level]}: `gain` and its kind."
    if state.unlocks:
        return f"Free a core out of a T{bonus.unlock_tier} slot, or say `done`."
    if RAISE <= action < LOCK:
        return _unable_to_raise(board, action - RAISE, bonus.raise_level)
    return f"Raise a core of level {LEVEL_NAMES[bonus.raise_level]}, or say `done`."


def _why_not_unlock(state: TotalEClips, board: Board, choice: int) -> str:
    if state.phase != BUY or state.place != UNLOCK:
        return "Cores are freed in the Unlock phase."
    if board.locking:
        return "You have begun to lock cores, and locking comes last."
    algorithm, slot = choice // MOST_ROLLED, choice % MOST_ROLLED
    tier = board.tier(algorithm, slot)
    if slot >= len(board.locked[algorithm]):
        return f"No core is locked in T{tier} of {place_title(algorithm + UNLOCK)}."
    return _unpaid(board, board.parts.unlock_prices[tier], f"a T{tier} slot")


def _why_not_make(state: TotalEClips, board: Board, index: int) -> str:
    if state.place != MANUFACTURE:
        return "Clips and cores are made in the Manufacture phase."
    if board.locking:
        return "You make one thing a round, and locking comes last."
    unpaid = _unpaid(board, board.parts.makes[index], goods(board.parts, index))
    if unpaid:
        return unpaid
    if board.parts.makes[index].cores:
        return "Your supply has no m1 left."
    return "Your marker is at the end of the track."


def _why_not_raise(state: TotalEClips, board: Board, choice: int) -> str:
    if state.place != UPGRADE:
        return "Cores are raised in the Upgrade phase."
    if board.locking:
        return "You have begun to lock cores, and locking comes last."
    level = LEVEL[source_kind(choice // KINDS)]
    if level == TOP_LEVEL:
        return f"A core of level {LEVEL_NAMES[level]} cannot be raised."
    wrong = _unpaid(board, board.parts.upgrade_prices[level], f"raising a core of level {LEVEL_NAMES[level]}")
    return wrong or _unable_to_raise(board, choice, level)


def _unable_to_raise(board: Board, choice: int, level: int) -> str:
    source, kind = choice // KINDS, choice % KINDS
    old = source_kind(source)
    if LEVEL[old] != level:
        return f"Only a core of level {LEVEL_NAMES[level]} can be raised now."
    if source not in board.raisable(level):
        if source >= ROLLED:
            shown = face_name(board.parts, source - ROLLED)
            return f"You rolled no {KIND_NAMES[old]} that shows {shown} here."
        if source < KINDS:
            return f"You have no spent {KIND_NAMES[old]}; cores in slots cannot be raised."
        return f"You have no {KIND_NAMES[old]} waiting on {place_title(source // KINDS - 1)}."
    if LEVEL[kind] != level + 1:
        return f"A core is raised one level at a time: {KIND_NAMES[old]} cannot become {KIND_NAMES[kind]}."
    return f"Your supply has no {KIND_NAMES[kind]} left."


def _why_not_lock(state: TotalEClips, board: Board, code: int) -> str:
    if state.place < UNLOCK:
        return "Cores are locked in the phase of the algorithm they were rolled for."
    return (
        f"You rolled no {KIND_NAMES[code // FACES]} that shows {face_name(board.parts, code)} for "
        f"{place_title(state.place)}, or it was raised since."
    )


def _unpaid(board: Board, price: Price, thing: str) -> str:
    """What is missing for a price; empty if nothing is."""
    if price.flops > board.flops:
        return f"You have {board.flops} FLOPS; {thing} costs {price.flops}."
    if price.trust > board.trust:
        return f"You have {board.trust} Trust; {thing} costs {price.trust}."
    return ""
