"""The plan of a simulation, from which any process can play its games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from quincunx.bots.external import OwnBot

SHARE = 4
"""A process gets this part of what would be its share of the games left: much at first, single games
at the end, so that none waits long for another."""

MOST_IN_A_CHUNK = 20_000
"""However many games there are: whoever writes them down in order has to hold what comes too early."""


@dataclass(frozen=True)
class GamePlan:
    """What is played. A process can start from this alone."""

    game: str
    bots: list[str]
    games: int
    seed: str
    variant: dict[str, Any]
    own: dict[str, OwnBot] = field(default_factory=dict)
    """Those of the bots that are not ours, by name."""
    time_limit: float | None = None
    """How many seconds these may think about a decision."""

    @property
    def players(self) -> int:
        return len(self.bots)

    def chunks(self, jobs: int) -> Iterator[range]:
        """The numbers of all games, in parts to deal out.

        >>> [len(chunk) for chunk in GamePlan("pig", ["greedy"], 20, "1", {}).chunks(2)]
        [3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]
        """
        first = 0
        while first < self.games:
            size = min((self.games - first) // (jobs * SHARE) + 1, MOST_IN_A_CHUNK)
            yield range(first, first + size)
            first += size
