"""The value of a piece: by a regression that accounts for the lead, and by play without the piece."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx import bots, games
from quincunx.core.bot import Bot
from quincunx.core.observer import Pieces
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.lab.simulate.batch import PieceOffers, rotate_seats
from quincunx.lab.simulate.observed_run import ObservedGame, ObservedRun
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.workers import WorkerPool, until
from quincunx.lab.stats.estimate import Estimate, Z
from quincunx.match import variant

if TYPE_CHECKING:
    import numpy

FEWEST = 20
"""The fewest seats that took a piece, and that did not, for a regression."""
MOST_OTHERS = 5000
"""The most seats that a piece's takers are compared with, when those are drawn from other pieces."""
FEWEST_GAMES = 40
"""The fewest games without a piece that give an estimate."""
MOST = 1000
"""The most games played without a piece."""
IN_A_CHUNK = 4
OFTEN = 0.1
"""A piece that has to be taken in more than this share of the games cannot be forbidden."""
LONGEST = 3
"""A solo game without a piece is given up after this many times the turns of the game with it."""


def worths(found: PieceOffers, z: float = Z) -> dict[str, Estimate]:
    """Return the change in the chance to win for taking each piece.

    It comes from a logit regression of the win on having taken the piece and on the lead at that time, among
    the seats to which it was on offer. Takers of a piece that nearly every seat takes are compared with seats
    to which other pieces were on offer.
    """
    import numpy

    if not len(found):
        return {}
    piece, taken = numpy.array(found.piece), numpy.array(found.taken) > 0
    margin, won = numpy.array(found.margin), numpy.array(found.won)
    spread = margin.std() or 1.0
    estimates: dict[str, Estimate] = {}
    for place, name in enumerate(found.pieces):
        these = piece == place
        with_it, others = numpy.flatnonzero(these & taken), numpy.flatnonzero(these & ~taken)
        if len(others) < FEWEST:
            rest = numpy.flatnonzero(~these)
            others = rest[:: max(1, len(rest) // MOST_OTHERS)]
        if min(len(with_it), len(others)) >= FEWEST:
            rows = numpy.concatenate([with_it, others])
            has = numpy.concatenate([numpy.ones(len(with_it)), numpy.zeros(len(others))])
            features = numpy.column_stack([numpy.ones(len(rows)), margin[rows] / spread, has])
            estimates[name] = _effect(features, won[rows], z)
    return estimates


def _effect(features: "numpy.ndarray[Any, Any]", won: "numpy.ndarray[Any, Any]", z: float) -> Estimate:
    """Return the mean change of the fitted chance when the last feature goes from 0 to 1."""
    import numpy

    weights, bread = logit(features, won)
    without, with_it = features.copy(), features.copy()
    without[:, -1], with_it[:, -1] = 0, 1
    low, high = _chance(without @ weights), _chance(with_it @ weights)
    effect = float((high - low).mean())
    # The gradient of the effect by the weights, for its standard error (delta method).
    slope = ((high * (1 - high))[:, None] * with_it - (low * (1 - low))[:, None] * without).mean(axis=0)
    reach = z * math.sqrt(max(0.0, float(slope @ bread @ slope)))
    assert not numpy.isnan(effect)
    return Estimate(effect, effect - reach, effect + reach)


def logit(
    features: "numpy.ndarray[Any, Any]", won: "numpy.ndarray[Any, Any]"
) -> "tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]":
    """Return weights by Newton's method, and their covariance. A weak ridge keeps them finite where one
    side always wins."""
    import numpy

    weights = numpy.zeros(features.shape[1])
    ridge = 0.1 * numpy.eye(features.shape[1])
    for _ in range(30):
        chance = _chance(features @ weights)
        curve = (features * (chance * (1 - chance))[:, None]).T @ features + ridge
        step = numpy.linalg.solve(curve, features.T @ (won - chance) - ridge @ weights)
        weights += step
        if abs(step).max() < 1e-8:
            break
    return weights, numpy.linalg.inv(curve)


def _chance(score: "numpy.ndarray[Any, Any]") -> "numpy.ndarray[Any, Any]":
    import numpy

    chance: numpy.ndarray[Any, Any] = 1 / (1 + numpy.exp(-numpy.clip(score, -30, 30)))
    return chance


# Play without a piece


class Taker(NamedTuple):
    """A seat that took a piece in a game, and its result: share of the win, or return in a solo game."""

    game: int
    seat: int
    got: float
    turns: int
    """The number of turns of that game."""


class Restriction(NamedTuple):
    """The result of replaying games in which a seat took a piece, now without it."""

    lost: Estimate | None
    """The mean loss of those seats; None if the piece cannot be forbidden, or in too few games."""
    games: int
    forced: float
    """The share of these games in which it had to be taken, because no other move was legal."""
    endless: float
    """The share of these games that were given up as endless; always 0 with several players."""


class Without(Bot):
    """Wraps a bot that may not take one piece: restricted play after Jaffe et al. (2012).

    Where the bot would take it, a random move that takes nothing is made, or else one that takes another.
    """

    def __init__(self, other: Bot, table: Pieces, piece: str) -> None:
        self._other = other
        self._table = table
        self._piece = piece
        self.forced = False
        """Whether every legal move once took the piece."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        action = self._other.choose(state, seat, rng)
        if not self._table.due(state) or self._table.taken(state, seat, action) != self._piece:
            return action
        taken = {move: self._table.taken(state, seat, move) for move in state.legal_actions(seat)}
        allowed = [move for move, piece in taken.items() if not piece]
        allowed = allowed or [move for move, piece in taken.items() if piece != self._piece]
        self.forced |= not allowed
        return allowed[rng.below(len(allowed))] if allowed else action


@dataclass(frozen=True)
class Restricted:
    """Replays games in which a seat took a piece; now it may not. Up to that move the game is the same, so
    the two results differ by the effect of the piece."""

    plan: GamePlan
    piece: str

    def play(self, takers: Sequence[Taker]) -> Iterator[list[tuple[float, bool, bool]]]:
        """Yield for each game the seat's loss, whether it had to take the piece after all, and whether the
        game was given up."""
        game, plan = games.load(self.plan.game), self.plan
        changes = variant.numbers(game, plan.variant)
        for taker in takers:
            players = bots.table(rotate_seats(plan.bots, taker.game), game)
            restricted = players[taker.seat] = Without(players[taker.seat], game.lab.pieces(), self.piece)
            stage = ObservedGame(game, changes, players, f"{plan.seed}:{taker.game}")
            if len(players) == 1:
                ended = stage.play_until(LONGEST * taker.turns)
                got = stage.state.returns()[0]
            else:
                stage.play_unseen()
                ended, winners = True, game.result(stage.state).winners
                got = 1 / len(winners) if taker.seat in winners else 0.0
            yield [(taker.got - got, restricted.forced, not ended)]


def takers(watched: ObservedRun) -> dict[str, list[Taker]]:
    """Return for each piece the seats that took it, one per game, so that the games stay independent."""
    found, players, turns = watched.offers, watched.players, watched.columns["turns"]
    chosen: dict[tuple[int, int], Taker] = {}
    for at, game in enumerate(found.game):
        if found.taken[at]:
            one = Taker(game, found.seat[at], found.won[at], int(turns[game - watched.first] or 0))
            known = chosen.setdefault((found.piece[at], game), one)
            if (one.seat - game) % players < (known.seat - game) % players:
                chosen[found.piece[at], game] = one
    grouped: dict[str, list[Taker]] = {}
    for (place, _), one in sorted(chosen.items()):
        grouped.setdefault(found.pieces[place], []).append(one)
    return grouped


def without(
    plan: GamePlan, piece: str, took: Sequence[Taker], seconds: float, workers: WorkerPool
) -> Restriction:
    """Replay as many games of a piece's takers as there is time for, without the piece."""
    ranges = until(seconds, min(len(took), MOST), IN_A_CHUNK)
    played = workers.play(Restricted(plan, piece), (took[each.start : each.stop] for each in ranges))
    games = len(played)
    forced = sum(had_to for _, had_to, _ in played) / max(1, games)
    endless = sum(given_up for _, _, given_up in played) / max(1, games)
    known = games >= FEWEST_GAMES and forced <= OFTEN and endless <= OFTEN
    return Restriction(_loss([one[0] for one in played]) if known else None, games, forced, endless)


def _loss(values: Sequence[float]) -> Estimate:
    """Return the mean with an interval that allows for a rare difference that has not come up yet.

    >>> round(_loss([0.0] * 100).high, 3)
    0.039
    """
    count = len(values)
    value = math.fsum(values) / count
    spread = math.sqrt(math.fsum((each - value) ** 2 for each in values) / (count - 1) / count)
    unseen = max(1.0, *map(abs, values)) / count
    reach = Z * max(spread, 2 * unseen)
    return Estimate(value, value - reach, value + reach)


def striking(worth: dict[str, Estimate]) -> list[str]:
    """Return the pieces by how far their worth surely is from 0, the farthest first.

    >>> striking({"a": Estimate(0.1, 0.0, 0.2), "b": Estimate(-0.3, -0.4, -0.2)})
    ['b', 'a']
    """
    sure = {name: max(estimate.low, -estimate.high) for name, estimate in worth.items()}
    return sorted(sure, key=lambda name: -sure[name])
