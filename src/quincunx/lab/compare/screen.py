"""The results of a comparison as tables for the terminal."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx import games
from quincunx.lab.compare.comparison import ALIKE, LESS, MORE, Comparison, MetricDifference
from quincunx.lab.stats.format import say
from quincunx.reporting.screen import span, table
from quincunx.text.grammar import count, listed

COLOURS = {MORE: "cyan", LESS: "yellow"}


class ComparisonScreen:
    """The results as one Rich table per variant, in ASCII where the terminal has nothing else."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = self._comparison
        yield Text(headline(found))
        first, *others = found.contenders
        for other, findings in zip(others, found.findings, strict=True):
            yield self._table(first.name, other.name, findings, options.ascii_only)
        yield Text(reading(found), "dim")

    def _table(self, first: str, other: str, findings: list[MetricDifference], plain: bool) -> Table:
        shown = table("", first, other, "difference", "95% sure", "")
        for found in findings:
            shown.add_row(*cells(found, plain), Text(verdict(found), COLOURS.get(found.verdict, "")))
        return shown


def cells(found: MetricDifference, plain: bool) -> list[str]:
    """Return the cells of a row: metric, both values, the difference and its bounds."""
    share = found.unit == "share"
    values = ["" if value is None else say(value, share) for value in (found.first, found.other)]
    if found.difference is None:
        return [found.name, *values, "", ""]
    value, low, high = found.difference.value, found.difference.low, found.difference.high
    return [
        found.name,
        *values,
        say(value, share, signed=True),
        span(say(low, share, signed=True), say(high, share, signed=True), plain),
    ]


def headline(found: Comparison) -> str:
    """Return one line that says what was played."""
    header = games.load(found.game).header
    names = listed([one.name for one in found.contenders])
    early = f" of {found.asked:,}" if found.played < found.asked else ""
    return (
        f"{header.title}: {names}, {found.played:,}{early} games each with the same seeds "
        f"in {found.seconds:.1f} s"
    )


def verdict(found: MetricDifference) -> str:
    """Return the verdict on a metric in a few words."""
    if not found.games:
        return "open"
    words = {MORE: "more", LESS: "less", ALIKE: "alike"}[found.verdict]
    return f"{words}, after {found.games:,}"


def reading(found: Comparison) -> str:
    """Return a note on how certain the verdicts are."""
    others = len(found.contenders) - 1
    of = f" of all {count(others, 'variant')}" if others > 1 else ""
    return (
        f"At most {found.error:.0%} of such comparisons name any false difference, all metrics{of} and all "
        f"looks together. Alike: less than {found.within:.3g} apart (shares), {found.within:.1%} (others)."
    )
