"""The contract of a game's position. Rules know seats, moves and outcomes; no I/O, no randomness."""

from typing import Final

from mypy_extensions import mypyc_attr

from quincunx.core.rng import Rng

CHANCE: Final = -1
"""The seat that rolls dice and draws cards."""

OVER: Final = -2
"""What `actor` answers when the game has ended."""

EVERYONE: Final = -3
"""Who may read an event, unless it names one seat."""


class IllegalMove(ValueError):
    """A move the rules refuse; the text is a sentence for the player."""


class Event:
    """Something that happened, in words, for those who may know it."""

    def __init__(self, text: str, seat: int) -> None:
        self.text = text
        self.seat = seat


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game.

    Seats count from 0. Moves are small ints whose names the game's `show.py` knows. A game
    overrides `actor`, `actions`, `move`, `clone`, `returns`, `key` and `turns`; with dice also
    `sample` and `outcomes`; with secrets `determinize`; with simultaneous play `actors`.
    """

    def __init__(self) -> None:
        self.log: list[Event] | None = None

    def actor(self) -> int:
        """The first seat it waits for, CHANCE, or OVER."""
        raise NotImplementedError

    def actors(self) -> list[int]:
        """All seats it waits for; [CHANCE] for dice and draws; [] when over."""
        first = self.actor()
        return [] if first == OVER else [first]

    def actions(self, seat: int) -> list[int]:
        """The legal moves of a seat, never empty for an actor.

        A seat it does not wait for may have some too: what a rulebook allows "at any time".
        """
        raise NotImplementedError

    def move(self, seat: int, action: int) -> None:
        """Carry out a move that is known to be legal. Loops of bots and lab use this."""
        raise NotImplementedError

    def apply(self, seat: int, action: int) -> None:
        """Carry out a move, or raise IllegalMove and change nothing."""
        reason = self.refusal(seat, action)
        if reason:
            raise IllegalMove(reason)
        self.move(seat, action)

    def refusal(self, seat: int, action: int) -> str:
        """Why the move is not legal, as a sentence; empty if it is."""
        actor = self.actor()
        if actor == OVER:
            return "The game is over."
        if seat == CHANCE:
            if actor != CHANCE:
                return "No roll or draw is due now."
            if self.possible(action):
                return ""
            return "That outcome cannot come up here."
        if action in self.actions(seat):
            return ""
        return self.why_not(seat, action)

    def why_not(self, seat: int, action: int) -> str:
        """The sentence for a move that is not among the seat's actions."""
        if seat not in self.actors():
            return "It is not your move."
        return "You cannot do that now."

    def possible(self, outcome: int) -> bool:
        """Whether the chance move now due can come out so."""
        for known, _ in self.outcomes():
            if known == outcome:
                return True
        return False

    def sample(self, rng: Rng) -> int:
        """One outcome of the chance move now due, with its true probability."""
        raise NotImplementedError

    def outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of the chance move now due, with their probabilities."""
        raise NotImplementedError

    def clone(self) -> "State":
        """A deep copy without the log, equal in every later move."""
        raise NotImplementedError

    def determinize(self, seat: int, rng: Rng) -> "State":
        """A state that seat could be in, given what it has seen. Without secrets: a clone."""
        return self.clone()

    def returns(self) -> list[float]:
        """What each seat got, when over; higher is better."""
        raise NotImplementedError

    def turns(self) -> int:
        """How many turns (or rounds, if the rulebook counts those) have begun."""
        raise NotImplementedError

    def key(self) -> bytes:
        """Equal states, equal keys."""
        raise NotImplementedError

    def tell(self, text: str, seat: int = EVERYONE) -> None:
        """Log what happened. Callers check `log is not None` before they build the text."""
        if self.log is not None:
            self.log.append(Event(text, seat))
