"""The places for cores and tokens: the projects A to D, then the algorithms."""

from typing import Final

PROJECTS: Final = 4
UNLOCK: Final = 4
MANUFACTURE: Final = 5
UPGRADE: Final = 6
PLACES: Final = 7
ALGORITHMS: Final = 3
PLACE_NAMES: Final[list[str]] = ["a", "b", "c", "d", "unlock", "manufacture", "upgrade"]

NO_CARD: Final = -1
