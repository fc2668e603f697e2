"""Processes of this machine that play games side by side."""

import gc
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator, Sized
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from quincunx.bots.external import OwnBot
from quincunx.core.errors import UserError
from quincunx.lab.simulate.runner import Chunk, Part, Plays

if TYPE_CHECKING:
    from multiprocessing.context import DefaultContext, ForkContext

ENDED = (
    "A process of the simulation was ended from outside; run it again, with fewer `--jobs` if memory ran out."
)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_processes(
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
    """A UserError for a bot that another process could not be given."""
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
            raise UserError(
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
        raise UserError(ENDED) from None


def _receive(connection: Connection) -> Any:
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        raise UserError(ENDED) from None
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
