"""Routes for the server's operator: health, readiness and metrics."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from quincunx.web.matches.service import MatchService
from quincunx.web.server.metrics import as_text, from_json

router = APIRouter(include_in_schema=False)

TEXT = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/health")
async def health() -> dict[str, str]:
    """Answer while the process is alive, whatever the database does."""
    return {"status": "ok"}


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Answer 200 if matches can be played: the database is there, up to date, and takes changes."""
    host: MatchService = request.app.state.host
    if await host.registry.store.is_ready():
        return JSONResponse({"status": "ready"})
    return JSONResponse(
        {"error": "The database cannot be reached, takes no changes, or its tables are not up to date."}, 503
    )


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the counts of all servers on this database, for Prometheus."""
    host: MatchService = request.app.state.host
    others = {name: from_json(text) for name, text in host.registry.others.items()}
    return Response(as_text({host.registry.store.worker: host.registry.count(), **others}), media_type=TEXT)
