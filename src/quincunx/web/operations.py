"""Addresses for whoever runs the server: is it alive, is it ready."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from quincunx.web.host import Host

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> dict[str, str]:
    """The process is alive; says nothing of the database."""
    return {"status": "ok"}


@router.get("/ready")
async def ready(request: Request) -> Response:
    """The database answers and its tables are up to date, so that matches can be played."""
    host: Host = request.app.state.host
    if await host.store.is_ready():
        return JSONResponse({"status": "ready"})
    return JSONResponse({"error": "The database cannot be reached, or its tables are not up to date."}, 503)
