"""The games of a simulation, dealt out to processes and gathered again."""

import os
import signal
import traceback
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from typing import Any

from quincunx import bots, games, variant
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.voice import Voice
from quincunx.lab.rows import Row

CHUNKS = 32
"""In how many parts a process gets its games: enough that none waits long for another at the end."""

MOST_AT_ONCE = 100
"""No part is longer than this, so that the progress bar moves."""


@dataclass(frozen=True)
class Plan:
    """What is played. A process can start from this alone."""

    game: str
    bots: list[str]
    games: int
    seed: str
    variant: dict[str, Any]

    def chunks(self, jobs: int) -> Iterator[range]:
        """The numbers of all games, in parts to deal out."""
        size = min(MOST_AT_ONCE, self.games // (jobs * CHUNKS) + 1)
        for first in range(0, self.games, size):
            yield range(first, min(first + size, self.games))


class Player:
    """Plays any game of a plan; each has random numbers of its own, whoever plays it and when."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._game = games.load(plan.game)
        self._numbers = variant.numbers(self._game, plan.variant)
        self._secrets = self._game.header.secrets
        self._voice = Voice(self._game.seat_names(self._numbers, len(plan.bots)))

    def play(self, number: int) -> Row:
        """The bots change seats from game to game, so that no bot owes anything to its seat."""
        plan = self._plan
        players = len(plan.bots)
        seated = [plan.bots[(seat + number) % players] for seat in range(players)]
        seed = f"{plan.seed}:{number}"
        state = self._game.new(players, self._numbers)
        made = [bots.make(name, self._game) for name in seated]
        decisions = contest(state, made, Rng(f"{seed}:dice"), Rng(f"{seed}:bots"), self._secrets)
        result = self._game.result(state)
        wins = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(players)]
        reason = self._game.tell(result.why, self._voice, self._numbers)
        return Row(number, seed, seated, result.scores, wins, state.turns(), decisions, reason)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_here(plan: Plan) -> Generator[list[Row], None, None]:
    """All games in this process, part by part."""
    player = Player(plan)
    for chunk in plan.chunks(1):
        yield [player.play(number) for number in chunk]


def play_in_processes(plan: Plan, jobs: int) -> Generator[list[Row], None, None]:
    """All games in `jobs` processes, part by part as they are done. No process outlives the loop."""
    processes: list[Process] = []
    busy: list[Connection] = []
    chunks = plan.chunks(jobs)
    try:
        for _, chunk in zip(range(jobs), chunks, strict=False):
            ours, theirs = Pipe()
            process = Process(target=work, args=(plan, theirs, ours), daemon=True)
            process.start()
            processes.append(process)
            theirs.close()
            ours.send(chunk)
            busy.append(ours)
        while busy:
            ready = wait(busy)
            for connection in [connection for connection in busy if connection in ready]:
                rows = _receive(connection)
                following = next(chunks, None)
                if following is None:
                    busy.remove(connection)
                    connection.close()
                else:
                    connection.send(following)
                yield rows
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()


def _receive(connection: Connection) -> list[Row]:
    try:
        answer: list[Row] | str = connection.recv()
    except (EOFError, OSError):
        raise RuntimeError("A process of the simulation was ended from outside.") from None
    if isinstance(answer, str):
        raise RuntimeError(f"A game of the simulation broke off.\n{answer}")
    return answer


def work(plan: Plan, connection: Connection, other_end: Connection) -> None:
    """What a process does: play the games it is dealt, until nobody deals any more."""
    # Ctrl-C reaches every process; the one that gathers decides what becomes of the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # While this end is open here too, nobody would notice that the gathering process has gone.
    other_end.close()
    try:
        player = Player(plan)
        while True:
            connection.send([player.play(number) for number in connection.recv()])
    except (EOFError, ConnectionError):
        return
    except Exception:
        connection.send(traceback.format_exc())
