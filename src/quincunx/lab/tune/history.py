"""The candidates a search has tried, kept in a file so that it can resume, and the choice of the next one.

Optuna keeps the file and proposes candidates (its TPE sampler handles several goals at once). A proposal
depends only on the seed and on what was tried before, so an interrupted search resumes exactly.
"""

import math
import random
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.core.errors import UserError
from quincunx.lab.tune.dials import Dial
from quincunx.lab.tune.goals import Goals

if TYPE_CHECKING:
    import optuna

STUDY = "tune"
BEST = 4
"""The number of best candidates whose neighbours the second half of a search tries."""

ATTEMPTS = 60
"""The number of attempts to find a neighbour that was not tried yet."""


class GoalMeasure(msgspec.Struct, frozen=True):
    """A candidate's value for one goal, with its 95% interval."""

    value: float
    reach: float
    """The half-width of the interval around `value`."""
    step: float
    """The difference from the original on the same seeds."""
    step_reach: float
    """The half-width of the interval around `step`."""


@dataclass(frozen=True)
class TriedCandidate:
    """A candidate (the index of each dial's value) and its measured result."""

    places: list[int]
    measures: list[GoalMeasure] = field(default_factory=list)
    """One measure for each goal; empty if the candidate cannot be played."""
    problem: str = ""
    """The reason it cannot be played; empty if it can."""


def missing(goals: Goals, tried: TriedCandidate) -> list[float]:
    """Return how far the candidate misses each goal, in tolerances."""
    return [goal.missing(measure.value) for goal, measure in zip(goals.goals, tried.measures, strict=True)]


def total(goals: Goals, tried: TriedCandidate) -> float:
    """Return the weighted sum of misses plus the cost of the changes; lower is better."""
    weights = [goal.weight for goal in goals.goals]
    lacks = math.fsum(weight * lack for weight, lack in zip(weights, missing(goals, tried), strict=True))
    return lacks + goals.keep * goals.change(tried.places)


def front(goals: Goals, tried: list[TriedCandidate]) -> list[TriedCandidate]:
    """Return the Pareto front by goals missed and size of changes, sorted by `total`."""
    scores = [[*missing(goals, one), goals.change(one.places)] for one in tried]
    kept = [
        one
        for one, score in zip(tried, scores, strict=True)
        if not any(other != score and all(map(float.__le__, other, score)) for other in scores)
    ]
    return sorted(kept, key=lambda one: total(goals, one))


class SearchHistory:
    """The candidates tried so far, in order."""

    def __init__(self, goals: Goals, file: Path, seed: str, asked: str) -> None:
        """Open or create the file; refuse one begun with another `asked`, a digest of the search."""
        self.goals = goals
        self.tried: list[TriedCandidate] = []
        self._seed = seed
        optuna = _optuna()
        directions = ["minimize"] * (len(goals.goals) + 1)
        self._kept = optuna.create_study(
            storage=_storage(file), study_name=STUDY, directions=directions, load_if_exists=True
        )
        if self._kept.user_attrs.setdefault("asked", asked) != asked:
            raise UserError(
                f"{file} was begun with other goals, numbers or seeds; name another folder with `--out`, "
                "or delete the file."
            )
        self._kept.set_user_attr("asked", asked)
        self._memory = optuna.create_study(directions=directions)
        self._distributions = {f"{at}": _distribution(dial) for at, dial in enumerate(goals.dials)}
        for trial in self._kept.trials:
            self._remember(trial)

    def add(self, one: TriedCandidate) -> None:
        """Store a candidate with its result."""
        optuna = _optuna()
        done = optuna.trial.TrialState.FAIL if one.problem else optuna.trial.TrialState.COMPLETE
        scores = None if one.problem else [*missing(self.goals, one), self.goals.change(one.places)]
        trial = optuna.create_trial(
            state=done,
            params={f"{at}": place for at, place in enumerate(one.places)},
            distributions=self._distributions,
            values=scores,
            user_attrs={"problem": one.problem, "measures": msgspec.to_builtins(one.measures)},
        )
        self._kept.add_trial(trial)
        self._remember(trial)

    def _remember(self, trial: "optuna.trial.FrozenTrial") -> None:
        self._memory.add_trial(trial)
        places = [trial.params[f"{at}"] for at in range(len(self.goals.dials))]
        measures = msgspec.convert(trial.user_attrs["measures"], list[GoalMeasure])
        self.tried.append(TriedCandidate(places, measures, trial.user_attrs["problem"]))

    def playable(self) -> list[TriedCandidate]:
        return [one for one in self.tried if not one.problem]

    def propose(self, near: bool) -> list[int] | None:
        """Return an untried candidate, near the best or as Optuna suggests; None if none is found."""
        known = {tuple(one.places) for one in self.tried}
        rng = random.Random(f"{self._seed}:{len(self.tried)}")
        if not near:
            places = self._ask(rng.randrange(2**31))
            if tuple(places) not in known:
                return places
        best = sorted(self.playable(), key=lambda one: total(self.goals, one))[:BEST]
        for attempt in range(ATTEMPTS):
            parent = rng.choice(best).places if best else self.goals.originals()
            places = _neighbour(self.goals.dials, parent, rng, attempt)
            if tuple(places) not in known:
                return places
        return None

    def _ask(self, seed: int) -> list[int]:
        optuna = _optuna()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            self._memory.sampler = optuna.samplers.TPESampler(seed=seed, multivariate=True)
        trial = self._memory.ask(self._distributions)
        places = [trial.params[f"{at}"] for at in range(len(self.goals.dials))]
        # This trial only served to ask: its result is added as a trial of its own.
        self._memory.tell(trial, state=optuna.trial.TrialState.FAIL)
        return places


def _neighbour(dials: list[Dial], parent: list[int], rng: random.Random, attempt: int) -> list[int]:
    """Return `parent` with one number reset, or one or two moved; later attempts move them farther."""
    places = list(parent)
    moved = [at for at, dial in enumerate(dials) if places[at] != dial.original]
    if moved and rng.random() < 0.3:
        back = rng.choice(moved)
        places[back] = dials[back].original
        return places
    for at in rng.sample(range(len(dials)), min(len(dials), rng.choice((1, 1, 2)))):
        last = len(dials[at].values) - 1
        if dials[at].ordered:
            far = max(1, round(last * (0.05 + attempt / ATTEMPTS / 2)))
            step = rng.randint(1, far) * rng.choice((-1, 1))
            places[at] = min(last, max(0, places[at] + step))
        else:
            places[at] = rng.randint(0, last)
    return places


def _distribution(dial: Dial) -> Any:
    optuna = _optuna()
    last = len(dial.values) - 1
    if dial.ordered:
        return optuna.distributions.IntDistribution(0, last)
    return optuna.distributions.CategoricalDistribution(range(last + 1))


def _storage(file: Path) -> Any:
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    file.parent.mkdir(parents=True, exist_ok=True)
    return JournalStorage(JournalFileBackend(str(file)))


def _optuna() -> Any:
    """Return Optuna with its log silenced; raise UserError if it is not installed."""
    try:
        import optuna
    except ImportError:
        raise UserError("A search needs Optuna: `pip install 'quincunx[lab]'`.") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna
