"""The screen of a match: a terminal, or plain text in and out where there is none."""

import os
import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from quincunx.text.grammar import Look

LONGEST_LINE = 1000
"""The most characters of a line that are read: no move is longer, and Python can convert such a number."""


class Screen:
    """A console with input, and its display settings. Without a terminal, pages just follow each other."""

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
        """Return the number of lines a page leaves free above the prompt; None without a terminal."""
        if not self.live:
            return None
        return self.console.height - 1 - len(self.console.render_lines(page))

    def symbol(self, pretty: str, plain: str) -> str:
        """Return the character `pretty` if this terminal can show it, else `plain`."""
        return pretty if self.look.unicode else plain

    def fresh(self) -> None:
        """Begin a new page."""
        if self.live:
            self.console.clear()
        else:
            self.console.print()

    def show(self, what: RenderableType) -> None:
        self.console.print(what, highlight=False, markup=False, emoji=False)

    def say(self, text: str, style: str = "") -> None:
        self.show(Text(text, style))

    def say_whole(self, text: str, style: str = "") -> None:
        """Show a line without wrapping it, so that people can copy it."""
        self.console.print(Text(text, style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Return a line that a person typed; raise EOFError if there are no more."""
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
    """Replace characters that the terminal cannot send or show by question marks, instead of crashing."""
    # It must happen before anything is read, so the first screen does it.
    if hasattr(stream, "reconfigure") and stream.errors != "replace":
        stream.reconfigure(errors="replace")


def _edit_lines() -> None:
    """Switch on arrow keys and history in `input`, where the system has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
