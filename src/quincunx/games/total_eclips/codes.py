"""The numbers of moves: a stretch for each kind of move.

Only the rules and `moves.py` take such a number apart; whoever wants a move builds it here.
"""

from typing import Final

from quincunx.games.total_eclips.cores import CODES, FACES, KINDS, MOST_ROLLED
from quincunx.games.total_eclips.parts import MOST_MAKES, MOST_TOKENS
from quincunx.games.total_eclips.places import ALGORITHMS, PLACES

# Sources of a core to raise: below KINDS a kind that is spent, then place and kind, then codes.
ROLLED: Final = (PLACES + 1) * KINDS
SOURCES: Final = ROLLED + CODES

# Placing comes first, because Python keeps small numbers ready-made and placing is what players do most.
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
    """To free the core in a slot, counted from the right."""
    return FREE + algorithm * MOST_ROLLED + slot


def lift(source: int, kind: int) -> int:
    """To raise a core to a kind of the next level."""
    return RAISE + source * KINDS + kind


def waiting_source(kind: int, place: int) -> int:
    """A core that waits on a place for its roll, as a source."""
    return (place + 1) * KINDS + kind


def source_kind(source: int) -> int:
    """The kind of core a source names.

    >>> source_kind(2), source_kind(waiting_source(1, 3)), source_kind(ROLLED + 4 * FACES + 5)
    (2, 1, 4)
    """
    return (source - ROLLED) // FACES if source >= ROLLED else source % KINDS
