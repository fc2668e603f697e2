"""The observer of every report: what can be counted of any game, without listening to its events."""

import math
from array import array
from collections.abc import Sequence
from typing import Any

from quincunx.core.game import Game
from quincunx.core.observer import Cell, Observer
from quincunx.core.state import State

TENTHS = range(1, 10)
"""Who leads is asked after each tenth of a game's turns."""

CLOSELY = 4
"""One game in so many is looked at closely: all legal moves and all waiting seats at every decision."""

NOBODY_LEADS = 0
"""In a column that names a seat, from 1: two or more are level."""


class Encounters:
    """How pieces met players: an entry for each seat and piece of a game that was on offer to it.

    Columns, because there are many: to send and keep a million of them takes little.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = list(pieces)
        self.game = array("q")
        """The number of the game."""
        self.seat = array("i")
        self.piece = array("i")
        """Its place in `pieces`."""
        self.offers = array("i")
        """In how many turns the seat could have taken it."""
        self.taken = array("i")
        """In how many it did."""
        self.when = array("d")
        """When it was first taken, or else first on offer, as a share of the game's turns."""
        self.margin = array("d")
        """How far ahead of the best other the seat was at that time, or behind if below 0."""
        self.won = array("d")
        """The seat's share of the win. Alone there is none: 0."""

    def __len__(self) -> int:
        return len(self.game)

    def extend(self, more: "Encounters") -> None:
        """Append those of the games that come after these."""
        for name in ("game", "seat", "piece", "offers", "taken", "when", "margin", "won"):
            getattr(self, name).extend(getattr(more, name))


