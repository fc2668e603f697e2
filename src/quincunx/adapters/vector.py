"""Many matches at once, stepped in compiled code: arrays in, arrays out.

from quincunx.adapters.vector import VectorEnv

env = VectorEnv("king-of-tokyo", players=4, n=64, opponents="random")
seen = env.reset()
seen = env.step(env.random_actions())
"""

from typing import NamedTuple

from quincunx.adapters.setup import Setup, needed

needed("numpy", "rl")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from quincunx.adapters.arrays import Floats, Mask  # noqa: E402
from quincunx.adapters.batch import Batch  # noqa: E402
from quincunx.match.variant import Variant  # noqa: E402


class Seen(NamedTuple):
    """What the learner has to know, one row for each match.

    The arrays for observations and masks are filled anew at each step: copy what you keep.
    """

    observations: Floats
    masks: Mask
    """1 for each legal action."""
    seats: NDArray[np.int64]
    """Whose observation it is, and who acts next."""
    rewards: Floats
    """What each seat got by the last step, one column for each seat."""
    ended: NDArray[np.bool_]
    """Whether the last step ended a match. The row then shows the next one; the rewards are the old one's."""


class VectorEnv:
    """Without `opponents` all seats are the learner's (self-play): a row is whichever seat is to act.

    With them, the learner has one seat of each match, another one from match to match, and bots move in
    between. `moves` names every action, `entries` every number of an observation.
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
        self.setup = Setup(game, players, variant)
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
        """One action in each match; IllegalMove if one is not legal."""
        self._batch.step(np.asarray(actions).tolist())
        return self._seen()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each match, each equally likely."""
        return np.array(self._batch.pick(), np.int64)

    def _seen(self) -> Seen:
        batch, n = self._batch, self.n
        observations, masks = self._observations.reshape(-1), self._masks.reshape(-1)
        # Most entries are 0, so it is quicker to take back what was written than to clear everything.
        observations[self._written] = 0
        masks[self._marked] = 0
        ones, places = _places(batch.sheet.ones), _places(batch.sheet.places)
        observations[ones] = 1
        observations[places] = batch.sheet.amounts
        self._written = np.concatenate((ones, places))
        self._marked = _places(batch.legal)
        masks[self._marked] = 1
        return Seen(
            self._observations,
            self._masks,
            np.array(batch.seats),
            np.array(batch.rewards, np.float32).reshape(n, self.players),
            np.array(batch.ended),
        )


def _places(places: list[int]) -> NDArray[np.int64]:
    return np.fromiter(places, np.int64, len(places))
