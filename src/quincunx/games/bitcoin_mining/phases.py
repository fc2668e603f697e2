"""What the game waits for."""

from typing import Final

PROMPT: Final = 0
DICE: Final = 1
DRAW: Final = 2
PURCHASE: Final = 3
LANDING_CARD: Final = 4
DRAWN_CARD: Final = 5
WINDOW: Final = 6
ENDED: Final = 7
