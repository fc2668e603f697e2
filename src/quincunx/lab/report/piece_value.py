"""What a piece is worth: by a regression that knows who was winning already, and by taking it away."""

import math
import time
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
from quincunx.lab.simulate.workers import WorkerPool
from quincunx.lab.stats.estimate import Estimate, Z
from quincunx.match import variant

if TYPE_CHECKING:
    import numpy

FEWEST = 20
"""Of those who took a piece, and of those who did not: fewer say nothing."""
MOST_OTHERS = 5000
FEWEST_GAMES = 40
MOST = 1000
"""Games in which a piece is taken away, at most."""
IN_A_CHUNK = 4
OFTEN = 0.1
"""A piece that must be taken in so many of these games cannot be forbidden."""
LONGEST = 3
"""Alone, a game without a piece is given up after so many times the turns of the game with it."""


def worths(found: PieceOffers, z: float = Z) -> dict[str, Estimate]:
    """How much the chance to win rises with each piece, in shares of a win: a logit of the win on having
    taken it and on the lead at that time, among those to whom it was on offer. What nearly everybody takes
    who can is compared with those to whom other pieces were on offer."""
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
    """The mean change of the fitted chance when the last feature goes from 0 to 1."""
    import numpy

    weights, bread = logit(features, won)
    without, with_it = features.copy(), features.copy()
    without[:, -1], with_it[:, -1] = 0, 1
    low, high = _chance(without @ weights), _chance(with_it @ weights)
    effect = float((high - low).mean())
    # How the effect answers to each weight, for its standard error.
    slope = ((high * (1 - high))[:, None] * with_it - (low * (1 - low))[:, None] * without).mean(axis=0)
    reach = z * math.sqrt(max(0.0, float(slope @ bread @ slope)))
    assert not numpy.isnan(effect)
    return Estimate(effect, effect - reach, effect + reach)


def logit(
    features: "numpy.ndarray[Any, Any]", won: "numpy.ndarray[Any, Any]"
) -> "tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]":
    """Weights by Newton's method, and their covariance. A weak ridge keeps them finite where one side
    always wins."""
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


# Taking it away


class Taker(NamedTuple):
    """A seat that took a piece in a game, and what it got: its share of the win, or alone the return."""

    game: int
    seat: int
    got: float
    turns: int
    """How long the game was."""


class Restriction(NamedTuple):
    """What became of those who took a piece when they might not."""

    lost: Estimate | None
    """How much less they got; None if the piece cannot be forbidden, or in too few games."""
    games: int
    forced: float
    """In how many of these games it had to be taken, because no other move was legal."""
    endless: float
    """In how many there was no end in sight; alone, for others end a game."""


class Without(Bot):
    """Another bot that may not take one piece: restricted play after Jaffe et al. (2012).

    Where the other bot would take it, a move is made that takes nothing, or else one at random of the rest.
    """

    def __init__(self, other: Bot, table: Pieces, piece: str) -> None:
        self._other = other
        self._table = table
        self._piece = piece
        self.forced = False
        """Whether the piece was once all that could be taken."""

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
    """Plays games once more in which a seat took a piece; now it may not. Up to that move the game is the
    same, so the two results differ by what the piece did."""

    plan: GamePlan
    piece: str

    def play(self, takers: Sequence[Taker]) -> Iterator[list[tuple[float, bool, bool]]]:
        """For each game how much less the seat got, whether it had to take the piece after all, and whether
        the game was given up."""
        game, plan = games.load(self.plan.game), self.plan
        changes = variant.numbers(game, plan.variant)
        for taker in takers:
            players = bots.table(rotate_seats(plan.bots, taker.game), game)
            restricted = players[taker.seat] = Without(players[taker.seat], game.pieces(), self.piece)
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
    """Who took each piece: one seat of a game, another first in each, so that games stay independent."""
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
    plan: GamePlan, piece: str, took: Sequence[Taker], seconds: float, crew: WorkerPool
) -> Restriction:
    """What those who took the piece lose if they may not, in as many of their games as there is time for."""
    deadline = time.monotonic() + seconds

    def chunks() -> Iterator[Sequence[Taker]]:
        for first in range(0, min(len(took), MOST), IN_A_CHUNK):
            if time.monotonic() > deadline:
                return
            yield took[first : min(first + IN_A_CHUNK, MOST)]

    played = crew.play(Restricted(plan, piece), chunks())
    games = len(played)
    forced = sum(had_to for _, had_to, _ in played) / max(1, games)
    endless = sum(given_up for _, _, given_up in played) / max(1, games)
    known = games >= FEWEST_GAMES and forced <= OFTEN and endless <= OFTEN
    return Restriction(_loss([one[0] for one in played]) if known else None, games, forced, endless)


def _loss(values: Sequence[float]) -> Estimate:
    """The mean with its interval. Where hardly any game differs, a rare difference may not have come up yet.

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
    """The pieces, the most striking first: worth most or least, for how sure that is.

    >>> striking({"a": Estimate(0.1, 0.0, 0.2), "b": Estimate(-0.3, -0.4, -0.2)})
    ['b', 'a']
    """
    sure = {name: max(estimate.low, -estimate.high) for name, estimate in worth.items()}
    return sorted(sure, key=lambda name: -sure[name])
