"""The file of a match: saved after every move, with another place asked for if that fails."""

import shlex
from contextlib import suppress
from pathlib import Path

from quincunx.match import record
from quincunx.match.match import Match
from quincunx.terminal.screen import Screen


class Keeper:
    """Saves a match at every move. `trouble` says why the last save failed; the match goes on in memory."""

    def __init__(self, path: Path, screen: Screen, hints: bool | None = None) -> None:
        self.path = path
        self.hints = hints
        """Whether hints are allowed; None if people have not said. Saved for when the match is resumed."""
        self.screen = screen
        self.trouble = ""
        self._written: tuple[int, int] | None = None
        """The file's mark after the last save: another terminal may have the same match open."""

    def save(self, match: Match) -> None:
        """Save the match; at the first failure ask for another place, later only try again."""
        known = bool(self.trouble)
        self._write(match, self.path)
        if self.trouble and not known:
            self.screen.say(f"{self.trouble} It goes on in memory.", "bold red")
            self.find_place(match, "Another place for it (Enter: go on, and try again at the next move): ")

    def find_place(self, match: Match, question: str) -> None:
        """Ask for a place until one works or the person gives up."""
        while self.trouble:
            place = self.screen.ask(question)
            if not place:
                return
            refusal = self.move_to(match, place)
            self.screen.say(refusal or f"Saved to {self.path}.", "red" if refusal else "green")

    def last_chance(self, match: Match) -> None:
        """Ask for another place, before leaving, if the match could not be saved."""
        if self.trouble:
            self.screen.say(self.trouble, "bold red")
            with suppress(EOFError, KeyboardInterrupt):
                self.find_place(match, "Another place for it (Enter: leave without saving): ")

    def move_to(self, match: Match, place: str) -> str:
        """Keep the match in another file from now on; return a sentence if that fails."""
        try:
            path = Path(place).expanduser()
            if path.is_dir():
                path /= self.path.name
            taken = path.exists() and path != self.path
        except (OSError, RuntimeError) as error:
            return f"{place} cannot be saved to: {getattr(error, 'strerror', error)}."
        if taken:
            return f"There is a file {path} already; choose another name."
        before = self.trouble
        self._write(match, path)
        if self.trouble:
            refusal, self.trouble = self.trouble, before
            return refusal
        self.path = path
        return ""

    def _write(self, match: Match, path: Path) -> None:
        try:
            if path == self.path and self._written and _mark(path) not in (None, self._written):
                self.trouble = f"{path} was changed by someone else, so this match cannot be saved to it."
                return
            saved = match.record()
            if saved.result is None:
                saved.hints_allowed = self.hints
            try:
                record.save(saved, path)
            finally:
                # Even if Ctrl-C interrupts the save, it was this process that changed the file.
                self._written = _mark(path)
        except OSError as error:
            self.trouble = f"The match cannot be saved to {path}: {error.strerror or error}."
        else:
            self.trouble = ""

    @property
    def file(self) -> str:
        """The path, quoted for a shell."""
        return shlex.quote(str(self.path))


def _mark(path: Path) -> tuple[int, int] | None:
    """Return a value that changes whenever the file is written; None if there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns
