"""A player whose judgement was trained on games against the usual bot, for each number of players."""

from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.total_eclips.bot import EClipsBot
from quincunx.games.total_eclips.cores import KINDS, M1
from quincunx.games.total_eclips.taste import Taste

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
"""The judgement of the usual bot. `Taste` says what each number means."""

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
"""By how much each number is changed to see whether that is better."""

BY_PLAYERS: Final[dict[int, list[float]]] = {}


def taste_of(numbers: list[float]) -> Taste:
    """The judgement that these numbers are."""
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
    """Numbers that are taken one after the other."""

    def __init__(self, numbers: list[float]) -> None:
        self._numbers = numbers
        self._taken = 0

    def next(self) -> float:
        self._taken += 1
        return self._numbers[self._taken - 1]


class Master(EClipsBot):
    """The usual bot with these numbers as its judgement."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(taste_of(numbers))


class Trained(Bot):
    """The master for as many players as there are."""

    def __init__(self) -> None:
        self._masters = {players: Master(numbers) for players, numbers in BY_PLAYERS.items()}
        self._usual = Master(START)

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self._masters.get(state.players, self._usual).choose(state, seat, rng)
