"""The analysis of a finished match: computed in a child process, kept in memory, and shown as a page."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from quincunx.analysis.analyse import Analysis
from quincunx.analysis.figures import SHARE
from quincunx.analysis.page import Links, body, heading
from quincunx.match import record
from quincunx.reporting.page import STYLE
from quincunx.web.jobs import child_process
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import COLOURS
from quincunx.web.routes.session import Session
from quincunx.web.server import tasks
from quincunx.web.server.errors import Refused
from quincunx.web.templates.assets import asset

router = APIRouter(include_in_schema=False)

SECONDS = 15
"""Seconds that a search may spend on all decisions of a match together, on one core."""

MOST_KEPT = 100
MOST_WAITING = 20
AGAIN = 3
"""Seconds after which a page without a script reloads."""
STYLE_ADDRESS = "/analysis.css"

Tell = Callable[[int, int], None]
"""Receives the number of decisions judged so far, and of all decisions."""


@dataclass
class Progress:
    """The progress of an analysis."""

    judged: int = 0
    decisions: int = 0
    """The number of decisions to judge; 0 until known."""
    has_begun: bool = False

    def tell(self, judged: int, decisions: int) -> None:
        self.judged, self.decisions = judged, decisions

    @property
    def words(self) -> str:
        """The present step as a sentence; the page shows the count beside it."""
        if not self.has_begun:
            return "Other matches are analysed first; this one waits for its turn."
        if self.decisions and self.judged == self.decisions:
            return "All decisions are judged. Now chances and luck are worked out."
        return "The match is being analysed, decision by decision."

    def to_dict(self) -> dict[str, Any]:
        return {"done": False, "judged": self.judged, "decisions": self.decisions, "words": self.words}


class Analyses:
    """Analyses of matches by id, made one after the other."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, Progress] = {}
        self._failed: set[str] = set()
        self._one_at_a_time = asyncio.Lock()

    def find(self, live: LiveMatch) -> Analysis | Progress:
        """Return the analysis of a finished match, or its progress. The first call starts it."""
        match, whole = live.id, live.playing()
        if not whole.over:
            # Before the end, it would tell secrets and help players.
            raise Refused("The match is not over yet; its analysis is there when it is.")
        if match in self._kept:
            self._kept.move_to_end(match)
            return self._kept[match]
        if match in self._failed:
            raise Refused(
                "This match could not be analysed here; `quincunx analyse` can take its record.", 503
            )
        if match not in self._tasks:
            if len(self._tasks) >= MOST_WAITING:
                raise Refused("Many matches are being analysed now; try again in a few minutes.", 503)
            self._progress[match] = Progress(has_begun=not self._tasks)
            self._tasks[match] = asyncio.create_task(self._make(match, record.encode(whole.record())))
        return self._progress[match]

    async def _make(self, match: str, data: bytes) -> None:
        try:
            async with self._one_at_a_time:
                self._progress[match].has_begun = True
                found = await _analysed(data, self._progress[match].tell)
            if found is None:
                self._failed.add(match)
            else:
                self._kept[match] = found
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        finally:
            del self._tasks[match], self._progress[match]

    async def close(self) -> None:
        await tasks.cancel(self._tasks.values())


async def _analysed(data: bytes, tell: Tell) -> Analysis | None:
    """Return the process's analysis of a record, or None if it fails or takes too long."""
    async with child_process.running("quincunx.analysis", str(SECONDS), data=data) as process:
        try:
            async with asyncio.timeout(child_process.MOST_SECONDS):
                return await _follow(process, tell)
        except TimeoutError:
            return None


async def _follow(process: asyncio.subprocess.Process, tell: Tell) -> Analysis | None:
    assert process.stdout is not None
    async for line in process.stdout:
        found = msgspec.json.decode(line, type=Analysis | tuple[int, int])
        if isinstance(found, Analysis):
            return found
        tell(*found)
    return None


@router.get("/m/{match}/analysis")
async def analysis_page(request: Request, match: str) -> Response:
    session = Session(request)
    live, found = await _find(request, match)
    if isinstance(found, Progress):
        return session.page("being_analysed.html", 202, match=live.id, progress=found, again=AGAIN)
    colours = [COLOURS[seat.colour] for seat in live.seats]
    return session.page(
        "analysis.html",
        match=live.id,
        game=live.game.name,
        seats=live.seats,
        title=found.title,
        heading=heading(found),
        body="\n".join(body(found, colours, Links(f"/m/{live.id}/replay"))),
    )


@router.get("/m/{match}/analysis.json")
async def analysis_data(request: Request, match: str) -> Response:
    """Marks and expectations by move, for a replay. Status 202 with the progress until they are there."""
    _, found = await _find(request, match)
    return answer(found, _for_replay)


def answer(found: Analysis | Progress, write: Callable[[Analysis], dict[str, Any]]) -> Response:
    """Return the analysis as JSON, or its progress with status 202."""
    return JSONResponse(found.to_dict(), 202) if isinstance(found, Progress) else JSONResponse(write(found))


def _for_replay(found: Analysis) -> dict[str, Any]:
    """Return the data for a replay. Expectations are added as text and as parts of a full bar, so that the
    script need not know how results are scored."""
    figures = found.figures
    every = [value for point in found.timeline.points for value in point.expects]
    low, high = (0.0, 1.0) if figures.unit == SHARE else (min(every), max(every))
    width = high - low or 1.0
    return {
        **found.for_replay(),
        "words": [[figures.told(value) for value in point.expects] for point in found.timeline.points],
        "parts": [
            [round((value - low) / width, 4) for value in point.expects] for point in found.timeline.points
        ],
    }


async def _find(request: Request, match: str) -> tuple[LiveMatch, Analysis | Progress]:
    live = await Session(request).host.registry.get(match)
    analyses: Analyses = request.app.state.analyses
    return live, analyses.find(live)


@router.get(STYLE_ADDRESS)
async def style(request: Request, theme: str = "") -> Response:
    return asset(request, STYLE, theme)
