"""An analysis as text and tables for the terminal."""

import msgspec
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.analysis.analyse import Analysis
from quincunx.analysis.page import WORST, reading
from quincunx.reporting.screen import table

STYLES = {"good": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


class AnalysisReport:
    """The moments, luck and skill, and the costliest decisions, as Rich tables."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._figures = analysis.figures

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        analysis = self._analysis
        yield Text(f"{analysis.title}. {analysis.headline}")
        if analysis.timeline.note:
            yield Text(analysis.timeline.note)
        yield Text("")
        for number, moment in enumerate(self._figures.moments(analysis.timeline), 1):
            before, after = self._figures.plain(moment.before), self._figures.told(moment.after)
            name, turn = analysis.seats[moment.seat], analysis.timeline.points[moment.at].turn
            where = f"{analysis.turn.capitalize()} {turn}, move {moment.at + 1}"
            yield Text(f"{number}. {where}: {moment.words} {name}: {before} to {after}.")
        yield self._luck()
        yield Text(reading(analysis))
        yield self._marks()
        steps = self._figures.thresholds(analysis.marks, analysis.stake)
        yield Text(
            f"Marks by what a decision lost against the best found: {steps}. "
            "Less is good, and so is what could be chance."
        )
        if any(decision.mark != "good" for decision in analysis.decisions):
            yield self._worst()

    def _luck(self) -> Table:
        columns = {
            "start": "start",
            "luck": "luck",
            "own": "own",
            "others": "others'",
            "revised": "anew",
            "result": "result",
            "without_luck": "without luck",
        }
        if len(self._analysis.seats) == 1:
            del columns["others"]
        shown = table("Luck and skill", *columns.values())
        for seat, name in enumerate(self._analysis.seats):
            row = msgspec.structs.asdict(self._figures.row(self._analysis.timeline, seat))
            shown.add_row(Text(name), *(row[part] for part in columns))
        return shown

    def _marks(self) -> Table:
        analysis = self._analysis
        shown = table("Decisions", *analysis.counts(0), "lost")
        for seat, name in enumerate(analysis.seats):
            counts = [str(count) for count in analysis.counts(seat).values()]
            shown.add_row(Text(name), *counts, self._figures.loss(analysis.losses(seat)))
        return shown

    def _worst(self) -> Table:
        analysis = self._analysis
        marked = [decision for decision in analysis.decisions if decision.mark != "good"]
        worst = sorted(marked, key=lambda decision: decision.loss, reverse=True)[:WORST]
        shown = table("Could have been better", analysis.turn, "played", "best found", "loss", "mark")
        for column in shown.columns:
            if column.header in ("played", "best found", "mark"):
                column.justify = "left"
        for decision in sorted(worst, key=lambda decision: decision.at):
            shown.add_row(
                Text(analysis.seats[decision.seat]),
                str(decision.turn),
                Text(decision.played),
                Text(decision.best),
                self._figures.loss(decision.loss),
                Text(decision.mark, STYLES[decision.mark]),
            )
        return shown
