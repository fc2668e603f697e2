"""The timeline of a match: each seat's expected result at every position, and how much of it was luck.

For every seat the result is exactly its expectation at the start, plus luck, decisions and revisions. A
decision is compared with the best move or the bot's, by what its player could know; luck is dice, cards and
uncovered secrets. A revision (shown as "judged anew") is the change when the judge looks one turn further.
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
from quincunx.text.grammar import WATCHER, Look, listed

MOMENTS = 3
EXACT = 1e-9
"""The difference below which two numbers count as equal, but for rounding."""
ABOUT = 2
"""The most sentences of a moment after the first."""


class Point(msgspec.Struct):
    """A position of the match with its expectations."""

    at: int
    """The number of moves made before."""
    turn: int
    scores: list[float]
    expects: list[float]
    """Each seat's expected result, in the unit of the game's `returns`."""


class Moment(msgspec.Struct):
    """A move or a roll that changed an expectation much."""

    at: int
    """The number of moves made before it."""
    seat: int
    """The seat whose expectation it changed most; of several, the one that moved or rolled."""
    swing: float
    words: str
    before: float
    """The seat's expectation before it."""
    after: float
    """The seat's expectation after it, as judged at the end of the same turn."""
    gained: list[int] = []
    """The other seats whose scores it raised."""


class Change(msgspec.Struct):
    """The changes of each seat's expectation by one step, by cause."""

    at: int
    seat: int
    """The seat that moved; -1 for chance."""
    decided: list[float]
    luck: list[float]
    revised: list[float]
    """The change without dice or decision, because a turn has ended and the judge looks one turn further."""


class Timeline(msgspec.Struct):
    """The course of a match. Lists of numbers have an entry for each seat."""

    points: list[Point]
    """All positions of the record, including those taken over from another match."""
    moments: list[Moment]
    start: list[float]
    """Each seat's expectation before the first move of this match."""
    luck: list[float]
    decisions: list[float]
    """The changes by each seat's own decisions."""
    others: list[float]
    """The changes by the decisions of all others."""
    result: list[float]
    without_luck: list[float]
    """The result minus luck."""
    changes: list[Change]
    """The changes by every step made in this match."""
    revised: list[float]
    """The sum of the revisions at the ends of turns."""
    given: int = 0
    """The number of moves taken over from another match."""
    house: str = ""
    """The players whose decisions bots have made; empty if nobody's."""

    @property
    def note(self) -> str:
        """A note on moves that are not judged, or not their player's; empty if there are none."""
        if not self.given:
            return self.house
        first = "move comes" if self.given == 1 else f"{self.given} moves come"
        told = f"The first {first} from another match and {'is' if self.given == 1 else 'are'} not judged."
        return f"{told} {self.house}".rstrip()


def timeline(match: Match, viewer: int = WATCHER, worlds: int = 0) -> Timeline:
    """Return the timeline of a finished match, told to a seat. It needs no search, and so is quick.

    Positions are tried in `worlds` worlds; 0 chooses a number that suits the game."""
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
    first_own = inherited_moves(match)
    changes = [_change(judge, place, states[place.at + 1], expected) for place in told[first_own:]]
    seats = range(players)
    result = expected[-1]
    luck = _total(change.luck for change in changes)
    return Timeline(
        points=points,
        moments=list(_moments(match, viewer, points, changes)),
        start=expected[first_own],
        luck=luck,
        decisions=[fsum(change.decided[seat] for change in changes if change.seat == seat) for seat in seats],
        others=[fsum(change.decided[seat] for change in changes if change.seat != seat) for seat in seats],
        result=result,
        without_luck=difference(result, luck),
        changes=changes,
        revised=_total(change.revised for change in changes),
        given=first_own,
        house=_of_the_house(match),
    )


def _of_the_house(match: Match) -> str:
    moves, gave_up = match.stood_in.moves, match.stood_in.gave_up
    names = [match.seats[seat].name for seat in sorted(moves)]
    told = [f"Bots made some moves of {listed(names)}; they count as their own decisions."] * bool(names)
    told += ["The numbers end with the board, whoever gave up."] * bool(gave_up)
    return " ".join(told)


def _change(judge: Judge, place: VisitedPosition, after: State, expected: list[list[float]]) -> Change:
    """Return the changes by a step: decision, luck and revision."""
    before, later = expected[place.at], expected[place.at + 1]
    nothing = [0.0] * len(before)
    seat = place.step.seat
    if place.is_forced:
        # A forced move was known to come, so only its judgement has changed.
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
    """Yield the steps that changed most by luck or a decision, in order, at most one for each turn."""
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
    """Return the change for each seat by luck or a decision."""
    return [luck + decided for luck, decided in zip(change.luck, change.decided, strict=True)]


def _shown(match: Match, change: Change) -> int:
    """Return the seat with the largest change; of several, such as with two players, the one that moved or
    rolled."""
    swings = [abs(swing) for swing in _swings(change)]
    most = [seat for seat, swing in enumerate(swings) if max(swings) - swing <= EXACT]
    named = [event.seat for event in match.steps[change.at].events if event.seat != NOBODY]
    mover = named[0] if change.seat == CHANCE and named else change.seat
    return mover if mover in most else most[0]


def _gained(before: Point, after: Point, seat: int) -> list[int]:
    """Return the other seats with higher scores after a step."""
    scores = zip(before.scores, after.scores, strict=True)
    return [other for other, (had, has) in enumerate(scores) if other != seat and has > had]


def words(match: Match, at: int, viewer: int, seat: int = NOBODY, gained: Sequence[int] = ()) -> str:
    """Return sentences about a step in the game's words: its first event, then those about a seat and about
    seats that gained; for the last step, all of them."""
    line = narration.line(match, match.steps[at], viewer, Look())
    if line is None:
        return ""
    is_last = at == len(match.steps) - 1
    # A step after a hint has one sentence more than events; the note about the hint is left out.
    about = [
        told
        for event, told in zip(line.events[1:], line.told[1:], strict=False)
        if seat == NOBODY or is_last or match.game.phrases.is_about(event, seat) or event.seat in gained
    ]
    # A sentence about another player alone, such as whose turn comes, would not say what was done.
    of_mover = line.subject in (line.seat, None) and (
        not line.events or line.events[0].seat in (line.seat, NOBODY)
    )
    tells = bool(line.told) and (bool(about) or of_mover or line.seat == CHANCE)
    named = [] if tells else [f"{line.who}: {line.move}."]
    return " ".join([*named, *line.told[:1], *about[-ABOUT:]])
