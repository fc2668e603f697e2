"""All games as OpenSpiel games, registered when this module is imported.

import pyspiel, quincunx.adapters.openspiel

game = pyspiel.load_game("quincunx_king_of_tokyo", {"players": 4})
"""

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

from quincunx import games
from quincunx.adapters.batch import balanced
from quincunx.adapters.setup import EnvironmentSetup, needed

needed("pyspiel", "openspiel")

import pyspiel  # noqa: E402

from quincunx.adapters.arrays import observation  # noqa: E402
from quincunx.core.state import CHANCE, TERMINAL, State  # noqa: E402
from quincunx.match.variant import Variant, read_variant  # noqa: E402

LONGEST = 50_000
"""An upper bound on the moves of a game, even at random."""
MOST_OUTCOMES = 6**6
"""The most outcomes of a roll or draw: those of six dice."""


class CopyableState:
    """A wrapper of a state for OpenSpiel.

    It supports `deepcopy` and `pickle`, which fail with compiled states, and lists the chance outcomes only
    once, because OpenSpiel asks for each of them separately.
    """

    def __init__(self, state: State, setup: EnvironmentSetup) -> None:
        self.state = state
        self.setup = setup
        self._outcomes: list[tuple[int, float]] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> "CopyableState":
        return CopyableState(self.state.clone(), self.setup)

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.setup
        known = setup.game.name, setup.players, setup.changes, setup.game.to_dict(self.state)
        return _position, known

    def outcomes(self) -> list[tuple[int, float]]:
        if not self._outcomes:
            self._outcomes = self.state.chance_outcomes()
        return self._outcomes

    def move(self, seat: int, action: int) -> None:
        self.state.move(seat, action)
        self._outcomes = []


def _position(name: str, players: int, changes: Variant, data: dict[str, Any]) -> CopyableState:
    setup = EnvironmentSetup(name, players, changes)
    return CopyableState(setup.game.from_dict(data, setup.numbers), setup)


class QuincunxGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game for OpenSpiel, with a number of players and an optional variant file."""

    def __init__(self, name: str, kind: pyspiel.GameType, params: dict[str, Any] | None = None) -> None:
        chosen = params or {}
        file = str(chosen.get("variant", ""))
        changes = read_variant(Path(file), games.load(name)) if file else {}
        self.setup = EnvironmentSetup(name, int(chosen["players"]) if "players" in chosen else None, changes)
        alone = self.setup.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.moves),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.setup.players,
            min_utility=-float(LONGEST) if alone else -1.0,
            max_utility=0.0 if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, chosen)

    def new_initial_state(self) -> "QuincunxState":
        return QuincunxState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SeatObserver":
        return SeatObserver(self.setup)


class QuincunxState(pyspiel.State):  # type: ignore[misc]
    """A position for OpenSpiel. Chance outcomes are numbered by their place in the list of possible ones."""

    def __init__(self, game: QuincunxGame) -> None:
        super().__init__(game)
        self._position = CopyableState(game.setup.start.clone(), game.setup)
        self._memories = [""] * game.setup.players
        """For each seat a digest of what it saw and did at all its decisions."""

    @property
    def position(self) -> State:
        return self._position.state

    @property
    def _setup(self) -> EnvironmentSetup:
        return self._position.setup

    def current_player(self) -> int:
        actor = self.position.current_player()
        if actor == TERMINAL:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return self.position.current_player() == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._setup.space.legal(self.position, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(place, share) for place, (_, share) in enumerate(self._position.outcomes())]

    def _apply_action(self, action: int) -> None:
        seat = self.position.current_player()
        if seat == CHANCE:
            self._position.move(CHANCE, self._position.outcomes()[action][0])
            return
        self._memories[seat] = self._remembered(seat, str(action))
        self._position.move(seat, self._setup.space.action(self.position, seat, action))

    def _remembered(self, seat: int, more: str) -> str:
        """Return the digest of a seat with its present observation added."""
        setup = self._setup
        seen = observation(setup.space, self.position, seat, len(setup.entries)).tobytes()
        return blake2b(f"{self._memories[seat]}:{more}:".encode() + seen, digest_size=16).hexdigest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcome, _ = self._position.outcomes()[action]
            return self._setup.game.say(self.position, CHANCE, outcome)
        return self._setup.moves[action]

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._setup.players
        returns = self.position.returns()
        return returns if len(returns) == 1 else balanced(returns)

    def information_state_string(self, player: int | None = None) -> str:
        """Return a digest of all that the seat saw and did at its decisions, and of what it sees now."""
        return self._remembered(self.current_player() if player is None else player, "")

    def observation_string(self, player: int | None = None) -> str:
        """Return what the seat sees now, as JSON."""
        return seen_as_text(self._setup, self.position, self.current_player() if player is None else player)

    def __str__(self) -> str:
        return self.position.position_key().decode()


class SeatObserver:
    """The observer of a seat, in the form that OpenSpiel's algorithms use."""

    def __init__(self, setup: EnvironmentSetup) -> None:
        self._setup = setup
        self.tensor = observation(setup.space, setup.start, 0, len(setup.entries))
        self.dict = {"observation": self.tensor}

    def set_from(self, state: QuincunxState, player: int) -> None:
        self.tensor[:] = observation(self._setup.space, state.position, player, len(self.tensor))

    def string_from(self, state: QuincunxState, player: int) -> str:
        return seen_as_text(self._setup, state.position, player)


def seen_as_text(setup: EnvironmentSetup, state: State, seat: int) -> str:
    return json.dumps(setup.game.view(state, seat))


def short_name(game: str) -> str:
    """Return the name under which OpenSpiel knows a game.

    >>> short_name("king-of-tokyo")
    'quincunx_king_of_tokyo'
    """
    return f"quincunx_{game.replace('-', '_')}"


def register(name: str) -> None:
    """Register a game with OpenSpiel."""
    header = games.load(name).header
    low, high = header.players
    utility = pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=short_name(name),
        long_name=header.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if high == 1 else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": low, "variant": ""},
    )

    class Registered(QuincunxGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, params)

    pyspiel.register_game(kind, Registered)


for _name in games.GAMES:
    if short_name(_name) not in pyspiel.registered_names():
        register(_name)
