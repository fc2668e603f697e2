"""`compare`: two or more variants played on the same seeds until it is clear how they differ."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from quincunx import games as known_games
from quincunx.bots.external import Factory
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.lab.progress import Progress, counted
from quincunx.lab.report.metrics import Metric, metric
from quincunx.lab.simulate.observed_run import PLAYTEST, STANDARD, ObservedRun, joined, watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import make_plan
from quincunx.lab.stats.confidence_sequence import ERROR, Values, difference, looks, mean
from quincunx.lab.stats.estimate import Estimate
from quincunx.match import variant as variants
from quincunx.match.variant import Variant

ORIGINAL = "original"
OWN_NUMBERS = "game.toml"
"""The name that always means the game's own numbers, even if a variant is called `original`."""

USUAL = ["turns", "decisions", "leader-wins", "lead-changes", "decided", "closeness", "margin"]
"""The metrics compared by default, besides the wins of seats or bots."""

MORE, LESS, ALIKE, OPEN = "more", "less", "alike", "open"


@dataclass(frozen=True)
class Contender:
    """A variant with its name."""

    name: str
    variant: Variant


class MetricDifference(msgspec.Struct):
    """One metric of a variant compared with the first variant."""

    metric: str
    name: str
    unit: str
    first: float | None
    """The mean in the first variant; None if no game has a value."""
    other: float | None
    difference: Estimate | None
    """The other's mean minus the first's; None while too few games have a value."""
    verdict: str = OPEN
    """`more`, `less`, `alike` (too little to matter), or `open`."""
    games: int = 0
    """The number of games after which the verdict was clear; 0 while it is open."""


@dataclass(frozen=True)
class Comparison:
    """A finished comparison."""

    game: str
    bots: list[str]
    seed: str
    contenders: list[Contender]
    findings: list[list[MetricDifference]]
    """For each contender but the first, the difference of each metric."""
    played: int
    """The number of games of each variant."""
    asked: int
    """The most games of each variant that were allowed."""
    within: float
    error: float
    seconds: float
    watched: list[ObservedRun] = field(repr=False, default_factory=list)
    """The observed games of each variant."""

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data for programs, the same for the same seed."""
        first, *others = self.contenders
        return {
            "game": self.game,
            "bots": self.bots,
            "seed": self.seed,
            "games": self.played,
            "asked": self.asked,
            "error": self.error,
            "within": self.within,
            "first": {"name": first.name, "variant": first.variant},
            "others": [
                {"name": other.name, "variant": other.variant, "metrics": msgspec.to_builtins(found)}
                for other, found in zip(others, self.findings, strict=True)
            ],
        }


def contender(name: str, game: Game[Any]) -> Contender:
    """Return the variant of a file or a shipped name; `original` is the game as it is."""
    if name == OWN_NUMBERS or (name == ORIGINAL and name not in variants.shipped(game)):
        return Contender(name, {})
    shown = Path(name).stem if name.endswith(".toml") else name
    return Contender(shown, variants.read_variant(name, game))


def usual_metrics(bots: Sequence[str]) -> list[str]:
    """Return the metrics that are compared by default."""
    if len(bots) == 1:
        return USUAL[:2]
    if len(set(bots)) > 1:
        return [*USUAL, *(f"bot-wins:{bot}" for bot in dict.fromkeys(bots))]
    return [*USUAL, *(f"seat-share:{seat}" for seat in range(1, len(bots) + 1))]


def compare(
    game: Game[Any] | str,
    contenders: Sequence[Contender],
    bots: Sequence[str | Factory],
    games: int = 2000,
    metrics: Sequence[str] = (),
    seed: str = "1",
    within: float = 0.02,
    error: float = ERROR,
    jobs: int | None = None,
    progress: Progress | None = None,
    on: str = "",
) -> Comparison:
    """Play all variants with the same seeds until it is clear how each differs from the first, or the
    games are used up.

    A difference below `within` (of the first's mean, or of a share) counts as none. `error` is the chance
    that a comparison, over all its looks and metrics, reports any difference that is not there.
    """
    game = known_games.load(game) if isinstance(game, str) else game
    begun = time.perf_counter()
    if len(contenders) < 2:
        raise UserError("A comparison needs two variants or more; `original` is the game as it is.")
    plans = [make_plan(game, bots, games, seed, one.variant) for one in contenders]
    names = plans[0].bots
    wanted = [metric(key, game) for key in dict.fromkeys(metrics or usual_metrics(names))]
    runs = [VariantGames(plan, wanted) for plan in plans]
    digests = [variants.digest(game, one.variant) for one in contenders]
    chance = error / len(wanted) / (len(plans) - 1)
    findings = [[_unknown(one) for one in wanted] for _ in plans[1:]]
    done = 0
    advance = counted(progress, games * len(plans)) if progress is not None else None
    for look in looks(games):
        for run in runs:
            run.play(done, look - done, jobs, advance, on)
        done = look
        for at, run in enumerate(runs[1:], 1):
            same = digests[at] == digests[0]
            for place, found in enumerate(findings[at - 1]):
                first, other = runs[0].values[place], run.values[place]
                judge(found, first, other, within, chance, same)
        if all(found.verdict != OPEN for row in findings for found in row):
            break
    seconds = time.perf_counter() - begun
    return Comparison(
        game.name,
        names,
        seed,
        list(contenders),
        findings,
        done,
        games,
        within,
        error,
        seconds,
        [run.watched() for run in runs],
    )


class VariantGames:
    """The games of one variant, with the values of each metric game by game."""

    def __init__(self, plan: GamePlan, metrics: list[Metric]) -> None:
        self._plan = plan
        self._metrics = metrics
        asked = any(one.key.startswith(f"{PLAYTEST}:") for one in metrics)
        self._observers = (STANDARD, PLAYTEST) if asked else (STANDARD,)
        self.values: list[list[float | None]] = [[] for _ in metrics]
        self._parts: list[ObservedRun] = []

    def play(self, first: int, games: int, jobs: int | None, progress: Any, on: str = "") -> None:
        """Play `games` more games, numbered from `first`."""
        plan = replace(self._plan, games=games)
        watched = watch(plan, self._observers, jobs, progress, first, on)
        for values, one in zip(self.values, self._metrics, strict=True):
            values += one.values(watched)
        self._parts.append(watched)

    def watched(self) -> ObservedRun:
        """Return all games so far as one run."""
        return joined(self._parts)


def _unknown(wanted: Metric) -> MetricDifference:
    return MetricDifference(wanted.key, wanted.name, wanted.unit, None, None, None)


def judge(
    found: MetricDifference, first: Values, other: Values, within: float, error: float, same: bool
) -> None:
    """Update a difference with the games so far. A verdict stays: its error rate is that of the first look
    that allows one."""
    found.first, found.other = mean(first), mean(other)
    now = difference(other, first, error, same)
    if now is None or found.first is None:
        return
    matters = within if found.unit == "share" else within * abs(found.first)
    if found.difference is not None:
        # The bounds of all looks hold together, so the narrowest of them are kept.
        low, high = max(now.low, found.difference.low), min(now.high, found.difference.high)
        now = Estimate(now.value, low, high) if low <= now.value <= high else now
    found.difference = now
    if found.verdict == OPEN:
        if now.low > 0 or now.high < 0:
            found.verdict = MORE if now.low > 0 else LESS
        elif -matters <= now.low and now.high <= matters:
            found.verdict = ALIKE
        found.games = len(first) if found.verdict != OPEN else 0
