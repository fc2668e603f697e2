"""Lists of matches: a visitor's own, and tables open to everybody."""

import datetime
from dataclasses import dataclass
from typing import Any

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.match.narration import headline
from quincunx.text.grammar import WATCHER, listed
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.service import MatchService
from quincunx.web.server.errors import NotFound, Unplayable
from quincunx.web.storage.models import Head, Seat

MOST_PUBLIC = 12
PUBLIC_FOR = datetime.timedelta(days=1)
"""Age at which a table leaves the lobby."""


@dataclass
class MatchListed:
    """A row in a visitor's list of matches."""

    id: str
    title: str
    others: str
    started: str
    date: str
    state: str
    phase: str = "over"
    your_move: bool = False
    away: bool = False
    """Whether a bot plays for the visitor, who may come back."""
    given_up: bool = False
    may_give_up: bool = False
    """Whether the visitor plays one seat and has not resigned."""
    alone: bool = False
    """Whether no other person plays."""
    asked: str = ""
    """Names of those who have asked to delete it."""
    rematch: bool = False


@dataclass
class TableOffered:
    """A public table in the lobby; `seats` counts the free ones."""

    id: str
    title: str
    names: str
    seats: int


async def my_matches(host: MatchService, known: dict[str, list[int]]) -> list[MatchListed]:
    """Return the visitor's matches, from their seats by match id."""
    found: list[MatchListed] = []
    for match, mine in known.items():
        try:
            found.append(_listed(await host.registry.get(match), mine))
        except NotFound:
            continue
        except Unplayable:
            stored = await host.registry.stored(match)
            state = "from before its rules were changed"
            found.append(MatchListed(**_about(stored.head, stored.seats, mine), state=state))
    return found


def _about(head: Head, seats: list[Seat], mine: list[int]) -> dict[str, Any]:
    began = datetime.datetime.fromisoformat(head.started or head.created)
    return {
        "id": head.id,
        "title": _title(head.game),
        "others": listed([seat.name for seat in seats if seat.number not in mine]) if mine else "",
        "started": began.isoformat(),
        "date": f"{began.day} {began:%B %Y}",
    }


def _title(game: str) -> str:
    try:
        return games.load(game).header.title
    except UserError:
        return game


def _listed(live: LiveMatch, mine: list[int]) -> MatchListed:
    actors = live.match.state.players_to_move() if live.match else []
    given_up = any(live.has_resigned(seat) for seat in mine)
    asked = sorted(live.want_it_deleted())
    return MatchListed(
        **_about(live.head, live.seats, mine),
        state=_state(live, mine, actors),
        phase=live.phase,
        your_move=any(seat in mine and not live.seats[seat].away for seat in actors),
        away=not given_up and live.phase == "playing" and any(live.seats[seat].away for seat in mine),
        given_up=given_up,
        may_give_up=live.phase == "playing" and len(mine) == 1 and not given_up,
        alone=live.people() <= set(mine),
        asked=listed(["You" if seat in mine else live.seats[seat].name for seat in asked]),
        rematch=bool(live.head.rematch),
    )


def _state(live: LiveMatch, mine: list[int], actors: list[int]) -> str:
    match = live.match
    if match is None:
        return "waiting for players"
    if match.over:
        return headline(match, mine[0] if len(mine) == 1 else WATCHER)
    if any(live.seats[seat].away for seat in mine):
        return "a bot plays for you"
    people = [seat for seat in actors if seat >= 0]
    if any(seat in mine for seat in people):
        return "your move"
    return (
        f"{listed([live.seats[seat].name for seat in people])} to move" if people else "the dice are rolling"
    )


async def public_tables(host: MatchService) -> list[TableOffered]:
    """Return the tables that anybody may join or watch, newest first."""
    since = datetime.datetime.now(datetime.UTC) - PUBLIC_FOR
    found: list[TableOffered] = []
    for match in await host.registry.store.public(since.isoformat(timespec="seconds"), MOST_PUBLIC):
        try:
            live = await host.registry.get(match)
        except (NotFound, Unplayable):
            continue
        names = listed([seat.name for seat in live.seats if seat.taken])
        found.append(TableOffered(live.id, live.game.header.title, names, len(live.offered_seats())))
    return found
