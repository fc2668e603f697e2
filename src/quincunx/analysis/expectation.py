"""The expected result of each seat in a position, if all play on like the game's own bot.

The bot plays the position to the end of its turn in a number of worlds (sampled dice and secrets), where the
game's evaluator judges it, if it has one; else to the end of the match. An evaluator that is a TurnEvaluator
computes the rest of the turn itself. The worlds have the same dice each time, so a move that the bot would
have made changes nothing.
"""

from typing import Any

from quincunx.bots.rollout import ROLLS
from quincunx.bots.search import LONGEST
from quincunx.core.bot import Option
from quincunx.core.evaluator import average
from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.core.turn_evaluator import TurnEvaluator

FEWEST, MOST = 16, 128
"""The fewest and the most worlds a position is tried in."""
FOR_TWO = 64
"""The fewest worlds with two players and an evaluator, which takes a few seconds at most. With 16 worlds a
draw of cards could seem to change twice as much as it does."""
PART = 100
"""The share of the bots' playouts for a decision that a position gets, so that a match of some hundred moves
takes seconds. It does not depend on the machine's speed, so that everyone is shown the same moments."""


def worlds_for(game: Game[Any], players: int) -> int:
    """Return the number of worlds in which positions of a game are tried."""
    quick = players == 2 and game.bots.analysis_evaluator() is not None
    return max(
        FOR_TWO if quick else FEWEST, min(MOST, game.bots.search_config().rollouts.get(players, 0) // PART)
    )


class Judge:
    """Judges positions of one game in a number of worlds."""

    def __init__(self, game: Game[Any], worlds: int) -> None:
        self._bot = game.bots.policy()
        self._value = game.bots.analysis_evaluator()
        self._secrets = game.header.secrets
        self._worlds = worlds
        self._dice = Rng("")
        self._minds = Rng("")

    def expects(self, state: State, turn: int) -> list[float]:
        """Return each seat's expected result, as judged at the end of that turn."""
        if self.is_final(state, turn):
            return self._judged(state)
        return self._foreseen(state) or average(
            [self._play_on(state.clone(), turn, world) for world in range(self._worlds)]
        )

    def is_final(self, state: State, turn: int) -> bool:
        """Whether the position is judged as it is, because that turn or the match has ended."""
        return state.current_player() == TERMINAL or (self._value is not None and state.turns() > turn)

    def is_hidden(self, state: State, seat: int) -> bool:
        """Whether something in the position is hidden from the seat."""
        return self._secrets and state.has_hidden_info(seat)

    def compares(self, state: State, seat: int, action: int) -> list[float]:
        """Return the change for each seat by a move instead of the best one; empty where it is not computed.

        Both moves are judged from the position before them, where less is known than after them.
        """
        options = self._ranked_options(state, seat)
        for option in options:
            if option.move == action:
                return difference(option.expects, options[0].expects)
        return []

    def decides(self, state: State, seat: int, action: int) -> list[float]:
        """Return the change for each seat by a decision, judged by what its player could know."""
        if self.is_hidden(state, seat):
            return self.brings(state, seat, action)
        if known := self.compares(state, seat, action):
            return known
        after = state.clone()
        after.move(seat, action)
        turn = state.turns()
        return difference(self.expects(after, turn), self.expects(state, turn))

    def brings(self, state: State, seat: int, action: int) -> list[float]:
        """Return the change for each seat by a decision instead of the game's own bot's, as judged at the end
        of the turn, in worlds that its player could have believed in."""
        turn = state.turns()
        changes: list[list[float]] = []
        for world in range(self._worlds):
            self._dice.restart(world, -1)
            before = state.resample_hidden(seat, self._dice)
            known = self.compares(before, seat, action)
            if not known:
                after = before.clone()
                after.move(seat, action)
                with_it = self._play_on(after, turn, world)
                known = difference(with_it, self._play_on(before, turn, world))
            changes.append(known)
        return average(changes)

    def best(self, state: State, seat: int) -> list[int]:
        """Return the best moves of a seat until it has to wait, by what it could know; empty if they cannot
        be computed."""
        self._dice.restart(0, -1)
        after = state.resample_hidden(seat, self._dice)
        moves: list[int] = []
        while after.current_player() == seat and after.turns() == state.turns() and len(moves) < LONGEST:
            options = after.legal_actions(seat)
            ranked = self._ranked_options(after, seat) if len(options) > 1 else []
            if len(options) > 1 and not ranked:
                break
            moves.append(ranked[0].move if ranked else options[0])
            after.move(seat, moves[-1])
        return moves

    def _ranked_options(self, state: State, seat: int) -> list[Option]:
        return self._value.evaluate_moves(state, seat) if isinstance(self._value, TurnEvaluator) else []

    def _judged(self, state: State) -> list[float]:
        if state.current_player() == TERMINAL or self._value is None:
            return state.returns()
        return self._value.evaluate(state)

    def _foreseen(self, state: State) -> list[float]:
        return self._value.evaluate_mid_turn(state) if isinstance(self._value, TurnEvaluator) else []

    def _play_on(self, state: State, turn: int, world: int) -> list[float]:
        rolls = 0
        now = -1
        while not self.is_final(state, turn):
            if known := self._foreseen(state):
                return known
            if now != state.turns():
                now = state.turns()
                rolls = 0
                self._minds.restart(world, now * ROLLS)
            actor = state.current_player()
            if actor == CHANCE:
                rolls = rolls % (ROLLS - 1) + 1
                self._dice.restart(world, now * ROLLS + rolls)
                state.move(CHANCE, state.sample_outcome(self._dice))
            else:
                state.move(actor, ask(self._bot, state, actor, self._minds, self._secrets))
        return self._judged(state)


def difference(one: list[float], other: list[float]) -> list[float]:
    """Return the first list minus the second, seat by seat.

    >>> difference([1.0, 0.0], [0.25, 0.75])
    [0.75, -0.75]
    """
    return [left - right for left, right in zip(one, other, strict=True)]
