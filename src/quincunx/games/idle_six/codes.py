"""The numbers that stand for phases and moves."""

from typing import Final

MOST_DICE: Final = 20

# The phases of a round.
ACTION: Final = 0
ROLL: Final = 1
PUT: Final = 2
UPGRADE: Final = 3
WON: Final = 4
PHASES: Final[list[str]] = ["action", "roll", "put", "upgrade", "won"]
"""The names of the phases, by their numbers."""

# The numbers of the moves. DONE and CLAIM are one number each. STRIDE numbers are kept for each other kind:
# upgrades, orders of the rolled dice, and the uses of each card, whose dice are one bit each.
STRIDE: Final = 1 << MOST_DICE
DONE: Final = 0
CLAIM: Final = 1
UPGRADES: Final = STRIDE
PUTS: Final = 2 * STRIDE
USES: Final = 3 * STRIDE


def use_of(slot: int, dice: int) -> int:
    """Return the move that uses a card on a set of dice.

    >>> slot_of(use_of(4, 0b101)), dice_of(use_of(4, 0b101))
    (4, 5)
    """
    return USES + slot * STRIDE + dice


def slot_of(use: int) -> int:
    """Return the slot of the card that a move uses."""
    return (use - USES) // STRIDE


def dice_of(use: int) -> int:
    """Return the dice that a move uses a card on, one bit each."""
    return use % STRIDE
