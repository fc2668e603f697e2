"""The JSON API: all that a seat can do, for programs. Seats count from 1."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from quincunx import bots, games
from quincunx.analysis.analyse import Analysis
from quincunx.bots.levels import LEVELS
from quincunx.core.game import Game
from quincunx.text.grammar import WATCHER
from quincunx.web.live import stream, view
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.service import MatchService
from quincunx.web.matches.setup import MatchSetup
from quincunx.web.matches.tokens import Keys, digest, invitation
from quincunx.web.routes import analysis, finished, match
from quincunx.web.routes import api_bodies as bodies
from quincunx.web.server.errors import NotYours, Refused
from quincunx.web.server.gate import address_of, origin_of
from quincunx.web.storage.models import Answer

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": bodies.Problem} for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

OTHERS = {"random": "Makes any legal move, by chance.", "greedy": "The old name of `normal`."}
"""Descriptions of bots that have no level."""

Bearer = HTTPBearer(auto_error=False, description="The token of a seat, of an open seat, or of the creator.")
Token = Annotated[HTTPAuthorizationCredentials | None, Depends(Bearer)]


async def live_match(request: Request, match: str) -> LiveMatch:
    host: MatchService = request.app.state.host
    return await host.registry.get(match)


async def the_host(request: Request) -> MatchService:
    host: MatchService = request.app.state.host
    return host


Match = Annotated[LiveMatch, Depends(live_match)]
Service = Annotated[MatchService, Depends(the_host)]


def keys_of(live: LiveMatch, token: Token) -> Keys:
    """Return the keys that a token stands for; raise NotYours if there are none."""
    if token is None:
        return Keys()
    seat = live.holds(token.credentials)
    if seat is not None and live.seats[seat].taken:
        live.see([seat])
        return Keys({seat: token.credentials})
    if digest(token.credentials) == live.head.creator:
        return Keys(creator=token.credentials)
    raise NotYours("This token opens no seat of this match.")


def seat_of(live: LiveMatch, token: Token) -> int:
    if token is None:
        raise NotYours("Send the token of your seat: `Authorization: Bearer TOKEN`.")
    return live.must_hold(keys_of(live, token), None)


def done(live: LiveMatch, seat: int, answered: Answer | None = None) -> bodies.Done:
    """Return how far the match is now, or was at the first of repeated requests."""
    if answered is not None:
        return bodies.Done(at=answered.at, phase=answered.phase)
    return bodies.Done(at=live.position(seat), phase=live.phase)


@router.get("/games")
async def list_games() -> list[bodies.GameShown]:
    """List the games that can be played here."""
    return [_game(game) for game in games.load_all()[0]]


@router.get("/bots")
async def list_bots() -> list[bodies.BotShown]:
    """List the bots that can take a seat: the levels, weakest first, then the others."""
    others = [
        bodies.BotShown(name=name, words=OTHERS.get(name, "")) for name in bots.names() if name not in LEVELS
    ]
    return [*[bodies.BotShown(name=level.name, words=level.words) for level in LEVELS.values()], *others]


def _game(game: Game[Any]) -> bodies.GameShown:
    moves = {move.pattern: move.meaning for move in game.codec.moves}
    return bodies.GameShown(**msgspec.to_builtins(game.header), name=game.name, moves=moves)


@router.post("/matches", status_code=201)
async def create_match(request: Request, host: Service, wanted: bodies.NewMatch) -> bodies.Created:
    """Create a match. It begins at once if no seat is open."""
    live, keys = await host.create(MatchSetup(**wanted.model_dump()), address_of(request.scope))
    tokens = dict(keys.seats)
    for seat in live.seats:
        if not seat.bot and not seat.taken:
            tokens[seat.number] = invitation(keys.creator, seat.number)
    here = f"{origin_of(request.scope)}/m/{live.id}/seat"
    return bodies.Created(
        id=live.id,
        creator=keys.creator,
        commitment=commitment(live),
        seats=[
            bodies.NewSeat(seat=number + 1, token=token, link=f"{here}/{token}")
            for number, token in sorted(tokens.items())
        ],
    )


@router.post("/matches/{match}/join")
async def join_match(host: Service, live: Match, token: Token, wanted: bodies.Joining) -> bodies.Joined:
    """Take an open seat; the bearer token is the one in its link."""
    if token is None:
        raise NotYours("Send the token of the open seat: `Authorization: Bearer TOKEN`.")
    seat, fresh = await host.join(
        live, token.credentials, wanted.name, wanted.colour, wanted.word, wanted.secret, wanted.hash
    )
    return bodies.Joined(seat=seat + 1, token=fresh, commitment=commitment(live))


def commitment(live: LiveMatch) -> str:
    return live.head.chance().header().commitment


@router.post("/matches/{match}/start")
async def start_match(host: Service, live: Match, token: Token, wanted: bodies.Starting) -> bodies.Done:
    """Begin the match; bots take the open seats. The bearer token is the creator's. If all words are in and a
    device has not revealed its word in time, any seat's token will do."""
    given = {}
    if wanted.word or wanted.hash:
        if live.head.creator_seat < 0:
            raise Refused("You have no seat here, so you have no word to mix in.", 422)
        given[live.head.creator_seat] = wanted.word, wanted.hash
    answered = await host.start(live, keys_of(live, token), given, wanted.request or None)
    return done(live, WATCHER, answered)


