"""Gymnasium environments for one seat of any game, alone or against bots.

import gymnasium, quincunx.adapters.gymnasium

env = gymnasium.make("quincunx/IdleSix-v0")
env = gymnasium.make("quincunx/KingOfTokyo-v0", players=4, opponents="greedy")
"""

from typing import Any

from quincunx import games
from quincunx.adapters.setup import EnvironmentSetup, needed, rendered

needed("gymnasium", "rl")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium.spaces import Box, Discrete  # noqa: E402

from quincunx.adapters.arrays import HIGHEST, Floats, mask, observation  # noqa: E402
from quincunx.core.cards import class_name  # noqa: E402
from quincunx.core.state import TERMINAL, IllegalMove  # noqa: E402
from quincunx.match.variant import Variant  # noqa: E402


class QuincunxEnv(gymnasium.Env[Floats, np.int64]):
    """An environment in which the learner's seat is drawn anew for each match.

    `info["action_mask"]` has the legal actions. An illegal action changes nothing, and gives a reward of -1
    and `info["illegal"]`. `moves` names every action, `entries` every number of an observation.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str | list[str] = "random",
        variant: Variant | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.setup = EnvironmentSetup(game, players, variant)
        self.moves, self.entries = self.setup.moves, self.setup.entries
        self.render_mode = render_mode
        self.observation_space = Box(0, HIGHEST, (len(self.entries),), np.float32)
        self.action_space = Discrete(len(self.moves))
        self._opponents = self.setup.opponents(opponents)
        self._play = self.setup.play()
        self._seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin a match, with the learner on a random seat or on `options["seat"]`."""
        super().reset(seed=seed)
        while True:
            drawn = int(self.np_random.integers(self.setup.players))
            self._seat = (options or {}).get("seat", drawn)
            self._play.begin(str(self.np_random.integers(2**63)), self._opponents(self._seat))
            if self._play.seat != TERMINAL:  # opponents may end a match before the learner is asked
                return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        try:
            self._play.step(int(action))
        except IllegalMove:
            return self._observation(), -1.0, False, False, {**self._info(), "illegal": True}
        reward = self._play.rewards()[self._seat]
        return self._observation(), reward, self._play.seat == TERMINAL, False, self._info()

    def _observation(self) -> Floats:
        return observation(self._play.space, self._play.state, self._seat, len(self.entries))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask(self._play.legal, len(self.moves)), "seat": self._seat}

    def render(self) -> str:
        """Return the learner's board, as the terminal draws it."""
        return rendered(self.setup, self._play.state, self._seat)


def environment_id(game: str) -> str:
    """Return the id under which Gymnasium knows a game.

    >>> environment_id("king-of-tokyo")
    'quincunx/KingOfTokyo-v0'
    """
    return f"quincunx/{class_name(game)}-v0"


for _name in games.GAMES:
    if environment_id(_name) not in gymnasium.registry:
        gymnasium.register(environment_id(_name), f"{__name__}:QuincunxEnv", kwargs={"game": _name})
