"""Routes for pages around matches: lobby, rules, set-up and joining."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from quincunx import bots, games
from quincunx.bots.levels import LEVELS
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.input_limits import TOML
from quincunx.match.variant import combined, shipped
from quincunx.web.live.view import Viewer, show
from quincunx.web.matches.listing import my_matches, public_tables
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.service import PUBLIC
from quincunx.web.matches.setup import COLOURS, OPPONENT, MatchSetup, chosen_variant, usual
from quincunx.web.matches.tokens import Keys
from quincunx.web.routes.desk.kept import kept_variant, kept_variants
from quincunx.web.routes.rulebook import examples, rulebook
from quincunx.web.routes.session import Session, number, text, texts
from quincunx.web.server.errors import NotFound, NotYours
from quincunx.web.templates.assets import STATIC, asset

router = APIRouter(include_in_schema=False)

MOST_GOING_ON = 6
"""Most of the visitor's matches in the lobby."""
SECONDS_FOR_BOTS = 1.0
"""Most seconds that a form waits for bots, so that a page without a script shows their moves."""


@router.get("/")
async def lobby(request: Request) -> Response:
    return await show_lobby(Session(request))


async def show_lobby(session: Session, refusal: str = "", status: int = 200) -> Response:
    known, _ = games.load_all()
    matches = await my_matches(session.host, session.my_matches)
    return session.page(
        "lobby.html",
        status,
        games=known,
        matches=[match for match in matches if match.phase != "over"][:MOST_GOING_ON],
        tables=await public_tables(session.host),
        opponent=OPPONENT,
        refusal=refusal,
    )


@router.get("/matches")
async def matches(request: Request) -> Response:
    session = Session(request)
    return session.page("matches.html", matches=await my_matches(session.host, session.my_matches))


@router.get("/games/{game}")
async def rules(request: Request, game: str) -> Response:
    session, known = Session(request), _game(game)
    mine = await my_matches(session.host, session.my_matches)
    back = next(
        (match.id for match in mine if match.title == known.header.title and match.phase != "over"), ""
    )
    book = await asyncio.to_thread(rulebook, known)
    return session.open_page("rules.html", game=known, book=book, back=back)


@router.get("/games/{game}/new")
async def set_up(request: Request, game: str) -> Response:
    return await show_set_up(Session(request), _game(game))


async def show_set_up(session: Session, game: Game[Any], refusal: str = "", status: int = 200) -> Response:
    return session.page(
        "set_up.html",
        status,
        game=game,
        levels=list(LEVELS.values()),
        guests=[name for name in bots.names() if name not in bots.BOTS],
        variants=list(shipped(game).values()),
        kept=await kept_variants(session, game),
        usual=usual,
        refusal=refusal,
    )


@router.get("/games/{game}/{file}")
async def game_file(request: Request, game: str, file: str, theme: str = "") -> Response:
    """Return a game's picture, board pictures or style, or a default in their place."""
    ours = {"picture.svg": "quincunx.svg", "pictures.svg": "quincunx.svg", "board.css": "empty.css"}
    if file not in ours:
        raise NotFound("There is no such file.")
    path = _game(game).find_file(file)
    return asset(request, path if path.exists() else STATIC / ours[file], theme)


@router.get("/games/{game}/rules/{rule}")
async def rule_examples(request: Request, game: str, rule: str) -> Response:
    known = _game(game)
    found = (await asyncio.to_thread(examples, known)).get(rule)
    if not found:
        raise NotFound("There is no such rule.")
    return Session(request).open_page("examples.html", game=known, rule=rule, examples=found)


def _game(name: str) -> Game[Any]:
    if name not in games.GAMES:
        raise NotFound(f"There is no game called `{name}` here.")
    return games.load(name)


@router.get("/docs")
async def docs(request: Request) -> Response:
    return Session(request).page("docs.html", api=request.app.openapi())


# --- setting up a match and taking seats


@router.post("/matches")
async def create(request: Request) -> Response:
    session = Session(request)
    form = await session.form()
    try:
        live, keys = await session.host.create(await _setup(session, form), session.address)
    except UserError as error:
        if (game := text(form, "game")) in games.GAMES:
            return await show_set_up(session, games.load(game), str(error), 422)
        return await show_lobby(session, str(error), 422)
    session.keep(live.id, keys)
    await session.host.settle(live, SECONDS_FOR_BOTS)
    return session.done(live.id, opened(live))


def opened(live: LiveMatch) -> dict[str, Any]:
    """Return what a script needs to go to a new match: its id, and if the match waits for a single word, what
    is fixed before that is revealed."""
    chance = show(live, Viewer(Keys(), [], None)).chance
    assert chance is not None
    waits = chance.reveal_in is not None and len(chance.missing) == 1
    return {
        "id": live.id,
        "commitment": chance.commitment,
        "hashes": chance.hashes,
        "reveal": chance.missing[0] if waits else None,
    }


