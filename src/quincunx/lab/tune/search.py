"""The search for numbers that meet a designer's goals.

It tries the original, then every number alone at both ends of its range, then candidates that Optuna
proposes, then neighbours of the best, all on the same seeds. The best play again on new seeds, because the
luckiest of many looks better than it is; only those measures are reported.
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
"""The file in the results folder from which a search resumes."""

FINALISTS = 8
"""The number of best candidates that play again on new seeds."""


@dataclass(frozen=True)
class LineUp:
    """The goals that are measured in the same games, and the bots that play them."""

    bots: list[str]
    own: "dict[str, OwnBot]"
    metrics: list[tuple[int, Metric]]
    """Each metric with the index of its goal."""
    observers: Sequence[str]


class Sample(NamedTuple):
    """One goal's metric over some games: the estimate and the value of each game."""

    estimate: Estimate
    values: list[float | None]


class CandidateRunner:
    """Plays the games of candidates and measures each goal."""

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
        """Play a candidate's games and return a sample for each goal; raise UserError if impossible."""
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
        """Return the name of each goal's metric, with the line-up if there are several."""
        names = {at: wanted.name for line_up in self.line_ups for at, wanted in line_up.metrics}
        several = len(self.line_ups) > 1
        line_ups = self.goals.line_ups
        return [names[at] + (f" ({line_ups[at]})" if several else "") for at in range(len(names))]

    def shares(self) -> list[bool]:
        units = {at: wanted.unit for line_up in self.line_ups for at, wanted in line_up.metrics}
        return [units[at] == "share" for at in range(len(units))]

    def skip(self, games: int) -> None:
        """Advance the progress bar past games that need not be played."""
        self._advance(games * len(self.line_ups))


def line_ups(game: Game[Any], goals: Goals) -> list[LineUp]:
    """Return the line-ups that must play, each with the goals it measures."""
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
    """Return the indices of a dial's values that are tried alone: both ends of a scale, or every word."""
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
    """Search, and return the Pareto front of good compromises.

    The candidates tried are kept in `out`; the same call resumes from there. `stop` is called with each new
    candidate, and may end the search by raising."""
    game = known_games.load(game) if isinstance(game, str) else game
    begun = time.perf_counter()
    search = CandidateRunner(game, goals, seed, jobs, progress, on)
    study = SearchHistory(goals, out / JOURNAL, seed, _search_digest(game, goals, seed))
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
    candidates = _replay_finalists(search, finalists)
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


def _search_digest(game: Game[Any], goals: Goals, seed: str) -> str:
    """Return a digest of all that must be the same to resume; only `budget` and `again` may differ."""
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
    return TriedCandidate(places, list(map(measure, samples, original)))


def measure(ours: Sample, original: Sample) -> GoalMeasure:
    """Return a candidate's measure for one goal, with its difference from the original's games."""
    value, low, high = ours.estimate.value, ours.estimate.low, ours.estimate.high
    step = planned(ours.values, original.values)
    step_reach = step.high - step.value if step is not None else 0.0
    return GoalMeasure(value, max(high - value, value - low), value - original.estimate.value, step_reach)


def _finalists(goals: Goals, study: SearchHistory) -> list[TriedCandidate]:
    """Return the best compromises, then the next best: they may have seemed worse only by bad luck."""
    ranked = sorted(study.playable(), key=lambda one: total(goals, one))
    best = front(goals, ranked)
    return [*best, *(one for one in ranked if one not in best)][:FINALISTS]


def _replay_finalists(search: CandidateRunner, finalists: list[TriedCandidate]) -> list[Candidate]:
    """Play the original and the finalists again, with seeds that had no part in choosing them."""
    goals = search.goals
    seed = f"{search.seed}:again"
    original = search.play(goals.originals(), goals.again, seed)
    found: list[Candidate] = []
    for one in finalists:
        if one.places == goals.originals():
            continue
        with suppress(UserError):
            samples = search.play(one.places, goals.again, seed)
            tried = TriedCandidate(one.places, list(map(measure, samples, original)))
            found.append(Candidate(tried, goals.variant(search.game.toml, one.places)))
    kept = front(goals, [one.tried for one in found])
    found = [next(one for one in found if one.tried is tried) for tried in kept]
    first = TriedCandidate(goals.originals(), list(map(measure, original, original)))
    return [Candidate(first, goals.base), *found]
