"""The kinds of core, their faces, and the chances of their rolls."""

import math
from typing import Final

M1: Final = 0
M2: Final = 1
M3: Final = 2
MULTI: Final = 3
AI: Final = 4
QUANTUM: Final = 5
KINDS: Final = 6
KIND_NAMES: Final[list[str]] = ["m1", "m2", "m3", "multi", "ai", "quantum"]
FACES: Final = 6
CODES: Final = KINDS * FACES
"""The number of codes. A code is a core with the face it shows: `kind * FACES + face`."""

LEVELS: Final[list[list[int]]] = [[M1], [M2], [M3], [MULTI, AI, QUANTUM]]
"""The kinds of each level, I to IV (EC-2)."""
LEVEL: Final[list[int]] = [0, 1, 2, 3, 3, 3]
LEVEL_NAMES: Final[list[str]] = ["I", "II", "III", "IV"]
TOP_LEVEL: Final = 3

MOST_ROLLED: Final = 6
"""The most cores that a place takes, and the most slots of an algorithm."""
X2_WORTH: Final = 4.0
"""The value of an x2, in FLOPS."""
POWER: Final[list[int]] = [FACES**count for count in range(MOST_ROLLED + 1)]


class Core:
    """A kind of core: the values of its faces, and which of them are an x2."""

    def __init__(self, name: str, values: list[int], x2: list[bool], count: int) -> None:
        self.name = name
        self.values = values
        self.x2 = x2
        self.count = count
        # Faces that show the same are one outcome: the first of them.
        self.first = [
            next(other for other in range(FACES) if values[other] == values[face] and x2[other] == x2[face])
            for face in range(FACES)
        ]
        self.chances = [self.first.count(face) / FACES for face in range(FACES)]
        # The core is rolled once more if the first roll shows less than average.
        low = math.fsum([self.chances[face] for face in range(FACES) if values[face] < self.mean()])
        self.twice = [
            chance * (low if values[face] < self.mean() else low + 1)
            for face, chance in enumerate(self.chances)
        ]
        self.power = math.fsum([X2_WORTH if x2[face] else values[face] for face in range(FACES)]) / FACES
        """The average that it shows, in FLOPS, to a bot."""
        self.reach = (max(values) + self.mean()) / 2
        """The average of its highest face and its mean: the value of a core that must show much."""

    def mean(self) -> float:
        return sum(self.values) / FACES


class Sums:
    """The chance of each sum of FLOPS that some cores can roll; the index is the sum.

    The same cores recur, so the result of adding one more core is cached.
    """

    def __init__(self, cores: list[Core], chances: list[float]) -> None:
        self.cores = cores
        self.chances = chances
        self.mean = 0.0
        for total, chance in enumerate(chances):
            self.mean += total * chance
        self.at_least = [math.fsum(chances[least:]) for least in range(len(chances) + 1)]
        """The chance of each sum or more."""
        self.longer: list[Sums | None] = [None] * (2 * KINDS)

    def reaches(self, least: int) -> float:
        """Return the chance of `least` FLOPS or more."""
        return self.at_least[least] if 0 < least < len(self.at_least) else 1.0 if least <= 0 else 0.0

    def add(self, kind: int, twice: bool = False) -> "Sums":
        """Return the sums with one more core; with `twice` it is rolled again if it shows less than
        average."""
        index = kind + KINDS if twice else kind
        known = self.longer[index]
        if known is None:
            core = self.cores[kind]
            chances = [0.0] * (len(self.chances) + max(core.values))
            for face, share in enumerate(core.twice if twice else core.chances):
                if share > 0:
                    value = core.values[face]
                    for total, chance in enumerate(self.chances):
                        chances[total + value] += chance * share
            known = Sums(self.cores, chances)
            self.longer[index] = known
        return known


def weakest_first(power: list[float]) -> list[int]:
    """Return the kinds of core by their power, of equal ones the later first.

    >>> weakest_first([1.5, 2.0, 1.5])
    [2, 0, 1]
    """
    return sorted(range(len(power) - 1, -1, -1), key=lambda kind: power[kind])
