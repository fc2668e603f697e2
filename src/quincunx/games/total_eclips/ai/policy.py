"""The master: a bot whose values were trained on games against `normal`, for each number of players."""

from typing import Final

from quincunx.core.bot import Bot, ByPlayers
from quincunx.games.total_eclips.ai.bot import EClipsBot
from quincunx.games.total_eclips.ai.parameters import Taste
from quincunx.games.total_eclips.cores import KINDS, M1

BY_STAGE: Final = [1.0, 1.0, 1.0, 1.0]

START: Final[list[float]] = [
    *BY_STAGE,  # flops
    *[0.0, 0.0, 0.0, 0.0],  # fading
    *BY_STAGE,  # trust
    *[12.0, 0.1],  # rich, plenty
    *[0.8, 0.8],  # slot, make_slot
    *[1.0, 1.0, 1.0, 1.0, 1.0],  # powers of all but the weakest cores
    *[0.6, 0.5],  # tokens, ties
    *[0.35, 0.35, 0.35, 0.35],  # rivals
    *[0.5],  # unsure
    *[0.5, 0.5, 0.5, 0.5],  # progress
    *[0.25],  # waited
    *[0.0, 0.0],  # lead, in the last stage and before
    *[2.0],  # catch_up
    *[0.0],  # effort
    *[1.0, 1.0, 1.0],  # early
    *[1.0, 1.0, 1.0],  # late
    *[0.5],  # reroll
    *[1.0, 1.0],  # lock
    *[2.0],  # open_slots
]
"""The numbers of `normal`. `Taste` explains each of them."""

SCALE: Final[list[float]] = [
    *[0.3, 0.3, 0.3, 0.3],
    *[0.05, 0.05, 0.05, 0.05],
    *[0.3, 0.3, 0.3, 0.3],
    *[3.0, 0.1],
    *[0.5, 0.5],
    *[0.15, 0.15, 0.15, 0.15, 0.15],
    *[0.3, 0.5],
    *[0.15, 0.15, 0.15, 0.15],
    *[0.5],
    *[0.5, 0.5, 0.5, 1.0],
    *[0.25],
    *[0.5, 0.3],
    *[2.0],
    *[0.5],
    *[0.2, 0.2, 0.2],
    *[0.2, 0.2, 0.2],
    *[0.4],
    *[0.4, 0.4],
    *[0.7],
]
"""The step by which each number is changed in training."""

FOR_TWO: Final[list[float]] = [
    *[1.567, 1.551, 1.021, 0.5805],
    *[-0.09748, 0.04472, 0.01655, -0.04003],
    *[0.9795, 1.254, 1.06, 0.745],
    *[9.847, 0.06313],
    *[-0.1633, 0.265],
    *[1.046, 1.079, 1.089, 0.8247, 0.9756],
    *[1.377, 0.4326],
    *[0.2159, 0.3708, 0.5758, 0.4657],
    0.7127,
    *[-0.2457, 0.3713, 0.683, 1.505],
    0.2481,
    *[-0.2543, -0.1986],
    4.636,
    -0.5617,
    *[1.024, 0.9785, 1.054],
    *[0.8327, 0.4031, 0.8089],
    0.1458,
    *[1.072, 1.011],
    0.8727,
]
"""The trained numbers for two players."""

FOR_MORE: Final[list[float]] = [
    *[1.61, 1.518, 1.038, 0.6212],
    *[-0.1037, 0.06505, 0.02359, -0.04476],
    *[1.075, 1.312, 1.064, 0.745],
    *[9.983, 0.07435],
    *[0.02329, 0.3515],
    *[1.014, 1.089, 1.12, 0.8171, 1.002],
    *[1.409, 0.4312],
    *[0.1654, 0.3372, 0.6003, 0.4983],
    0.6217,
    *[-0.3367, 0.4299, 0.7422, 1.188],
    0.2672,
    *[-0.2282, -0.1675],
    4.05,
    -0.4855,
    *[1.006, 0.9484, 1.038],
    *[0.8933, 0.3971, 0.7604],
    0.1008,
    *[1.047, 0.9882],
    0.8427,
]
"""The trained numbers for three or four players; they were trained with four."""


def taste_of(numbers: list[float]) -> Taste:
    found = Taste()
    left = Numbers(numbers)
    found.flops = [worth * left.next() for worth in found.flops]
    found.fading = [worth * left.next() for worth in found.flops]
    usual = found.trust
    found.trust = [worth * left.next() for worth in usual]
    found.rich = left.next()
    plenty = left.next()
    found.plenty = [worth * plenty for worth in found.trust]
    found.slot = left.next()
    found.make_slot = left.next()
    found.powers = [1.0 if kind == M1 else left.next() for kind in range(KINDS)]
    found.tokens = left.next()
    found.ties = left.next()
    found.rivals = [left.next() for _ in usual]
    found.unsure = left.next()
    found.progress = [left.next() for _ in usual]
    found.waited = left.next()
    last, before = left.next(), left.next()
    found.lead = [before, before, before, last]
    found.catch_up = left.next()
    found.effort = max(0.0, left.next())
    found.early = [left.next() for _ in found.early]
    found.late = [left.next() for _ in found.late]
    found.reroll = left.next()
    first, second = left.next(), left.next()
    found.lock = [first, second, second, second]
    found.open_slots = left.next()
    return found


class Numbers:
    """A list of numbers that are taken one after the other."""

    def __init__(self, numbers: list[float]) -> None:
        self._numbers = numbers
        self._taken = 0

    def next(self) -> float:
        self._taken += 1
        return self._numbers[self._taken - 1]


class Master(EClipsBot):
    """The bot `normal` with trained numbers for its taste."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(taste_of(numbers))


def trained() -> Bot:
    """Return the master for the number of players."""
    return ByPlayers({2: Master(FOR_TWO)}, Master(FOR_MORE))
