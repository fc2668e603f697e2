"""Finds the parts of a match's page that a browser does not have yet. `stream.py` sends them."""

import hashlib
from typing import Any

from markupsafe import Markup

from quincunx.web.live.board import draw_board
from quincunx.web.live.event_id import Cursor, newest
from quincunx.web.live.view import MatchView, Viewer, clock_seat, show
from quincunx.web.matches import advice
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.templates.fragment_cache import regions, without_decision
from quincunx.web.templates.number_format import localized
from quincunx.web.templates.rendering import render, render_parts

NAMES = (
    *("state", "decision", "help", "notices", "ending", "players", "clock"),
    *("board", "below", "log", "talk", "chance", "table"),
)
"""Names of the templates in `parts/`; each draws the element with the same id."""


AROUND = ""
"""Key of `BoardCopy` for the fingerprint of all that is outside the regions."""


class PageCopy:
    """The state of one browser's page: how far its log and chat go, and fingerprints of its other parts."""

    def __init__(
        self, viewer: Viewer, origin: str, csrf: str, cursor: Cursor | None = None, have: str = ""
    ) -> None:
        self.viewer = viewer
        self.origin = origin
        self.csrf = csrf
        self.cursor = cursor or Cursor()
        self.prints = dict(zip(NAMES, have.split("."), strict=False))
        """The fingerprints of what the browser has."""
        self.board = BoardCopy()

    def catch_up(self, live: LiveMatch, **notices: Any) -> tuple[MatchView, dict[str, str]]:
        """Return the match as it is now, and the parts of its page that the browser does not have."""
        viewer, reader = self.viewer, self.viewer.reader
        taken_back = self.cursor.go_back(live, reader)
        mutes = _fingerprint(str(sorted(live.seats[viewer.seat].mutes)) if viewer.seat is not None else "")
        viewer.log_known = self.cursor.at
        viewer.chat_known = self.cursor.chat if self.prints.get("talk", mutes) == mutes else 0
        shown = show(live, viewer, self.origin)
        shown.csrf = self.csrf
        shown.help = advice.show(live, viewer.seat, viewer.look)
        if live.match is not None:
            board, decision = without_decision(draw_board(shown, live.match, viewer.look))
            shown.board, shown.decision = Markup(board), Markup(decision)
        drawn = render_parts(NAMES, match=shown, **notices)
        parts = {name: localized(html, viewer.look.numbers) for name, html in drawn.items()}
        # Compare less than the whole part where it always changes: the clock by its deadline, lists by their
        # new lines. At the end the log is sent whole, so it is a part like others.
        instead = {"talk": mutes}
        if shown.clock is not None:
            seat = clock_seat(live, viewer)
            instead["clock"] = str(live.deadlines[seat] if seat is not None else "")
        if not shown.steps:
            instead["log"] = ""
        prints = {**{name: _fingerprint(html) for name, html in parts.items()}, **instead}
        new = {name for name in NAMES if self.prints.get(name) != prints[name]}
        if shown.chat:
            new.add("talk")
        if not shown.steps and (shown.log or taken_back):
            new.add("log")
        self.prints, self.cursor = prints, newest(live, reader)
        sent = {name: html for name, html in parts.items() if name in new}
        new_regions = self.board.catch_up(parts["board"])
        if "board" in sent and new_regions is not None:
            del sent["board"]
            sent |= new_regions
        return shown, sent

    @property
    def have(self) -> str:
        """The page's fingerprints, as the page itself keeps them."""
        return ".".join(self.prints[name] for name in NAMES)


class BoardCopy:
    """Fingerprints of the board in one browser, region by region."""

    def __init__(self) -> None:
        self._prints: dict[str, int] = {}

    def catch_up(self, html: str) -> dict[str, str] | None:
        """Return the new regions, or None if the board changed outside them."""
        around, drawn = regions(html)
        before = self._prints
        # They never leave this process, so Python's `hash` will do.
        self._prints = {name: hash(each) for name, each in drawn.items()}
        self._prints[AROUND] = hash(around)
        if before.get(AROUND) != self._prints[AROUND]:
            return None
        return {name: each for name, each in drawn.items() if before[name] != self._prints[name]}


def update(page: PageCopy, live: LiveMatch) -> dict[str, Any] | None:
    """Return the data with which the script updates the page, or None if it is up to date."""
    shown, parts = page.catch_up(live)
    if not parts:
        return None
    return {
        "at": shown.at,
        "takeBacks": shown.take_backs,
        "seat": shown.seat,
        "phase": shown.phase,
        "title": render("_title.html", match=shown).strip(),
        "yourMove": shown.your_move,
        "yourRoll": shown.your_roll,
        **_moved(shown),
        "parts": parts,
    }


def _moved(shown: MatchView) -> dict[str, Any]:
    """Return the seat that moved last, if any, and the viewer's own move by name."""
    moved = shown.log[-1:] if shown.steps else shown.log
    if not moved:
        return {}
    own = [line.move for line in moved if shown.seat is not None and line.seat == shown.seat + 1]
    return {"mover": moved[-1].seat or moved[-1].subject or 0, **({"own": own[-1]} if own else {})}


def _fingerprint(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=6).hexdigest()
