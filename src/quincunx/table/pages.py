"""The pages and their forms."""

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import FileResponse, Response, StreamingResponse

from quincunx import games, record
from quincunx.core.game import Look
from quincunx.core.mistake import Mistake
from quincunx.core.state import IllegalMove
from quincunx.match import from_record
from quincunx.story import must_be_alone
from quincunx.table import live, present
from quincunx.table.host import COLOURS, DICE, Wishes
from quincunx.table.present import Eyes
from quincunx.table.refusal import NotFound, NotYours, Refused
from quincunx.table.running import Running
from quincunx.table.seats import Keys
from quincunx.table.templating import HERE, draw_board, rulebook
from quincunx.table.visit import Visit, joined, number, seat_of, text, texts

router = APIRouter(include_in_schema=False)

SECONDS_FOR_BOTS = 1.0
"""So long a form waits for the bots, so that the page without a script shows what they did."""
LONGEST_MOVE = 300
STREAM_HEADERS = {"x-accel-buffering": "no", "cache-control": "no-store"}


@router.get("/")
async def lobby(request: Request) -> Response:
    return await show_lobby(Visit(request))


async def show_lobby(visit: Visit, refusal: str = "", status: int = 200) -> Response:
    tables = []
    for match in visit.tables:
        try:
            running = await visit.host.get(match)
        except (NotFound, Mistake):
            continue  # It is gone, or its game has changed since.
        tables.append({"id": match, "title": running.game.header.title, "state": _state(running)})
    known = [games.load(name) for name in games.GAMES]
    return visit.page("lobby.html", status, games=known, dice=DICE, matches=tables, refusal=refusal)


def _state(running: Running) -> str:
    match = running.match
    if match is None:
        return "waiting for players"
    return "over" if match.over else f"{match.state.turns()} turns played"


@router.get("/games/{game}")
async def rules(request: Request, game: str) -> Response:
    visit = Visit(request)
    return visit.page("rules.html", game=_game(game), rulebook=rulebook(_game(game)))


@router.get("/games/{game}/{file}")
async def game_file(game: str, file: str) -> Response:
    """A game's own picture and style; one that has none gets ours."""
    kinds = {"picture.svg": "image/svg+xml", "board.css": "text/css"}
    if file not in kinds:
        raise NotFound("There is no such file.")
    path = _game(game).folder / file
    if not path.exists():
        path = HERE / "static" / ("quincunx.svg" if file == "picture.svg" else "empty.css")
    return FileResponse(path, media_type=kinds[file], headers={"cache-control": "max-age=300"})


def _game(name: str) -> Any:
    if name not in games.GAMES:
        raise NotFound(f"There is no game called {name} here.")
    return games.load(name)


@router.get("/docs")
async def docs(request: Request) -> Response:
    return Visit(request).page("docs.html", api=request.app.openapi())


@router.get("/health")
async def health(request: Request) -> dict[str, str]:
    await request.app.state.host.store.ping()
    return {"status": "ok"}


# --- setting a table and taking seats


@router.post("/matches")
async def create(request: Request) -> Response:
    visit = Visit(request)
    form = await visit.form()
    try:
        running, keys = await visit.host.create(await _wishes(form))
    except Mistake as error:
        return await show_lobby(visit, str(error), 422)
    visit.keep(running.id, keys)
    await visit.host.settle(running, SECONDS_FOR_BOTS)
    return visit.done(running.id, {"id": running.id})


async def _wishes(form: FormData) -> Wishes:
    kinds = texts(form, "seat")
    return Wishes(
        game=text(form, "game"),
        seats=[kind for kind in kinds if kind],
        # The form has a name beside each seat; only those at this screen are asked for one.
        names=[name for kind, name in zip(kinds, texts(form, "name"), strict=False) if kind == "me"],
        colour=text(form, "colour"),
        dice=text(form, "dice") or "fair",
        seed=text(form, "seed"),
        clock=number(form, "clock") or 0,
        variant=await _variant(form),
        wait=bool(text(form, "wait")),
    )


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
    visit = Visit(request)
    running = await visit.host.get(match)
    seat = running.holds(token)
    if seat is None:
        if running.mine(visit.keys(match)):
            return visit.go(f"/m/{match}")
        raise NotYours("This link opens no seat; perhaps somebody has taken it already. You can still watch.")
    if running.seats[seat].taken:
        _hold(visit, running, seat, token)
        return visit.go(f"/m/{match}")
    table = present.show(running, Eyes(Keys(), [], None), visit.origin)
    return visit.page(
        "seat.html",
        table=table,
        seat=table.seats[seat],
        token=token,
        colours=COLOURS,
        taken=_taken(running),
        refusal="",
    )


