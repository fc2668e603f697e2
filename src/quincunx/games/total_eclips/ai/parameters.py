"""The parameters of a bot: the values it gives to things, as numbers."""

from typing import Final

from quincunx.games.total_eclips.cores import KINDS, weakest_first
from quincunx.games.total_eclips.parts import Parts, Worths
from quincunx.games.total_eclips.places import ALGORITHMS

ROUNDS_LEFT: Final = [12.0, 9.0, 6.0, 4.0]
"""The approximate number of rounds to come in each stage."""
STAGES: Final = 4
"""The stages of the standard game. A game of fewer stages begins with a later one; all stages after the last
are like the last."""
FLOPS_WORTH: Final = 0.13
"""The value of one FLOPS a round, in clips."""
TRUST_WORTH: Final = 0.22
RICH: Final = 12
"""The Trust from which on more of it is worth little."""
REROLL_WORTH: Final = 0.8
"""The FLOPS that a re-roll adds on average."""
SLOT_WORTH: Final = 0.8
"""The value of one more open slot, in FLOPS a round."""
RIVAL: Final = 0.35
"""The strength of another player on a project, as a share of what it asks for."""
PATIENCE: Final = 30
"""The last round in which a player refuses to end the game because it would lose."""


class Parameters:
    """The values of a bot; the defaults are those of `normal`.

    `flops` and `trust` are factors on their values. Lists are by stage.
    """

    def __init__(self, flops: float = 1.0, trust: float = 1.0) -> None:
        self.flops = [FLOPS_WORTH * rounds * flops for rounds in ROUNDS_LEFT]
        """The value of one FLOPS more in every remaining round; `fading` is its part for each project in the
        deck."""
        self.fading = [0.0] * STAGES
        self.trust = [TRUST_WORTH * trust] * STAGES
        self.rich = float(RICH)
        """The Trust from which on more of it is worth only `plenty`."""
        self.plenty = [TRUST_WORTH / 10 * trust] * STAGES
        self.slot = SLOT_WORTH
        self.make_slot = SLOT_WORTH
        """The extra value of a slot of Manufacture."""
        self.powers: list[float] = []
        """The expected roll of each kind of core, as a share of its average; empty for the average itself."""
        self.tokens = 0.6
        """The value of a token, as a share of a core that shows as much; `ties` is that of winning ties, in
        FLOPS."""
        self.ties = 0.5
        self.rivals = [RIVAL] * STAGES
        self.unsure = 0.5
        """The FLOPS added to those of the others, for safety."""
        self.progress = [0.5] * STAGES
        """The value of ending a stage, besides the reward; `waited` is added for each Trust that lies there,
        and `lead` for each ten steps of lead."""
        self.waited = 0.25
        self.lead = [0.0] * STAGES
        self.catch_up = 2.0
        """The extra clips that may come in during the last round."""
        self.patience = PATIENCE
        self.effort = 0.0
        """The cost of a package of cores besides its power: it favours larger packages."""
        self.early = [1.0] * ALGORITHMS
        """The value of the algorithms in the first two stages, as a share of the calculated one; `late` is
        for the others."""
        self.late = [1.0] * ALGORITHMS
        self.reroll = 0.5
        """The FLOPS below its average from which on a core is rolled again."""
        self.lock = [1.0] * STAGES
        """The FLOPS above its average from which on a core is locked, if more slots are empty than
        `open_slots`."""
        self.open_slots = 2.0
        self._parts: Parts | None = None
        self._power: list[float] = []
        self._order: list[int] = []
        self._worths: dict[int, Worths] = {}

    def worths(self, parts: Parts, stage: int, left: int, rich: bool) -> Worths:
        """Return the values with `left` projects in the deck, for a player who is rich in Trust or not."""
        if self._parts is not parts:
            self._weigh(parts)
        key = (left * STAGES + stage) * 2 + int(rich)
        known = self._worths.get(key)
        if known is None:
            known = self.worths_for(self._power, stage, left, rich)
            self._worths[key] = known
        return known

    def worths_for(self, power: list[float], stage: int, left: int, rich: bool) -> Worths:
        """Return the values for a player to whom cores have that power."""
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
    """Return the stage of the standard game that is about as far from the end.

    >>> [stage_of(stage, 4) for stage in range(4)], stage_of(0, 2), stage_of(5, 9)
    ([0, 1, 2, 3], 2, 3)
    """
    return min(stage + STAGES - min(stages, STAGES), STAGES - 1)
