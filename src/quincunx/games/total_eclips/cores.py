"""The kinds of core, and what their faces show."""

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
"""A core and the face it shows are one number, its code: `kind * FACES + face`."""

LEVELS: Final[list[list[int]]] = [[M1], [M2], [M3], [MULTI, AI, QUANTUM]]
"""The kinds of each level, I to IV (EC-2)."""
LEVEL: Final[list[int]] = [0, 1, 2, 3, 3, 3]
LEVEL_NAMES: Final[list[str]] = ["I", "II", "III", "IV"]
TOP_LEVEL: Final = 3

MOST_ROLLED: Final = 6
"""No place takes more cores than this, and no algorithm has more slots."""
X2_WORTH: Final = 4.0
"""What an x2 is worth, in FLOPS."""
POWER: Final[list[int]] = [FACES**count for count in range(MOST_ROLLED + 1)]


class Core:
    """A kind of core: what its faces count, and which of them are an x2."""

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
        # One more roll is taken if the first shows less than usual.
        low = math.fsum([self.chances[face] for face in range(FACES) if values[face] < self.mean()])
        self.twice = [
            chance * (low if values[face] < self.mean() else low + 1)
            for face, chance in enumerate(self.chances)
        ]
        self.power = math.fsum([X2_WORTH if x2[face] else values[face] for face in range(FACES)]) / FACES
        """What it shows on average, in FLOPS, to a bot."""
        self.reach = (max(values) + self.mean()) / 2
        """What it shows when it must: its highest face counts as much as its average."""

    def mean(self) -> float:
        return sum(self.values) / FACES


class Sums:
    """The chance of each sum of FLOPS that some cores can roll; the index is the sum.

    The same cores lie together again and again, so what one more core makes of it is kept.
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
        """The chance of so many FLOPS or more."""
        return self.at_least[least] if 0 < least < len(self.at_least) else 1.0 if least <= 0 else 0.0

    def add(self, kind: int, twice: bool = False) -> "Sums":
        """The sums with one more core, which may be rolled again if it shows less than usual."""
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
    """The kinds of core by their power, of equal ones the later first.

    >>> weakest_first([1.5, 2.0, 1.5])
    [2, 0, 1]
    """
    return sorted(range(len(power) - 1, -1, -1), key=lambda kind: power[kind])
