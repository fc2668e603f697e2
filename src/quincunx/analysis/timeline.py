"""How a match went: what every seat could expect at each moment, and how much of the change was luck.

For every seat the result is exactly what it could expect at the start, plus luck, plus what all decisions
brought it, plus what was judged anew. A decision is judged by what its player could know, against what the
house would have done: the game's foresight, or else its own bot. Luck is dice, cards, and what turned up that
nobody could see. Both compare a position with the next one as seen from the end of the same turn. When a turn
has ended, we look one turn further, and think otherwise of the same position: that is judged anew, and is
nobody's luck or doing. Moves that come from another match are not judged: the start is where that was left.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum

import msgspec

from quincunx.analysis.expectation import Judge, difference, worlds_for
from quincunx.analysis.positions import VisitedPosition, positions
from quincunx.core.event import NOBODY
from quincunx.core.state import CHANCE, State
from quincunx.match import narration
from quincunx.match.match import Match
from quincunx.match.undo import inherited_moves
from quincunx.text.grammar import WATCHER, Look

MOMENTS = 3
EXACT = 1e-9
"""Numbers that differ by less are the same, but for rounding."""
ABOUT = 2
"""How many sentences a moment has, after the first."""


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
    """Whose expectation it changed most; of several, the one who moved or whose dice they were."""
    swing: float
    words: str
    before: float
    """What that seat could expect before it."""
    after: float
    """And after it, seen from the end of the same turn."""
    gained: list[int] = []
    """The other seats whose score it raised."""


class Change(msgspec.Struct):
    """What one step changed for each seat."""

    at: int
    seat: int
    """Who moved; -1 for chance."""
    decided: list[float]
    luck: list[float]
    revised: list[float]
    """What was judged anew, without any dice or decision: a turn has ended, and we look one turn further."""


class Timeline(msgspec.Struct):
    """The lists of a seat's numbers have an entry for each seat."""

    points: list[Point]
    """All positions of the record, those of another match too."""
    moments: list[Moment]
    start: list[float]
    """What each seat could expect before the first move of this match."""
    luck: list[float]
    decisions: list[float]
    """What each seat's own decisions brought it."""
    others: list[float]
    """What the decisions of all others brought it."""
    result: list[float]
    without_luck: list[float]
    """The result less the luck."""
    changes: list[Change]
    """Of every step that was made in this match."""
    revised: list[float]
    """What was judged anew each time we looked one turn further."""
    given: int = 0
    """How many moves come from another match."""

    @property
    def note(self) -> str:
        """What a reader has to know of moves that are not judged; empty if all are."""
        if not self.given:
            return ""
        first = "move comes" if self.given == 1 else f"{self.given} moves come"
        return f"The first {first} from another match and {'is' if self.given == 1 else 'are'} not judged."


def timeline(match: Match, viewer: int = WATCHER, worlds: int = 0) -> Timeline:
    """How a finished match went, told to that seat. Quick: without search. Positions are tried in as many
    `worlds` as suit the game, if you do not say."""
    players = len(match.seats)
    judge = Judge(match.game, worlds or worlds_for(match.game, players))
    told = list(positions(match))
    states = [*(place.state for place in told), match.state]
    expected = [judge.expects(state, state.turns()) for state in states[:-1]]
    expected.append(match.state.returns())
    turns = [place.turn for place in told]
    points = [
        Point(at, turn, match.game.scores(state), expects)
        for at, (turn, state, expects) in enumerate(zip([*turns, turns[-1]], states, expected, strict=True))
    ]
    border = inherited_moves(match)
    changes = [_change(judge, place, states[place.at + 1], expected) for place in told[border:]]
    seats = range(players)
    result = expected[-1]
    luck = _total(change.luck for change in changes)
    return Timeline(
        points=points,
        moments=list(_moments(match, viewer, points, changes)),
        start=expected[border],
        luck=luck,
        decisions=[fsum(change.decided[seat] for change in changes if change.seat == seat) for seat in seats],
        others=[fsum(change.decided[seat] for change in changes if change.seat != seat) for seat in seats],
        result=result,
        without_luck=difference(result, luck),
        changes=changes,
        revised=_total(change.revised for change in changes),
        given=border,
    )


