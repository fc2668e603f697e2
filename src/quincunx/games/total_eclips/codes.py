"""The numbers of phases and moves.

Only the rules and `moves.py` take the number of a move apart; all others build moves here.
"""

from typing import Final

from quincunx.games.total_eclips.cores import CODES, FACES, KINDS, MOST_ROLLED
from quincunx.games.total_eclips.parts import MOST_MAKES, MOST_TOKENS
from quincunx.games.total_eclips.places import ALGORITHMS, PLACES

# The phases of a round. Between REVEAL and BUY the current place is `place`.
REVEAL: Final = 0
PLACE: Final = 1
ROLL: Final = 2
REROLL: Final = 3
BONUS: Final = 4
BUY: Final = 5
ENDED: Final = 6

# Sources of a core to raise: below KINDS a kind that is spent, then place and kind, then codes.
ROLLED: Final = (PLACES + 1) * KINDS
SOURCES: Final = ROLLED + CODES

# Moves: a range for each kind. Placing comes first, because Python keeps small numbers ready-made and players
# place more often than anything else.
DONE: Final = 0
TAKE_BACK: Final = 1
PUT: Final = 2
LAY: Final = PUT + PLACES * KINDS
AGAIN: Final = LAY + PLACES * MOST_TOKENS
FREE: Final = AGAIN + CODES
MAKE: Final = FREE + ALGORITHMS * MOST_ROLLED
RAISE: Final = MAKE + MOST_MAKES
LOCK: Final = RAISE + SOURCES * KINDS
GAIN: Final = LOCK + CODES
MOVES_END: Final = GAIN + KINDS


def put(kind: int, place: int) -> int:
    return PUT + place * KINDS + kind


def lay(token: int, place: int) -> int:
    return LAY + place * MOST_TOKENS + token


def free(algorithm: int, slot: int) -> int:
    """Return the move that unlocks the core in a slot, counted from the right."""
    return FREE + algorithm * MOST_ROLLED + slot


def freed_slot(action: int) -> tuple[int, int]:
    """Return the algorithm and the slot that a move unlocks.

    >>> freed_slot(free(2, 3))
    (2, 3)
    """
    return (action - FREE) // MOST_ROLLED, (action - FREE) % MOST_ROLLED


def lift(source: int, kind: int) -> int:
    """Return the move that raises a core to a kind of the next level."""
    return RAISE + source * KINDS + kind


def lifted(action: int) -> tuple[int, int]:
    """Return the source of a core to raise and its new kind.

    >>> lifted(lift(9, 4))
    (9, 4)
    """
    return (action - RAISE) // KINDS, (action - RAISE) % KINDS


def waiting_source(kind: int, place: int) -> int:
    """Return the source for a core that waits on a place for its roll."""
    return (place + 1) * KINDS + kind


def source_kind(source: int) -> int:
    """Return the kind of core that a source names.

    >>> source_kind(2), source_kind(waiting_source(1, 3)), source_kind(ROLLED + 4 * FACES + 5)
    (2, 1, 4)
    """
    return (source - ROLLED) // FACES if source >= ROLLED else source % KINDS
