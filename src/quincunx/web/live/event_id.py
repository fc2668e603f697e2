"""Cursors: how far a client has followed a match, as written in event ids and on pages."""

import re
from dataclasses import dataclass

from quincunx.web.matches.live_match import LiveMatch


@dataclass
class Cursor:
    """A position in a match's steps, chat and take-backs, written `take-backs.steps.lines of chat`.

    The steps are those that its owner may know of. All three counts are stored in the database, so a cursor
    survives a restart of the server.
    """

    take_backs: int = 0
    at: int = 0
    chat: int = 0

    def __str__(self) -> str:
        return f"{self.take_backs}.{self.at}.{self.chat}"

    def go_back(self, live: LiveMatch, reader: int) -> bool:
        """Step back to before the take-backs since; return whether there were any."""
        match = live.match
        if match is None or (self.take_backs == len(match.take_backs) and self.at <= live.position(reader)):
            return False
        missed = match.take_backs[self.take_backs :]
        left = [live.position(reader, taken.after) for taken in missed]
        self.take_backs, self.at = len(match.take_backs), min([self.at, live.position(reader), *left])
        return True


def newest(live: LiveMatch, reader: int) -> Cursor:
    """Return the cursor of a client that has seen everything."""
    match = live.match
    return Cursor(len(match.take_backs) if match else 0, live.position(reader), len(live.chat))


def read_cursor(text: str, live: LiveMatch) -> Cursor | None:
    """Return the cursor written as `text`, or None if it is malformed."""
    found = re.fullmatch(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", text)
    if not found:
        return None
    take_backs, at, chat = map(int, found.groups())
    return Cursor(take_backs, at, min(chat, len(live.chat)))