@router.post("/matches/{match}/word")
async def give_word(host: Service, live: Match, token: Token, wanted: bodies.GivingWord) -> bodies.Done:
    """Give your word for fair dice, or its hash, before the match begins; send neither to mix in none. The
    match begins when all words are in. If you gave a hash, send its word before `chance.reveal_in` runs
    out."""
    seat = seat_of(live, token)
    await host.give_word(live, seat, wanted.word, wanted.hash)
    return done(live, seat)


@router.get("/matches/{match}", response_model=bodies.View)
async def view_match(live: Match, token: Token) -> Response:
    """Return the match as your seat may see it, or without a token as a spectator may."""
    async with live.lock:
        viewer = view.viewer_of(live, keys_of(live, token))
        shown = view.show(live, viewer)
        match = live.match
        position = match.game.view(match.state, viewer.reader) if match else {}
    answer = bodies.View(
        id=shown.id,
        game=shown.game.name,
        phase=shown.phase,
        at=shown.at,
        take_backs=shown.take_backs,
        seat=None if shown.seat is None else shown.seat + 1,
        your_move=shown.your_move,
        turns=shown.turns,
        seats=shown.seats,
        position=position,
        moves=sorted(shown.legal),
        story=shown.log,
        chat=shown.chat,
        result=shown.result,
        chance=shown.chance,
        clock=shown.clock,
        undo=shown.undo,
    )
    return Response(msgspec.json.encode(answer), media_type="application/json")


@router.get("/matches/{match}/moves", response_model=bodies.Moves)
async def legal_moves(live: Match, token: Token) -> Response:
    """List the moves that your seat may make now."""
    seat = seat_of(live, token)
    async with live.lock:
        match = live.playing()
        game, state, away = match.game, match.state, live.seats[seat].away
        legal = {
            "at": live.position(seat),
            "phase": live.phase,
            "your_move": not away and seat in state.players_to_move(),
            "moves": [] if away else [game.say(state, seat, action) for action in state.legal_actions(seat)],
        }
    return Response(msgspec.json.encode(legal), media_type="application/json")


@router.post("/matches/{match}/moves")
async def make_move(host: Service, live: Match, token: Token, wanted: bodies.Moving) -> bodies.Moved:
    """Make a move. It is stored when this answers; the same `request` again makes no second move."""
    seat = seat_of(live, token)
    made = await host.move(live, seat, wanted.move, wanted.at, wanted.request, wanted.take_backs)
    return bodies.Moved(at=made.at, move=made.move)


@router.post("/matches/{match}/undo")
async def take_back(host: Service, live: Match, token: Token, wanted: bodies.Undoing) -> bodies.Done:
    """Ask to take the last decision back, or answer such a request."""
    seat = seat_of(live, token)
    answered = await host.undo(live, [seat], wanted.answer, wanted.request or None, wanted.take_backs)
    return done(live, seat, answered)


@router.post("/matches/{match}/chat")
async def say(host: Service, live: Match, token: Token, wanted: bodies.Saying) -> bodies.Done:
    """Add a line to the chat."""
    seat = seat_of(live, token)
    answered = await host.say(live, seat, wanted.text, wanted.request or None)
    return done(live, seat, answered)


@router.post("/matches/{match}/mute")
async def mute(host: Service, live: Match, token: Token, wanted: bodies.Muting) -> bodies.Done:
    """Mute the chat of a seat, or unmute it."""
    seat = seat_of(live, token)
    await host.mute(live, seat, wanted.seat - 1, wanted.on)
    return done(live, seat)


@router.post("/matches/{match}/leave")
async def leave(host: Service, live: Match, token: Token, wanted: bodies.Leaving) -> bodies.Done:
    """Let a bot play for you, or for someone who is gone."""
    by = seat_of(live, token)
    await host.leave(live, by, by if wanted.seat is None else wanted.seat - 1)
    return done(live, by)


@router.post("/matches/{match}/return")
async def come_back(host: Service, live: Match, token: Token) -> bodies.Done:
    """Play for yourself again, instead of the bot."""
    seat = seat_of(live, token)
    await host.come_back(live, seat)
    return done(live, seat)


@router.get(
    "/matches/{match}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Server-sent events."}},
)
async def events(
    host: Service, live: Match, token: Token, last_event_id: Annotated[str, Header(max_length=64)] = ""
) -> Response:
    """Stream the match's events as server-sent events: `move`, `undo`, `chat` and `change`.

    Send the last id you got as `Last-Event-ID`, and nothing is missed or sent twice.
    """
    viewer = view.viewer_of(live, keys_of(live, token))
    stream.check_room(live, viewer)
    if viewer.mine:
        host.charge(live, viewer.mine[0])
    return match.streaming(stream.for_program(live, viewer, last_event_id))


@router.get("/matches/{match}/record", response_model=dict[str, Any])
async def record(host: Service, match: str) -> Response:
    """Return the record of a match that is over, as `quincunx verify` reads it, or of one that cannot be
    continued because its rules have changed."""
    return await finished.record_of(host, match)


@router.get(
    "/matches/{match}/analysis",
    response_model=dict[str, Any],
    responses={202: {"model": bodies.Analysing, "description": "It is being made; ask again."}},
)
async def analyse(request: Request, live: Match) -> Response:
    """Return the analysis of a match that is over, as `quincunx analyse --json` writes it; in it seats count
    from 0. The first call starts it, and it takes about half a minute."""
    analyses: analysis.Analyses = request.app.state.analyses
    return analysis.answer(analyses.find(live), Analysis.to_dict)
