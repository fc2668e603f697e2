"""Routes for help during a match: forms for its page, and the same for programs."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from quincunx.text.grammar import Look
from quincunx.web.matches import advice
from quincunx.web.routes.api import PROBLEMS, Match, Service, Token, seat_of
from quincunx.web.routes.match import acting
from quincunx.web.routes.session import number

router = APIRouter(include_in_schema=False)
api_router = APIRouter(prefix="/api/v1/matches/{match}", responses=PROBLEMS)


@router.post("/m/{match}/hint")
async def ask_hint(request: Request, match: str) -> Response:
    session, live, _form, seat = await acting(request, match)
    await advice.hint(session.host, live, seat)
    return session.done(match, {})


@router.post("/m/{match}/why")
async def ask_why(request: Request, match: str) -> Response:
    session, live, form, seat = await acting(request, match)
    await advice.why(session.host, live, seat, number(form, "line") or 0)
    return session.done(match, {})


@router.post("/m/{match}/close-help")
async def close_help(request: Request, match: str) -> Response:
    session, live, _form, seat = await acting(request, match)
    advice.close(live, seat)
    return session.done(match, {})


class HintShown(BaseModel):
    moves: list[str] = Field(description="The moves of the plan by name; the first is to be made now.")
    words: str = Field(description="The plan in the words of the board.")
    reason: str = Field(description="What it is good for, in the game's words.")
    expects: str = Field(description="What you can expect of it, in words.")
    supposes: str = Field(
        description="What that supposes of those who play on; empty if it reckons with who sits there."
    )
    undoes: str = Field(
        description="What it takes back of what you have done already, and does instead; mostly empty."
    )


class TriedShown(BaseModel):
    moves: list[str] = Field(description="The moves of the plan by name.")
    visits: int = Field(description="How many games were played on with it; 0 if it was only reckoned.")
    expects: str = Field(description="What every seat can expect of it, in words.")
    chosen: bool = Field(description="Whether it is known to be the plan that was followed.")
    says: str = Field(description="The plan in the words of the board.")


class WhyShown(BaseModel):
    words: str
    tried: list[TriedShown] = Field(description="The plans that were compared, the best ones first.")


@api_router.post("/hint")
async def hint(host: Service, live: Match, token: Token) -> list[HintShown]:
    """Return the two or three best moves of your seat now, from what it may know. The log says that you
    asked. This takes a second or two, more if many wait."""
    found = await advice.hint(host, live, seat_of(live, token))
    return [HintShown(supposes=each.assumption, **each._asdict()) for each in found]


@api_router.get("/chances")
async def chances(live: Match, token: Token) -> list[str]:
    """Return sentences on how likely your hopes and fears are, while you choose; none if it is not your
    move."""
    return advice.show(live, seat_of(live, token), Look()).chances


@api_router.get("/why")
async def why(
    host: Service,
    live: Match,
    token: Token,
    line: Annotated[int, Query(ge=1, le=10**9, description="The `number` of a line of your `story`.")],
) -> WhyShown:
    """Return why a bot made a move: the plans it considered, how often, and what it expected for every seat.
    If something is hidden from you, this is computed again from what you may know."""
    told = await advice.why(host, live, seat_of(live, token), line)
    return WhyShown(words=told.words, tried=[TriedShown(**each._asdict()) for each in told.tried])
