"""The results of a simulation as tables for the terminal."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Header
from quincunx.lab.simulate.results import Summary
from quincunx.lab.stats.estimate import Spread
from quincunx.lab.stats.format import short
from quincunx.reporting.screen import bar, share_cells, skyline, span, table
from quincunx.text.grammar import count

MOST_ENDINGS = 12


class SimulationScreen:
    """The results as Rich tables with small bars, in ASCII where the terminal has nothing else."""

    def __init__(self, header: Header, results: Summary, seconds: float) -> None:
        self._header = header
        self._results = results
        self._seconds = seconds

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        results = self._results
        plain = options.ascii_only
        games = f"{results.games:,} game{'s' if results.games > 1 else ''}"
        yield Text(f"{self._header.title}: {games} in {self._seconds:.1f} s")
        # With one kind of bot every share is the same.
        if len(results.by_bot) > 1:
            yield self._bots(plain)
        if results.seats:
            yield self._seats(plain)
        yield self._spreads(plain)
        yield self._endings(plain)
        for result in results.by_bot:
            if result.lost:
                yield Text(f"{result.bot} lost {count(result.lost, 'decision')}. {result.fault}", "yellow")

    def _bots(self, plain: bool) -> Table:
        shown = table("Wins by bot", "share", "95% sure", "")
        for result in self._results.by_bot:
            name = result.bot if result.seats == 1 else f"{result.bot} (each of {result.seats})"
            shown.add_row(name, *share_cells(result.share, plain))
        return shown

    def _seats(self, plain: bool) -> Table:
        shown = table("Wins by seat", "share", "95% sure", "")
        for result in self._results.seats:
            shown.add_row(f"seat {result.seat}", *share_cells(result.share, plain))
        return shown

    def _spreads(self, plain: bool) -> Table:
        results = self._results
        shown = table("Per game", "mean", "median", "9 games in 10", "")
        for result in results.by_bot:
            shown.add_row(f"{result.bot}'s {self._header.score}", *_spread(result.scores, plain))
        shown.add_row("turns", *_spread(results.turns, plain))
        shown.add_row("decisions", *_spread(results.decisions, plain))
        return shown

    def _endings(self, plain: bool) -> Table:
        endings = self._results.endings
        shown = table("How it ended", "share", "95% sure", "")
        for ending in endings[:MOST_ENDINGS]:
            shown.add_row(Text(ending.reason), *share_cells(ending.share, plain))
        if len(endings) > MOST_ENDINGS:
            rest = sum(ending.games for ending in endings[MOST_ENDINGS:]) / self._results.games
            shown.add_row(f"{len(endings) - MOST_ENDINGS} other ways", f"{rest:.1%}", "", bar(rest, plain))
        return shown


def _spread(spread: Spread, plain: bool) -> list[str]:
    reach = spread.mean.high - spread.mean.value
    sure = short(reach) if reach >= 10 else f"{reach:.2g}"
    mean = f"{short(spread.mean.value)} {'+-' if plain else '±'} {sure}"
    most = span(short(spread.low), short(spread.high), plain)
    ends = f"{short(spread.min)} {skyline(spread.histogram, plain)} {short(spread.max)}"
    return [mean, short(spread.median), most, ends]
