"""Matches played by the index of a move: one, or many at once. Chance and bots move by themselves."""

import math
from collections.abc import Callable

from quincunx.core.bot import Bot
from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, IllegalMove, State

Opponents = Callable[[int], list[Bot | None]]
"""For the learner's seat: a new bot for each seat that a bot plays, None for the others."""


class Play:
    """One match after another from the same start."""

    def __init__(self, space: ActionSpace, start: State, secrets: bool) -> None:
        self.space = space
        self.start = start
        self.secrets = secrets
        self.state = start
        self.seat = TERMINAL
        """Who is asked now, or TERMINAL."""
        self.legal: list[int] = []
        """The indexes of what that seat may do."""
        self._actions: list[int] = []
        self._bots: list[Bot | None] = []
        self._dice = Rng("")
        self._turns = 0

    def begin(self, seed: str, bots: list[Bot | None]) -> None:
        """Start a match, and play it to the first question."""
        self.state = self.start.clone()
        self._bots = bots
        self._dice = Rng(seed)
        self._turns = self.state.turns()
        self._go_on()

    def step(self, index: int) -> None:
        """Make a move for the seat that is asked, and play on to the next question or the end."""
        for place, known in enumerate(self.legal):
            if known == index:
                self.state.move(self.seat, self._actions[place])
                self._go_on()
                return
        raise IllegalMove(f"Move {index} is not legal now: the action mask says which are.")

    def _go_on(self) -> None:
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
        """What each seat has got since this was last asked.

        Alone: minus 1 for each turn. Among others: at the end 1 for the winner and -1 shared by the rest;
        winners who share divide, so that all rewards together come to 0.
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
    """The returns of a match, shifted to come to 0 and stretched so that a winner alone gets 1.

    >>> balanced([1.0, 0.0, 0.0]), balanced([0.5, 0.5, 0.0])
    ([1.0, -0.5, -0.5], [0.25, 0.25, -0.5])
    """
    players = len(returns)
    mean = math.fsum(returns) / players
    return [(value - mean) * players / (players - 1) for value in returns]


class Batch:
    """Many matches side by side; each begins anew when it is over.

    After `begin` and `step` the lists below say what a learner has to know, match by match. Numbers in
    `sheet` and `legal` are places in a table with one row for each match.
    """

    def __init__(self, plays: list[Play], width: int, seed: str, opponents: Opponents) -> None:
        self.plays = plays
        self.width = width
        """How many entries an observation has."""
        self.seed = seed
        self.opponents = opponents
        self.sheet = ObservationWriter()
        self.legal: list[int] = []
        self.seats: list[int] = []
        """Who is asked."""
        self.rewards: list[float] = []
        """For each match and each seat."""
        self.ended: list[bool] = []
        """Whether the last step ended a match, so that the next one has begun."""
        self._matches = [0] * len(plays)
        self._random = Rng(f"{seed}:random")

    def begin(self) -> None:
        self.rewards = [0.0] * (len(self.plays) * self.plays[0].space.players)
        self.ended = [False] * len(self.plays)
        for row in range(len(self.plays)):
            self._begin(row)
        self._look()

    def _begin(self, row: int) -> None:
        """The learner sits on each seat in turn. A match that the opponents end alone is not shown."""
        play = self.plays[row]
        players = play.space.players
        while True:
            match = self._matches[row]
            self._matches[row] += 1
            play.begin(f"{self.seed}:{row}:{match}", self.opponents((row + match) % players))
            if play.seat != TERMINAL:
                return

    def step(self, choices: list[int]) -> None:
        """One move in each match."""
        self.rewards = []
        self.ended = []
        for row, play in enumerate(self.plays):
            play.step(choices[row])
            self.rewards += play.rewards()
            over = play.seat == TERMINAL
            self.ended.append(over)
            if over:
                self._begin(row)
        self._look()

    def _look(self) -> None:
        """Write down what each learner sees and may do."""
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
        """A random legal move in each match."""
        return [play.legal[self._random.below(len(play.legal))] for play in self.plays]
