"""The standard observer of reports: what can be counted in any game without listening to its events."""

import math
from typing import Any

from quincunx.core.game import Game, Result
from quincunx.core.observer import Cell, Observer
from quincunx.core.state import State
from quincunx.lab.simulate.batch import SCORE, SEATS, WON, PieceOffers

TENTHS = range(1, 10)
"""The tenths of a game's turns after which the leader is noted."""

DETAIL_EVERY = 8
"""One in this many watched games is also observed at every decision: legal moves, and who waits."""

NOBODY_LEADS = 0
"""The entry of a leader column (seats count from 1) when two or more seats are level."""

_MADE = [f"decisions {seat}" for seat in SEATS]
_LEADER = [f"leader {tenth}" for tenth in range(10)]


class Standard(Observer):
    """Counts one row per game: length, result, leaders, waiting, choices, pieces offered and taken."""

    def __init__(self, game: Game[Any], numbers: Any) -> None:
        self._game = game
        pieces = game.lab.pieces()
        self._due = pieces.due
        self._taken = pieces.taken
        self._offered = pieces.offered
        self._titles = list(pieces.titles(numbers))
        self._names = {
            piece: (place, f"offered {piece}", f"taken {piece}") for place, piece in enumerate(self._titles)
        }
        self.offers = PieceOffers(self._titles)

    def fresh(self) -> PieceOffers:
        """Start a new table of pieces on offer and return it."""
        self.offers = PieceOffers(self._titles)
        return self.offers

    # During a game

    def begins(self, state: State) -> None:
        self._now = self._game.scores(state)
        self._series = [self._now]
        self._asked: list[int] = []
        """The seat that made each decision, in order."""
        self._met: dict[tuple[int, str], list[Any]] = {}
        self._closely = self.number // self._game.lab.observe_every % DETAIL_EVERY == 0
        self._moves = 0
        self._forced = 0
        self._active = 0
        self._last = [0] * state.players
        self._waits: list[int] = []

    def turn_begins(self, state: State) -> None:
        self._now = self._game.scores(state)
        self._series.append(self._now)

    def decides(self, state: State, seat: int, action: int) -> None:
        if self._closely:
            self._count_moves(state, seat)
        self._asked.append(seat)
        if self._due(state):
            self._note_offers(state, seat, action)

    def _count_moves(self, state: State, seat: int) -> None:
        """Count the legal moves, and how long each seat to move has waited."""
        moves = len(state.legal_actions(seat))
        self._moves += moves
        self._forced += moves == 1
        made = len(self._asked)
        asked = state.players_to_move()
        self._active += len(asked)
        for one in asked:
            if made > self._last[one]:
                self._waits.append(made - self._last[one])
            self._last[one] = made + 1

    def _note_offers(self, state: State, seat: int, action: int) -> None:
        """Note the pieces that the seat may take now, and the one it takes."""
        turn, met = len(self._series), self._met
        for piece in self._offered(state, seat):
            if piece:
                meeting = met.get((seat, piece))
                if meeting is None:
                    met[seat, piece] = [turn, self._now, 1, 0, turn, 0]
                elif meeting[LAST_OFFER] != turn:
                    meeting[LAST_OFFER] = turn
                    meeting[OFFERS] += 1
        piece = self._taken(state, seat, action)
        if piece:
            meeting = met[seat, piece]
            if meeting[LAST_TAKEN] != turn:
                if not meeting[TAKEN]:
                    meeting[TURN], meeting[STANDING] = turn, self._now
                meeting[LAST_TAKEN] = turn
                meeting[TAKEN] += 1

    # At the end of a game

    def ends(self, state: State) -> dict[str, Cell]:
        asked, players = self._asked, state.players
        result = self._game.result(state)
        row = self.outcome(state, result, len(asked))
        row["watched"] = 1
        for seat in range(players):
            row[_MADE[seat]] = asked.count(seat)
        if players > 1 and self._now:
            self._series[-1] = result.scores
            self._add_leaders(row, result.winners)
        if self._closely and asked:
            self._add_choices(row, players, len(asked))
        won = [float(row[WON[seat]]) for seat in range(players)] if players > 1 else state.returns()
        self._add_pieces(row, won)
        return row

    def looks_at(self, number: int) -> bool:
        """Whether the game of that number is watched turn by turn, not only for its outcome."""
        return number % self._game.lab.observe_every == 0

    def outcome(self, state: State, result: Result, decisions: int) -> dict[str, Cell]:
        """Return the columns that are known from a game's end alone, whether or not it was watched."""
        scores, winners = result.scores, result.winners
        ending = " ".join([result.why.kind, *result.why.causes])
        row: dict[str, Cell] = {"turns": state.turns(), "decisions": decisions, "ending": ending}
        for seat in range(state.players):
            row[WON[seat]] = 1 / len(winners) if seat in winners else 0.0
            row[SCORE[seat]] = scores[seat]
        if state.players > 1:
            first, second = sorted(scores)[:-3:-1]
            row["margin"] = first - second
            row["closeness"] = 1 - min(1.0, (first - second) / abs(first)) if first else 1.0
        return row

    def _add_leaders(self, row: dict[str, Cell], winners: list[int]) -> None:
        series = self._series
        leaders = _leaders(series)
        steps = len(leaders) - 1
        for tenth in TENTHS:
            row[_LEADER[tenth]] = leaders[steps * tenth // 10]
        alone = [leader for leader in leaders if leader != NOBODY_LEADS]
        row["lead changes"] = sum(map(int.__ne__, alone, alone[1:]))
        if len(winners) == 1:
            winner = winners[0]
            row["decided"] = _decided(leaders, winner + 1)
            row["drama"] = _drama(series, leaders, winner)

    def _add_choices(self, row: dict[str, Cell], players: int, decisions: int) -> None:
        row["branching"] = self._moves / decisions
        row["decision moves"] = 1 - self._forced / decisions
        if players > 1:
            row["idle"] = 1 - self._active / decisions / players
            row["wait"] = sum(self._waits) / len(self._waits) if self._waits else 0.0
            row["longest wait"] = max(self._waits, default=0)

    def _add_pieces(self, row: dict[str, Cell], won: list[float]) -> None:
        """Add the game's pieces to the table of offers, and their sums to the row."""
        found, turns = self.offers, max(1, len(self._series) - 1)
        sums: dict[str, Any] = {}
        for (seat, piece), (turn, standing, offers, taken, _, _) in self._met.items():
            place, offered_name, taken_name = self._names[piece]
            sums[offered_name] = sums.get(offered_name, 0) + offers
            if taken:
                sums[taken_name] = sums.get(taken_name, 0) + taken
            found.game.append(self.number)
            found.seat.append(seat)
            found.piece.append(place)
            found.offers.append(offers)
            found.taken.append(taken)
            found.when.append((turn - 1) / turns)
            found.margin.append(_margin(standing, seat))
            found.won.append(won[seat])
        row.update(sums)


# The fields noted for a seat and a piece during a game: the turn of the first offer (or of the first taking),
# the standing then, the numbers of turns in which it was on offer and taken, and the last turn of each.
TURN, STANDING, OFFERS, TAKEN, LAST_OFFER, LAST_TAKEN = range(6)


def _margin(scores: list[float], seat: int) -> float:
    """Return a seat's lead over the best other seat, negative if it is behind.

    >>> _margin([3.0, 5.0, 1.0], 0), _margin([3.0, 5.0, 1.0], 1), _margin([], 0)
    (-2.0, 2.0, 0.0)
    """
    if len(scores) < 2:
        return 0.0
    if len(scores) == 2:
        return scores[seat] - scores[1 - seat]
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])


