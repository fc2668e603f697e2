"""The whole analysis of a match: its timeline, and every decision compared with the best found."""

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
"""The default time for all searches together. The timeline takes some seconds more."""

LEAST, MOST = 5, 1000
"""The least and the most milliseconds for one decision."""


class Analysis(msgspec.Struct):
    """The analysis of a match, for programs and for the page."""

    game: str
    title: str
    seats: list[str]
    headline: str
    unit: str
    """The unit of expectations and losses, in the game's words."""
    score: str
    marks: dict[str, float]
    """The least loss for each mark, as a share of `stake`."""
    milliseconds: int
    """The time for which each decision was searched."""
    timeline: Timeline
    decisions: list[Decision]
    stake: float
    """The difference between the best and the worst result, in the unit of `returns`; losses relate to it."""
    figures: Figures
    """The format of expectations and losses for people."""
    turn: str = "turn"
    """The name of a turn, such as "round"."""
    reckoned: bool = False
    """Whether the game computes the value of decisions, so that all are compared with the best possible."""

    def to_dict(self) -> dict[str, Any]:
        return {**msgspec.to_builtins(self)}

    def for_replay(self) -> dict[str, Any]:
        """Return the data that a replay shows beside its moves: expectations, marks and moments."""
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
        """Return the number of a seat's decisions for each mark."""
        found = dict.fromkeys(["good", *reversed(MARKS)], 0)
        for decision in self.decisions:
            if decision.seat == seat:
                found[decision.mark] += 1
        return found

    def losses(self, seat: int) -> float:
        """Return a seat's total loss. The loss of a `good` decision counts only if it was computed: a sampled
        one may be chance."""
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
    """Analyse every decision of a finished match, in about `seconds` seconds altogether.

    `progress` is called with the number of decisions analysed and the number in all.
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
    # Programs get the same moments as people.
    line.moments = written.moments(line)
    return Analysis(
        game=match.game.name,
        title=match.game.header.title,
        seats=[player.name for player in match.seats],
        headline=narration.headline(match, viewer),
        unit=match.game.header.returns,
        score=match.game.header.score,
        turn=match.game.header.turn,
        marks=MARKS,
        milliseconds=milliseconds,
        timeline=line,
        decisions=sorted(decisions, key=lambda decision: decision.at),
        stake=stake(match),
        figures=written,
        reckoned=isinstance(match.game.bots.analysis_evaluator(), TurnEvaluator),
    )


def _examine(examiner: Examiner, total: int, jobs: int) -> Generator[list[Decision], None, None]:
    chunks: Iterator[list[int]] = ([number] for number in range(total))
    return run_chunks(examiner, chunks, jobs, [])
