"""The desk's pages: a designer changes the numbers of a game, has games played, and sees the effects.

Runs are played in `web/desk/runs.py`; `form.py` beside it makes the form, and `charts.py` the charts.
"""

import json
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import JSONResponse, Response

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.input_limits import JSON, LONGEST_TITLE, MOST_DESK_FIELDS
from quincunx.match import variant
from quincunx.match.variant import Variant
from quincunx.web.desk import charts
from quincunx.web.desk import form as desk_form
from quincunx.web.desk.runs import Runs
from quincunx.web.desk.store import Run, new_run
from quincunx.web.matches.clean_text import clean_text
from quincunx.web.matches.tokens import digest
from quincunx.web.routes.session import Session, number, text
from quincunx.web.server.errors import NotFound, Refused
from quincunx.web.templates.number_format import localized
from quincunx.web.templates.rendering import render

router = APIRouter(include_in_schema=False)

GAMES = (200, 2000, 10_000)
"""Choices for the number of games; the second is the default."""
BOTS = {"normal": "bots, normal", "random": "bots, moving at random"}
"""Bots that a run may use: those that move at once."""
MOST_KEPT = 100


@dataclass
class Results:
    """The results of a run for its page."""

    run: Run
    original: Run | None
    """None if the run is the original's own, or while nothing of the original is there."""
    figures: list[charts.Figure]
    histograms: list[charts.Histogram]
    bars: list[charts.Bars]

    @property
    def going_on(self) -> bool:
        return self.run.active or (self.original is not None and self.original.active)


# --- pages


@router.get("/desk")
async def desk(request: Request) -> Response:
    session = Session(request)
    known, _ = games.load_all()
    kept = await runs_of(request).store.kept_by(digest(session.visitor))
    titles = {game.name: game.header.title for game in known}
    shown = [each for each in kept if each.game in titles]
    return session.page("desk.html", games=known, kept=shown, titles=titles)


@router.get("/desk/{game}")
async def game_page(request: Request, game: str, start: str = "") -> Response:
    """Show the numbers of the rules, or of a variant that comes with the game."""
    known = game_of(game)
    shipped = variant.shipped(known)
    return _show(Session(request), known, shipped[start].changes if start in shipped else {}, start=start)


@router.get("/desk/{game}/{run}")
async def run_page(request: Request, game: str, run: str) -> Response:
    session, known = Session(request), game_of(game)
    results = await results_of(request, known, await find_run(request, known, run))
    return _show(session, known, results.run.variant, results=results)


@router.get("/desk/{game}/{run}/news")
async def news(request: Request, game: str, run: str) -> Response:
    """Return the present results, for the page's script."""
    session, known = Session(request), game_of(game)
    results = await results_of(request, known, await find_run(request, known, run))
    html = localized(render("_desk_results.html", results=results, game=known), session.numbers)
    return JSONResponse({"going_on": results.going_on, "html": html})


def _show(
    session: Session,
    game: Game[Any],
    changes: Variant,
    refusal: str = "",
    status: int = 200,
    results: Results | None = None,
    start: str = "",
    given: dict[str, str] | None = None,
) -> Response:
    """Return the page of a game. `given` holds fields that were refused, to be corrected."""
    low, high = game.header.players
    run = results.run if results else None
    return session.page(
        "desk_game.html",
        status,
        game=game,
        groups=desk_form.groups(game, changes),
        base=json.dumps(changes),
        changes=desk_form.in_words(game, changes),
        shipped=list(variant.shipped(game).values()),
        start=start,
        given=given or {},
        players=run.players if run else max(low, min(3, high)),
        bot=run.bot if run else next(iter(BOTS)),
        bots=BOTS,
        numbers_of_games=GAMES,
        usual=run.games if run else GAMES[1],
        results=results,
        can_report=session.request.app.state.can_report,
        mine=run is not None and run.visitor == digest(session.visitor),
        refusal=refusal,
    )


# --- runs


