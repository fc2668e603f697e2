"""Progress bars for the terminal, and the callbacks that long work reports its progress to."""

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
"""A callback that gets the amount done and the total."""

Told = Callable[[str, float, float], None]
"""A callback that gets the name of a step, the amount done and the total, in games or seconds."""

BETWEEN = 0.1
"""The least seconds between two drawings of the bar: drawing takes longer than a quick game."""


def nobody(what: str, done: float, total: float) -> None:
    """Ignore all progress; the default callback."""


def counted(show: Progress, total: int) -> Callable[[int], None]:
    """Return a function that adds up what is newly done and shows the sum out of `total`."""
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        show(min(done, total), total)

    show(0, total)
    return advance


def with_bar(console: "Console", title: str, work: Callable[[Progress], Made]) -> Made:
    """Do some work with a progress bar on the screen."""
    from rich.progress import MofNCompleteColumn

    def counted(told: Told) -> Made:
        return work(lambda done, total: told("", done, total))

    return _with_bar(console, title, counted, MofNCompleteColumn())


def with_steps(console: "Console", title: str, work: Callable[[Told], Made]) -> Made:
    """Do work of several steps, with a progress bar that names the present step."""
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
    # The bar has no thread of its own, because processes are forked while it is shown.
    bar = progress.Progress(
        *columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal
    )
    # Anything that a bot prints while it plays is not part of the results.
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
    """Reports the progress, in seconds, of work that has a deadline."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._begun = self._end = time.monotonic()
        self._what = ""

    def begin(self, what: str, left: float) -> None:
        """Start a step; `left` seconds remain for it and for all that follows."""
        self._what = what
        self._end = time.monotonic() + left
        self.tick()

    def tick(self) -> None:
        """Report the time passed."""
        now = time.monotonic()
        self._told(self._what, now - self._begun, max(now, self._end) - self._begun)
