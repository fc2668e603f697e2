"""The games of a simulation, dealt out to processes or to a cluster, and gathered again."""

import gc
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Sized
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from quincunx import games, variant
from quincunx.bots.own import OwnBot
from quincunx.core.mistake import Mistake
from quincunx.core.voice import Voice

if TYPE_CHECKING:
    from multiprocessing.context import DefaultContext, ForkContext

SHARE = 4
"""A process gets this part of what would be its share of the games left: much at first, single games
at the end, so that none waits long for another."""

MOST_IN_A_CHUNK = 20_000
"""However many games there are: whoever writes them down in order has to hold what comes too early."""

SECONDS = 0.1
"""A process tells this often what it has played, so that the progress bar moves."""

ENDED = (
    "A process of the simulation was ended from outside; run it again, with fewer `--jobs` if memory ran out."
)


Chunk = TypeVar("Chunk", bound=Sequence[Any], contravariant=True)
Part = TypeVar("Part", bound=Sized, covariant=True)
Gathered = TypeVar("Gathered", bound=Sized)


class Plays(Protocol[Chunk, Part]):
    """Plays the games of a chunk and tells them in order, part by part. It can be sent to another process.

    A part is as long as the games in it, so that whoever gathers knows which of the chunk are left.
    """

    def play(self, numbers: Chunk, /) -> Iterator[Part]: ...


@dataclass(frozen=True)
class Plan:
    """What is played. A process can start from this alone."""

    game: str
    bots: list[str]
    games: int
    seed: str
    variant: dict[str, Any]
    own: dict[str, OwnBot] = field(default_factory=dict)
    """Those of the bots that are not ours, by name."""
    time_limit: float | None = None
    """How many seconds these may think about a decision."""

    @property
    def players(self) -> int:
        return len(self.bots)

    def chunks(self, jobs: int) -> Iterator[range]:
        """The numbers of all games, in parts to deal out.

        >>> [len(chunk) for chunk in Plan("pig", ["greedy"], 20, "1", {}).chunks(2)]
        [3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]
        """
        first = 0
        while first < self.games:
            size = min((self.games - first) // (jobs * SHARE) + 1, MOST_IN_A_CHUNK)
            yield range(first, first + size)
            first += size


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


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_count(jobs: int | None, on: str = "") -> int:
    """How many play at once: as many as are asked for, or one for every core there is.

    `on` says where: "" for processes of this machine, "ray" for a Ray cluster that is started here, or the
    address of one that runs already.
    """
    if on:
        from quincunx.lab.on_ray import connect

        return connect(on, jobs)
    return jobs or cores()


def run_chunks(
    player: Plays[Chunk, Part], chunks: Iterator[Chunk], jobs: int, own: Iterable[OwnBot], on: str = ""
) -> Generator[Part, None, None]:
    """What is played of the chunks, part by part, by `jobs` workers at once. Nothing outlives the loop."""
    if on:
        from quincunx.lab.on_ray import run_on_ray

        yield from run_on_ray(player, chunks, jobs, own, on)
    elif jobs == 1:
        for chunk in chunks:
            yield from player.play(chunk)
    else:
        yield from _run_in_processes(player, chunks, jobs, own)


@dataclass(frozen=True)
class WorkerPool:
    """Plays what is not known beforehand: so many at once, where that is, and who hears of every part."""

    jobs: int
    on: str = ""
    tick: Callable[[], None] = lambda: None

    def play(self, player: Plays[Chunk, list[Any]], chunks: Iterator[Chunk]) -> list[Any]:
        """All that is played of the chunks, as it comes in."""
        found: list[Any] = []
        with closing(run_chunks(player, chunks, self.jobs, (), self.on)) as played:
            for part in played:
                found += part
                self.tick()
        return found


def _run_in_processes(
    player: Plays[Chunk, Part], chunks: Iterator[Chunk], jobs: int, own: Iterable[OwnBot]
) -> Generator[Part, None, None]:
    context = _context()
    if context.get_start_method() != "fork":
        check_travels(own)
    processes: list[BaseProcess] = []
    left: dict[Connection, int] = {}
    """How many games each process still has to send."""
    try:
        for _, chunk in zip(range(jobs), chunks, strict=False):
            ours, theirs = context.Pipe()
            process: BaseProcess = context.Process(target=work, args=(player, theirs, ours), daemon=True)
            process.start()
            processes.append(process)
            theirs.close()
            _send(ours, chunk)
            left[ours] = len(chunk)
        while left:
            ready = wait(list(left))
            for connection in [connection for connection in left if connection in ready]:
                part = _receive(connection)
                left[connection] -= len(part)
                # Told first: what comes next may depend on it.
                yield part
                if not left[connection]:
                    following = next(chunks, None)
                    if following is None:
                        del left[connection]
                        connection.close()
                    else:
                        _send(connection, following)
                        left[connection] = len(following)
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()


def check_travels(own: Iterable[OwnBot]) -> None:
    """A Mistake for a bot that another process could not be given."""
    for bot in own:
        at_prompt = getattr(bot.code, "__module__", "") == "__main__" and not hasattr(
            sys.modules["__main__"], "__file__"
        )
        try:
            pickle.dumps(bot)
        except Exception as error:
            why = f": {error}"
        else:
            why = ", because it was typed at a prompt" if at_prompt else ""
        if why:
            raise Mistake(
                f"{bot} cannot be sent to other processes{why}. Put it into a file and import it from "
                "there, or play in this process alone with `jobs=1`."
            )


def _context() -> "DefaultContext | ForkContext":
    """How processes are started: forked, which is quick, on Linux and where no thread could hold a lock."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return get_context("fork")
    return get_context()


def _send(connection: Connection, chunk: Sized) -> None:
    try:
        connection.send(chunk)
    except OSError:
        raise Mistake(ENDED) from None


def _receive(connection: Connection) -> Any:
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        raise Mistake(ENDED) from None
    if isinstance(answer, str):
        raise RuntimeError(f"A game of the simulation broke off.\n{answer}")
    return answer


def work(player: Plays[Any, Any], connection: Connection, other_end: Connection) -> None:
    """What a process does: play the games it is dealt, until nobody deals any more."""
    # Ctrl-C reaches every process; the one that gathers decides what becomes of the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # While this end is open here too, nobody would notice that the gathering process has gone.
    other_end.close()
    # What a bot prints is no part of the results, and a process that is not forked has its own way to print.
    sys.stdout = sys.stderr
    # What was inherited stays: to look for garbage in it would copy every page of it.
    gc.freeze()
    try:
        while True:
            for part in player.play(connection.recv()):
                connection.send(part)
    except (EOFError, ConnectionError):
        return
    except Exception:
        connection.send(traceback.format_exc())