async def _setup(session: Session, form: FormData) -> MatchSetup:
    kinds = texts(form, "seat")
    game = text(form, "game")
    changes = await _variant(form)
    if kept := text(form, "kept"):
        changes = combined(await kept_variant(session, kept, game), changes)
    return MatchSetup(
        game=game,
        seats=[kind for kind in kinds if kind],
        # The form has a name for every seat, but uses only those of people at this screen.
        names=[name for kind, name in zip(kinds, texts(form, "name"), strict=False) if kind == "me"],
        colour=text(form, "colour"),
        dice=text(form, "dice") or "fair",
        seed=text(form, "seed"),
        clock=number(form, "clock") or 0,
        variant=chosen_variant(games.load(game), _choices(form), changes, text(form, "shipped")),
        public=bool(text(form, "public")),
        hints={"1": True, "0": False}.get(text(form, "hints")),
        wait=bool(text(form, "wait")) or None,
        hash=text(form, "hash"),
    )


def _choices(form: FormData) -> dict[str, str]:
    """Return the words chosen among the game's own choices, by name."""
    marked = [name for name in form if name.startswith("choice-")]
    return {name.removeprefix("choice-"): text(form, name) for name in marked}


async def _variant(form: FormData) -> dict[str, Any]:
    """Return the variant's changes, from a file or a text field."""
    given = form.get("variant", "")
    data = await given.read() if isinstance(given, UploadFile) else given.encode()
    # Even an allowed file may take a tenth of a second to parse.
    changes: dict[str, Any] = await asyncio.to_thread(TOML.parse, data, "The variant")
    return changes


@router.get("/m/{match}/seat/{token}")
async def take_seat(request: Request, match: str, token: str) -> Response:
    """Open a seat's secret link."""
    session = Session(request)
    live = await session.host.registry.get(match)
    seat = live.holds(token)
    if seat is None:
        if live.mine(session.keys(match)):
            return session.go(f"/m/{match}")
        raise NotYours("This link opens no seat; perhaps somebody has taken it already. You can still watch.")
    if live.seats[seat].taken:
        _hold(session, live, seat, token)
        return session.go(f"/m/{match}")
    return _show_join(session, live, seat, token)


@router.get("/m/{match}/sit")
async def sit_down(request: Request, match: str) -> Response:
    """Offer a free seat of a public table; without one, show the match."""
    session = Session(request)
    live = await session.host.registry.get(match)
    free = live.offered_seats()
    if not free or live.mine(session.keys(match)):
        return session.go(f"/m/{match}")
    return _show_join(session, live, free[0].number, PUBLIC)


def _show_join(session: Session, live: LiveMatch, seat: int, token: str) -> Response:
    shown = show(live, Viewer(Keys(), [], None), session.origin)
    taken = [COLOURS[other.colour] for other in live.seats if other.taken]
    return session.page("join.html", match=shown, seat=shown.seats[seat], token=token, taken=taken)


def _hold(session: Session, live: LiveMatch, seat: int, token: str) -> None:
    keys = session.keys(live.id)
    keys.seats[seat] = token
    session.keep(live.id, keys)


@router.post("/m/{match}/join")
async def join(request: Request, match: str) -> Response:
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    seat, token = await session.host.join(
        live,
        text(form, "token"),
        text(form, "name"),
        text(form, "colour"),
        text(form, "word"),
        session.visitor,
        text(form, "hash"),
    )
    _hold(session, live, seat, token)
    return session.done(match, {"seat": seat + 1})


@router.post("/m/{match}/start")
async def start(request: Request, match: str) -> Response:
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    keys = session.keys(match)
    own = {seat: (text(form, f"word-{seat + 1}"), text(form, f"hash-{seat + 1}")) for seat in live.mine(keys)}
    await session.host.start(live, keys, {seat: given for seat, given in own.items() if any(given)})
    await session.host.settle(live, SECONDS_FOR_BOTS)
    return session.done(match, {"phase": live.phase})


@router.post("/m/{match}/word")
async def word(request: Request, match: str) -> Response:
    """Take a word for the dice or its hash; once all are in, take revealed words."""
    session = Session(request)
    form = await session.form()
    live = await session.host.registry.get(match)
    for seat in live.mine(session.keys(match)):
        given = text(form, f"word-{seat + 1}"), text(form, f"hash-{seat + 1}")
        if f"word-{seat + 1}" in form or f"hash-{seat + 1}" in form:
            await session.host.give_word(live, seat, *given)
    return session.done(match, {"phase": live.phase})
