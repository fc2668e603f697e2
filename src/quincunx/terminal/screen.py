"""What the table writes on and reads from: a terminal, or plain text when there is none."""

import os
import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from quincunx.core.game import Look

LONGEST_LINE = 1000
"""Of what is typed or pasted: no move is longer, and no number of so many digits breaks anything."""


class Screen:
    """A console and how its people want things drawn. Without a terminal, pages follow each other."""

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
        return Look(unicode=self.console.encoding.startswith("utf"), width=self.console.width, off=self.off)

    @property
    def small(self) -> bool:
        """A terminal where a board and a long list do not fit together."""
        return self.live and (self.console.height < 30 or self.console.width < 60)

    def sign(self, pretty: str, plain: str) -> str:
        """A sign that every terminal can show."""
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
        """A line to copy: the terminal breaks it, not we."""
        self.console.print(Text(text, style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line a person typed; EOFError when there are no more."""
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
        """Something long: through a pager if it does not fit a terminal, else until Enter."""
        if not self.live:
            self.show(what)
        elif len(self.console.render_lines(what)) > self.console.height - 1:
            through_pager(self.console, what)
        else:
            self.fresh()
            self.show(what)
            self.ask("Enter goes back. ")


def through_pager(console: Console, *parts: RenderableType) -> None:
    """Show something long in the person's pager, in colour if it is one that can be told so."""
    options = os.environ.setdefault("LESS", "-R")
    with console.pager(styles="r" in options.lower()):
        console.print(*parts, sep="\n")


def _be_lenient(stream: Any) -> None:
    """A sign the terminal cannot send or show becomes a question mark, never a crash."""
    # Once something was read it is too late, so the first screen does it for all.
    if hasattr(stream, "reconfigure") and stream.errors != "replace":
        stream.reconfigure(errors="replace")


def _edit_lines() -> None:
    """Arrow keys and history in `input`, where the system has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
