"""Worker processes that serve one port: started, watched and replaced when they die."""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

SECONDS_TO_START = 30.0
SECONDS_TO_STOP = 15.0
A_LOOK = 0.2
"""Seconds between two checks for signals and dead workers."""

Work = Callable[[socket.socket, Callable[[], None]], None]
"""Function a worker process runs until SIGTERM: it serves the socket, and calls its argument when ready."""

log = logging.getLogger(__name__)


class Worker(NamedTuple):
    """A worker process, and the pipe on which it reports that it is ready."""

    process: BaseProcess
    ready: Connection


class Workers:
    """Processes that all run the same work on the same socket."""

    def __init__(self, number: int, work: Work, listener: socket.socket) -> None:
        # A fork has everything loaded already, but it is safe only on Linux.
        self._context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._number, self._work, self._listener = number, work, listener
        self._stopping = self._restarting = False

    def run(self) -> None:
        """Run until SIGINT or SIGTERM. SIGHUP replaces the processes one by one."""
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._restart)
        running = [self._start() for _ in range(self._number)]
        while not self._stopping:
            wait([worker.process.sentinel for worker in running], timeout=A_LOOK)
            if self._restarting:
                self._restarting = False
                running = [self._replace(worker) for worker in running]
            elif not self._stopping:
                running = [w if w.process.is_alive() else self._revive(w) for w in running]
        for worker in running:
            worker.process.terminate()
        for worker in running:
            _join(worker)

    def _stop(self, *_: Any) -> None:
        self._stopping = True

    def _restart(self, *_: Any) -> None:
        self._restarting = True

    def _start(self) -> Worker:
        ours, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_serve, args=(self._work, self._listener, theirs))
        process.start()
        theirs.close()
        return Worker(process, ours)

    def _revive(self, dead: Worker) -> Worker:
        log.warning("A worker has died and is replaced.", extra={"exit": dead.process.exitcode})
        time.sleep(A_LOOK)  # The cause may last: no busy loop of restarts.
        return self._start()

    def _replace(self, old: Worker) -> Worker:
        """Replace a worker without a gap: the new one is ready before the old one stops."""
        if self._stopping:
            return old
        new = self._start()
        if not self._is_ready(new):
            log.error("A new worker did not start; the old one goes on.")
            new.process.kill()
            return old
        old.process.terminate()
        _join(old)
        return new

    def _is_ready(self, worker: Worker) -> bool:
        until = time.monotonic() + SECONDS_TO_START
        try:
            while time.monotonic() < until and not self._stopping:
                if worker.ready.poll(A_LOOK):
                    return bool(worker.ready.recv())
        except EOFError:
            pass  # It died.
        return False


def _join(worker: Worker) -> None:
    worker.process.join(SECONDS_TO_STOP)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()


def _serve(work: Work, listener: socket.socket, ready: Connection) -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)  # Drop handlers inherited from the parent.
    threading.Thread(target=_follow_parent, daemon=True).start()
    work(listener, lambda: ready.send(True))


def _follow_parent() -> None:
    """Stop this process when its parent dies, since nobody else would."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(A_LOOK)
    os.kill(os.getpid(), signal.SIGTERM)
