"""The choice of workers that play chunks of games: this process, several processes, or a Ray cluster."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from quincunx.bots.external import OwnBot
from quincunx.lab.simulate.processes import cores, run_in_processes
from quincunx.lab.simulate.runner import Chunk, Part, Plays


def worker_count(jobs: int | None, on: str = "") -> int:
    """Return how many workers play at once: `jobs`, or one for every core.

    `on` says where: "" for processes of this machine, "ray" for a Ray cluster that is started here, or the
    address of a running one.
    """
    if on:
        from quincunx.lab.simulate.on_ray import connect

        return connect(on, jobs)
    return jobs or cores()


def run_chunks(
    player: Plays[Chunk, Part], chunks: Iterator[Chunk], jobs: int, own: Iterable[OwnBot], on: str = ""
) -> Generator[Part, None, None]:
    """Yield the parts that `jobs` workers play of the chunks. All workers end with the generator."""
    if on:
        from quincunx.lab.simulate.on_ray import run_on_ray

        yield from run_on_ray(player, chunks, jobs, own, on)
    elif jobs == 1:
        for chunk in chunks:
            yield from player.play(chunk)
    else:
        yield from run_in_processes(player, chunks, jobs, own)


@dataclass(frozen=True)
class WorkerPool:
    """Plays chunks that are made as the games go on, and calls `tick` after every part."""

    jobs: int
    on: str = ""
    tick: Callable[[], None] = lambda: None

    def play(self, player: Plays[Chunk, list[Any]], chunks: Iterator[Chunk]) -> list[Any]:
        """Return all results of the chunks, in the order in which they arrive."""
        found: list[Any] = []
        with closing(run_chunks(player, chunks, self.jobs, (), self.on)) as played:
            for part in played:
                found += part
                self.tick()
        return found


def until(seconds: float, most: int, size: int) -> Iterator[range]:
    """Yield ranges of `size` numbers from 0 to `most`, as long as there is time."""
    deadline = time.monotonic() + seconds
    for first in range(0, most, size):
        if time.monotonic() > deadline:
            return
        yield range(first, min(first + size, most))
