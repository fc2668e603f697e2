"""The contract of a computer player."""

from typing import final

from mypy_extensions import mypyc_attr

from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.renamed import warn


@final
class Option:
    """A move that was weighed, and what each seat can expect of it, in the unit of `returns`."""

    def __init__(self, move: int, expects: list[float]) -> None:
        self.move = move
        self.expects = expects


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player. One instance plays one seat of one match, and may remember what it saw.

    Examples:
        >>> class Cautious(Bot):
        ...     def choose(self, state: State, seat: int, rng: Rng) -> int:
        ...         return min(state.legal_actions(seat))

    The state that a bot of yours is given is a copy: try out moves on it, `clone` it, play it to its end.
    """

    def on_seating(self, players: list[str]) -> None:
        """Told before the game who sits where, which everybody at a table can see: the name of each seat's
        bot, and nothing for a person. Told again when a bot plays for somebody who is away, and when they are
        back. A bot that treats all alike need not heed it."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """One of `state.legal_actions(seat)`. In games with secrets the state is one that seat believes
        in, never the true one."""
        raise NotImplementedError

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        """The moves that a search should look at, the best first; none if it has no opinion."""
        return []

    def last_evaluations(self) -> list[Option]:
        """The moves that were compared for the last decision, the chosen one first; none if it just knew."""
        return []

    def stop(self) -> None:
        """End the decision being made, from another thread, with what was found out so far. A bot that
        decides at once need not heed it."""

    # The names of before 0.4.0, until 0.5.

    def meet(self, players: list[str]) -> None:
        warn("meet", "on_seating")
        self.on_seating(players)

    def ideas(self, state: State, seat: int) -> list[int]:
        warn("ideas", "candidate_moves")
        return self.candidate_moves(state, seat)

    def weighed(self) -> list[Option]:
        warn("weighed", "last_evaluations")
        return self.last_evaluations()


class ByPlayers(Bot):
    """A bot for each number of players, and the usual one for those that have none."""

    def __init__(self, bots: dict[int, Bot], usual: Bot) -> None:
        self.bots = bots
        self.usual = usual

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.bots.get(state.players, self.usual).choose(state, seat, rng)

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        return self.bots.get(state.players, self.usual).candidate_moves(state, seat)
