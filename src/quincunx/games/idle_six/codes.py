"""The numbers that stand for phases and moves."""

from typing import Final

MOST_DICE: Final = 20

# The phases of a round.
ACTION: Final = 0
ROLL: Final = 1
PUT: Final = 2
UPGRADE: Final = 3
WON: Final = 4

# Moves: DONE, CLAIM, and stretches of STRIDE numbers for boxes, for rolled dice, and for each card
# with the dice that it is used on, one bit each.
STRIDE: Final = 1 << MOST_DICE
DONE: Final = 0
CLAIM: Final = 1
UPGRADES: Final = STRIDE
PUTS: Final = 2 * STRIDE
USES: Final = 3 * STRIDE
