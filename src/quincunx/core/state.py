"""The contract of a game's position. Rules know seats, moves and outcomes; no I/O, no randomness."""

from typing import Final

from mypy_extensions import mypyc_attr

from quincunx.core.event import EVERYONE, NOBODY, Event
from quincunx.core.rng import Rng
from quincunx.core.sanitize import in_short
from quincunx.renamed import warn

CHANCE: Final = -1
"""The seat that rolls dice and draws cards, as in OpenSpiel."""

TERMINAL: Final = -4
"""The current player of a game that has ended, as in OpenSpiel. Its -2, for several seats that move at once,
is never returned here."""

OVER: Final = TERMINAL
"""The old name of TERMINAL, until 0.5. A constant of a compiled module cannot warn."""


PRECISION: Final = 1 << 30
"""The steps in which chances that differ are drawn."""


class IllegalMove(ValueError):
    """An error for a move that the rules refuse; its text is a sentence for the player."""

    def __str__(self) -> str:
        sentence: str = in_short(super().__str__())  # Any for mypyc, which does not compile what cuts it
        return sentence


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game.

    Seats count from 0. Moves are small ints whose names the game's `codec` knows. A game
    overrides `current_player`, `_legal_actions`, `move`, `returns` and `turns`; with dice also
    `chance_outcomes`; with secrets `resample_hidden`; with simultaneous play `players_to_move`; to be quick
    `clone`, `position_key` and `sample_outcome`.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.log: list[Event] | None = None
        """The events so far, kept only if somebody listens; None otherwise."""

    def __repr__(self) -> str:
        """Return `<KingOfTokyo players=4 turns=3 to_move=[0]>`; seats count from 0 and CHANCE is -1."""
        to_move = self.players_to_move()
        return f"<{type(self).__name__} players={self.players} turns={self.turns()} to_move={to_move}>"

    def current_player(self) -> int:
        """Return the seat that must move: the first one if there are several, CHANCE, or TERMINAL.

        Where several move at once it is the first of those that have not moved, which is what loops and
        searches need; `players_to_move` returns them all.
        """
        raise NotImplementedError

    def players_to_move(self) -> list[int]:
        """Return all seats that must move; [CHANCE] for dice and draws; [] when the game is over."""
        first = self.current_player()
        return [] if first == TERMINAL else [first]

    def _legal_actions(self, seat: int) -> list[int]:
        """Return the legal moves of a seat; there is at least one if the seat must move.

        A seat it does not wait for may have some too: what a rulebook allows "at any time".
        """
        raise NotImplementedError

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the legal moves of a seat, or of the current player. Games override `_legal_actions`, which
        hot loops call."""
        return self._legal_actions(self.current_player() if seat is None else seat)

    def random_action(self, seat: int, rng: Rng) -> int:
        """Return a random legal move, each equally likely, using one number of the stream.

        A game overrides it where a move can be counted off without making the whole list.
        """
        moves = self._legal_actions(seat)
        return moves[rng.below(len(moves))]

    def move(self, seat: int, action: int) -> None:
        """Carry out a move that is known to be legal, without a check. Loops of bots and simulations use
        this."""
        raise NotImplementedError

    def apply(self, seat: int, action: int) -> None:
        """Carry out a move, or raise IllegalMove and change nothing. `Game.refusal` says more."""
        if not self.legal(seat, action):
            raise IllegalMove("That move is not legal now.")
        self.move(seat, action)

    def legal(self, seat: int, action: int) -> bool:
        """Whether `apply` would carry out the move."""
        player = self.current_player()
        if player == TERMINAL:
            return False
        if seat == CHANCE:
            return player == CHANCE and self.possible(action)
        return 0 <= seat < self.players and action in self._legal_actions(seat)

    def possible(self, outcome: int) -> bool:
        """Whether the chance move now due can have that outcome."""
        for known, _ in self.chance_outcomes():
            if known == outcome:
                return True
        return False

    def sample_outcome(self, rng: Rng) -> int:
        """Return an outcome of the chance move now due, with its true probability."""
        outcomes = self.chance_outcomes()
        shares = [share for _, share in outcomes]
        if max(shares) == min(shares):
            return outcomes[rng.below(len(outcomes))][0]
        point = rng.below(PRECISION) / PRECISION
        for outcome, share in outcomes:
            point -= share
            if point < 0:
                return outcome
        return outcomes[-1][0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all outcomes of the chance move now due, with their probabilities."""
        raise NotImplementedError

    def clone(self) -> "State":
        """Return a deep copy without the log, equal in every later move. The attribute `numbers` is
        shared."""
        from quincunx.core import attributes  # only a game that does not override this needs it

        twin: State = attributes.clone(self)
        return twin

    def has_hidden_info(self, seat: int) -> bool:
        """Whether anything is hidden from this seat now. Called only for games with secrets."""
        return True

    def resample_hidden(self, seat: int, rng: Rng) -> "State":
        """Return a state that the seat could be in, given what it has seen. Without secrets: a clone."""
        return self.clone()

    def reopen_secret_choices(self, seat: int) -> None:
        """Take back the secret choices of the others, so that a search can ask its bot for them again.
        Without simultaneous play: nothing."""

    def returns(self) -> list[float]:
        """Return the result of each seat when the game is over; higher is better."""
        raise NotImplementedError

    def turns(self) -> int:
        """Return the number of turns that have begun, or of rounds if the rulebook counts those."""
        raise NotImplementedError

    def position_key(self) -> bytes:
        """Return a key that is equal for equal states."""
        from quincunx.core import attributes  # only a game that does not override this needs it

        key: bytes = attributes.position_key(self)
        return key

    def log_event(
        self,
        kind: str,
        seat: int = NOBODY,
        amounts: dict[str, int] | None = None,
        pieces: list[str] | None = None,
        causes: list[str] | None = None,
        by: int = NOBODY,
        to: int = EVERYONE,
    ) -> None:
        """Log an event. Callers check `log is not None` before they build one."""
        if self.log is not None:
            self.log.append(Event(kind, seat, amounts, pieces, causes, by, to))

    # The names before 0.4.0, kept until 0.5.

    def actor(self) -> int:
        warn("actor", "current_player")
        return self.current_player()

    def actors(self) -> list[int]:
        warn("actors", "players_to_move")
        return self.players_to_move()

    def actions(self, seat: int) -> list[int]:
        warn("actions", "legal_actions")
        return self._legal_actions(seat)

    def pick(self, seat: int, rng: Rng) -> int:
        warn("pick", "random_action")
        return self.random_action(seat, rng)

    def sample(self, rng: Rng) -> int:
        warn("sample", "sample_outcome")
        return self.sample_outcome(rng)

    def outcomes(self) -> list[tuple[int, float]]:
        warn("outcomes", "chance_outcomes")
        return self.chance_outcomes()

    def hides(self, seat: int) -> bool:
        warn("hides", "has_hidden_info")
        return self.has_hidden_info(seat)

    def determinize(self, seat: int, rng: Rng) -> "State":
        warn("determinize", "resample_hidden")
        return self.resample_hidden(seat, rng)

    def reopen(self, seat: int) -> None:
        warn("reopen", "reopen_secret_choices")
        self.reopen_secret_choices(seat)

    def key(self) -> bytes:
        warn("key", "position_key")
        return self.position_key()

    def note(
        self,
        kind: str,
        seat: int = NOBODY,
        amounts: dict[str, int] | None = None,
        pieces: list[str] | None = None,
        causes: list[str] | None = None,
        by: int = NOBODY,
        to: int = EVERYONE,
    ) -> None:
        warn("note", "log_event")
        self.log_event(kind, seat, amounts, pieces, causes, by, to)
