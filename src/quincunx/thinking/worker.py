"""A process that thinks, `python -m quincunx.thinking.worker`: it reads tasks and writes thoughts.

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
"""Each message begins with so many bytes that say how long the rest is."""
ENOUGH = bytes(LENGTH)
"""A message of no bytes: answer with what was found so far."""
NICE = 10
"""How much those who think stand back for those who serve a table or draw a screen."""


class Answer(msgspec.Struct):
    """What a process says of a task: a thought, or what went wrong."""

    thought: SearchResult | None = None
    trouble: str = ""


class ThinkingFailed(Exception):
    """A process could not think, or was ended while it did; the text says why."""


def written(message: msgspec.Struct) -> bytes:
    """A message as it is sent."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def read_answer(body: bytes) -> SearchResult:
    answer = msgspec.msgpack.decode(body, type=Answer)
    if answer.thought is None:
        raise ThinkingFailed(answer.trouble)
    return answer.thought


class ThinkingProcess:
    """One such process, for a program that waits for it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def think(self, task: SearchRequest, until_interrupted: bool = False) -> SearchResult:
        """What it thinks of a task; NoThought if it cannot. Whatever interrupts this ends the thinking. One
        who thinks `until_interrupted` answers Ctrl-C with what was found so far."""
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
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _message(stream: IO[bytes]) -> bytes:
    """The next message; EOFError if there are no more."""
    length = stream.read(LENGTH)
    body = stream.read(int.from_bytes(length, "big"))
    if len(length) < LENGTH or len(body) < int.from_bytes(length, "big"):
        raise EOFError
    return body


def _answer(body: bytes) -> Answer:
    try:
        return Answer(think(msgspec.msgpack.decode(body, type=SearchRequest)))
    except UserError as error:
        return Answer(trouble=str(error))
    except Exception as error:
        return Answer(trouble=f"{type(error).__name__}: {error}")


def stand_back() -> None:
    """Give way to other processes, where the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def main() -> None:
    """Think until whoever asks is gone."""
    # Ctrl-C goes to all processes of a terminal. Whoever started this one decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a game prints must not get between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    stand_back()
    tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(tasks,)).start()
    with contextlib.suppress(BrokenPipeError):
        while (body := tasks.get()) is not None:
            answers.write(written(_answer(body)))
            answers.flush()


def _read(tasks: "queue.SimpleQueue[bytes | None]") -> None:
    """Hear what is asked also while something is thought over; None says that there is no more."""
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
