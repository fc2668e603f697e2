"""The runner of games: plays those of a chunk in order and hands them over part by part."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence, Sized
from typing import Any, Generic, Protocol, TypeVar

from quincunx import games
from quincunx.match import variant
from quincunx.text.grammar import Voice

SECONDS = 0.1
"""A process tells this often what it has played, so that the progress bar moves."""

Chunk = TypeVar("Chunk", bound=Sequence[Any], contravariant=True)
Part = TypeVar("Part", bound=Sized, covariant=True)
Gathered = TypeVar("Gathered", bound=Sized)


class Plays(Protocol[Chunk, Part]):
    """Plays the games of a chunk and tells them in order, part by part. It can be sent to another process.

    A part is as long as the games in it, so that whoever gathers knows which of the chunk are left.
    """

    def play(self, numbers: Chunk, /) -> Iterator[Part]: ...


class AnyPlan(Protocol):
    """What every plan says: the game, its variant, how many play, and the bots that are not ours."""

    @property
    def game(self) -> str: ...
    @property
    def variant(self) -> dict[str, Any]: ...
    @property
    def players(self) -> int: ...


Planned = TypeVar("Planned", bound=AnyPlan)


class GameRunner(ABC, Generic[Planned, Gathered]):
    """Plays any games of a plan; each has random numbers of its own, whoever plays it and when."""

    def __init__(self, plan: Planned) -> None:
        self.plan = plan
        self.game = games.load(plan.game)
        self.numbers = variant.numbers(self.game, plan.variant)
        self.voice = Voice(self.game.seat_names(self.numbers, plan.players))

    def __reduce__(self) -> tuple[Any, ...]:
        """A process that is not forked from this one makes its own."""
        return type(self), (self.plan,)

    @abstractmethod
    def begin(self, first: int) -> Gathered:
        """Return an empty part for the games from that number on."""

    @abstractmethod
    def add(self, number: int, part: Gathered) -> None:
        """Play the game of that number, and add it to the part."""

    def play(self, numbers: Sequence[int], /) -> Iterator[Gathered]:
        """Play the games of these numbers in order, and yield them part by part as time passes."""
        part, begun = self.begin(numbers[0]), time.monotonic()
        for number in numbers:
            self.add(number, part)
            if number == numbers[-1] or time.monotonic() - begun > SECONDS:
                yield part
                part, begun = self.begin(number + 1), time.monotonic()
