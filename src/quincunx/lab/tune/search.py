"""Searching for numbers that meet a designer's goals.

First the original, and every number alone at both of its ends: that tells what matters. Then candidates
that Optuna proposes, and in the second half neighbours of the best. All play the same seeds, so that luck
is the same for all. The best of them play again with new seeds, because the luckiest of many looks better
than it is; only what they measure then is reported.
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx import games as known_games
from quincunx.core.errors import UserError
from quincunx.core.game import Game, numbers_digest
from quincunx.lab.progress import Progress, counted
from quincunx.lab.report.metrics import Metric, metric
from quincunx.lab.simulate.observed_run import PLAYTEST, STANDARD, watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import resolve_bots
from quincunx.lab.stats.confidence_sequence import planned
from quincunx.lab.stats.estimate import Estimate
from quincunx.lab.tune.goals import Goals
from quincunx.lab.tune.history import GoalMeasure, SearchHistory, TriedCandidate, front, total
from quincunx.lab.tune.results import Candidate, Sensitivity, Tuned, conclusions
from quincunx.match import variant as variants
from quincunx.match.players import read_bots

if TYPE_CHECKING:
    from quincunx.bots.external import OwnBot

JOURNAL = "tune.journal"
"""The file in the folder of the results that a search goes on from."""

FINALISTS = 8
"""So many of the best play again."""


@dataclass(frozen=True)
class LineUp:
    """Goals that are measured in the same games."""

    bots: list[str]
    own: "dict[str, OwnBot]"
    metrics: list[tuple[int, Metric]]
    """Each with the place of its goal."""
    observers: Sequence[str]


class Sample(NamedTuple):
    """What some games say of one goal's metric: over all of them, and game by game."""

    estimate: Estimate
    values: list[float | None]


class CandidateRunner:
    """Plays candidates and measures them for each goal."""

    def __init__(
        self,
        game: Game[Any],
        goals: Goals,
        seed: str,
        jobs: int | None,
        progress: Progress | None,
        on: str = "",
    ) -> None:
        self.game = game
        self.goals = goals
        self.seed = seed
        self.line_ups = line_ups(game, goals)
        self._jobs = jobs
        self._on = on
        candidates = 1 + sum(len(ends(goals, at)) for at in range(len(goals.dials))) + goals.budget
        expected = (candidates * goals.games + (FINALISTS + 1) * goals.again) * len(self.line_ups)
        self._advance = counted(progress or (lambda done, total: None), expected)

    def play(self, places: list[int], games: int, seed: str) -> list[Sample]:
        """What a candidate's games say of each goal; a UserError if its numbers are impossible."""
        variant = self.goals.variant(self.game.toml, places)
        variants.numbers(self.game, variant)
        found: dict[int, Sample] = {}
        for line_up in self.line_ups:
            plan = GamePlan(self.game.name, line_up.bots, games, seed, variant, line_up.own)
            watched = watch(plan, line_up.observers, self._jobs, self._advance, on=self._on)
            for at, wanted in line_up.metrics:
                found[at] = Sample(wanted.estimate(watched), wanted.values(watched))
                if math.isnan(found[at].estimate.value):
                    raise UserError(f"no game has a value for `{wanted.key}`.")
        return [found[at] for at in range(len(found))]

    def labels(self) -> list[str]:
        """What each goal is about, with the line-up if there are several."""
        names = {at: wanted.name for line_up in self.line_ups for at, wanted in line_up.metrics}
        several = len(self.line_ups) > 1
        line_ups = self.goals.line_ups
        return [names[at] + (f" ({line_ups[at]})" if several else "") for at in range(len(names))]

    def shares(self) -> list[bool]:
        units = {at: wanted.unit for line_up in self.line_ups for at, wanted in line_up.metrics}
        return [units[at] == "share" for at in range(len(units))]

    def skip(self, games: int) -> None:
        """So many games need not be played."""
        self._advance(games * len(self.line_ups))


def line_ups(game: Game[Any], goals: Goals) -> list[LineUp]:
    """Which bots must play for which goals."""
    found: list[LineUp] = []
    for seats in dict.fromkeys(goals.line_ups):
        bots, own = resolve_bots(read_bots(seats, load=False), game)
        game.require_player_count(len(bots))
        wanted = [
            (at, metric(goal.metric, game))
            for at, goal in enumerate(goals.goals)
            if goals.line_ups[at] == seats
        ]
        asked = any(goals.goals[at].metric.startswith(PLAYTEST) for at, _ in wanted)
        found.append(LineUp(bots, own, wanted, [STANDARD, PLAYTEST] if asked else [STANDARD]))
    return found


def ends(goals: Goals, at: int) -> list[int]:
    """The values of a number that are tried alone: both ends of a scale, or every word."""
    dial = goals.dials[at]
    last = len(dial.values) - 1
    tried = [0, last] if dial.ordered else list(range(last + 1))
    return [place for place in tried if place != dial.original]


