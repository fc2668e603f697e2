"""Full reports on desk runs: made in a child process, stored, and shown as pages.

Run as a module, this reads an order and writes the report's page.
"""

import asyncio
import contextlib
import sys
from functools import cache

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from quincunx.core.errors import UserError
from quincunx.lab.report.files import check, report
from quincunx.reporting.page import page
from quincunx.web.desk.process import SEED, Order, bound
from quincunx.web.desk.runs import BEAT
from quincunx.web.desk.store import DONE, FAILED, PLAYING, DeskStore, Run
from quincunx.web.jobs import child_process
from quincunx.web.routes.analysis import AGAIN, STYLE_ADDRESS
from quincunx.web.routes.desk.pages import find_run, game_of, runs_of
from quincunx.web.routes.session import Session
from quincunx.web.server import tasks
from quincunx.web.server.errors import NotFound, Refused

router = APIRouter(include_in_schema=False)

MOST_GAMES = 1000
"""Most games in a report, which takes longer for each game than a run."""
PROCESS = "quincunx.web.routes.desk.report"
"""This module's name, to run it."""
BUDGET = 15.0
"""Seconds for parts that need games of their own: skill, levels, and taking pieces away."""
MOST_WAITING = 6
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
)
"""The page contains its style, so that it can be passed on as a file; it has no script."""


@cache
def can_report() -> bool:
    """Whether the packages that draw reports are installed."""
    try:
        check(None)
    except UserError:
        return False
    return True


class Reports:
    """Makes reports, one after the other."""

    def __init__(self, store: DeskStore) -> None:
        self._store = store
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def begin(self, run: Run) -> None:
        """Start the report of a run, unless it is there or under way on any server."""
        known = await self._store.report(run.id)
        if known is not None and (known.phase == DONE or known.under_way):
            return
        if await self._store.reports_under_way() >= MOST_WAITING:
            raise Refused("Many reports are being made now; try again in a few minutes.", 503)
        await self._store.put_report(run.id, PLAYING)
        task = asyncio.create_task(self._make(run))
        self._tasks[run.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(run.id, None))

    async def _make(self, run: Run) -> None:
        making = asyncio.create_task(self._page(run))
        try:
            while not making.done():
                await asyncio.wait([making], timeout=BEAT)
                if not making.done():
                    with contextlib.suppress(Refused):
                        await self._store.put_report(run.id, PLAYING)
            made = making.result()
            await self._store.put_report(run.id, FAILED if made is None else DONE, made or "")
        finally:
            await tasks.cancel([making])

    async def _page(self, run: Run) -> str | None:
        games = min(run.games, MOST_GAMES)
        order = msgspec.json.encode(
            Order(run.game, run.variant, run.players, run.bot, games, child_process.MOST_SECONDS)
        )
        async with self._one_at_a_time:
            made = await child_process.ask(PROCESS, data=order)
        return None if made is None else made.decode()

    async def close(self) -> None:
        await tasks.cancel(self._tasks.values())


@router.post("/desk/{game}/{run}/report/runs")
async def begin(request: Request, game: str, run: str) -> Response:
    session = Session(request)
    await session.form()
    if not can_report():
        raise NotFound("This server makes no reports; `quincunx report` does, with `quincunx[lab]`.")
    reports: Reports = request.app.state.reports
    await reports.begin(await find_run(request, game_of(game), run))
    return session.go(f"/desk/{game}/{run}/report")


@router.get("/desk/{game}/{run}/report")
async def show(request: Request, game: str, run: str) -> Response:
    found = await runs_of(request).store.report(run)
    if found is not None and found.phase == DONE:
        return HTMLResponse(found.page, headers={"content-security-policy": POLICY})
    if found is None or not found.under_way:
        raise Refused(
            "There is no report of these games, or it could not be made; ask for it at the desk.", 503
        )
    waiting = [
        "<h1>The report is being made</h1>",
        "<p>Games are played and looked at closely, which takes a minute or two. The page shows it when "
        "it is there; its address will stay the same.</p>",
        f'<p><a href="/desk/{game_of(game).name}/{found.run}">Back to the desk</a></p>',
    ]
    return HTMLResponse(page("Report", waiting, STYLE_ADDRESS), 202, {"refresh": str(AGAIN)})


def main() -> None:
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    # Libraries for charts reserve address space that they never use, so only data is limited.
    bound(order.seconds, "RLIMIT_DATA")
    bots = [order.bot] * order.players
    try:
        made = report(order.game, bots, order.games, SEED, order.variant, jobs=1, budget=BUDGET)
    except (UserError, MemoryError):
        sys.exit(1)
    sys.stdout.buffer.write(made.html().encode())


if __name__ == "__main__":
    main()
