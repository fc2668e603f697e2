"""Matches played by action index, one or many at once. Chance and bots move by themselves."""

import math
from collections.abc import Callable

from quincunx.core.bot import Bot
from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, IllegalMove, State

Opponents = Callable[[int], list[Bot | None]]
"""A function from the learner's seat to a new bot for each bot's seat, and None for the others."""


class Play:
    """Plays one match after another from the same initial position."""

    def __init__(self, space: ActionSpace, start: State, secrets: bool) -> None:
        self.space = space
        self.start = start
        self.secrets = secrets
        self.state = start
        self.seat = TERMINAL
        """The seat to move, or TERMINAL."""
        self.legal: list[int] = []
        """The action indexes that are legal for that seat."""
        self._actions: list[int] = []
        self._bots: list[Bot | None] = []
        self._dice = Rng("")
        self._turns = 0

    def begin(self, seed: str, bots: list[Bot | None]) -> None:
        """Start a match, and play it up to the first decision."""
        self.state = self.start.clone()
        self._bots = bots
        self._dice = Rng(seed)
        self._turns = self.state.turns()
        self._play_to_decision()

    def step(self, index: int) -> None:
        """Make a move for the seat to move, and play on to the next decision or the end."""
        for place, known in enumerate(self.legal):
            if known == index:
                self.state.move(self.seat, self._actions[place])
                self._play_to_decision()
                return
        raise IllegalMove(f"Move {index} is not legal now: the action mask says which are.")

    def _play_to_decision(self) -> None:
        state = self.state
        while True:
            seat = state.current_player()
            if seat == CHANCE:
                state.move(CHANCE, state.sample_outcome(self._dice))
                continue
            bot = self._bots[seat] if seat >= 0 and self._bots else None
            if bot is None:
                break
            state.move(seat, ask(bot, state, seat, self._dice, self.secrets))
        self.seat = seat
        self.legal = []
        self._actions = []
        if seat != TERMINAL:
            for action in state._legal_actions(seat):
                index = self.space.index(state, seat, action)
                if index != NOT_LISTED:
                    self.legal.append(index)
                    self._actions.append(action)

    def rewards(self) -> list[float]:
        """Return each seat's reward since the last call.

        In a solo game it is -1 for each turn. Otherwise it is 0 until the end, when the winner gets 1 and the
        others share -1; shared wins are divided, so that the sum is always 0.
        """
        players = self.space.players
        if players == 1:
            turns = self.state.turns()
            passed = turns - self._turns
            self._turns = turns
            return [-float(passed)]
        if self.seat != TERMINAL:
            return [0.0] * players
        return balanced(self.state.returns())


def balanced(returns: list[float]) -> list[float]:
    """Return the returns of a match, shifted to a sum of 0 and scaled so that a sole winner gets 1.

    >>> balanced([1.0, 0.0, 0.0]), balanced([0.5, 0.5, 0.0])
    ([1.0, -0.5, -0.5], [0.25, 0.25, -0.5])
    """
    players = len(returns)
    mean = math.fsum(returns) / players
    return [(value - mean) * players / (players - 1) for value in returns]


class Batch:
    """Many matches side by side, each followed by a new one when it is over.

    `begin` and `step` fill the lists below with the data for the learner, match by match. Numbers in `sheet`
    and `legal` are flat indexes into a table with one row for each match.
    """

    def __init__(self, plays: list[Play], width: int, seed: str, opponents: Opponents) -> None:
        self.plays = plays
        self.width = width
        """The number of entries of an observation."""
        self.seed = seed
        self.opponents = opponents
        self.sheet = ObservationWriter()
        self.legal: list[int] = []
        self.seats: list[int] = []
        """The seat to move in each match."""
        self.rewards: list[float] = []
        """The rewards of each seat, match by match."""
        self.ended: list[bool] = []
        """Whether the last step ended the match, so that a new one has begun."""
        self._matches = [0] * len(plays)
        self._random = Rng(f"{seed}:random")

    def begin(self) -> None:
        self.rewards = [0.0] * (len(self.plays) * self.plays[0].space.players)
        self.ended = [False] * len(self.plays)
        for row in range(len(self.plays)):
            self._begin(row)
        self._observe()

    def _begin(self, row: int) -> None:
        """Begin the next match of a row that does not end before the learner moves; its seat rotates."""
        play = self.plays[row]
        players = play.space.players
        while True:
            match = self._matches[row]
            self._matches[row] += 1
            play.begin(f"{self.seed}:{row}:{match}", self.opponents((row + match) % players))
            if play.seat != TERMINAL:
                return

    def step(self, choices: list[int]) -> None:
        """Make one move in each match."""
        self.rewards = []
        self.ended = []
        for row, play in enumerate(self.plays):
            play.step(choices[row])
            self.rewards += play.rewards()
            over = play.seat == TERMINAL
            self.ended.append(over)
            if over:
                self._begin(row)
        self._observe()

    def _observe(self) -> None:
        """Fill the lists with the observation and the legal actions of each match."""
        sheet = ObservationWriter()
        legal: list[int] = []
        seats: list[int] = []
        for row, play in enumerate(self.plays):
            space = play.space
            sheet.at = row * self.width
            space.observe(play.state, play.seat, sheet)
            first = row * len(space.moves)
            for index in play.legal:
                legal.append(first + index)
            seats.append(play.seat)
        self.sheet = sheet
        self.legal = legal
        self.seats = seats

    def pick(self) -> list[int]:
        """Return a random legal action for each match."""
        return [play.legal[self._random.below(len(play.legal))] for play in self.plays]