def _change(judge: Judge, place: VisitedPosition, after: State, expected: list[list[float]]) -> Change:
    """What was decided in a step, what was luck, and what was only judged anew."""
    before, later = expected[place.at], expected[place.at + 1]
    nothing = [0.0] * len(before)
    seat = place.step.seat
    if place.is_forced:
        # Everybody knew that it would come, so that nothing has changed but our view of it.
        return Change(place.at, seat, nothing, nothing, difference(later, before))
    seen = judge.expects(after, place.state.turns()) if judge.is_final(after, place.state.turns()) else later
    change, revised = difference(seen, before), difference(later, seen)
    if place.is_chance:
        return Change(place.at, seat, nothing, change, revised)
    if not judge.is_hidden(place.state, seat):
        decided = judge.compares(place.state, seat, place.step.action) or change
        return Change(place.at, seat, decided, nothing, difference(difference(later, before), decided))
    decided = judge.brings(place.state, seat, place.step.action)
    return Change(place.at, seat, decided, difference(change, decided), revised)


def _total(parts: Iterable[list[float]]) -> list[float]:
    return [fsum(of_seat) for of_seat in zip(*parts, strict=True)]


def _moments(match: Match, viewer: int, points: list[Point], changes: list[Change]) -> Iterator[Moment]:
    """The steps that changed most by luck or a decision, in the order of the match; not two of one turn."""
    found: dict[int, tuple[float, Change]] = {}
    for change in changes:
        size, turn = max(abs(swing) for swing in _swings(change)), points[change.at].turn
        if size > EXACT and (turn not in found or size >= found[turn][0]):
            found[turn] = size, change
    decisive = sorted(found.values(), key=lambda one: (one[0], one[1].at), reverse=True)[:MOMENTS]
    for change in sorted((change for _, change in decisive), key=lambda change: change.at):
        at, seat = change.at, _shown(match, change)
        before, swing = points[at].expects[seat], _swings(change)[seat]
        gained = _gained(points[at], points[at + 1], seat)
        told = words(match, at, viewer, seat, gained)
        yield Moment(at, seat, swing, told, before, before + swing, gained)


def _swings(change: Change) -> list[float]:
    """What a step changed for each seat by luck or a decision."""
    return [luck + decided for luck, decided in zip(change.luck, change.decided, strict=True)]


def _shown(match: Match, change: Change) -> int:
    """The seat that a step changed most for. With two it is as much for both: then whoever moved, or whose
    dice they were."""
    swings = [abs(swing) for swing in _swings(change)]
    most = [seat for seat, swing in enumerate(swings) if max(swings) - swing <= EXACT]
    named = [event.seat for event in match.steps[change.at].events if event.seat != NOBODY]
    mover = named[0] if change.seat == CHANCE and named else change.seat
    return mover if mover in most else most[0]


def _gained(before: Point, after: Point, seat: int) -> list[int]:
    """The other seats that have more after a step."""
    scores = zip(before.scores, after.scores, strict=True)
    return [other for other, (had, has) in enumerate(scores) if other != seat and has > had]


def words(match: Match, at: int, viewer: int, seat: int = NOBODY, gained: Sequence[int] = ()) -> str:
    """What happened in a step, in the game's words: how it began, and what it meant for a seat and for those
    who gained by it; of the last step, how it ended."""
    line = narration.line(match, match.steps[at], viewer, Look())
    if line is None:
        return ""
    is_last = at == len(match.steps) - 1
    # A step after a hint has one sentence more than events; that it was one decided nothing.
    about = [
        told
        for event, told in zip(line.events[1:], line.told[1:], strict=False)
        if seat == NOBODY or is_last or match.game.is_about(event, seat) or event.seat in gained
    ]
    # A sentence about somebody else alone, such as whose turn comes, would not say what was done.
    of_mover = line.subject in (line.seat, None) and (
        not line.events or line.events[0].seat in (line.seat, NOBODY)
    )
    tells = bool(line.told) and (bool(about) or of_mover or line.seat == CHANCE)
    named = [] if tells else [f"{line.who}: {line.move}."]
    return " ".join([*named, *line.told[:1], *about[-ABOUT:]])
