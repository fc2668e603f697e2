"""What each player can expect of a position: a few things that count, weighed by games that bots played."""

import math
from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.state import State
from quincunx.core.value import FittedValue, Thinking
from quincunx.games.total_eclips.bot import EClipsBot
from quincunx.games.total_eclips.cores import FACES, KINDS
from quincunx.games.total_eclips.places import ALGORITHMS, NO_CARD, PROJECTS
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.taste import RICH, Taste
from quincunx.games.total_eclips.worths import token_flops

WEIGHTS: Final[list[float]] = [
    0.2017,
    2.227,
    5.595,
    -1.076,
    -0.001437,
    -2.497,
    1.936,
    -0.3026,
    2.515,
    1.045,
    1.122,
    -0.001169,
    -1.867,
    1.488,
]


class TotalEClipsValue(FittedValue):
    """Clips, and what makes more of them: cores, locked FLOPS, tokens and Trust, as long as there is time."""

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, TotalEClips)
        side = state.sides[seat]
        left = time_left(state)
        cores = side.cores()
        strength = 0.0
        number = 0
        for kind in range(KINDS):
            if cores[kind]:
                strength += cores[kind] * state.parts.cores[kind].power
                number += cores[kind]
        idle = 0.0
        locked = 0.0
        closed = 0
        for algorithm in range(ALGORITHMS):
            for code in side.locked[algorithm]:
                locked += state.parts.values[code]
                idle += state.parts.cores[code // FACES].power
                closed += 1
        tokens = token_flops(side, PROJECTS - 1)
        return [
            side.position / 10,
            side.position / 10 * (1.0 - left),
            (strength - idle) / 10 * left,
            (strength - idle) / 10 * left * left,
            (strength - idle) / 10,
            (number - closed) / 10 * left,
            locked / 10 * left,
            closed / 10 * left,
            tokens / 10 * left,
            tokens / 10,
            side.trust / 20 * left,
            min(side.trust, RICH) / 10 * left,
            math.sqrt(side.trust) / 5,
            side.trust / 50,
        ]


def time_left(state: TotalEClips) -> float:
    """How much of the game is still to come, from 1 to nearly 0: projects not yet done."""
    parts = state.parts
    lying = 0
    for card in state.cards:
        if card != NO_CARD:
            lying += 1
    regular = max(1, len(parts.regular[state.stage]))
    done = state.stage + 1.0 - min(1.0, (len(state.left) + lying) / (regular + 1.0))
    return max(0.02, 1.0 - done / parts.stages)


def minds() -> list[Bot]:
    """Those who want more of cores or of clips, and of Trust or none."""
    return [
        EClipsBot(Taste(0.4, 1.0)),
        EClipsBot(Taste(0.7, 0.5)),
        EClipsBot(Taste(1.5, 1.0)),
        EClipsBot(Taste(2.5, 1.0)),
        EClipsBot(Taste(1.5, 0.2)),
        EClipsBot(Taste(1.0, 3.0)),
    ]


THINKING: Final = Thinking(
    rollouts={2: 400, 3: 300, 4: 200},
    turns={2: 2, 3: 2, 4: 2},
    plans=24,
    noise=15,
    folly=0.1,
)
