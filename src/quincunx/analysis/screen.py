"""An analysis on the screen."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.analysis.page import WORST, number_form, signed
from quincunx.analysis.whole import Analysis
from quincunx.lab.report import table

STYLES = {"good": "green", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "red"}


class AnalysisReport:
    """The moments, luck and skill, and the decisions that cost most."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._form = number_form(analysis)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        analysis = self._analysis
        yield Text(f"{analysis.title}. {analysis.headline}")
        yield Text("")
        for number, moment in enumerate(analysis.timeline.moments, 1):
            points = analysis.timeline.points
            before, after = (self._form(points[at].expects[moment.seat]) for at in (moment.at, moment.at + 1))
            name, turn = analysis.seats[moment.seat], points[moment.at].turn
            yield Text(f"{number}. Turn {turn}: {moment.words} {name}: {before} to {after}.")
        yield self._luck()
        yield self._marks()
        if any(decision.mark != "good" for decision in analysis.decisions):
            yield self._worst()

    def _luck(self) -> Table:
        line = self._analysis.timeline
        shown = table("Luck and skill", "start", "luck", "own", "others'", "result", "without luck")
        for seat, name in enumerate(self._analysis.seats):
            parts = (line.luck[seat], line.decisions[seat], line.others[seat])
            shown.add_row(
                Text(name),
                self._form(line.start[seat]),
                *(signed(self._form, part) for part in parts),
                self._form(line.result[seat]),
                self._form(line.without_luck[seat]),
            )
        return shown

    def _marks(self) -> Table:
        analysis = self._analysis
        shown = table("Decisions", *analysis.counts(0), "lost")
        for seat, name in enumerate(analysis.seats):
            counts = [str(count) for count in analysis.counts(seat).values()]
            shown.add_row(Text(name), *counts, self._form(analysis.losses(seat)))
        return shown

    def _worst(self) -> Table:
        analysis = self._analysis
        marked = [decision for decision in analysis.decisions if decision.mark != "good"]
        worst = sorted(marked, key=lambda decision: decision.loss, reverse=True)[:WORST]
        shown = table("Could have been better", "turn", "played", "best found", "loss", "mark")
        for decision in sorted(worst, key=lambda decision: decision.at):
            shown.add_row(
                Text(analysis.seats[decision.seat]),
                str(decision.turn),
                Text(decision.played),
                Text(decision.best),
                self._form(decision.loss),
                Text(decision.mark, STYLES[decision.mark]),
            )
        return shown
