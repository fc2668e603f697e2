"""The runner of games: plays the games of a chunk in order and yields them part by part."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence, Sized
from typing import Any, Generic, Protocol, TypeVar

from quincunx import games
from quincunx.match import variant
from quincunx.text.grammar import Voice

SECONDS = 0.1
"""The time between parts that a process yields, so that the progress bar moves."""

Chunk = TypeVar("Chunk", bound=Sequence[Any], contravariant=True)
Part = TypeVar("Part", bound=Sized, covariant=True)
Gathered = TypeVar("Gathered", bound=Sized)


class Plays(Protocol[Chunk, Part]):
    """Plays the games of a chunk and yields them in order, part by part. It can be sent to another process.

    The length of a part is its number of games, which tells the receiver how many of the chunk are left.
    """

    def play(self, numbers: Chunk, /) -> Iterator[Part]: ...


class AnyPlan(Protocol):
    """The fields that every plan has: the game, its variant and the number of players."""

    @property
    def game(self) -> str: ...
    @property
    def variant(self) -> dict[str, Any]: ...
    @property
    def players(self) -> int: ...


Planned = TypeVar("Planned", bound=AnyPlan)


class GameRunner(ABC, Generic[Planned, Gathered]):
    """Plays any games of a plan. Each game has its own random numbers, whichever process plays it."""

    def __init__(self, plan: Planned) -> None:
        self.plan = plan
        self.game = games.load(plan.game)
        self.numbers = variant.numbers(self.game, plan.variant)
        self.voice = Voice(self.game.phrases.seat_names(self.numbers, plan.players))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the plan: another process makes its own runner from it."""
        return type(self), (self.plan,)

    @abstractmethod
    def begin(self, first: int) -> Gathered:
        """Return an empty part for the games from that number on."""

    @abstractmethod
    def add(self, number: int, part: Gathered) -> None:
        """Play the game of that number, and add it to the part."""

    def play(self, numbers: Sequence[int], /) -> Iterator[Gathered]:
        """Play the games of these numbers in order, and yield a part every `SECONDS`."""
        part, begun = self.begin(numbers[0]), time.monotonic()
        for number in numbers:
            self.add(number, part)
            if number == numbers[-1] or time.monotonic() - begun > SECONDS:
                yield part
                part, begun = self.begin(number + 1), time.monotonic()
