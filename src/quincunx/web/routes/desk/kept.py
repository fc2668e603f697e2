"""Routes for kept variants: a page to share, the variant's file, and a match with it."""

import re
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.lab.variant_file import variant_file
from quincunx.match.variant import Variant
from quincunx.web.desk import form
from quincunx.web.desk.store import Kept
from quincunx.web.matches.setup import OPPONENT, MatchSetup
from quincunx.web.matches.tokens import digest
from quincunx.web.routes.desk.pages import game_of, results_of, runs_of, title_of
from quincunx.web.routes.session import Session, text
from quincunx.web.server.errors import NotFound, NotYours

router = APIRouter(include_in_schema=False)


@router.get("/desk/kept/{kept}")
async def kept_page(request: Request, kept: str) -> Response:
    session = Session(request)
    found = await _kept(request, kept)
    game = game_of(found.game)
    run = await runs_of(request).store.run(found.run)
    results = await results_of(request, game, run) if run else None
    return session.page(
        "desk_kept.html",
        kept=found,
        game=game,
        changes=form.in_words(game, found.variant),
        results=results,
        can_report=request.app.state.can_report,
        link=f"{session.origin}/desk/kept/{found.id}",
        mine=found.visitor == digest(session.visitor),
    )


@router.get("/desk/kept/{kept}/variant.toml")
async def kept_file(request: Request, kept: str) -> Response:
    """Return the variant as a file for `quincunx play --variant`."""
    found = await _kept(request, kept)
    words = form.in_words(game_of(found.game), found.variant)
    file = variant_file(found.variant, found.title, [f"{each}." for each in words])
    name = re.sub(r"[^a-z0-9]+", "-", found.title.lower()).strip("-") or "variant"
    disposition = f'attachment; filename="{name}.toml"'
    return Response(file, media_type="application/toml", headers={"content-disposition": disposition})


@router.post("/desk/kept/{kept}/matches")
async def play_kept(request: Request, kept: str) -> Response:
    """Create a match with the variant against bots, which begins at once."""
    session = Session(request)
    form = await session.form()
    found = await _kept(request, kept)
    low, high = game_of(found.game).header.players
    run = await runs_of(request).store.run(found.run)
    seats = ["me", *[OPPONENT] * ((run.players if run else max(low, min(3, high))) - 1)]
    setup = MatchSetup(found.game, seats, variant=found.variant, hash=text(form, "hash"))
    live, keys = await session.host.create(setup, session.address)
    session.keep(live.id, keys)
    return session.go(f"/m/{live.id}")


@router.post("/desk/kept/{kept}/rename")
async def rename(request: Request, kept: str) -> Response:
    session = Session(request)
    form = await session.form()
    found = await _kept(request, kept)
    title = title_of(form, game_of(found.game))
    if not await runs_of(request).store.rename(found.id, digest(session.visitor), title):
        raise NotYours("Somebody else has kept this variant; play with it, and keep it yourself.")
    return session.go(f"/desk/kept/{kept}")


@router.post("/desk/kept/{kept}/delete")
async def delete(request: Request, kept: str) -> Response:
    session = Session(request)
    await session.form()
    if not await runs_of(request).store.drop(kept, digest(session.visitor)):
        raise NotYours("Somebody else has kept this variant.")
    return session.go("/desk")


async def kept_variants(session: Session, game: Game[Any]) -> list[Kept]:
    """Return a visitor's kept variants of a game; none if the server has no desk."""
    desk = session.request.app.state.desk
    if desk is None:
        return []
    return [one for one in await desk.store.kept_by(digest(session.visitor)) if one.game == game.name]


async def kept_variant(session: Session, name: str, game: str) -> Variant:
    """Return the changes of a kept variant of that game. It may be anybody's: the link is enough to play
    it."""
    desk = session.request.app.state.desk
    found = await desk.store.kept(name) if desk is not None else None
    if found is None or found.game != game:
        raise UserError("The variant that you kept is not there any more; choose another.")
    return dict(found.variant)


async def _kept(request: Request, name: str) -> Kept:
    found = await runs_of(request).store.kept(name)
    if found is None:
        raise NotFound("There is no such variant here; perhaps it was deleted.")
    return found
