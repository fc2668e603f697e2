"""The master: a bot whose values were trained on games against `normal`, for each number of players."""

from typing import Final

from quincunx.core.bot import Bot, ByPlayers
from quincunx.games.total_eclips.ai.bot import EClipsBot
from quincunx.games.total_eclips.ai.parameters import Parameters
from quincunx.games.total_eclips.ai.trained import TRAINED
from quincunx.games.total_eclips.cores import KINDS, M1

FOR_TWO: Final = TRAINED["policy"]["two"]
"""The trained numbers for two players."""
FOR_MORE: Final = TRAINED["policy"]["more"]
"""The trained numbers for three or four players; they were trained with four."""


def parameters_of(numbers: list[float]) -> Parameters:
    found = Parameters()
    left = NumberReader(numbers)
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


class NumberReader:
    """A list of numbers that are taken one after the other."""

    def __init__(self, numbers: list[float]) -> None:
        self._numbers = numbers
        self._taken = 0

    def next(self) -> float:
        self._taken += 1
        return self._numbers[self._taken - 1]


class Master(EClipsBot):
    """The bot `normal` with trained numbers for its parameters."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(parameters_of(numbers))


def trained() -> Bot:
    """Return the master for the number of players."""
    return ByPlayers({2: Master(FOR_TWO)}, Master(FOR_MORE))
