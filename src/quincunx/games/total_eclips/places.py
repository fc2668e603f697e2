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

MEMBERS: Final[list[list[int]]] = [
    [place for place in range(PLACES) if places >> place & 1] for places in range(1 << PLACES)
]
"""The members of each set of places or of kinds of core. A set is a number with one bit for each member."""
