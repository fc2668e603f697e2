"""Replays a finished match position by position, as one seat or a spectator saw it."""

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core.state import CHANCE
from quincunx.match.match import Match, from_record
from quincunx.match.narration import line
from quincunx.text.grammar import WATCHER, Look
from quincunx.web.live import view, viewer_log
from quincunx.web.live.board import draw_board
from quincunx.web.live.view import MatchView, Viewer
from quincunx.web.live.viewer_log import LogLine
from quincunx.web.matches.live_match import LiveMatch, may_know
from quincunx.web.matches.tokens import Keys
from quincunx.web.templates.fragment_cache import without_decision


@dataclass
class Frame:
    """The position after `at` moves."""

    at: int
    turn: int
    board: str
    to_move: str
    """Names of those to move."""


@dataclass
class ReplayLine:
    """A line of the log. `known` is the part that the viewer could know during the match, None for
    nothing."""

    number: int
    known: LogLine | None
    opened: LogLine


class Replay:
    """One match as one seat, or WATCHER, saw it.

    Its sentences call everybody by name. Secrets are shown to the seat that knew them, and all of them at the
    end.
    """

    def __init__(self, live: LiveMatch, whole: Match, eyes: int, look: Look) -> None:
        self._live = live
        self._whole = whole
        self._eyes = eyes
        self._look = look
        self._record = whole.record()
        self.last = len(whole.steps)

    def frames(self, first: int, last: int) -> Iterator[Frame]:
        """Yield the positions after `first` to `last` moves."""
        then = from_record(self._record, first)
        shown = self.shown()
        for at in range(first, min(last, self.last) + 1):
            if at > first:
                then.replay(self._record.moves[at - 1])
            yield self._frame(shown, then)

    def shown(self) -> MatchView:
        """Return the view for the page, without its board and its log."""
        return view.show(self._live, Viewer(Keys(), [], None, self._look))

    def _frame(self, shown: MatchView, then: Match) -> Frame:
        actors = then.state.players_to_move()
        shown.at, shown.turns = len(then.steps), then.state.turns()
        shown.phase = "over" if then.over else "playing"
        for seat in shown.seats:
            seat.to_act = seat.number - 1 in actors
        # The view holds the last steps of the match: replace them by the last ones of this position.
        lines = range(max(1, shown.at - viewer_log.MOST_SINCE + 1), shown.at + 1)
        shown.since = [
            viewer_log.log_line(self._live, self._whole, WATCHER, self._look, line, line) for line in lines
        ]
        # Without secrets all viewers see the same.
        own = self._whole.game.header.secrets and self._eyes != WATCHER
        shown.seat = self._eyes if own else None
        board, asked = without_decision(str(draw_board(shown, then, self._look, WATCHER)))
        if asked:
            board += f'<div class="panel decided">{asked}</div>'
        names = [seat.name for seat in shown.seats if seat.to_act]
        return Frame(shown.at, shown.turns, board, " and ".join(names))

    def log(self) -> list[ReplayLine]:
        """Return every line of the match."""
        before_the_end = from_record(self._record, self.last - 1) if self.last else self._whole
        told: list[ReplayLine] = []
        for number, step in enumerate(self._whole.steps, 1):
            opened = viewer_log.log_line(self._live, self._whole, WATCHER, self._look, number, number)
            secret = self._whole.game.header.secrets and step.seat != self._eyes and number < self.last
            if not secret:
                told.append(ReplayLine(number, opened, opened))
                continue
            known = line(before_the_end, before_the_end.steps[number - 1], WATCHER, self._look)
            knows = known is not None and (step.seat != CHANCE or may_know(self._whole, step, self._eyes))
            told.append(
                ReplayLine(
                    number, viewer_log.worded(self._live, number, known) if known and knows else None, opened
                )
            )
        return told
