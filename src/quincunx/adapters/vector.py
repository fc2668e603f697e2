"""A vector environment: many matches at once, stepped in compiled code, with arrays in and out.

from quincunx.adapters.vector import VectorEnv

env = VectorEnv("king-of-tokyo", players=4, n=64, opponents="random")
seen = env.reset()
seen = env.step(env.random_actions())
"""

from typing import NamedTuple

from quincunx.adapters.setup import EnvironmentSetup, needed

needed("numpy", "rl")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from quincunx.adapters.arrays import Floats, Mask  # noqa: E402
from quincunx.adapters.batch import Batch  # noqa: E402
from quincunx.match.variant import Variant  # noqa: E402


class Seen(NamedTuple):
    """The data for the learner after a step, with one row for each match.

    The arrays for observations and masks are reused at each step: copy what you keep.
    """

    observations: Floats
    masks: Mask
    """1 for each legal action."""
    seats: NDArray[np.int64]
    """The seat that observes and acts next."""
    rewards: Floats
    """The rewards of the last step, with one column for each seat."""
    ended: NDArray[np.bool_]
    """Whether the last step ended the match. The row then shows the next one, with the old one's rewards."""


class VectorEnv:
    """An environment of `n` matches. Without `opponents` the learner plays all seats (self-play).

    With opponents, the learner has one seat of each match, which changes from match to match, and bots play
    the others. `moves` names every action, `entries` every number of an observation.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        n: int = 64,
        opponents: str | list[str] | None = None,
        seed: int = 0,
        variant: Variant | None = None,
    ) -> None:
        self.setup = EnvironmentSetup(game, players, variant)
        self.n, self.players = n, self.setup.players
        self.moves, self.entries = self.setup.moves, self.setup.entries
        self._batch = Batch(
            [self.setup.play() for _ in range(n)],
            len(self.entries),
            str(seed),
            self.setup.opponents(opponents),
        )
        self._observations = np.zeros((n, len(self.entries)), np.float32)
        self._masks = np.zeros((n, len(self.moves)), np.int8)
        self._written = np.zeros(0, np.int64)
        self._marked = np.zeros(0, np.int64)

    def reset(self) -> Seen:
        """Begin all matches."""
        self._batch.begin()
        return self._seen()

    def step(self, actions: NDArray[np.integer] | list[int]) -> Seen:
        """Make one action in each match; raise IllegalMove if one is not legal."""
        self._batch.step(np.asarray(actions).tolist())
        return self._seen()

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for each match, all equally likely."""
        return np.array(self._batch.pick(), np.int64)

    def _seen(self) -> Seen:
        batch, n = self._batch, self.n
        observations, masks = self._observations.reshape(-1), self._masks.reshape(-1)
        # Most entries are 0, so it is quicker to reset the written ones than to clear everything.
        observations[self._written] = 0
        masks[self._marked] = 0
        ones, amounts_at = _as_array(batch.sheet.ones), _as_array(batch.sheet.places)
        observations[ones] = 1
        observations[amounts_at] = batch.sheet.amounts
        self._written = np.concatenate((ones, amounts_at))
        self._marked = _as_array(batch.legal)
        masks[self._marked] = 1
        return Seen(
            self._observations,
            self._masks,
            np.array(batch.seats),
            np.array(batch.rewards, np.float32).reshape(n, self.players),
            np.array(batch.ended),
        )


def _as_array(numbers: list[int]) -> NDArray[np.int64]:
    return np.fromiter(numbers, np.int64, len(numbers))