def _taken(running: Running) -> list[str]:
    return [COLOURS[seat.colour] for seat in running.seats if seat.taken]


def _hold(visit: Visit, running: Running, seat: int, token: str) -> None:
    keys = visit.keys(running.id)
    keys.seats[seat] = token
    visit.keep(running.id, keys)


@router.post("/m/{match}/join")
async def join(request: Request, match: str) -> Response:
    visit = Visit(request)
    form = await visit.form()
    running = await visit.host.get(match)
    seat, token = await visit.host.join(
        running,
        text(form, "token"),
        text(form, "name"),
        text(form, "colour"),
        text(form, "nonce"),
        visit.visitor,
    )
    _hold(visit, running, seat, token)
    return visit.done(match, {"seat": seat + 1})


@router.post("/m/{match}/start")
async def start(request: Request, match: str) -> Response:
    visit = Visit(request)
    form = await visit.form()
    running = await visit.host.get(match)
    await visit.host.start(running, visit.keys(match), text(form, "nonce"))
    await visit.host.settle(running, SECONDS_FOR_BOTS)
    return visit.done(match, {"phase": running.phase})


# --- at the table


@router.get("/m/{match}")
async def table(request: Request, match: str, seat: str = "") -> Response:
    return await show_table(Visit(request), match, seat)


@router.get("/m/{match}/part")
async def part(request: Request, match: str, seat: str = "", after: str = "", takes: str = "") -> Response:
    """What changes while people play. Who says after which line of the story, and after how many
    take-backs, is spared the lines before it."""
    return await show_table(Visit(request), match, seat, "_match.html", known=(after, takes))


async def show_table(
    visit: Visit,
    match: str,
    seat: str = "",
    template: str = "match.html",
    refusal: str = "",
    status: int = 200,
    known: tuple[str, str] = ("", ""),
) -> Response:
    running = await visit.host.get(match)
    async with running.lock:
        wanted = int(seat) - 1 if seat.isdecimal() and len(seat) < 3 else None
        who = present.eyes(running, visit.keys(match), wanted)
        running.see(who.mine)
        who.look.off = visit.switched_off
        who.known = known_lines(running, *known)
        covered = must_cover(running, who, wanted)
        if covered is not None:
            nobody = present.show(running, Eyes(Keys(), who.mine, None), visit.origin)
            return visit.page("cover.html", table=nobody, seat=nobody.seats[covered])
        table = present.show(running, who, visit.origin)
        table.csrf = visit.csrf
        if running.match is not None:
            table.board = draw_board(table, running.match)
    return visit.page(template, status, table=table, several=table.several, refusal=refusal)


def known_lines(running: Running, after: str, takes: str) -> int:
    """How many moves a page has told of; none that counts, if some were taken back since."""
    taken_back = len(running.match.take_backs) if running.match else 0
    return int(after) if after.isdecimal() and len(after) < 7 and takes == str(taken_back) else 0


def must_cover(running: Running, who: Eyes, wanted: int | None) -> int | None:
    """Who of several people at this screen must be asked to take it before it shows anything."""
    if running.match is None or who.seat is None or len(who.mine) < 2 or who.seat == wanted:
        return None
    return who.seat if must_be_alone(running.match, who.seat) else None


async def acting(request: Request, match: str) -> tuple[Visit, Running, FormData, int]:
    """Someone at a seat of this match sends a form."""
    visit = Visit(request)
    form = await visit.form()
    running = await visit.host.get(match)
    return visit, running, form, running.must_hold(visit.keys(match), seat_of(form))


@router.post("/m/{match}/move")
async def move(request: Request, match: str) -> Response:
    visit, running, form, seat = await acting(request, match)
    at = number(form, "at")
    words = joined(texts(form, "move"), LONGEST_MOVE)
    if at is None or not words:
        raise Refused("Choose a move first.", 422)
    # The page's own id is the same for all its buttons; with the move it says which was pressed.
    asked = f"{text(form, 'request')[:64]}:{words}"[:300]
    # Pressed twice at a screen of several people, it is still the first one's move.
    mine = running.mine(visit.keys(match))
    seat = next((own for own in mine if (own, asked) in running.requests), seat)
    try:
        made = await visit.host.move(running, seat, words, at, asked, number(form, "takes"))
    except (IllegalMove, Refused) as error:
        if visit.wants_json:
            raise
        status = error.status if isinstance(error, Refused) else 422
        return await show_table(visit, match, str(seat + 1), refusal=str(error), status=status)
    await visit.host.settle(running, SECONDS_FOR_BOTS)
    # Who has just moved still sits there; the page says when somebody else at this screen is next.
    return visit.done(match, {"at": made.at, "move": made.move, "seat": seat + 1}, f"?seat={seat + 1}")


