"""A simulation's results on the screen."""

from collections.abc import Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Header
from quincunx.core.voice import count
from quincunx.lab.summary import Estimate, Spread, Summary

MOST_ENDINGS = 12
BAR = 20


class Report:
    """Tables with small bars; in ASCII where the screen has nothing else."""

    def __init__(self, header: Header, results: Summary, seconds: float) -> None:
        self._header = header
        self._results = results
        self._seconds = seconds

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        results = self._results
        plain = options.ascii_only
        games = f"{results.games:,} game{'s' if results.games > 1 else ''}"
        yield Text(f"{self._header.title}: {games} in {self._seconds:.1f} s")
        # Everybody's share is the same where all play alike, and alone the one player has it all.
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


def table(title: str, *columns: str) -> Table:
    """An empty table with these columns."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    made.add_column(title, overflow="fold")
    for column in columns:
        # Folded where the screen is narrow: half a number would be a wrong one.
        made.add_column(column, justify="right" if column else "left", overflow="fold")
    return made


def share_cells(share: Estimate, plain: bool) -> list[str]:
    """A share, its bounds, and a bar."""
    bounds = span(f"{share.low:.1%}", f"{share.high:.1%}", plain)
    return [f"{share.value:.1%}", bounds, bar(share.value, plain)]


def _spread(spread: Spread, plain: bool) -> list[str]:
    reach = spread.mean.high - spread.mean.value
    sure = number(reach) if reach >= 10 else f"{reach:.2g}"
    mean = f"{number(spread.mean.value)} {'+-' if plain else '±'} {sure}"
    most = span(number(spread.low), number(spread.high), plain)
    ends = f"{number(spread.min)} {skyline(spread.histogram, plain)} {number(spread.max)}"
    return [mean, number(spread.median), most, ends]


def span(low: str, high: str, plain: bool) -> str:
    """From one bound to the other."""
    return f"{low} {'-' if plain else '–'} {high}"  # noqa: RUF001


def number(value: float) -> str:
    """As many digits as say something.

    >>> number(31), number(31.25), number(30.999), number(12345.6)
    ('31', '31.2', '31', '12,346')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}".removesuffix(".0")


def bar(share: float, plain: bool) -> str:
    """A share as a bar.

    >>> bar(0.53, False), bar(0.53, True)
    ('██████████▋', '###########')
    """
    if plain:
        return "#" * round(share * BAR)
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def skyline(counts: Sequence[int], plain: bool) -> str:
    """A histogram one line high.

    >>> skyline([0, 1, 4, 8], False), skyline([0, 1, 4, 8], True)
    (' ▁▄█', ' .=#')
    """
    levels = " .:-=+*%#" if plain else " ▁▂▃▄▅▆▇█"
    # What happened at all is seen.
    return "".join(levels[-(-count * (len(levels) - 1) // max(counts))] for count in counts)
