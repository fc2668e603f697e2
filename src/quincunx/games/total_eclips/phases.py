"""The phases of a round. Between REVEAL and BUY the place now played is `place`."""

from typing import Final

REVEAL: Final = 0
PLACE: Final = 1
ROLL: Final = 2
REROLL: Final = 3
BONUS: Final = 4
BUY: Final = 5
ENDED: Final = 6