def tune(
    game: Game[Any] | str,
    goals: Goals,
    out: Path,
    seed: str = "1",
    jobs: int | None = None,
    progress: Progress | None = None,
    stop: Callable[[TriedCandidate], None] | None = None,
    on: str = "",
) -> Tuned:
    """Search, and return the front of good compromises. What was tried is kept in `out`, where the same
    call goes on. `stop` is told each new candidate, and may end the search by raising."""
    game = known_games.load(game) if isinstance(game, str) else game
    begun = time.perf_counter()
    search = CandidateRunner(game, goals, seed, jobs, progress, on)
    study = SearchHistory(goals, out / JOURNAL, seed, _asked(game, goals, seed))
    known = {tuple(one.places): one for one in study.tried}
    original = search.play(goals.originals(), goals.games, seed)

    def attempt(places: list[int]) -> TriedCandidate:
        if tuple(places) in known:
            search.skip(goals.games)
            return known[tuple(places)]
        one = _measured(search, places, original)
        study.add(one)
        known[tuple(places)] = one
        if stop is not None:
            stop(one)
        return one

    attempt(goals.originals())
    alone = [
        [attempt(_moved(goals, at, place)) for place in ends(goals, at)] for at in range(len(goals.dials))
    ]
    fixed = 1 + sum(len(tried) for tried in alone)
    search.skip(goals.games * max(0, len(study.tried) - fixed))
    while len(study.tried) < fixed + goals.budget:
        proposed = study.propose(near=len(study.tried) - fixed >= goals.budget // 2)
        if proposed is None:
            break
        attempt(proposed)
    finalists = _finalists(goals, study)
    candidates = _again(search, finalists)
    sensitivity = [
        Sensitivity(
            dial.key, [dial.say(place) for place in ends(goals, at)], [one.measures for one in alone[at]]
        )
        for at, dial in enumerate(goals.dials)
    ]
    labels, shares = search.labels(), search.shares()
    return Tuned(
        game.name,
        goals,
        labels,
        shares,
        seed,
        candidates,
        sorted(sensitivity, key=lambda one: -one.matters(goals)),
        study.tried,
        conclusions(goals, labels, shares, candidates, study.tried),
        time.perf_counter() - begun,
    )


def _asked(game: Game[Any], goals: Goals, seed: str) -> str:
    """What must be the same for a search to go on; only the number of candidates may grow."""
    dials = [[dial.key, dial.values, dial.original, dial.times] for dial in goals.dials]
    wanted = [goal.metric for goal in goals.goals], goals.line_ups
    base = variants.digest(game, goals.base)
    lacks = [[goal.about, goal.below, goal.above, goal.tolerance, goal.weight] for goal in goals.goals]
    rest = [dials, wanted, lacks, base, goals.games, goals.keep, seed]
    return f"{game.name} {numbers_digest({'asked': rest})}"


def _moved(goals: Goals, at: int, place: int) -> list[int]:
    places = goals.originals()
    places[at] = place
    return places


def _measured(search: CandidateRunner, places: list[int], original: list[Sample]) -> TriedCandidate:
    try:
        samples = search.play(places, search.goals.games, search.seed)
    except UserError as problem:
        search.skip(search.goals.games)
        return TriedCandidate(places, problem=str(problem))
    return TriedCandidate(places, [measure(one, other) for one, other in zip(samples, original, strict=True)])


def measure(ours: Sample, original: Sample) -> GoalMeasure:
    """What a candidate's games say of one goal, and how that differs from the original's games."""
    value, low, high = ours.estimate.value, ours.estimate.low, ours.estimate.high
    step = planned(ours.values, original.values)
    step_reach = step.high - step.value if step is not None else 0.0
    return GoalMeasure(value, max(high - value, value - low), value - original.estimate.value, step_reach)


def _finalists(goals: Goals, study: SearchHistory) -> list[TriedCandidate]:
    """The best compromises; then those that only seemed a little worse, for that may have been luck."""
    ranked = sorted(study.playable(), key=lambda one: total(goals, one))
    best = front(goals, ranked)
    return [*best, *(one for one in ranked if one not in best)][:FINALISTS]


def _again(search: CandidateRunner, finalists: list[TriedCandidate]) -> list[Candidate]:
    """The original and the finalists once more, with seeds that had no part in choosing them."""
    goals = search.goals
    seed = f"{search.seed}:again"
    original = search.play(goals.originals(), goals.again, seed)
    found: list[Candidate] = []
    for one in finalists:
        if one.places == goals.originals():
            continue
        with suppress(UserError):
            samples = search.play(one.places, goals.again, seed)
            measures = [measure(ours, theirs) for ours, theirs in zip(samples, original, strict=True)]
            found.append(
                Candidate(TriedCandidate(one.places, measures), goals.variant(search.game.toml, one.places))
            )
    kept = front(goals, [one.tried for one in found])
    found = [next(one for one in found if one.tried is tried) for tried in kept]
    first = TriedCandidate(goals.originals(), [measure(sample, sample) for sample in original])
    return [Candidate(first, goals.base), *found]
