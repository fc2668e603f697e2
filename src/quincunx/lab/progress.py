"""A bar that says how much is done and how much time is left."""

import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

Made = TypeVar("Made")
Progress = Callable[[int, int], None]
"""Is told how much is done, and how much there is in all."""

Told = Callable[[str, float, float], None]
"""Is told what is being done, how much of it is done, and how much there is in all: games, or seconds."""

BETWEEN = 0.1
"""The bar is drawn again after so many seconds at the earliest: to draw it takes longer than many a game."""


def nobody(what: str, done: float, total: float) -> None:
    """Is told, and does nothing about it."""


def counted(show: Progress, total: int) -> Callable[[int], None]:
    """Return a function that is told how many more are done, and shows how many of `total` that makes."""
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        show(min(done, total), total)

    show(0, total)
    return advance


def with_bar(console: "Console", title: str, work: Callable[[Progress], Made]) -> Made:
    """Do some work, with a bar on the screen while it lasts."""
    from rich.progress import MofNCompleteColumn

    def counted(told: Told) -> Made:
        return work(lambda done, total: told("", done, total))

    return _with_bar(console, title, counted, MofNCompleteColumn())


def with_steps(console: "Console", title: str, work: Callable[[Told], Made]) -> Made:
    """Do work of several steps, with a bar on the screen that says in words which of them it is."""
    from rich.progress import TaskProgressColumn

    return _with_bar(console, title, work, TaskProgressColumn())


def _with_bar(
    console: "Console", title: str, work: Callable[[Told], Made], how_much: "ProgressColumn"
) -> Made:
    from rich import progress

    columns = [
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        how_much,
        progress.TimeRemainingColumn(),
    ]
    # Without a thread of its own: processes are started while the bar is on the screen.
    bar = progress.Progress(
        *columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal
    )
    # What a bot prints while it plays is no part of the results.
    with redirect_stdout(sys.stderr), bar:
        task = bar.add_task(title, total=None)
        step, drawn = "", 0.0

        def show(what: str, done: float, total: float) -> None:
            nonlocal step, drawn
            now = time.monotonic()
            changes: dict[str, Any] = {}
            if what != step:
                step, drawn = what, 0.0
                changes = {"description": f"{title}: {what}"}
            due = done >= total or now - drawn > BETWEEN
            drawn = now if due else drawn
            bar.update(task, completed=done, total=total, refresh=due, **changes)

        return work(show)


class Clock:
    """Tells of work that ends after so many seconds at the latest."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._begun = self._end = time.monotonic()
        self._what = ""

    def begin(self, what: str, left: float) -> None:
        """What is done now, and how many seconds there are for it and for all that follows."""
        self._what = what
        self._end = time.monotonic() + left
        self.tick()

    def tick(self) -> None:
        """Some of it is done."""
        now = time.monotonic()
        self._told(self._what, now - self._begun, max(now, self._end) - self._begun)
