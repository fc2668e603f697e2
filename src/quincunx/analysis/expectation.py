"""What each seat can expect in a position, if everybody plays on like the game's own bot.

The position is played on to the end of its turn in a number of worlds, and there the game's value judges
it. So dice that lie on the table count for what they will bring. A game without a value is played to its
end. Worlds have the same dice each time: where a player did what the bot would have done, nothing changes,
not even by chance.
"""

from typing import Any

from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State
from quincunx.core.value import average

ROLLS = 64
"""How many chance moves of a turn have dice of their own; later ones use them again."""


class Judge:
    """Judges positions of one game in so many worlds."""

    def __init__(self, game: Game[Any], worlds: int) -> None:
        self._bot = game.bot()
        self._value = game.value()
        self._secrets = game.header.secrets
        self._worlds = worlds
        self._dice = Rng("")
        self._minds = Rng("")

    def expects(self, state: State, turn: int) -> list[float]:
        """What each seat can expect, seen from the end of that turn."""
        if self.is_final(state, turn):
            return self._judged(state)
        return average([self._play_on(state.clone(), turn, world) for world in range(self._worlds)])

    def is_final(self, state: State, turn: int) -> bool:
        """Whether the position is judged as it is: that turn has ended, or the match."""
        return state.actor() == OVER or (self._value is not None and state.turns() > turn)

    def is_hidden(self, state: State, seat: int) -> bool:
        """Whether there is anything that the seat cannot know."""
        return self._secrets and state.hides(seat)

    def brings(self, state: State, seat: int, action: int) -> list[float]:
        """What a decision changes for each seat, compared with what the bot would have done: in worlds
        that the one who made it could believe in, seen from the end of the turn."""
        turn = state.turns()
        changes: list[list[float]] = []
        for world in range(self._worlds):
            self._dice.restart(world, -1)
            before = state.determinize(seat, self._dice)
            after = before.clone()
            after.move(seat, action)
            with_it = self._play_on(after, turn, world)
            changes.append(difference(with_it, self._play_on(before, turn, world)))
        return average(changes)

    def _judged(self, state: State) -> list[float]:
        if state.actor() == OVER or self._value is None:
            return state.returns()
        return self._value.expects(state)

    def _play_on(self, state: State, turn: int, world: int) -> list[float]:
        rolls = 0
        now = -1
        while not self.is_final(state, turn):
            if now != state.turns():
                now = state.turns()
                rolls = 0
                self._minds.restart(world, now * ROLLS)
            actor = state.actor()
            if actor == CHANCE:
                rolls = rolls % (ROLLS - 1) + 1
                self._dice.restart(world, now * ROLLS + rolls)
                state.move(CHANCE, state.sample(self._dice))
            else:
                state.move(actor, ask(self._bot, state, actor, self._minds, self._secrets))
        return self._judged(state)


def difference(one: list[float], other: list[float]) -> list[float]:
    """
    >>> difference([1.0, 0.0], [0.25, 0.75])
    [0.75, -0.75]
    """
    return [left - right for left, right in zip(one, other, strict=True)]
