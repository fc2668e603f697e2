"""A time limit for a bot's decisions.

Python cannot end a thread from outside, and a process for each bot would cost a copy of the position
at every decision. So a bot with a time limit thinks in a thread, and when its time is up nobody waits
for it any longer. The thread is told to stop, which any Python code does at its next step; code that
is inside a call which does not come back goes on, harmlessly: it has only copies. Until it does come
back, the bot is not asked again. So a bot never has more than one thread, and delays a match by no
more than its limit, except by a call that keeps all of Python waiting.
"""

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

GRACE = 0.05
"""The seconds a bot has to stop after it was told to."""


class BotTimeout(Exception):
    """An error for a bot that has not answered in time; its text follows the bot's name."""


class Stop(BaseException):
    """An exception raised in the thread of a bot that is late."""


class Thinker:
    """A wrapper that asks one bot for each decision in a new thread."""

    def __init__(self) -> None:
        self._thread: Thread | None = None

    def ask(self, think: Callable[[], int], seconds: float) -> int:
        """Return the bot's answer, or raise what it raised; BotTimeout if there is none after that many
        seconds."""
        if self._thread is not None and self._thread.is_alive():
            raise BotTimeout("was still busy with an earlier decision")
        answers: SimpleQueue[tuple[int, BaseException | None]] = SimpleQueue()
        self._thread = Thread(target=_answer, args=(think, answers), daemon=True)
        self._thread.start()
        try:
            answer, error = answers.get(timeout=seconds)
        except BaseException as reason:
            _stop(self._thread)
            if not isinstance(reason, Empty):
                raise
            raise BotTimeout(f"took longer than {seconds:g} seconds") from None
        self._thread = None  # The bot has answered, though its thread may take a while to end.
        if error is not None:
            raise error
        return answer


def _answer(think: Callable[[], int], answers: "SimpleQueue[tuple[int, BaseException | None]]") -> None:
    with suppress(Stop):
        try:
            answers.put((think(), None))
        except BaseException as error:
            answers.put((0, error))


def _stop(thread: Thread) -> None:
    import ctypes  # Rarely needed, and slow to import.

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stop))
    thread.join(GRACE)
