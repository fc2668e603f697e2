"""A worker process, `python -m quincunx.thinking.worker`: it reads search requests and writes results.

A search would keep the rest of its program waiting. So it runs in a process of its own, which stands back
for others and can be ended at any moment.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from typing import IO

import msgspec

from quincunx.core.errors import UserError
from quincunx.thinking.protocol import SearchRequest, SearchResult, enough, think

COMMAND = [sys.executable, "-m", "quincunx.thinking.worker"]
LENGTH = 4
"""The number of bytes before each message that hold its length."""
ENOUGH = bytes(LENGTH)
"""An empty message, which asks for the best answer found so far."""
NICE = 10
"""The niceness of worker processes, so that those who serve a table or draw a screen come first."""


class WorkerReply(msgspec.Struct):
    """The answer of a worker process: a search result, or an error."""

    thought: SearchResult | None = None
    trouble: str = ""


class ThinkingFailed(Exception):
    """An error for a worker process that failed or was ended; its text says why."""


def written(message: msgspec.Struct) -> bytes:
    """Return a message as bytes, with its length."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def read_answer(body: bytes) -> SearchResult:
    answer = msgspec.msgpack.decode(body, type=WorkerReply)
    if answer.thought is None:
        raise ThinkingFailed(answer.trouble)
    return answer.thought


class ThinkingProcess:
    """A worker process, for a program that waits for it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def think(self, task: SearchRequest, until_interrupted: bool = False) -> SearchResult:
        """Return the worker's result; ThinkingFailed if there is none. Any interruption ends the search, but
        with `until_interrupted` Ctrl-C is answered with the best found so far."""
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(written(task))
            process.stdin.flush()
            try:
                return read_answer(_message(process.stdout))
            except KeyboardInterrupt:
                if not until_interrupted:
                    raise
                process.stdin.write(ENOUGH)
                process.stdin.flush()
                return read_answer(_message(process.stdout))
        except ThinkingFailed:
            raise
        except (OSError, EOFError):
            self.stop()
            raise ThinkingFailed("its process has ended") from None
        except BaseException:
            self.stop()
            raise

    def _start(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _message(stream: IO[bytes]) -> bytes:
    """Return the next message; EOFError if there are no more."""
    length = stream.read(LENGTH)
    body = stream.read(int.from_bytes(length, "big"))
    if len(length) < LENGTH or len(body) < int.from_bytes(length, "big"):
        raise EOFError
    return body


def _answer(body: bytes) -> WorkerReply:
    try:
        return WorkerReply(think(msgspec.msgpack.decode(body, type=SearchRequest)))
    except UserError as error:
        return WorkerReply(trouble=str(error))
    except Exception as error:
        return WorkerReply(trouble=f"{type(error).__name__}: {error}")


def stand_back() -> None:
    """Give way to other processes, where the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def main() -> None:
    """Answer requests until the other side is gone."""
    # Ctrl-C goes to all processes of a terminal. Whoever started this one decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # The output of a game must not mix with the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    stand_back()
    tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(tasks,)).start()
    with contextlib.suppress(BrokenPipeError):
        while (body := tasks.get()) is not None:
            answers.write(written(_answer(body)))
            answers.flush()


def _read(tasks: "queue.SimpleQueue[bytes | None]") -> None:
    """Read requests even while a search runs; None means that there are no more."""
    with contextlib.suppress(EOFError):
        while True:
            body = _message(sys.stdin.buffer)
            if body:
                tasks.put(body)
            else:
                enough()
    tasks.put(None)


if __name__ == "__main__":
    main()
