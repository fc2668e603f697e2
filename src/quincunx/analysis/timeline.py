"""How a match went: what every seat could expect at each moment, and how much of the change was luck.

For every seat the result is exactly what it could expect at the start, plus luck, plus what all decisions
brought it. A decision is judged by what its player could know, against what the game's own bot would have
done. All the rest is luck: dice, cards, and what turned up that nobody could see.
"""

from collections.abc import Iterator

import msgspec

from quincunx import narration
from quincunx.analysis.expectation import Judge, difference
from quincunx.analysis.positions import Position, positions
from quincunx.core.event import NOBODY
from quincunx.core.state import CHANCE
from quincunx.core.voice import WATCHER, Look
from quincunx.match import Match

WORLDS = 12
"""Enough for a chart; a whole analysis takes more."""

MOMENTS = 3
ABOUT = 2
"""How many sentences about the seat a moment has, after the first."""


class Point(msgspec.Struct):
    """A position of the match."""

    at: int
    """How many moves had been made."""
    turn: int
    scores: list[float]
    expects: list[float]
    """What each seat could expect, in the unit of the game's `returns`."""


class Moment(msgspec.Struct):
    """A move, or a chance move, that changed much."""

    at: int
    """How many moves had been made before it."""
    seat: int
    """Whose expectation it changed most."""
    swing: float
    words: str


class Change(msgspec.Struct):
    """What one step changed for each seat."""

    at: int
    seat: int
    """Who moved; -1 for chance."""
    decided: list[float]
    luck: list[float]


class Timeline(msgspec.Struct):
    """The lists of a seat's numbers have an entry for each seat."""

    points: list[Point]
    moments: list[Moment]
    start: list[float]
    """What each seat could expect before the first move."""
    luck: list[float]
    decisions: list[float]
    """What each seat's own decisions brought it."""
    others: list[float]
    """What the decisions of all others brought it."""
    result: list[float]
    without_luck: list[float]
    """The result less the luck."""
    changes: list[Change]


def timeline(match: Match, viewer: int = WATCHER, worlds: int = WORLDS) -> Timeline:
    """How a finished match went, told to that seat. Quick: by the game's value, without search."""
    judge = Judge(match.game, worlds)
    told = list(positions(match))
    expected = [judge.expects(place.state, place.state.turns()) for place in told]
    expected.append(match.state.returns())
    changes = [_change(judge, place, expected) for place in told]
    return _sum_up(match, viewer, told, expected, changes)


def _change(judge: Judge, place: Position, expected: list[list[float]]) -> Change:
    """What was decided in a step, and what is left for luck."""
    before, after = expected[place.at], expected[place.at + 1]
    seat = place.step.seat
    if place.is_chance or len(place.state.actions(seat)) == 1:
        decided = [0.0] * len(before)
    elif judge.is_hidden(place.state, seat):
        decided = judge.brings(place.state, seat, place.step.action)
    else:
        state, turn = place.after(), place.state.turns()
        # In the same turn it is what was found already; in the next one it is seen from there.
        seen = after if state.turns() == turn else judge.expects(state, turn)
        decided = difference(seen, before)
    return Change(place.at, seat, decided, difference(difference(after, before), decided))


def _sum_up(
    match: Match, viewer: int, told: list[Position], expected: list[list[float]], changes: list[Change]
) -> Timeline:
    seats = range(len(match.seats))
    luck = [sum(change.luck[seat] for change in changes) for seat in seats]
    own = [sum(change.decided[seat] for change in changes if change.seat == seat) for seat in seats]
    others = [sum(change.decided[seat] for change in changes if change.seat != seat) for seat in seats]
    result = expected[-1]
    states = [*(place.state for place in told), match.state]
    return Timeline(
        points=[
            Point(at, state.turns(), match.game.standing(state), expects)
            for at, (state, expects) in enumerate(zip(states, expected, strict=True))
        ],
        moments=list(_moments(match, viewer, told, expected)),
        start=expected[0],
        luck=luck,
        decisions=own,
        others=others,
        result=result,
        without_luck=difference(result, luck),
        changes=changes,
    )


def _moments(
    match: Match, viewer: int, told: list[Position], expected: list[list[float]]
) -> Iterator[Moment]:
    """The steps that changed most, in the order of the match; not two of one turn."""
    swings: dict[int, tuple[float, int, int]] = {}
    for place, before, after in zip(told, expected, expected[1:], strict=False):
        change = difference(after, before)
        seat = max(range(len(change)), key=lambda seat: abs(change[seat]))
        turn = place.state.turns()
        swings[turn] = max(swings.get(turn, (0.0, 0, 0)), (abs(change[seat]), place.at, seat))
    largest = sorted(swings.values(), reverse=True)[:MOMENTS]
    for _, at, seat in sorted(largest, key=lambda swing: swing[1]):
        swing = expected[at + 1][seat] - expected[at][seat]
        yield Moment(at, seat, swing, words(match, at, viewer, seat))


def words(match: Match, at: int, viewer: int, seat: int = NOBODY) -> str:
    """What happened in a step, in the game's words: how it began, and what it meant for a seat."""
    line = narration.line(match, match.steps[at], viewer, Look())
    if line is None:
        return ""
    about = [
        told
        for event, told in zip(line.events[1:], line.told[1:], strict=True)
        if seat in (NOBODY, event.seat)
    ]
    # A sentence about somebody else alone would not say what was done.
    tells = bool(line.told) and (bool(about) or line.subject in (line.seat, None) or line.seat == CHANCE)
    named = [] if tells else [f"{line.who}: {line.move}."]
    return " ".join([*named, *line.told[:1], *about[-ABOUT:]])
