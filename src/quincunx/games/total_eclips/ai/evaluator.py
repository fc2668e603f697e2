"""The evaluator of Total eClips: a few features of each player, weighted by games that bots played."""

import math
from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import State
from quincunx.games.total_eclips.ai.bot import EClipsBot
from quincunx.games.total_eclips.ai.parameters import Parameters
from quincunx.games.total_eclips.ai.trained import TRAINED
from quincunx.games.total_eclips.cores import FACES
from quincunx.games.total_eclips.places import ALGORITHMS, NO_CARD, PLACES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.state import Side

FOR_TWO: Final = TRAINED["evaluator"]["two"]
"""The weights with two players: the track, Trust, tokens, cores, locked cores, and strength."""
FOR_MORE: Final = TRAINED["evaluator"]["more"]
"""The weights with three or four; they were fitted with four."""


class TotalEClipsValue(FittedEvaluator):
    """Clips and the means to more of them: cores, locked FLOPS, tokens and Trust, as long as there is
    time."""

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, TotalEClips)
        side = state.sides[seat]
        parts = state.parts
        left = time_left(state)
        gone = 1.0 - left
        position = side.position / 10
        rank = parts.track.rank(side.position)
        trust = side.trust / 10
        features = [
            position,
            position * gone,
            position * gone * gone,
            parts.track.clips[rank] * left,
            parts.track.trust[rank] * left,
            trust * left,
            min(trust, 0.3) * left,
            min(trust, 0.8) * left,
            min(trust, 1.6) * left,
            math.sqrt(trust),
            trust,
        ]
        tokens = side.tokens
        if any(side.laid_on):
            tokens = held(side)
        everywhere = 0
        somewhere = 0
        rerolls = 0
        for token, part in enumerate(parts.tokens):
            count = tokens[token]
            if count:
                rerolls += count * part.rerolls
                if part.needs < 0 and len(part.fits) == PLACES:
                    everywhere += count * part.flops
                else:
                    somewhere += count * part.flops
        features += [everywhere * left, everywhere * gone, somewhere * left, rerolls * left, rerolls * gone]
        strength = 0.0
        for kind, count in enumerate(side.cores()):
            features.append(count * left)
            strength += count * parts.powers[kind]
        for algorithm in range(ALGORITHMS):
            flops = 0
            for code in side.locked[algorithm]:
                flops += parts.values[code]
                strength -= parts.powers[code // FACES]
            features.append(flops * left)
            features.append(len(side.locked[algorithm]) * left)
        features += [strength * left, strength * left * left, strength * gone]
        return features


def held(side: Side) -> list[int]:
    """Return the tokens of a player, those in the hand and those laid."""
    kinds = len(side.tokens)
    tokens = side.tokens[:]
    for index, count in enumerate(side.laid):
        tokens[index % kinds] += count
    return tokens


def time_left(state: TotalEClips) -> float:
    """Return the share of the game still to come, from 1 to nearly 0, by the projects not yet done."""
    parts = state.parts
    lying = 0
    for card in state.cards:
        if card != NO_CARD:
            lying += 1
    regular = max(1, len(parts.regular[state.stage]))
    done = state.stage + 1.0 - min(1.0, (len(state.left) + lying) / (regular + 1.0))
    return max(0.02, 1.0 - done / parts.stages)


def minds() -> list[Bot]:
    """Return styles of play: more for cores or for clips, and much Trust or none."""
    return [
        EClipsBot(Parameters(0.4, 1.0)),
        EClipsBot(Parameters(0.7, 0.5)),
        EClipsBot(Parameters(1.5, 1.0)),
        EClipsBot(Parameters(2.5, 1.0)),
        EClipsBot(Parameters(1.5, 0.2)),
        EClipsBot(Parameters(1.0, 3.0)),
    ]


THINKING: Final = SearchConfig(
    rollouts={2: 400, 3: 300, 4: 200},
    horizon_turns={2: 1, 3: 1, 4: 1},
    plans=24,
    random_percent=15,
    easy_loss=0.1,
    expert_rollout_factor=2,
    expert_horizon_turns={2: 4, 3: 4, 4: 4},
    expert_plan_factor=1,
    others_decide_once=True,
)
