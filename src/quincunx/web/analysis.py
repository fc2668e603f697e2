"""The analysis of a finished match: made by a process beside the server, kept, and shown as a page."""

import asyncio
import contextlib
from collections import OrderedDict

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from quincunx import record
from quincunx.analysis.page import html
from quincunx.analysis.whole import Analysis
from quincunx.match import Match
from quincunx.report_page import STYLE, page
from quincunx.web import beside
from quincunx.web.refusal import Refused
from quincunx.web.session import Session

router = APIRouter(include_in_schema=False)

SECONDS = 15
"""How long a search looks at all decisions of a match together, on one core."""

MOST_SECONDS = 120.0
"""A process that takes longer is ended."""

MOST_KEPT = 100
MOST_WAITING = 20
AGAIN = 3
"""Seconds after which a page that waits asks again."""

STYLE_ADDRESS = "/analysis.css"


class Analysts:
    """Analyses of matches by their ids, made one after the other."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()
        self._one_at_a_time = asyncio.Lock()

    def find(self, match: str, whole: Match) -> Analysis | None:
        """The analysis of that match; None while it is being made, which begins now."""
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
            self._tasks[match] = asyncio.create_task(self._make(match, record.encode(whole.record())))
        return None

    async def _make(self, match: str, data: bytes) -> None:
        try:
            async with self._one_at_a_time:
                found = await _analysed(data)
            if found is None:
                self._failed.add(match)
            else:
                self._kept[match] = found
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        finally:
            del self._tasks[match]

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _analysed(data: bytes) -> Analysis | None:
    written = await beside.ask("quincunx.analysis", str(SECONDS), data=data, seconds=MOST_SECONDS)
    return None if written is None else msgspec.json.decode(written, type=Analysis)


@router.get("/m/{match}/analysis")
async def analysis_page(request: Request, match: str) -> Response:
    found = await _find(request, match)
    if found is not None:
        return HTMLResponse(html(found, STYLE_ADDRESS, f"/m/{match}/replay"))
    waiting = [
        "<h1>The match is being analysed</h1>",
        "<p>This takes about half a minute. The page shows it when it is there.</p>",
        f'<p><a href="/m/{match}">Back to the match</a></p>',
    ]
    return HTMLResponse(page("Analysis", waiting, STYLE_ADDRESS), 202, {"refresh": str(AGAIN)})


@router.get("/m/{match}/analysis.json")
async def analysis_data(request: Request, match: str) -> Response:
    """For a replay: marks and expectations by move; 202 while they are not there yet."""
    found = await _find(request, match)
    return JSONResponse({"done": False}, 202) if found is None else JSONResponse(found.for_replay())


async def _find(request: Request, match: str) -> Analysis | None:
    live = await Session(request).host.get(match)
    whole = live.playing()
    if not whole.over:
        # Before the end it would tell what is hidden, and help those who play.
        raise Refused("The match is not over yet; its analysis is there when it is.")
    analysts: Analysts = request.app.state.analysts
    return analysts.find(live.id, whole)


@router.get(STYLE_ADDRESS)
async def style() -> Response:
    return Response(STYLE.read_bytes(), media_type="text/css")