def _leaders(series: list[list[float]]) -> list[int]:
    """Return the leading seat, from 1, in each of the standings; 0 where two are level.

    >>> _leaders([[3.0, 5.0, 1.0], [5.0, 5.0, 1.0]])
    [2, 0]
    """
    leaders: list[int] = []
    before: list[float] = []
    leader = NOBODY_LEADS
    for scores in series:
        # Most turns change nothing.
        if scores != before:
            best = max(scores)
            leader = scores.index(best) + 1 if scores.count(best) == 1 else NOBODY_LEADS
            before = scores
        leaders.append(leader)
    return leaders


def _decided(leaders: list[int], winner: int) -> float:
    """Return the share of the turns after which the winner led to the end; 1 if only the last turn decided.

    >>> _decided([0, 1, 2, 1, 1], 1), _decided([0, 1, 2, 2, 2], 1)
    (0.75, 1.0)
    """
    steps = len(leaders) - 1
    at = steps
    while at and leaders[at - 1] == winner:
        at -= 1
    return at / steps if steps and leaders[steps] == winner else 1.0


def _drama(series: list[list[float]], leaders: list[int], winner: int) -> float:
    """Return how far the winner was behind while behind, from 0 to 1 (after Browne 2008).

    It is the mean square root of the gaps to the leader, relative to the widest gap between any two seats.

    >>> _drama([[0.0, 4.0], [1.0, 2.0], [5.0, 4.0]], [2, 2, 1], 0)
    0.75
    """
    gaps = [
        max(scores) - scores[winner]
        for scores, leader in zip(series, leaders, strict=True)
        if leader != winner + 1
    ]
    behind = [gap for gap in gaps if gap > 0]
    if not behind:
        return 0.0
    widest = max(max(scores) - min(scores) for scores in series)
    return math.fsum(map(math.sqrt, behind)) / math.sqrt(widest) / len(behind)
