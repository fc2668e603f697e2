"""Help during a match: hints, chances and reasons for a bot's move. What a seat has asked for is kept until
its next decision, or until it closes the answer."""

from dataclasses import dataclass, field

from quincunx.core.state import CHANCE
from quincunx.match.match import Match
from quincunx.match.undo import inherited_moves
from quincunx.text.grammar import Look
from quincunx.thinking import hints
from quincunx.thinking.hints import Hint, Why
from quincunx.thinking.protocol import SearchRequest, SearchResult
from quincunx.thinking.worker import ThinkingFailed
from quincunx.web.matches.live_match import Advice, LiveMatch
from quincunx.web.matches.match_events import HINT
from quincunx.web.matches.service import MatchService
from quincunx.web.server.errors import Refused

THOUGHT = 3.0
"""Points that a seat pays for a question that needs thinking time."""


@dataclass
class HelpShown:
    """The help that a page offers to one viewer."""

    may_hint: bool = False
    chances: list[str] = field(default_factory=list)
    bots: list[tuple[int, str]] = field(default_factory=list)
    """Bots whose move can be asked about: the line of their last move in the log, and their name."""
    told: Advice | None = None


def show(live: LiveMatch, seat: int | None, look: Look) -> HelpShown:
    """Return the help for the viewer at a seat."""
    match = live.match
    if match is None or seat is None or match.over or live.seats[seat].away:
        return HelpShown()
    acting = seat in match.state.players_to_move()
    told = live.advice.get(seat)
    return HelpShown(
        acting and live.head.hints,
        chances(live, seat, look) if acting else [],
        _bots(live, seat),
        told if told is not None and not told.is_closed and told.at == live.decision(seat) else None,
    )


def chances(live: LiveMatch, seat: int, look: Look) -> list[str]:
    """Return sentences on how likely the seat's hopes and fears are."""
    match, known = live.playing(), live.chances
    now = len(match.steps), len(match.take_backs), sorted(look.off)
    if seat not in known or known[seat][0] != now:
        known[seat] = now, hints.chances(match, seat, look)
    return known[seat][1]


def _bots(live: LiveMatch, seat: int) -> list[tuple[int, str]]:
    """Return the last line of each bot since the seat's own last move, and since this match left another."""
    match, known = live.playing(), live.known(seat)
    found: dict[int, int] = {}
    for line in range(len(known), 0, -1):
        mover = match.steps[known[line - 1] - 1].seat
        if mover == seat or known[line - 1] <= inherited_moves(match):
            break
        if mover != CHANCE and live.seats[mover].bot:
            found.setdefault(mover, line)
    return [(line, live.seats[mover].name) for mover, line in sorted(found.items())]


# --- questions that need thinking time


async def hint(host: MatchService, live: LiveMatch, seat: int) -> list[Hint]:
    """Return the best moves of a seat now, and note in the match that it asked."""
    match = live.playing()
    if not live.head.hints:
        raise Refused("This table plays without hints.", 403)
    if match.over or live.seats[seat].away:
        raise Refused("There is nothing for you to decide now.")
    told = live.advice.get(seat)
    if told is not None and told.hints and told.at == live.decision(seat):
        if told.is_closed:
            host.charge(live, seat)
            told.is_closed = False
            live.changed()
        return told.hints
    task = hints.hint_task(match, seat)
    told = _begin(host, live, seat)
    try:
        thought = await _think(host, live, seat, told, task)
        await _note(host, live, seat, told)
        told.hints = hints.hints(match, seat, thought)
    finally:
        _end(live, told)
    return told.hints


async def _note(host: MatchService, live: LiveMatch, seat: int, told: Advice) -> None:
    """Note that a hint was taken. The note comes first: no hint is given that could not be noted."""
    match = live.playing()

    async def note() -> None:
        _must_be_wanted(live, match, seat, told)
        if match.take_hint(seat):
            happened = live.happening(HINT, seat)
            await host.registry.store_change(
                live, host.registry.store.change_seats(live.head, [live.seats[seat]], happened)
            )
            live.happenings.append(happened)

    await host.registry.change(live, note)


async def why(host: MatchService, live: LiveMatch, asker: int, line: int) -> Why:
    """Return why a bot made the move on that line of the asker's log."""
    match, known = live.playing(), live.known(asker)
    if not 1 <= line <= len(known):
        raise Refused("There is no such line in your log.", 422)
    step = known[line - 1] - 1
    task, thought = hints.why_task(match, step, asker), None
    told = _begin(host, live, asker)
    try:
        if hints.known_thought(match, step, asker) is None:
            thought = await _think(host, live, asker, told, task)
        told.why = hints.why(match, step, asker, thought)
    finally:
        _end(live, told)
    return told.why


def close(live: LiveMatch, seat: int) -> None:
    """Close the answer that a seat sees. Hints are shown again when it asks again."""
    told = live.advice.get(seat)
    if told is not None and not told.is_thinking and not told.is_closed:
        told.is_closed = True
        live.changed()


def _begin(host: MatchService, live: LiveMatch, seat: int) -> Advice:
    """Return an empty answer to be filled. Each seat may have one question thought over at a time, since all
    wait in one queue."""
    before = live.advice.get(seat)
    if before is not None and before.is_thinking:
        raise Refused("What you asked before is still being thought over.", 429)
    host.charge(live, seat, THOUGHT)
    told = live.advice[seat] = Advice(live.decision(seat))
    live.changed()
    return told


def _end(live: LiveMatch, told: Advice) -> None:
    told.is_thinking = False
    live.changed()


async def _think(
    host: MatchService, live: LiveMatch, seat: int, told: Advice, task: SearchRequest
) -> SearchResult:
    match = live.playing()
    try:
        thought = await host.registry.bot_pool.think(task)
    except ThinkingFailed:
        raise Refused("Nobody can think about it now; try again in a moment.", 503) from None
    _must_be_wanted(live, match, seat, told)
    return thought


def _must_be_wanted(live: LiveMatch, match: Match, seat: int, told: Advice) -> None:
    """Raise Refused if the seat's decision has passed. Moves of others who decide at the same time do not
    count."""
    if live.match is not match or told.at != live.decision(seat):
        raise Refused("The table has changed meanwhile; ask again.")
