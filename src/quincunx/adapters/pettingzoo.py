"""PettingZoo environments (AEC, one seat acts after the other) for any game, with action masks.

from quincunx.adapters import pettingzoo

env = pettingzoo.env("king-of-tokyo", players=4)
"""

from typing import Any

from quincunx.adapters.setup import EnvironmentSetup, needed, rendered

needed("pettingzoo", "rl")

import numpy as np  # noqa: E402
from gymnasium.spaces import Box, Dict, Discrete, Space  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

from quincunx.adapters.arrays import HIGHEST, Floats, Mask, mask, observation  # noqa: E402
from quincunx.core.state import TERMINAL  # noqa: E402
from quincunx.match.variant import Variant  # noqa: E402

Seen = dict[str, Floats | Mask]


def env(
    game: str, players: int | None = None, variant: Variant | None = None, render_mode: str | None = None
) -> "QuincunxEnv":
    """Return the environment of a game, by default with its fewest players."""
    return QuincunxEnv(EnvironmentSetup(game, players, variant), render_mode)


class QuincunxEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]  # PettingZoo has no types
    """The environment. Seats that choose at once act in turn, without seeing what the others chose.

    `moves` names every action, `entries` every number of an observation.
    """

    def __init__(self, setup: EnvironmentSetup, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"quincunx_{setup.game.name.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.setup = setup
        self.moves, self.entries = setup.moves, setup.entries
        self.possible_agents = [f"player_{seat}" for seat in range(setup.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, width = len(self.moves), len(self.entries)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, HIGHEST, (width,), np.float32),
                    "action_mask": Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self._play = setup.play()
        self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._matches = 0

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. The same seed gives the same sequence of matches."""
        if seed is not None:
            self._seed, self._matches = seed, 0
        self._play.begin(f"{self._seed}:{self._matches}", [])
        self._matches += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._play.seat]

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees now, with the mask of its legal actions if it is to act."""
        play, seat = self._play, self._seats[agent]
        return {
            "observation": observation(play.space, play.state, seat, len(self.entries)),
            "action_mask": mask(play.legal if seat == play.seat else [], len(self.moves)),
        }

    def step(self, action: int | None) -> None:
        agent, play = self.agent_selection, self._play
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        play.step(int(action if action is not None else -1))
        self.rewards = dict(zip(self.possible_agents, play.rewards(), strict=True))
        self._accumulate_rewards()
        if play.seat == TERMINAL:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[play.seat]

    def state(self) -> Floats:
        """Return the observations of all seats, joined."""
        play, width = self._play, len(self.entries)
        return np.concatenate(
            [observation(play.space, play.state, seat, width) for seat in range(self.setup.players)]
        )

    def render(self) -> str:
        """Return the board of the agent to act, as the terminal draws it."""
        return rendered(self.setup, self._play.state, self._seats[self.agent_selection])

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
