"""Bots of a user, good and bad: at the top of a module, so that other processes find them."""

import sys
import threading
from typing import ClassVar

from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State


class Last(Bot):
    """A bot that makes the last of the legal moves."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.legal_actions(seat)[-1]


class Sociable(Last):
    """A bot that remembers the others at the table."""

    met: ClassVar[list[list[str]]] = []

    def on_seating(self, players: list[str]) -> None:
        self.met.append(players)


class Rude(Last):
    """A bot that strikes the others off its list."""

    def on_seating(self, players: list[str]) -> None:
        players.clear()


class Shy(Last):
    def on_seating(self, players: list[str]) -> None:
        raise ValueError(f"so many: {len(players)}")


class Raises(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        raise OSError("my opening book\nis gone")


class Leaves(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        sys.exit("I have had enough")


class Quit(BaseException):
    """An exception of an unusual kind, which cannot even be printed."""

    def __str__(self) -> str:
        raise OSError


class Quits(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        raise Quit


class Illegal(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return 10**15


class Wordy(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return "hold"  # type: ignore[return-value]


class Vandal(Last):
    """A bot that plays on in the position it was given."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        action = super().choose(state, seat, rng)
        state.move(seat, action)
        return action


class Endless(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        while True:
            pass


class Asleep(Bot):
    """A bot that thinks where nothing but its alarm can wake it, but only the first time."""

    def __init__(self) -> None:
        self.asked = 0
        self.alarm = threading.Event()

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        self.asked += 1
        if self.asked == 1:
            self.alarm.wait()
        return state.legal_actions(seat)[-1]


class Prints(Last):
    """A bot that prints what it does."""

    def __init__(self) -> None:
        print("I am made")

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        print("I move")
        return super().choose(state, seat, rng)


class Knowing(Last):
    """A bot that wants the game."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game


class Unmakeable(Last):
    def __init__(self) -> None:
        raise OSError("no weights")


def make_last() -> Bot:
    return Last()


def wants_two(game: Game[State], depth: int) -> Bot:
    return Last()
