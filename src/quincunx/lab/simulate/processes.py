"""Games played by several processes of this machine."""

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
    """Return the number of cores this process may use."""
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
    """The number of games that each process still has to send."""
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
                # Yielded first: the next chunk may depend on this result.
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
    """Raise UserError if a bot cannot be sent to another process."""
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
    """Return the way to start processes: fork, which is quick, on Linux without other threads (locks)."""
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
    """Play the chunks that arrive and send back their parts, until the connection closes."""
    # Ctrl-C reaches every process; the parent decides when the others end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # With this end open here too, the end of the parent would go unnoticed.
    other_end.close()
    # Anything that a bot prints is not part of the results; a spawned process must redirect it itself.
    sys.stdout = sys.stderr
    # Collecting inherited objects would copy every memory page shared with the parent.
    gc.freeze()
    try:
        while True:
            for part in player.play(connection.recv()):
                connection.send(part)
    except (EOFError, ConnectionError):
        return
    except Exception:
        connection.send(traceback.format_exc())
