"""The results of a tuning search: good compromises, which numbers matter, and which goals were missed."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from quincunx.files import write_safely
from quincunx.lab.stats.format import say
from quincunx.lab.tune.goals import Goal, Goals
from quincunx.lab.tune.history import GoalMeasure, TriedCandidate, missing, total
from quincunx.lab.variant_file import variant_file
from quincunx.match.variant import Variant
from quincunx.text.grammar import count, listed


@dataclass(frozen=True)
class Candidate:
    """A finalist: its measures from the games with new seeds, and its variant."""

    tried: TriedCandidate
    variant: Variant


@dataclass(frozen=True)
class Sensitivity:
    """The effect of changing one number alone."""

    key: str
    values: list[str]
    """The values it was changed to."""
    measures: list[list[GoalMeasure]]
    """For each value one measure for each goal; empty if it could not be played."""

    def effect(self, goals: Goals, at: int) -> float:
        """Return the largest change of a goal's metric, in the goal's tolerances."""
        steps = [abs(measures[at].step) for measures in self.measures if measures]
        return max(steps, default=0.0) / goals.goals[at].tolerance

    def matters(self, goals: Goals) -> float:
        """Return the largest weighted effect on any goal."""
        return max(goal.weight * self.effect(goals, at) for at, goal in enumerate(goals.goals))


@dataclass(frozen=True)
class Tuned:
    """A finished search."""

    game: str
    goals: Goals
    labels: list[str]
    """The name of each goal's metric, for people."""
    shares: list[bool]
    """Whether each goal's metric is a share, shown in percent."""
    seed: str
    candidates: list[Candidate]
    """The original, then the Pareto front with the best first."""
    sensitivity: list[Sensitivity]
    """The numbers by their effect, largest first."""
    tried: list[TriedCandidate]
    words: list[str]
    """Sentences that sum up what was found and which goals were missed."""
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data for programs."""
        goals = self.goals
        wanted = [
            {"label": label, "line_up": line_up} | msgspec.to_builtins(goal)
            for label, line_up, goal in zip(self.labels, goals.line_ups, goals.goals, strict=True)
        ]
        return {
            "game": self.game,
            "seed": self.seed,
            "games": goals.games,
            "again": goals.again,
            "goals": wanted,
            "tried": len(self.tried),
            "impossible": sum(bool(one.problem) for one in self.tried),
            "candidates": [
                {
                    "name": self.name(at),
                    "changes": self.changes(at),
                    "variant": one.variant,
                    "missing": missing(goals, one.tried),
                    "total": total(goals, one.tried),
                    "measures": msgspec.to_builtins(one.tried.measures),
                }
                for at, one in enumerate(self.candidates)
            ],
            "sensitivity": [
                {"number": one.key, "values": one.values, "measures": msgspec.to_builtins(one.measures)}
                for one in self.sensitivity
            ],
            "words": self.words,
        }

    def name(self, at: int) -> str:
        """Return a candidate's name: `original`, then `tuned-1` and so on."""
        return f"tuned-{at}" if at else "original"

    def changes(self, at: int) -> list[str]:
        """Return one line for each number that a candidate changes."""
        places = self.candidates[at].tried.places
        return [
            f"{dial.key}: {dial.say(place)} instead of {dial.say(dial.original)}"
            for dial, place in zip(self.goals.dials, places, strict=True)
            if place != dial.original
        ]

    def wanted(self, goal: int) -> str:
        """Return a goal's target as text for people."""
        return self.goals.goals[goal].words(self.shares[goal])

    def say(self, goal: int, value: float, signed: bool = False) -> str:
        """Return a value of a goal's metric as text for people."""
        return say(value, self.shares[goal], signed)

    def write(self, folder: Path, page: str) -> list[Path]:
        """Write the variants, the page and the figures into a folder, and return the files written."""
        written: list[Path] = []
        for at, one in enumerate(self.candidates[1:], 1):
            path = folder / f"{self.name(at)}.toml"
            write_safely(path, variant_file(one.variant, *self._comment(at)).encode())
            written.append(path)
        for name, text in (("tune.html", page.encode()), ("tune.json", msgspec.json.encode(self.to_dict()))):
            write_safely(folder / name, text)
            written.append(folder / name)
        return written

    def _comment(self, at: int) -> tuple[str, list[str]]:
        measured = [
            f"{label} {self.say(goal, ours.value)} ({self.say(goal, theirs.value)} in the original; "
            f"wanted {self.wanted(goal)})"
            for goal, (label, ours, theirs) in enumerate(
                zip(
                    self.labels,
                    self.candidates[at].tried.measures,
                    self.candidates[0].tried.measures,
                    strict=True,
                )
            )
        ]
        changes = listed(self.changes(at))
        return f"Tuned {at}", [
            f"{changes}.",
            f"Measured in {self.goals.again:,} games: {'; '.join(measured)}.",
        ]


def conclusions(
    goals: Goals,
    labels: list[str],
    shares: list[bool],
    candidates: list[Candidate],
    tried: list[TriedCandidate],
) -> list[str]:
    """Return sentences about the goals that the best compromise meets, and about each that it misses."""
    best = candidates[1] if len(candidates) > 1 else candidates[0]
    lacks = missing(goals, best.tried)
    met = sum(not lack for lack in lacks)
    name = "`tuned-1`" if len(candidates) > 1 else "The original"
    words = [f"{name} meets {met} of {count(len(lacks), 'goal')}."]
    if len(candidates) == 1:
        words.append("Nothing that was tried is better than the original.")
    for at, lack in enumerate(lacks):
        if lack:
            words.append(_missed_goal(goals.goals[at], at, labels[at], shares[at], candidates, tried))
    impossible = [one.problem for one in tried if one.problem]
    if impossible:
        words.append(f"{count(len(impossible), 'candidate')} cannot be played, for example: {impossible[0]}")
    return words


def _missed_goal(
    goal: Goal, at: int, label: str, share: bool, candidates: list[Candidate], tried: list[TriedCandidate]
) -> str:
    """Return a sentence about a goal that the best compromise misses, and whether any other meets it."""
    values = [one.tried.measures[at].value for one in candidates]
    short = f"{label} {goal.words(share)}: {say(values[min(1, len(values) - 1)], share)} here"
    having = [place for place, value in enumerate(values) if place > 1 and not goal.missing(value)]
    if having:
        there = having[0]
        return f"Costs more changes or other goals: {short}, {say(values[there], share)} in `tuned-{there}`."
    nearest = min((one.measures[at].value for one in tried if not one.problem), key=goal.missing)
    if goal.missing(nearest):
        return f"Could not be had in these ranges: {short}, at best {say(nearest, share)}."
    return f"Could not be had together with the rest: {short}, alone {say(nearest, share)}."
