"""The contract of a computer player, `Bot`, and the simplest one."""

from typing import final

from mypy_extensions import mypyc_attr

from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.renamed import warn


@final
class Option:
    """A move that was compared, and the result each seat can expect from it, in the unit of `returns`."""

    def __init__(self, move: int, expects: list[float]) -> None:
        self.move = move
        self.expects = expects


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A computer player. One instance plays one seat of one match, and may remember what it saw.

    Examples:
        >>> class Cautious(Bot):
        ...     def choose(self, state: State, seat: int, rng: Rng) -> int:
        ...         return min(state.legal_actions(seat))

    The state that a bot of yours is given is a copy: try out moves on it, `clone` it, play it to its end.
    """

    def on_seating(self, players: list[str]) -> None:
        """Receive the name of the bot at each seat, empty for a person, before the game starts. Called again
        when a bot takes over for somebody who is away, and when they are back. Most bots ignore it."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Return one of `state.legal_actions(seat)`. In games with secrets the state is one that the seat
        could be in, never the true one."""
        raise NotImplementedError

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        """Return the moves that a search should look at, the best first; none if the bot has no opinion."""
        return []

    def last_evaluations(self) -> list[Option]:
        """Return the moves compared for the last decision, the chosen one first; none if nothing was
        compared."""
        return []

    def stop(self) -> None:
        """End the current decision, called from another thread; `choose` then answers with the best found so
        far. A bot that decides at once can ignore it."""

    # The names before 0.4.0, kept until 0.5.

    def meet(self, players: list[str]) -> None:
        warn("meet", "on_seating")
        self.on_seating(players)

    def ideas(self, state: State, seat: int) -> list[int]:
        warn("ideas", "candidate_moves")
        return self.candidate_moves(state, seat)

    def weighed(self) -> list[Option]:
        warn("weighed", "last_evaluations")
        return self.last_evaluations()


class RandomBot(Bot):
    """The player that makes any legal move, each equally likely, which every other one must beat."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.random_action(seat, rng)


class ByPlayers(Bot):
    """A bot that asks another one for each number of players, and the usual one for other numbers."""

    def __init__(self, bots: dict[int, Bot], usual: Bot) -> None:
        self.bots = bots
        self.usual = usual

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return self.bots.get(state.players, self.usual).choose(state, seat, rng)

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        return self.bots.get(state.players, self.usual).candidate_moves(state, seat)
