"""The one path of every move on the server: check, play, roll, store, tell.

People, bots, stand-ins and clocks that have run out all use it. They differ only in how they check and
choose, which is the job of `Choices`.
"""

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence

from quincunx.core.state import CHANCE, State
from quincunx.match.match import Match
from quincunx.match.several import read_moves
from quincunx.text.grammar import Look
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.registry import Registry
from quincunx.web.server.errors import Question, Refused
from quincunx.web.storage.models import Ending, Happening, StoredMove

QUICK = 0.005
"""Most seconds that a bot may think in the event loop, instead of in a thread."""
IN_ONE_GO = 0.02
"""Seconds that quick bots may take before other requests get a turn."""

Choices = Iterator[tuple[int, int]]
"""A seat and its legal move, one after the other. The next is asked for when the one before is played."""


async def carry_out(
    registry: Registry,
    live: LiveMatch,
    choices: Choices,
    request: str | None = None,
    store: Callable[[list[StoredMove]], Awaitable[None]] | None = None,
    happened: Sequence[Happening] = (),
) -> None:
    """Make the moves of `choices`, as one attempt at a change (`Registry.change`). `store` writes them in
    another way than usual; `happened` is stored with them."""
    match, before = live.playing(), live.stored
    try:
        live.roll()
        for seat, action in choices:
            match.make(seat, action)
            live.roll()
            live.take_snapshot()
    except Exception:
        if live.unsaved():
            registry.drop(live)
        raise
    moves = live.unsaved(request)
    if not moves and store is None:
        return
    live.note_waiting(before)
    live.add_happenings(happened)  # Before `_ending`, since the record of a finished match includes them.
    live.take_back_request = None
    writing = store(moves) if store else registry.store.add_moves(live.head, moves, _ending(match), *happened)
    await registry.store_change(live, writing)
    live.stored += len(moves)
    live.requests |= {(move.seat, move.request): move.number for move in moves if move.request}
    live.changed()
    if live.onlookers:
        registry.timelines.begin(live)
    played = sum(move.seat != CHANCE for move in moves)
    if request:
        registry.metrics.moves_of_people += played
    else:
        registry.metrics.moves_of_bots += played


def _ending(match: Match) -> Ending | None:
    if not match.over:
        return None
    record = match.record()
    ended = record.result
    assert ended is not None
    return Ending(ended.winners, ended.scores, ended.reason, record.draws, record.digest, record.absences)


def by_person(
    live: LiveMatch, seat: int, text: str, at: int, take_backs: int | None, request: str, ask: Look | None
) -> Choices:
    """Yield a person's move, or several. `at` and `take_backs` count the steps and take-backs they had seen.
    With `ask`, their display preferences, they may be asked to confirm."""
    match = live.playing()
    if (seat, request) in live.requests:
        return
    if match.over:
        raise Refused("The match is over.")
    if live.seats[seat].away:
        raise Refused("A bot plays for you; come back to your seat first.")
    if not live.up_to_date(seat, at, take_backs):
        raise Refused("This question is no longer asked; look again and choose anew.")
    for action in read_moves(match, seat, text, lambda state, name: _read_one(match, state, seat, name, ask)):
        yield seat, action


def _read_one(match: Match, state: State, seat: int, name: str, ask: Look | None) -> int:
    """Return a legal move by its name; with `ask`, raise Question if the game wants it confirmed."""
    game, action = match.game, match.legal(seat, name, state, ask)
    if ask is not None:
        move = game.codec.decode(state, seat, action)
        if question := game.phrases.confirm(state, seat, move, match.voice(seat, ask)):
            raise Question(question)
    return action


def by_quick_bots(live: LiveMatch) -> Choices:
    """Yield moves of bots that think without a thread, as many as fit in one turn."""
    match, begun = live.playing(), time.monotonic()
    while (seat := live.next_bot()) is not None:
        bot = match.bots[seat]
        if bot is None or live.seconds_to_think.get(seat, QUICK + 1) > QUICK:
            return
        if time.monotonic() - begun > IN_ONE_GO:
            return
        yield seat, match.legal(seat, match.think(seat, bot, match.state))


def by_thinker(live: LiveMatch, seat: int, action: int, seen: tuple[int, int], once: bool) -> Choices:
    """Yield a move that was thought out in a thread, if nothing has happened meanwhile. `once` is for a
    person out of time; otherwise a bot must still play the seat."""
    match = live.playing()
    if now(live) == seen and (once or match.bots[seat] is not None):
        yield seat, match.legal(seat, action)


def by_slow_thinker(live: LiveMatch, seat: int, action: int, about: tuple[int, int]) -> Choices:
    """Yield a move that took long to think out, if it is still that decision. Others who decide at the same
    time may have moved meanwhile."""
    match = live.playing()
    if live.decision(seat) == about and match.bots[seat] is not None and match.state.legal(seat, action):
        yield seat, action


def by_nobody() -> Choices:
    """Yield no move: only chance moves, at the beginning of a match."""
    return iter(())


def now(live: LiveMatch) -> tuple[int, int]:
    """Return how many steps and take-backs there are."""
    match = live.playing()
    return len(match.steps), len(match.take_backs)