@router.post("/m/{match}/undo")
async def undo(request: Request, match: str) -> Response:
    visit, running, form, _seat = await acting(request, match)
    await visit.host.undo(running, running.mine(visit.keys(match)), text(form, "answer"))
    return visit.done(match, {"at": running.stored})


@router.post("/m/{match}/chat")
async def chat(request: Request, match: str) -> Response:
    visit, running, form, seat = await acting(request, match)
    await visit.host.say(running, seat, text(form, "text"), text(form, "request")[:64] or None)
    return visit.done(match, {"lines": len(running.chat)})


@router.post("/m/{match}/mute")
async def mute(request: Request, match: str) -> Response:
    visit, running, form, seat = await acting(request, match)
    whom = seat_of(form, "whom")
    await visit.host.mute(running, seat, -1 if whom is None else whom, text(form, "on", "1") != "0")
    return visit.done(match, {})


@router.post("/m/{match}/leave")
async def leave(request: Request, match: str) -> Response:
    visit = Visit(request)
    form = await visit.form()
    running = await visit.host.get(match)
    keys, seat = visit.keys(match), seat_of(form)
    by = running.must_hold(keys, seat if seat in running.mine(keys) else None)
    await visit.host.leave(running, by, by if seat is None else seat)
    return visit.done(match, {})


@router.post("/m/{match}/return")
async def come_back(request: Request, match: str) -> Response:
    visit, running, _form, seat = await acting(request, match)
    await visit.host.come_back(running, seat)
    return visit.done(match, {})


@router.post("/m/{match}/look")
async def look(request: Request, match: str) -> Response:
    """Switch one of the game's toggles on or off, for this browser."""
    visit = Visit(request)
    form = await visit.form()
    running = await visit.host.get(match)
    name = text(form, "toggle")
    if name not in running.game.toggles:
        raise Refused("There is nothing of that name to switch.", 422)
    visit.switch(name, text(form, "on") == "1")
    return visit.done(match, {})


@router.get("/m/{match}/events")
async def events(request: Request, match: str) -> Response:
    visit = Visit(request)
    running = await visit.host.get(match)
    who = present.eyes(running, visit.keys(match))
    if len(who.mine) > 1:
        who.seat = None  # Several people look at this screen: nothing that only one may know.
    return stream(visit.host, running, who, request.headers.get("last-event-id", ""), browser=True)


def stream(host: Any, running: Running, who: Eyes, last_id: str, browser: bool) -> Response:
    """An open answer that brings events."""
    live.check_room(running, who)
    return StreamingResponse(
        live.stream(host, running, who, last_id, browser),
        media_type="text/event-stream",
        headers=STREAM_HEADERS,
    )


# --- when it is over


@router.get("/m/{match}/replay")
async def replay(request: Request, match: str, at: str = "") -> Response:
    visit = Visit(request)
    running = await visit.host.get(match)
    whole = _finished(running)
    last = len(whole.steps)
    now = min(int(at), last) if at.isdecimal() and len(at) < 7 else 0
    shown = await asyncio.to_thread(from_record, whole.record(), now)
    actor = shown.state.actor()
    seat = actor if actor >= 0 else 0
    watcher = Eyes(Keys(), [], None, Look(off=visit.switched_off))
    table = present.show(running, watcher, visit.origin)
    table.at, table.turns = now, shown.state.turns()
    table.story = present.story(running, whole, watcher)
    table.since = present.story(running, whole, watcher, max(0, now - 1), now)
    for place in table.seats:
        place.to_act = place.number - 1 in shown.state.actors()
    table.seat = seat
    table.board = draw_board(table, shown)
    return visit.page("replay.html", table=table, at=now, last=last, eyes=table.seats[seat])


@router.get("/m/{match}/record.json")
async def record_file(request: Request, match: str) -> Response:
    running = await request.app.state.host.get(match)
    return record_of(running)


def record_of(running: Running) -> Response:
    name = f"{running.game.name}-{running.id}.json"
    return Response(
        record.encode(_finished(running).record()),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _finished(running: Running) -> Any:
    match = running.playing()
    if not match.over:
        # Before the end a record would tell every secret.
        raise Refused("The match is not over yet; its record is there when it is.")
    return match
