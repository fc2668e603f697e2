"""The results of a tuning search as tables for the terminal."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx import games
from quincunx.lab.tune.page import headline
from quincunx.lab.tune.results import Tuned
from quincunx.reporting.screen import table

MOST_NUMBERS = 12


class TuningScreen:
    """The results as Rich tables, in ASCII where the terminal has nothing else."""

    def __init__(self, tuned: Tuned) -> None:
        self._tuned = tuned

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        tuned = self._tuned
        title = games.load(tuned.game).header.title
        yield Text(f"{title}: {headline(tuned)} {tuned.seconds:.0f} s.")
        yield self._candidates(options.ascii_only)
        for words in tuned.words:
            yield Text(words)
        for at in range(1, len(tuned.candidates)):
            yield Text(f"{tuned.name(at)}: {'; '.join(tuned.changes(at))}")
        yield self._sensitivity()

    def _candidates(self, plain: bool) -> Table:
        tuned = self._tuned
        shown = table("", *tuned.labels)
        shown.add_row("wanted", *[tuned.wanted(at) for at in range(len(tuned.labels))], end_section=True)
        for place, one in enumerate(tuned.candidates):
            cells: list[Text] = []
            for at, found in enumerate(one.tried.measures):
                met = not tuned.goals.goals[at].missing(found.value)
                sign = ("+" if met else "-") if plain else ("✓" if met else "✗")
                value = f"{tuned.say(at, found.value)} {'+-' if plain else '±'} {tuned.say(at, found.reach)}"
                cells.append(Text(f"{sign} {value}", "green" if met else "yellow"))
            shown.add_row(tuned.name(place), *cells)
        return shown

    def _sensitivity(self) -> Table:
        """Return a table of the change that each number alone makes at both ends of its range."""
        tuned = self._tuned
        shown = table("What matters", "alone at", *tuned.labels)
        for one in tuned.sensitivity[:MOST_NUMBERS]:
            for place, (value, measures) in enumerate(zip(one.values, one.measures, strict=True)):
                cells = [
                    tuned.say(at, found.step, signed=True)
                    + ("" if abs(found.step) > found.step_reach else " ?")
                    for at, found in enumerate(measures)
                ]
                cells = cells or ["impossible"]
                shown.add_row("" if place else one.key, value, *cells)
        return shown
