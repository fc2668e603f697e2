"""Serves styles, scripts and pictures, compressed: they hold no secret that compression could leak.

A style sheet has its dark colours in `@media (prefers-color-scheme: dark)`. With a chosen theme, `?theme=`
makes that condition always or never true, so no game has to know of themes.
"""

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import Response

from quincunx.web.server.errors import NotFound
from quincunx.web.templates.rendering import HERE

router = APIRouter(include_in_schema=False)

STATIC = HERE / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
THEMES = ("light", "dark")
IN_THE_DARK = "(prefers-color-scheme: dark)"
ALWAYS, NEVER = "all", "not all"


@router.get("/static/{name}")
async def static(request: Request, name: str, theme: str = "") -> Response:
    path = STATIC / name
    if path.suffix not in KINDS or path.parent != STATIC or not path.is_file():
        raise NotFound("There is no such file.")
    return asset(request, path, theme)


def asset(request: Request, path: Path, theme: str = "") -> Response:
    """Return the file, compressed if the browser takes that, or status 304 if it has it already."""
    themed = theme if theme in THEMES else ""
    squeezed = "gzip" in request.headers.get("accept-encoding", "")
    body, tag = _body(path, path.stat().st_mtime_ns, themed, squeezed)
    headers = {"cache-control": "max-age=300", "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if squeezed:
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=KINDS[path.suffix], headers=headers)


@lru_cache(maxsize=400)
def _body(path: Path, changed: int, theme: str, squeezed: bool) -> tuple[bytes, str]:
    """Return the file's contents and their tag; `changed`, its time of writing, is a part of the cache's
    key."""
    text = path.read_text(encoding="utf-8")
    if theme and path.suffix == ".css":
        text = text.replace(f"@media {IN_THE_DARK}", f"@media {ALWAYS if theme == 'dark' else NEVER}")
    body = gzip.compress(text.encode(), mtime=0) if squeezed else text.encode()
    return body, f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'
