"""The decisions of a match, each compared with the best found.

A decision is all that a seat did until chance or another seat moved. Where a game computes the value of
decisions, it says what was best; elsewhere a search looks for something better with only what the seat could
know, and tries it against the moves played in new worlds, because the best of many looks better than it is.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.analysis.expectation import Judge, worlds_for
from quincunx.analysis.positions import VisitedPosition, positions
from quincunx.analysis.timeline import EXACT
from quincunx.bots import levels
from quincunx.bots.search import LONGEST, Plan
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.match.match import Match, from_record
from quincunx.match.undo import inherited_moves
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from quincunx.match.record import Record

MARKS = {"blunder": 0.15, "mistake": 0.07, "inaccuracy": 0.03}
"""The least loss for each mark, as a share of the stake; below all of them a decision is `good`. Where a win
is at stake, a mistake costs at least 7 percentage points of the chance to win."""

SURE = 2.5
"""The least loss in standard errors: below it the loss may be chance, and the decision counts as good."""

FEWEST = 32
"""The fewest worlds in which the plan found is tried against the moves played."""

NAMED = 3
"""The most moves of a plan that are named."""

SEARCHING = 0.6
"""The share of the time for finding something better; the rest goes into confirming it."""


class Decision(msgspec.Struct):
    """A seat's decision and the best alternative found."""

    at: int
    """The number of moves made before it."""
    seat: int
    turn: int
    moves: int
    """The number of moves that belong to it."""
    played: str
    best: str
    """The best plan found, or the moves played if nothing better was found. If they differ, both are named
    from the first difference on."""
    loss: float
    """The loss of expectation against the best found, in the unit of `returns`."""
    error: float
    """The standard error of the loss."""
    mark: str
    plans: int
    """The number of plans compared."""
    rollouts: int
    """The number of playouts; 0 where the value of plans was computed."""


class RatedChoice:
    """A decision to examine: its position, and its moves with their names."""

    def __init__(self, place: VisitedPosition, moves: list[int], names: list[str]) -> None:
        self.place = place
        self.moves = moves
        self.names = names


def choices(match: Match) -> list[RatedChoice]:
    """Return all decisions with a choice, without moves taken over from another match."""
    places = list(positions(match))
    taken: set[int] = set()
    found: list[RatedChoice] = []
    for place in places[inherited_moves(match) :]:
        if place.is_chance or place.at in taken or len(place.state.legal_actions(place.step.seat)) == 1:
            continue
        group = _group(places, place.at)
        taken.update(group)
        moves = [places[at].step.action for at in group]
        voice, seat = match.voice(), place.step.seat
        names = [_name(match.game, voice, places[at].state, seat, places[at].step.action) for at in group]
        found.append(RatedChoice(place, moves, names))
    return found


def _group(places: Sequence[VisitedPosition], first: int) -> list[int]:
    """Return the steps of one decision: those of its seat until chance or another seat has to move."""
    seat = places[first].step.seat
    group: list[int] = []
    for place in places[first : first + LONGEST]:
        if place.step.seat == CHANCE:
            break
        if place.step.seat == seat:
            group.append(place.at)
            if seat not in place.after().players_to_move():
                break
    return group


def shortened(names: Sequence[str]) -> str:
    """Return the names of a few moves, and the number of the rest.

    >>> shortened(["keep 1 2", "done"]), shortened(["a", "b", "c", "d", "e"])
    ('keep 1 2, done', 'a, b, c and 2 more')
    """
    text = ", ".join(names[:NAMED])
    return f"{text} and {len(names) - NAMED} more" if len(names) > NAMED else text


def apart(played: Sequence[str], best: Sequence[str]) -> tuple[str, str]:
    """Return two plans by the names of their moves, with the moves at the start that they share as `…`.

    >>> apart(["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "f"]), apart(["a", "b"], ["b", "a"])
    (('… e', '… f'), ('a, b', 'b, a'))
    >>> apart(["a"], ["a", "b"])
    ('… nothing more', '… b')
    """
    same = 0
    while same < min(len(played), len(best)) and played[same] == best[same]:
        same += 1
    if not same:
        return shortened(played), shortened(best)
    left, right = (shortened(names[same:]) or "nothing more" for names in (played, best))
    return f"… {left}", f"… {right}"


