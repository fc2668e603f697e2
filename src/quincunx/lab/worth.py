"""What a piece is worth: by a regression that knows who was winning already, and by taking it away."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quincunx import bots, games, variant
from quincunx.core.bot import Bot
from quincunx.core.observer import Pieces
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.lab.metrics import mean
from quincunx.lab.skill import until
from quincunx.lab.standard import Encounters
from quincunx.lab.summary import Estimate, Z
from quincunx.lab.watch import Stage
from quincunx.lab.workers import Plan, deal

if TYPE_CHECKING:
    import numpy

FEWEST = 20
"""Of those who took a piece, and of those who did not: fewer say nothing."""
MOST_OTHERS = 5000
FEWEST_GAMES = 100
MOST = 4000
"""Games in which a piece is taken away."""


def worths(found: Encounters, z: float = Z) -> dict[str, Estimate]:
    """How much the chance to win rises with each piece, in shares of a win: a logit of the win on having
    taken it and on the lead at that time, among those to whom it was on offer. What nearly everybody takes
    who can is compared with those to whom other pieces were on offer."""
    import numpy

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


class Without(Bot):
    """Another bot that may not take one piece: restricted play after Jaffe et al. (2012).

    Where the other bot would take it, a move is made that takes nothing, or else one at random of the rest.
    """

    def __init__(self, other: Bot, table: Pieces, piece: str) -> None:
        self._other = other
        self._table = table
        self._piece = piece

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        action = self._other.choose(state, seat, rng)
        if not self._table.due(state) or self._table.taken(state, seat, action) != self._piece:
            return action
        taken = {move: self._table.taken(state, seat, move) for move in state.actions(seat)}
        allowed = [move for move, piece in taken.items() if not piece]
        allowed = allowed or [move for move, piece in taken.items() if piece != self._piece]
        return allowed[rng.below(len(allowed))] if allowed else action


@dataclass(frozen=True)
class Restricted:
    """Plays games in which one seat, another in each game, may not take a piece; tells what it won."""

    plan: Plan
    piece: str

    def play(self, numbers: range) -> Iterator[list[float]]:
        """For each game the share of the win, or alone the score, of the seat that does without."""
        game, plan = games.load(self.plan.game), self.plan
        changes = variant.numbers(game, plan.variant)
        players = len(plan.bots)
        for number in numbers:
            seated: list[Bot] = [bots.seat(plan.bots[0], game) for _ in range(players)]
            seat = number % players
            seated[seat] = Without(seated[seat], game.pieces(), self.piece)
            stage = Stage(game, changes, seated, f"{plan.seed}:{number}")
            stage.play_unseen()
            result = game.result(stage.state)
            if players == 1:
                yield [result.scores[0]]
            else:
                yield [1 / len(result.winners) if seat in result.winners else 0.0]


def without(plan: Plan, piece: str, seconds: float, jobs: int, z: float = Z) -> Estimate | None:
    """What a seat loses, in shares of a win, if it alone may not take the piece: its worth by its absence.
    None if there was no time for enough games."""
    dealt = deal(Restricted(plan, piece), until(seconds, MOST, 4), jobs, ())
    got = [value for part in dealt for value in part]
    if len(got) < FEWEST_GAMES:
        return None
    share = mean(got)
    fair = 1 / len(plan.bots)
    lost, wider = fair - share.value, z / Z
    return Estimate(lost, lost - wider * (share.high - share.value), lost + wider * (share.value - share.low))


def striking(worth: dict[str, Estimate], most: int) -> list[str]:
    """The pieces that stand out, the most striking first: worth most or least, for how sure that is.

    >>> striking({"a": Estimate(0.1, 0.0, 0.2), "b": Estimate(-0.3, -0.4, -0.2)}, 1)
    ['b']
    """
    sure = {name: max(estimate.low, -estimate.high) for name, estimate in worth.items()}
    return sorted(sure, key=lambda name: -sure[name])[:most]
