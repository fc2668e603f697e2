"""The lobby and the other pages around a match, and their forms."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import FileResponse, Response

from quincunx import bots, games
from quincunx.core.game import Game
from quincunx.core.mistake import Mistake
from quincunx.web import words
from quincunx.web.live_match import LiveMatch
from quincunx.web.new_match import COLOURS, DICE, Setup, chosen_variant, usual
from quincunx.web.refusal import NotFound, NotYours, Unplayable
from quincunx.web.session import Session, number, text, texts
from quincunx.web.templating import HERE, rulebook
from quincunx.web.tokens import Keys
from quincunx.web.view import Viewer, show

router = APIRouter(include_in_schema=False)

SECONDS_FOR_BOTS = 1.0
"""How long a form waits for the bots, so that the page without a script shows what they did."""


@router.get("/")
async def lobby(request: Request) -> Response:
    return await show_lobby(Session(request))


async def show_lobby(session: Session, refusal: str = "", status: int = 200) -> Response:
    matches = []
    for match in session.my_matches:
        try:
            live = await session.host.get(match)
        except NotFound:
            continue
        except Unplayable:
            title = await _title(session, match)
            matches.append({"id": match, "title": title, "state": "from before its rules were changed"})
        else:
            matches.append({"id": match, "title": live.game.header.title, "state": _state(live)})
    known, _ = games.load_all()
    guests = [name for name in bots.names() if name not in bots.BOTS]
    return session.page(
        "lobby.html",
        status,
        games=known,
        dice=DICE,
        guests=guests,
        matches=matches,
        refusal=refusal,
        usual=usual,
    )


async def _title(session: Session, match: str) -> str:
    name = (await session.host.stored(match)).head.game
    try:
        return games.load(name).header.title
    except Mistake:
        return name


def _state(live: LiveMatch) -> str:
    match = live.match
    if match is None:
        return "waiting for players"
    return "over" if match.over else f"{match.state.turns()} turns played"


@router.get("/games/{game}")
async def rules(request: Request, game: str) -> Response:
    known = _game(game)
    return Session(request).page("rules.html", game=known, rulebook=rulebook(known))


@router.get("/games/{game}/{file}")
async def game_file(game: str, file: str) -> Response:
    """A game's own picture and style, and the pictures that its board shows; one that has none gets ours."""
    kinds = dict.fromkeys(("picture.svg", "pictures.svg"), "image/svg+xml") | {"board.css": "text/css"}
    if file not in kinds:
        raise NotFound("There is no such file.")
    path = _game(game).folder / file
    if not path.exists():
        path = HERE / "static" / ("empty.css" if file == "board.css" else "quincunx.svg")
    return FileResponse(path, media_type=kinds[file], headers={"cache-control": "max-age=300"})


def _game(name: str) -> Game[Any]:
    if name not in games.GAMES:
        raise NotFound(f"There is no game called {name} here.")
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
        live, keys = await session.host.create(await _setup(form), session.address)
    except Mistake as error:
        return await show_lobby(session, str(error), 422)
    session.keep(live.id, keys)
    await session.host.settle(live, SECONDS_FOR_BOTS)
    return session.done(live.id, {"id": live.id})


async def _setup(form: FormData) -> Setup:
    kinds = texts(form, "seat")
    game = text(form, "game")
    return Setup(
        game=game,
        seats=[kind for kind in kinds if kind],
        # The form has a name beside each seat; only those at this screen are asked for one.
        names=[name for kind, name in zip(kinds, texts(form, "name"), strict=False) if kind == "me"],
        colour=text(form, "colour"),
        dice=text(form, "dice") or "fair",
        seed=text(form, "seed"),
        clock=number(form, "clock") or 0,
        variant=chosen_variant(games.load(game), _choices(form), await _variant(form)),
        # So that the commitment is shown, and a word can be given, before the first roll.
        wait=text(form, "dice") != "seed" or bool(text(form, "wait")),
    )


def _choices(form: FormData) -> dict[str, str]:
    """What was chosen of the game's own choices, by name."""
    marked = [name for name in form if name.startswith("choice-")]
    return {name.removeprefix("choice-"): text(form, name) for name in marked}


async def _variant(form: FormData) -> dict[str, Any]:
    """The numbers to change, from a file or a text field."""
    given = form.get("variant", "")
    source = (await given.read()).decode(errors="replace") if isinstance(given, UploadFile) else str(given)
    try:
        changes: dict[str, Any] = msgspec.toml.decode(source)
    except (ValueError, RecursionError) as error:
        raise Mistake(f"The variant is not valid TOML: {error}.") from None
    return changes


@router.get("/m/{match}/seat/{token}")
async def take_seat(request: Request, match: str, token: str) -> Response:
    """A seat's secret link."""
    session = Session(request)
    live = await session.host.get(match)
    seat = live.holds(token)
    if seat is None:
        if live.mine(session.keys(match)):
            return session.go(f"/m/{match}")
        raise NotYours("This link opens no seat; perhaps somebody has taken it already. You can still watch.")
    if live.seats[seat].taken:
        _hold(session, live, seat, token)
        return session.go(f"/m/{match}")
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
    live = await session.host.get(match)
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
    live = await session.host.get(match)
    keys = session.keys(match)
    own = {seat: (text(form, f"word-{seat + 1}"), text(form, f"hash-{seat + 1}")) for seat in live.mine(keys)}
    await session.host.start(live, keys, {seat: given for seat, given in own.items() if any(given)})
    await session.host.settle(live, SECONDS_FOR_BOTS)
    return session.done(match, {"phase": live.phase})


@router.post("/m/{match}/word")
async def word(request: Request, match: str) -> Response:
    """A word for the dice or its hash; when all words are in, a word that its device reveals."""
    session = Session(request)
    form = await session.form()
    live = await session.host.get(match)
    for seat in live.mine(session.keys(match)):
        given = text(form, f"word-{seat + 1}"), text(form, f"hash-{seat + 1}")
        if f"word-{seat + 1}" in form or f"hash-{seat + 1}" in form:
            await words.give(session.host, live, seat, *given)
    return session.done(match, {"phase": live.phase})
