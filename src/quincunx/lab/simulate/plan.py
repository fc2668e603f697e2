"""The plan of a simulation: all that a process needs to play its games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from quincunx.bots.external import OwnBot

SHARE = 4
"""A chunk is an equal share of the games left, divided by this: large at first, single games at the end, so
that no process waits long for another."""

MOST_IN_A_CHUNK = 20_000
"""The most games in a chunk: a writer of rows in order must hold the chunks that come too early."""


@dataclass(frozen=True)
class GamePlan:
    """The game, bots, seed and variant of a simulation. A process can start from this alone."""

    game: str
    bots: list[str]
    games: int
    seed: str
    variant: dict[str, Any]
    own: dict[str, OwnBot] = field(default_factory=dict)
    """The custom bots among `bots`, by name."""
    time_limit: float | None = None
    """The most seconds a custom bot may take for a decision."""

    @property
    def players(self) -> int:
        return len(self.bots)

    def chunks(self, jobs: int) -> Iterator[range]:
        """Yield the numbers of all games in chunks for `jobs` processes.

        >>> [len(chunk) for chunk in GamePlan("pig", ["greedy"], 20, "1", {}).chunks(2)]
        [3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]
        """
        first = 0
        while first < self.games:
            size = min((self.games - first) // (jobs * SHARE) + 1, MOST_IN_A_CHUNK)
            yield range(first, first + size)
            first += size