class Examiner:
    """Examines the decisions of a match. It can be sent to another process."""

    def __init__(self, record: "Record", milliseconds: int) -> None:
        self._record = record
        self._milliseconds = milliseconds
        match = from_record(record)
        self._game = match.game
        self._voice = match.voice()
        self._stake = stake(match)
        self._judge = Judge(match.game, worlds_for(match.game, len(match.seats)))
        self.choices = choices(match)

    def __reduce__(self) -> "tuple[type[Examiner], tuple[Record, int]]":
        return Examiner, (self._record, self._milliseconds)

    def allow(self, milliseconds: int) -> None:
        """Set the time for each decision."""
        self._milliseconds = milliseconds

    def play(self, numbers: Sequence[int], /) -> Iterator[list[Decision]]:
        """Examine the decisions of these numbers and yield them one by one."""
        for number in numbers:
            yield [self.examine(self.choices[number])]

    def examine(self, choice: RatedChoice) -> Decision:
        state, seat = choice.place.state, choice.place.step.seat
        if not self._judge.best(state, seat):
            return self._search(choice)
        loss, best = 0.0, list(choice.moves)
        after = state.clone()
        for number, move in enumerate(choice.moves):
            if not after.legal(seat, move):
                break  # Another seat's move in between made it legal.
            lost = self._lost(after, seat, move)
            if lost > EXACT and loss <= EXACT:
                best = [*choice.moves[:number], *self._judge.best(after, seat)]
            loss += lost
            after.move(seat, move)
        return self._decision(choice, best, loss, 0.0, len(state.legal_actions(seat)), 0)

    def _lost(self, state: State, seat: int, move: int) -> float:
        """Return how much worse a move was than the best, or than the game's own bot's move where no best can
        be computed."""
        if len(state.legal_actions(seat)) == 1:
            return 0.0
        return max(0.0, -self._judge.decides(state, seat, move)[seat])

    def _search(self, choice: RatedChoice) -> Decision:
        """Examine a decision by search, where its value cannot be computed."""
        state, seat = choice.place.state, choice.place.step.seat
        search = levels.search(self._game)
        search.milliseconds = max(1, int(self._milliseconds * SEARCHING))
        rng = Rng(f"analysis:{choice.place.at}")
        best = Plan(search.think(state, seat, rng)[0].moves, state.players)
        plans, rollouts = len(search.considered), search.played
        loss = error = 0.0
        if best.moves != choice.moves:
            worlds = int(rollouts * (1 - SEARCHING) / SEARCHING / 2)
            search.duel(Plan(choice.moves, state.players), best, state, seat, rng, max(worlds, FEWEST))
            loss, error = best.gain, best.error
        return self._decision(choice, best.moves, loss, error, plans, rollouts)

    def _decision(
        self, choice: RatedChoice, best: list[int], loss: float, error: float, plans: int, rollouts: int
    ) -> Decision:
        state, seat = choice.place.state, choice.place.step.seat
        found = loss > EXACT
        if found:
            plan = self._game.coach.simplify_plan(state, seat, best)
            names = _names(self._game, self._voice, state, seat, plan)
            played, better = apart(choice.names, names)
        else:
            played = better = shortened(choice.names)
        return Decision(
            at=choice.place.at,
            seat=seat,
            turn=choice.place.turn,
            moves=len(choice.moves),
            played=played,
            best=better,
            loss=loss if found else 0.0,
            error=error,
            mark=mark(loss, error, self._stake),
            plans=plans,
            rollouts=rollouts,
        )


def _names(game: Game[Any], voice: Voice, state: State, seat: int, moves: Sequence[int]) -> list[str]:
    state = state.clone()
    names: list[str] = []
    for move in moves:
        if not state.legal(seat, move):
            break
        names.append(_name(game, voice, state, seat, move))
        state.move(seat, move)
    return names


def _name(game: Game[Any], voice: Voice, state: State, seat: int, action: int) -> str:
    """Return a move in the words of the board."""
    return game.phrases.words(state, seat, game.codec.decode(state, seat, action), voice).strip("`")


def stake(match: Match) -> float:
    """Return the stake that losses relate to: the difference between the best and the worst result; in a solo
    game, a fifth of the result."""
    returns = match.state.returns()
    return (max(returns) - min(returns) if len(returns) > 1 else abs(returns[0]) / 5) or 1.0


def mark(loss: float, error: float, stake: float) -> str:
    """Return the mark of a decision.

    >>> mark(0.2, 0.01, 1.0), mark(0.2, 0.15, 1.0), mark(0.04, 0.01, 1.0)
    ('blunder', 'good', 'inaccuracy')
    """
    if loss >= SURE * error:
        for name, least in MARKS.items():
            if loss >= least * stake:
                return name
    return "good"
