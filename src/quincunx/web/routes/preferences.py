"""Routes for a visitor's preferences: the theme, and how numbers are written."""

import re

from fastapi import APIRouter, Request
from starlette.responses import Response

from quincunx.web.routes.session import Session, text

router = APIRouter(include_in_schema=False)


@router.get("/settings")
async def settings(request: Request, back: str = "") -> Response:
    session = Session(request)
    return session.page("settings.html", back=_ours(back), numbers=session.chosen_numbers)


@router.post("/settings")
async def change_settings(request: Request) -> Response:
    session = Session(request)
    form = await session.form()
    session.prefer(text(form, "theme"), text(form, "numbers"))
    return session.go(_ours(text(form, "back")))


def _ours(address: str) -> str:
    """Return an address if it is on this server, otherwise the lobby's."""
    return address if re.fullmatch(r"/[\w/?=&#.-]*", address) and not address.startswith("//") else "/"
