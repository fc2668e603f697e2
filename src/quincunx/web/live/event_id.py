"""How far somebody has followed a match: what an event's id and a page say of it."""

import re
from dataclasses import dataclass

from quincunx.web.matches.live_match import LiveMatch


@dataclass
class Cursor:
    """Written `take-backs.steps.lines of chat`. The steps are those that its owner may know of.

    All three can be counted from the database, so a cursor is good even after the server has
    started anew.
    """

    take_backs: int = 0
    at: int = 0
    chat: int = 0

    def __str__(self) -> str:
        return f"{self.take_backs}.{self.at}.{self.chat}"

    def go_back(self, live: LiveMatch, reader: int) -> bool:
        """Step back to before what was taken back since; whether anything was."""
        match = live.match
        if match is None or (self.take_backs == len(match.take_backs) and self.at <= live.position(reader)):
            return False
        missed = match.take_backs[self.take_backs :]
        left = [live.position(reader, taken.after) for taken in missed]
        self.take_backs, self.at = len(match.take_backs), min([self.at, live.position(reader), *left])
        return True


def newest(live: LiveMatch, reader: int) -> Cursor:
    """The cursor of somebody who has seen everything."""
    match = live.match
    return Cursor(len(match.take_backs) if match else 0, live.position(reader), len(live.chat))


def read_cursor(text: str, live: LiveMatch) -> Cursor | None:
    """None if it makes no sense."""
    found = re.fullmatch(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", text)
    if not found:
        return None
    take_backs, at, chat = map(int, found.groups())
    return Cursor(take_backs, at, min(chat, len(live.chat)))