class Standard(Observer):
    """A row of a game: its length, result, leaders, waiting and choices, and what became of each piece."""

    def __init__(self, game: Game[Any], numbers: Any) -> None:
        self._game = game
        self._pieces = game.pieces()
        self._titles = {piece: place for place, piece in enumerate(self._pieces.titles(numbers))}
        self._names = {
            piece: (f"offered {piece}", f"taken {piece}", f"wins {piece}") for piece in self._titles
        }
        self.encounters = Encounters(list(self._titles))

    def fresh(self) -> Encounters:
        """The encounters since this was last asked."""
        found, self.encounters = self.encounters, Encounters(list(self._titles))
        return found

    # While a game is played

    def begins(self, state: State) -> None:
        self._now = self._game.standing(state)
        self._series = [self._now]
        self._turn = 0
        self._made = [0] * state.players
        self._met: dict[tuple[int, str], _Meeting] = {}
        self._closely = self.number % CLOSELY == 0
        self._moves = 0
        self._forced = 0
        self._active = 0
        self._last = [0] * state.players
        self._waits: list[int] = []

    def turn_begins(self, state: State) -> None:
        self._turn += 1
        self._now = self._game.standing(state)
        self._series.append(self._now)

    def decides(self, state: State, seat: int, action: int) -> None:
        if self._closely:
            self._look(state, seat)
        self._made[seat] += 1
        if self._pieces.due(state):
            self._offer(state, seat, action)

    def _look(self, state: State, seat: int) -> None:
        """How many moves there are, and who has waited for this decision."""
        moves = len(state.actions(seat))
        self._moves += moves
        self._forced += moves == 1
        made = sum(self._made)
        asked = state.actors()
        self._active += len(asked)
        for one in asked:
            if made > self._last[one]:
                self._waits.append(made - self._last[one])
            self._last[one] = made + 1

    def _offer(self, state: State, seat: int, action: int) -> None:
        taken = self._pieces.taken
        for move in state.actions(seat):
            piece = taken(state, seat, move)
            if piece:
                meeting = self._met.get((seat, piece))
                if meeting is None:
                    self._met[seat, piece] = meeting = _Meeting(self._turn, self._margin(seat))
                if meeting.last_offer != self._turn:
                    meeting.last_offer = self._turn
                    meeting.offers += 1
        piece = taken(state, seat, action)
        if piece:
            meeting = self._met[seat, piece]
            if meeting.last_taken != self._turn:
                meeting.last_taken = self._turn
                if not meeting.taken:
                    meeting.turn, meeting.margin = self._turn, self._margin(seat)
                meeting.taken += 1

    def _margin(self, seat: int) -> float:
        scores = self._now
        if len(scores) < 2:
            return 0.0
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)

    # When it is over

    def ends(self, state: State) -> dict[str, Cell]:
        result = self._game.result(state)
        decisions = sum(self._made)
        ending = " ".join([result.why.kind, *result.why.causes])
        row: dict[str, Cell] = {"turns": state.turns(), "decisions": decisions, "ending": ending}
        shares = [0.0] * state.players
        for seat in result.winners:
            shares[seat] = 1 / len(result.winners)
        for seat in range(state.players):
            row[_WON[seat]] = shares[seat]
            row[_SCORE[seat]] = result.scores[seat]
            row[_MADE[seat]] = self._made[seat]
        if state.players > 1 and self._now:
            self._series[-1] = result.scores
            self._lead(row, result.winners, result.scores)
        if self._closely and decisions:
            self._choices(row, state.players, decisions)
        self._close(row, shares, state.players > 1)
        return row

    def _lead(self, row: dict[str, Cell], winners: list[int], scores: list[float]) -> None:
        leaders = [_leader(scores) for scores in self._series]
        steps = len(leaders) - 1
        for tenth in TENTHS:
            row[_LEADER[tenth]] = leaders[steps * tenth // 10]
        alone = [leader for leader in leaders if leader != NOBODY_LEADS]
        row["lead changes"] = sum(map(int.__ne__, alone, alone[1:]))
        first, second = sorted(scores)[:-3:-1]
        row["margin"] = first - second
        row["closeness"] = 1 - min(1.0, (first - second) / abs(first)) if first else 1.0
        if len(winners) == 1:
            winner = winners[0]
            row["decided"] = _decided(leaders, winner + 1)
            row["drama"] = _drama(self._series, winner)

    def _choices(self, row: dict[str, Cell], players: int, decisions: int) -> None:
        row["branching"] = self._moves / decisions
        row["forced"] = self._forced / decisions
        if players > 1:
            row["idle"] = 1 - self._active / decisions / players
            row["wait"] = sum(self._waits) / len(self._waits) if self._waits else 0.0
            row["longest wait"] = max(self._waits, default=0)

    def _close(self, row: dict[str, Cell], shares: list[float], several: bool) -> None:
        """The game's encounters, and their sums as cells of the row."""
        found = self.encounters
        turns = max(1, self._turn)
        for (seat, piece), meeting in self._met.items():
            offered, taken, wins = self._names[piece]
            won = shares[seat] if several else 0.0
            row[offered] = row.get(offered, 0) + meeting.offers  # type: ignore[operator]
            if meeting.taken:
                row[taken] = row.get(taken, 0) + meeting.taken  # type: ignore[operator]
                row[wins] = row.get(wins, 0.0) + won  # type: ignore[operator]
            found.game.append(self.number)
            found.seat.append(seat)
            found.piece.append(self._titles[piece])
            found.offers.append(meeting.offers)
            found.taken.append(meeting.taken)
            found.when.append(meeting.turn / turns)
            found.margin.append(meeting.margin)
            found.won.append(won)


class _Meeting:
    """A seat and a piece in one game."""

    __slots__ = ("last_offer", "last_taken", "margin", "offers", "taken", "turn")

    def __init__(self, turn: int, margin: float) -> None:
        self.turn = turn
        self.margin = margin
        self.offers = 0
        self.taken = 0
        self.last_offer = -1
        self.last_taken = -1


# Names of columns, made once: a game has thousands of turns to spare, not thousands of strings.
_SEATS = range(1, 33)
_WON = [f"won {seat}" for seat in _SEATS]
_SCORE = [f"score {seat}" for seat in _SEATS]
_MADE = [f"decisions {seat}" for seat in _SEATS]
_LEADER = [f"leader {tenth}" for tenth in range(10)]


def _leader(scores: list[float]) -> int:
    """The seat, from 1, that is ahead of all others.

    >>> _leader([3.0, 5.0, 1.0]), _leader([5.0, 5.0, 1.0])
    (2, 0)
    """
    best = max(scores)
    return scores.index(best) + 1 if scores.count(best) == 1 else NOBODY_LEADS


def _decided(leaders: list[int], winner: int) -> float:
    """After which share of the turns the winner led to the end; 1 if only the end brought it.

    >>> _decided([0, 1, 2, 1, 1], 1), _decided([0, 1, 2, 2, 2], 1)
    (0.75, 1.0)
    """
    steps = len(leaders) - 1
    at = steps
    while at and leaders[at - 1] == winner:
        at -= 1
    return at / steps if steps and leaders[steps] == winner else 1.0


def _drama(series: list[list[float]], winner: int) -> float:
    """How far the winner was behind while behind: the mean of the roots of the gaps, 1 for the widest gap
    there was between first and last (after Browne 2008)."""
    widest = max(max(scores) - min(scores) for scores in series)
    gaps = [max(scores) - scores[winner] for scores in series[:-1]]
    behind = [math.sqrt(gap / widest) for gap in gaps if gap > 0]
    return sum(behind) / len(behind) if behind else 0.0
