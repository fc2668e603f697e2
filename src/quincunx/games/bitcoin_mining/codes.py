"""The numbers that stand for moves and phases."""

from typing import Final

# Moves. An order or a choice adds the number of the property. What is asked together, as BUY and DECLINE,
# has numbers in a row: `pick` counts on it.
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

# What a seat has answered in the order window, if not one of the moves above.
NOT_ASKED: Final = -2
WAITING: Final = -1

# What the game waits for.
PROMPT: Final = 0
DICE: Final = 1
DRAW: Final = 2
PURCHASE: Final = 3
LANDING_CARD: Final = 4
DRAWN_CARD: Final = 5
WINDOW: Final = 6
ENDED: Final = 7
