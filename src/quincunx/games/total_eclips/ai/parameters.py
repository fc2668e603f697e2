"""What a player thinks things are worth: the judgement of a bot, in numbers."""

from typing import Final

from quincunx.games.total_eclips.cores import KINDS, weakest_first
from quincunx.games.total_eclips.parts import Parts, Worths
from quincunx.games.total_eclips.places import ALGORITHMS

ROUNDS_LEFT: Final = [12.0, 9.0, 6.0, 4.0]
"""About how many rounds are to come in each stage."""
STAGES: Final = 4
"""A game of fewer stages begins with a later one, and all stages after the last are like it."""
FLOPS_WORTH: Final = 0.13
"""What one FLOPS a round brings, in clips."""
TRUST_WORTH: Final = 0.22
RICH: Final = 12
"""More Trust than this is worth little."""
REROLL_WORTH: Final = 0.8
"""What a re-roll adds on average, in FLOPS."""
SLOT_WORTH: Final = 0.8
"""What one more open slot is worth, in FLOPS a round."""
RIVAL: Final = 0.35
"""How strong another player is on a project, as a share of what it asks for."""
PATIENCE: Final = 30
"""Up to this round a player who would lose by it does not end the game."""


class Taste:
    """How much a bot wants of everything. As it is made, it is that of the usual bot.

    `flops` and `trust` say how much more than usual it wants of them. Lists are by stage.
    """

    def __init__(self, flops: float = 1.0, trust: float = 1.0) -> None:
        self.flops = [FLOPS_WORTH * rounds * flops for rounds in ROUNDS_LEFT]
        """What one FLOPS more in every round to come is worth, and how much of that goes with the deck."""
        self.fading = [0.0] * STAGES
        self.trust = [TRUST_WORTH * trust] * STAGES
        self.rich = float(RICH)
        """With so much Trust, more of it is worth only `plenty`."""
        self.plenty = [TRUST_WORTH / 10 * trust] * STAGES
        self.slot = SLOT_WORTH
        self.make_slot = SLOT_WORTH
        """What a slot of Manufacture is worth besides."""
        self.powers: list[float] = []
        """What a core of each kind is thought to show, as a share of its average; empty for just that."""
        self.tokens = 0.6
        """What a token is worth, as a share of a core that shows as much; to win ties is so many FLOPS."""
        self.ties = 0.5
        self.rivals = [RIVAL] * STAGES
        self.unsure = 0.5
        """So many FLOPS more of the others are feared."""
        self.progress = [0.5] * STAGES
        """What it is worth to end a stage, besides the reward; more for each Trust that lies there,
        and for each ten steps of lead."""
        self.waited = 0.25
        self.lead = [0.0] * STAGES
        self.catch_up = 2.0
        """So many clips may come in besides in the last round."""
        self.patience = PATIENCE
        self.effort = 0.0
        """What a package of cores costs besides its power: the more, the larger packages are."""
        self.early = [1.0] * ALGORITHMS
        """What the algorithms are worth in the first two stages, as a share of what they seem to be."""
        self.late = [1.0] * ALGORITHMS
        self.reroll = 0.5
        """A core is rolled again that shows so much less than its average."""
        self.lock = [1.0] * STAGES
        """A core is locked that shows so much more, and if more slots are empty than `open_slots`."""
        self.open_slots = 2.0
        self._parts: Parts | None = None
        self._power: list[float] = []
        self._order: list[int] = []
        self._worths: dict[int, Worths] = {}

    def worths(self, parts: Parts, stage: int, left: int, rich: bool) -> Worths:
        """What things are worth with so many projects left in the deck, to a player who is rich or not."""
        if self._parts is not parts:
            self._weigh(parts)
        key = (left * STAGES + stage) * 2 + int(rich)
        known = self._worths.get(key)
        if known is None:
            known = self.worths_for(self._power, stage, left, rich)
            self._worths[key] = known
        return known

    def worths_for(self, power: list[float], stage: int, left: int, rich: bool) -> Worths:
        """The same for a player to whom cores have that power."""
        return Worths(
            self.plenty[stage] if rich else self.trust[stage],
            self.flops[stage] + self.fading[stage] * left,
            self.slot,
            self.make_slot,
            REROLL_WORTH,
            self.tokens,
            self.ties,
            power,
        )

    def weakest_first(self, parts: Parts) -> list[int]:
        if self._parts is not parts:
            self._weigh(parts)
        return self._order

    def _weigh(self, parts: Parts) -> None:
        self._parts = parts
        self._worths = {}
        self._power = parts.powers
        self._order = parts.by_power
        if self.powers:
            self._power = [parts.powers[kind] * self.powers[kind] for kind in range(KINDS)]
            self._order = weakest_first(self._power)


def stage_of(stage: int, stages: int) -> int:
    """The stage of a usual game that is about as far from the end.

    >>> [stage_of(stage, 4) for stage in range(4)], stage_of(0, 2), stage_of(5, 9)
    ([0, 1, 2, 3], 2, 3)
    """
    return min(stage + STAGES - min(stages, STAGES), STAGES - 1)
