"""A bar that says how much is done and how much time is left."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

Made = TypeVar("Made")
Progress = Callable[[int, int], None]
"""Is told how much is done, and how much there is in all."""


def with_bar(console: "Console", title: str, work: Callable[[Progress], Made]) -> Made:
    """Do some work, with a bar on the screen while it lasts."""
    from rich import progress

    columns = [
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    ]
    # Without a thread of its own: processes are started while the bar is on the screen.
    bar = progress.Progress(
        *columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal
    )
    with bar:
        task = bar.add_task(title, total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, refresh=True)

        return work(show)
