"""Where a match is shown and typed: a terminal, or plain text where there is none."""

import os
import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from quincunx.text.grammar import Look

LONGEST_LINE = 1000
"""How many characters of a line are read. No move is longer, and Python reads numbers of that length."""


class Screen:
    """A console, and how the people before it want things drawn. Plain text has one page after another."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.typed_live = sys.stdin.isatty()
        self.live = console.is_terminal and not console.is_dumb_terminal and self.typed_live
        self.off: set[str] = set()
        _be_lenient(sys.stdin)
        _be_lenient(console.file)
        if self.live:
            _edit_lines()

    @property
    def look(self) -> Look:
        height = self.console.height if self.live else 0
        unicode = self.console.encoding.startswith("utf")
        return Look(unicode=unicode, width=self.console.width, height=height, off=self.off)

    def room_below(self, page: RenderableType) -> int | None:
        """How many lines a page leaves above the line one types in; None where it does not matter."""
        if not self.live:
            return None
        return self.console.height - 1 - len(self.console.render_lines(page))

    def symbol(self, pretty: str, plain: str) -> str:
        """A character that this terminal can show."""
        return pretty if self.look.unicode else plain

    def fresh(self) -> None:
        """A new page."""
        if self.live:
            self.console.clear()
        else:
            self.console.print()

    def show(self, what: RenderableType) -> None:
        self.console.print(what, highlight=False, markup=False, emoji=False)

    def say(self, text: str, style: str = "") -> None:
        self.show(Text(text, style))

    def say_whole(self, text: str, style: str = "") -> None:
        """Show a line that people copy: it is not broken into several."""
        self.console.print(Text(text, style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line that a person typed; EOFError if there are no more."""
        if self.live:
            line = input(prompt)
        else:
            self.console.print(Text(prompt), end="", soft_wrap=True)
            line = self._read_plain()
        return "".join(char if char.isprintable() else " " for char in line[:LONGEST_LINE]).strip()

    def _read_plain(self) -> str:
        try:
            line = input()
        except EOFError:
            self.console.print()
            raise
        if not self.typed_live:
            self.console.print(Text(line), soft_wrap=True)
        return line

    def page(self, what: RenderableType) -> None:
        """Show something long: in a pager if it does not fit the terminal, else until Enter."""
        if not self.live:
            self.show(what)
        elif len(self.console.render_lines(what)) > self.console.height - 1:
            through_pager(self.console, what)
        else:
            self.fresh()
            self.show(what)
            self.ask("Enter goes back. ")


def page(console: Console, *parts: RenderableType) -> None:
    """Print something long: through a pager on a terminal, directly otherwise."""
    if console.is_terminal:
        through_pager(console, *parts)
    else:
        console.print(*parts, sep="\n")


def through_pager(console: Console, *parts: RenderableType) -> None:
    """Show something long in the person's pager, in colour if the pager knows colours."""
    options = os.environ.setdefault("LESS", "-R")
    with console.pager(styles="r" in options.lower()):
        console.print(*parts, sep="\n")


def _be_lenient(stream: Any) -> None:
    """Make a character that the terminal cannot send or show a question mark, never a crash."""
    # This must happen before anything is read, so the first screen does it.
    if hasattr(stream, "reconfigure") and stream.errors != "replace":
        stream.reconfigure(errors="replace")


def _edit_lines() -> None:
    """Switch on arrow keys and history in `input`, where the system has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
