"""Two or more variants of a game on the same seeds: what differs, known as soon as it is clear."""

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
"""Always the game's own numbers, also where a variant is called `original`."""

USUAL = ["turns", "decisions", "leader-wins", "lead-changes", "decided", "closeness", "margin"]
"""What is compared if nobody says; the wins of seats or bots come with it."""

MORE, LESS, ALIKE, OPEN = "more", "less", "alike", "open"


@dataclass(frozen=True)
class Contender:
    """A variant by its name."""

    name: str
    variant: Variant


class MetricDifference(msgspec.Struct):
    """One metric of one variant, beside the first."""

    metric: str
    name: str
    unit: str
    first: float | None
    """Its mean in the first; None if no game has a value."""
    other: float | None
    difference: Estimate | None
    """How much more it is in the other; None while too few games have a value."""
    verdict: str = OPEN
    """`more`, `less`, `alike` (too little to matter), or `open`."""
    games: int = 0
    """After how many games that was clear; 0 while it is open."""


@dataclass(frozen=True)
class Comparison:
    """A finished comparison."""

    game: str
    bots: list[str]
    seed: str
    contenders: list[Contender]
    findings: list[list[MetricDifference]]
    """For each contender but the first, one for each metric."""
    played: int
    """Games of each variant."""
    asked: int
    """How many it would have been at the most."""
    within: float
    error: float
    seconds: float
    watched: list[ObservedRun] = field(repr=False, default_factory=list)
    """The games of each variant."""

    def to_dict(self) -> dict[str, Any]:
        """For programs: the same for the same seed."""
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
    """The variant of a file or of a shipped name; `original` for the game as it is."""
    if name == OWN_NUMBERS or (name == ORIGINAL and name not in variants.shipped(game)):
        return Contender(name, {})
    shown = Path(name).stem if name.endswith(".toml") else name
    return Contender(shown, variants.read_variant(name, game))


def usual_metrics(bots: Sequence[str]) -> list[str]:
    """What is compared if nobody says."""
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
    games are used up. A difference below `within` (of the first's mean, or as a share) does not matter.
    With all its looks and metrics, a comparison names any false difference with a chance of `error`."""
    game = known_games.load(game) if isinstance(game, str) else game
    begun = time.perf_counter()
    if len(contenders) < 2:
        raise UserError("A comparison needs two variants or more; `original` is the game as it is.")
    plans = [make_plan(game, bots, games, seed, one.variant) for one in contenders]
    names = plans[0].bots
    wanted = [metric(key, game) for key in dict.fromkeys(metrics or usual_metrics(names))]
    tables = [VariantGames(plan, wanted) for plan in plans]
    digests = [variants.digest(game, one.variant) for one in contenders]
    chance = error / len(wanted) / (len(plans) - 1)
    findings = [[_unknown(one) for one in wanted] for _ in plans[1:]]
    done = 0
    advance = counted(progress, games * len(plans)) if progress is not None else None
    for look in looks(games):
        for table in tables:
            table.play(done, look - done, jobs, advance, on)
        done = look
        for at, table in enumerate(tables[1:], 1):
            same = digests[at] == digests[0]
            for place, found in enumerate(findings[at - 1]):
                first, other = tables[0].values[place], table.values[place]
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
        [table.watched() for table in tables],
    )


class VariantGames:
    """The games of one variant: a row of values for each metric."""

    def __init__(self, plan: GamePlan, metrics: list[Metric]) -> None:
        self._plan = plan
        self._metrics = metrics
        asked = any(one.key.startswith(f"{PLAYTEST}:") for one in metrics)
        self._observers = (STANDARD, PLAYTEST) if asked else (STANDARD,)
        self.values: list[list[float | None]] = [[] for _ in metrics]
        self._parts: list[ObservedRun] = []

    def play(self, first: int, games: int, jobs: int | None, progress: Any, on: str = "") -> None:
        """So many games more, from that number on."""
        plan = replace(self._plan, games=games)
        watched = watch(plan, self._observers, jobs, progress, first, on)
        for values, one in zip(self.values, self._metrics, strict=True):
            values += one.values(watched)
        self._parts.append(watched)

    def watched(self) -> ObservedRun:
        """All games so far."""
        return joined(self._parts)


def _unknown(wanted: Metric) -> MetricDifference:
    return MetricDifference(wanted.key, wanted.name, wanted.unit, None, None, None)


def judge(
    found: MetricDifference, first: Values, other: Values, within: float, error: float, same: bool
) -> None:
    """What the games so far say. A verdict stays: its error rate is for the first look that allows one."""
    found.first, found.other = mean(first), mean(other)
    now = difference(other, first, error, same)
    if now is None or found.first is None:
        return
    matters = within if found.unit == "share" else within * abs(found.first)
    if found.difference is not None:
        # All bounds so far hold together.
        low, high = max(now.low, found.difference.low), min(now.high, found.difference.high)
        now = Estimate(now.value, low, high) if low <= now.value <= high else now
    found.difference = now
    if found.verdict == OPEN:
        if now.low > 0 or now.high < 0:
            found.verdict = MORE if now.low > 0 else LESS
        elif -matters <= now.low and now.high <= matters:
            found.verdict = ALIKE
        found.games = len(first) if found.verdict != OPEN else 0