@router.post("/desk/{game}/runs")
async def play(request: Request, game: str) -> Response:
    """Play games with the numbers of the form."""
    session, known = Session(request), game_of(game)
    form = await session.form(MOST_DESK_FIELDS)
    base: Variant = {}
    changes = base
    try:
        base = changes = _base(known, text(form, "base"))
        changes = desk_form.read(known, base, lambda name: text(form, name) if name in form else None)
        run = await _begin(request, session, known, changes, form)
    except UserError as error:
        given = {name: text(form, name) for name in form}
        return _show(session, known, base, _sentence(error), 422, given=given)
    except Refused as error:
        return _show(session, known, changes, str(error), error.status)
    return session.go(f"/desk/{game}/{run.id}#results")


async def _begin(
    request: Request, session: Session, game: Game[Any], changes: Variant, form: FormData
) -> Run:
    players = number(form, "players") or game.header.players[0]
    game.require_player_count(players)
    bot, asked = text(form, "bot"), number(form, "games")
    if bot not in BOTS or asked not in GAMES:
        raise UserError("Choose who plays, and how many games, from what the form offers.")
    runs = runs_of(request)
    mine = digest(session.visitor), digest(session.address)[:16]
    run = await runs.begin(new_run(game, changes, players, bot, asked, *mine))
    await runs.begin_original(game, run)
    return run


def _base(game: Game[Any], given: str) -> Variant:
    """Return the variant whose numbers the form showed."""
    base = JSON.parse(given.encode() or b"{}", "What this form was made of")
    if not isinstance(base, dict):
        raise UserError("This form is damaged; load the page again.")
    variant.numbers(game, base)
    return base


def _sentence(error: UserError) -> str:
    """Return an error's sentence without the file name, since there is no file."""
    said = str(error).removeprefix("variant: ")
    return said[:1].upper() + said[1:]


@router.post("/desk/{game}/{run}/runs")
async def play_on(request: Request, game: str, run: str) -> Response:
    """Continue a run that was stopped."""
    session, known = Session(request), game_of(game)
    await session.form()
    found = await find_run(request, known, run)
    if not found.active:
        asked = found.variant, found.players, found.bot, found.games
        mine = digest(session.visitor), digest(session.address)[:16]
        again = new_run(known, *asked, *mine)
        again.id = found.id
        await runs_of(request).begin(again)
    return session.go(f"/desk/{game}/{run}#results")


@router.post("/desk/{game}/{run}/stop")
async def stop(request: Request, game: str, run: str) -> Response:
    session = Session(request)
    await session.form()
    await runs_of(request).store.stop(digest(session.visitor), run)
    return session.go(f"/desk/{game}/{run}#results")


@router.post("/desk/{game}/{run}/keep")
async def keep(request: Request, game: str, run: str) -> Response:
    session, known = Session(request), game_of(game)
    form = await session.form()
    found = await find_run(request, known, run)
    store, mine = runs_of(request).store, digest(session.visitor)
    if len(await store.kept_by(mine)) >= MOST_KEPT:
        raise Refused(f"You keep {MOST_KEPT} variants already; delete some at the desk.")
    kept = await store.keep(found, title_of(form, known), mine)
    return session.go(f"/desk/kept/{kept.id}")


def title_of(form: FormData, game: Game[Any]) -> str:
    return clean_text(text(form, "title"), LONGEST_TITLE) or f"My {game.header.title}"


# --- finding things


def runs_of(request: Request) -> Runs:
    runs: Runs = request.app.state.desk
    return runs


def game_of(name: str) -> Game[Any]:
    if name not in games.GAMES:
        raise NotFound(f"There is no game called `{name}` here.")
    return games.load(name)


async def find_run(request: Request, game: Game[Any], name: str) -> Run:
    found = await runs_of(request).store.run(name)
    if found is None or found.game != game.name:
        raise NotFound("These games are not there any more; go back to the desk and have them played again.")
    return found


async def results_of(request: Request, game: Game[Any], run: Run) -> Results:
    runs = runs_of(request)
    run = await runs.look(run)
    name = new_run(game, {}, run.players, run.bot, run.games, "", "").id
    original = await runs.store.run(name) if name != run.id and run.variant else None
    if original is not None:
        original = await runs.look(original)
    beside = original.tally if original and original.tally.games else None
    if not run.tally.games:
        return Results(run, original, [], [], [])
    seats = [f"Seat {seat + 1}" for seat in range(run.players)]
    return Results(
        run,
        original,
        charts.figures(run.tally, beside),
        charts.histograms(game, run.tally, beside),
        charts.bars(seats, run.tally, beside),
    )
