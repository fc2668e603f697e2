"""Builds the ASGI application from its routes, limits and error pages. The process that serves it is in
`serve.py`."""

import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from quincunx import __version__
from quincunx.core.errors import UserError
from quincunx.core.sanitize import in_short
from quincunx.core.state import IllegalMove
from quincunx.web.desk.runs import Runs
from quincunx.web.desk.store import DeskStore
from quincunx.web.matches.registry import MATCH_ID
from quincunx.web.matches.service import MatchService
from quincunx.web.routes import analysis, api, finished, match, operations, pages, preferences
from quincunx.web.routes.desk import kept, report
from quincunx.web.routes.desk import pages as desk_pages
from quincunx.web.routes.fast_move import FastMove
from quincunx.web.routes.help import api_router as help_for_programs
from quincunx.web.routes.help import router as help_pages
from quincunx.web.routes.middleware import Guard
from quincunx.web.routes.session import Session
from quincunx.web.server.errors import Refused, Unplayable, answers_programs, wrong_input
from quincunx.web.server.gate import Gate
from quincunx.web.server.limits import Limits
from quincunx.web.storage.database import locked
from quincunx.web.storage.store import Store
from quincunx.web.templates import assets

REFUSALS = (Refused, UserError, IllegalMove, RequestValidationError, HTTPException)
ABOUT = "Play Quincunx from a program, with the same powers as a person at a seat."
TITLES = {
    400: "That does not work",
    403: "Not yours",
    404: "Not here",
    405: "Not here",
    409: "Not now",
    422: "That does not work",
    429: "Slow down",
    503: "Not now",
}


class Application(FastAPI):
    """FastAPI behind the guard, which sees each request before any of FastAPI's own layers."""

    guard: Guard
    gate: Gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.gate(scope, receive, send)

    async def go_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request that the guard let through on to FastAPI."""
        await super().__call__(scope, receive, send)


def create_app(
    database: str = "sqlite:///quincunx.db",
    limits: Limits | None = None,
    pace: float = 0.0,
    with_desk: bool = True,
    proxies: str = "",
) -> Application:
    """Create the server's application, which keeps its matches in `database`. Bots pause `pace` seconds
    between moves while people watch. `proxies` are trusted to name the visitor they forward for."""
    limits = limits or Limits()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, MatchService]]:
        with locked(database):
            app.state.host = host = MatchService(await Store.open(database), limits, pace)
            app.state.analyses = analyses = analysis.Analyses()
            runs = Runs(DeskStore(host.registry.store), limits)
            app.state.desk = runs if with_desk else None
            app.state.reports = reports = report.Reports(runs.store)
            app.state.can_report = report.can_report()
            await host.open()
            yield {"host": host}  # On shutdown `TableServer` first tells open streams to reconnect.
            await reports.close()
            await runs.close()
            await analyses.close()
            await host.close()

    app = Application(
        title="Quincunx",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.include_router(operations.router)
    app.include_router(api.router)
    # Must precede `pages`, which would take a game's tour.json for a file of its folder.
    app.include_router(match.router)
    app.include_router(pages.router)
    app.include_router(help_pages)
    app.include_router(help_for_programs)
    app.include_router(finished.router)
    app.include_router(preferences.router)
    app.include_router(assets.router)
    app.include_router(analysis.router)
    if with_desk:
        # Must precede `desk_pages`, which would take a kept variant for a game.
        app.include_router(kept.router)
        app.include_router(report.router)
        app.include_router(desk_pages.router)
    app.guard = Guard(app.go_on, limits, FastMove(app.go_on, explain), lambda: app.state.host)
    app.gate = Gate(app.guard, proxies)
    for kind in (*REFUSALS, SQLAlchemyError, OSError):
        app.add_exception_handler(kind, refuse)
    return app


async def refuse(request: Request, error: Exception) -> Response:
    """Answer an error with a status and a sentence: JSON for programs, a page for people."""
    status, sentence = explain(error)
    if answers_programs(request.url.path, request.headers.get("accept", "")):
        return JSONResponse({"error": sentence}, status)
    title = TITLES.get(status, "Something went wrong")
    parts = request.url.path.split("/")
    here = f"/m/{parts[2]}" if parts[1] == "m" and len(parts) > 2 and MATCH_ID.fullmatch(parts[2]) else ""
    unplayable = isinstance(error, Unplayable)
    return Session(request).page(
        "error.html",
        status,
        title=title,
        sentence=sentence,
        back=here if len(parts) > 3 and not unplayable else "",
        record=f"{here}/record.json" if unplayable else "",
    )


def explain(error: Exception) -> tuple[int, str]:
    status, sentence = _explain(error)
    return status, in_short(sentence)


def _explain(error: Exception) -> tuple[int, str]:
    match error:
        case Refused():
            return error.status, str(error)
        case RequestValidationError():
            return 422, wrong_input(error.errors()[0])
        case HTTPException():
            said = {404: "There is no such page.", 405: "That cannot be asked for here."}
            return error.status_code, said.get(error.status_code, f"{error.detail.rstrip('.')}.")
        case SQLAlchemyError() | OSError():
            return 503, "The database cannot be reached; try again in a moment."
    return 422, str(error)
