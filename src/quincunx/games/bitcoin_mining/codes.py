"""The numbers that stand for moves and phases."""

from typing import Final

# Moves. An order or a choice adds the number of the property. Moves that are offered together, as BUY and
# DECLINE, have consecutive numbers: a random move counts on it.
ROLL: Final = 0
PAY: Final = 1
BUY: Final = 2
DECLINE: Final = 3
NO: Final = 4
LATER: Final = 5
SELL: Final = 6
USE: Final = 7
ORDER: Final = 32
CHOOSE: Final = 64

# The answers of a seat in the order window that are no moves.
NOT_ASKED: Final = -2
WAITING: Final = -1

# The phases: what the game waits for.
PROMPT: Final = 0
DICE: Final = 1
DRAW: Final = 2
PURCHASE: Final = 3
LANDING_CARD: Final = 4
DRAWN_CARD: Final = 5
WINDOW: Final = 6
ENDED: Final = 7
