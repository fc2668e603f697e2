"""The whole analysis of a match: its timeline, and every decision against the best found."""

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any

import msgspec

from quincunx.analysis.decisions import MARKS, Decision, Examiner, stake
from quincunx.analysis.figures import Figures, figures
from quincunx.analysis.timeline import Timeline, timeline
from quincunx.core.turn_evaluator import TurnEvaluator
from quincunx.lab.simulate.processes import cores
from quincunx.lab.simulate.workers import run_chunks
from quincunx.match import narration
from quincunx.match.match import Match
from quincunx.text.grammar import WATCHER

SECONDS = 20.0
"""How long all searches take together, on all cores. The timeline and the start take the rest of half a
minute."""

LEAST, MOST = 5, 1000
"""Milliseconds for one decision."""


class Analysis(msgspec.Struct):
    """What a match was like, for programs and for the page."""

    game: str
    title: str
    seats: list[str]
    headline: str
    unit: str
    """What expectations and losses count."""
    score: str
    marks: dict[str, float]
    """From what loss on a decision has a mark, as a part of what is at stake."""
    milliseconds: int
    """How long each decision was looked at."""
    timeline: Timeline
    decisions: list[Decision]
    stake: float
    """What losses are measured by, in the unit of `returns`."""
    figures: Figures
    """How expectations and losses are written for people."""
    reckoned: bool = False
    """Whether the game foresees what comes of a decision, so that all compare with the best there was."""

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def for_replay(self) -> dict[str, Any]:
        """What a replay shows beside its moves: the marks by move, and what everybody could expect."""
        return {
            "expects": [point.expects for point in self.timeline.points],
            "marks": [
                {
                    "at": decision.at,
                    "seat": decision.seat,
                    "mark": decision.mark,
                    "loss": round(decision.loss, 4),
                    "played": decision.played,
                    "best": decision.best,
                }
                for decision in self.decisions
            ],
            "moments": [moment.at for moment in self.figures.moments(self.timeline)],
        }

    def counts(self, seat: int) -> dict[str, int]:
        """How many decisions of a seat have each mark."""
        found = dict.fromkeys(["good", *reversed(MARKS)], 0)
        for decision in self.decisions:
            if decision.seat == seat:
                found[decision.mark] += 1
        return found

    def losses(self, seat: int) -> float:
        """What a seat lost by all decisions that were not good, and by good ones whose loss is reckoned: it
        cannot be the worlds' luck."""
        return math.fsum(
            decision.loss
            for decision in self.decisions
            if decision.seat == seat and (decision.mark != "good" or not decision.rollouts)
        )


def analyse(
    match: Match,
    viewer: int = WATCHER,
    seconds: float = SECONDS,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Look at every decision of a finished match for about that many seconds altogether.

    `progress` is told how many decisions have been looked at, and how many there are.
    """
    jobs = jobs or cores()
    examiner = Examiner(match.record(), 0)
    total = len(examiner.choices)
    milliseconds = int(min(MOST, max(LEAST, 1000 * seconds * jobs / max(1, total))))
    examiner.allow(milliseconds)
    decisions: list[Decision] = []
    with closing(_examine(examiner, total, min(jobs, total))) as parts:
        for part in parts:
            decisions += part
            if progress is not None:
                progress(len(decisions), total)
    line, written = timeline(match, viewer), figures(match)
    # Programs are told of the same moments as people.
    line.moments = written.moments(line)
    return Analysis(
        game=match.game.name,
        title=match.game.header.title,
        seats=[player.name for player in match.seats],
        headline=narration.headline(match, viewer),
        unit=match.game.header.returns,
        score=match.game.header.score,
        marks=MARKS,
        milliseconds=milliseconds,
        timeline=line,
        decisions=sorted(decisions, key=lambda decision: decision.at),
        stake=stake(match),
        figures=written,
        reckoned=isinstance(match.game.analysis_evaluator(), TurnEvaluator),
    )


def _examine(examiner: Examiner, total: int, jobs: int) -> Generator[list[Decision], None, None]:
    chunks: Iterator[list[int]] = ([number] for number in range(total))
    return run_chunks(examiner, chunks, jobs, [])
