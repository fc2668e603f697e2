"""Moves as the rules count them. An order or a choice adds the number of the property."""

from typing import Final

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
