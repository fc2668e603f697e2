"""The results of an arena as tables for the terminal."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Header
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.arena.results import ArenaResults, BotStanding, TestVerdict
from quincunx.lab.arena.sequential import ERROR
from quincunx.lab.arena.shares import elo
from quincunx.lab.stats.estimate import Estimate
from quincunx.reporting.screen import share_cells, span, table
from quincunx.text.grammar import count


class ArenaScreen:
    """The results as Rich tables, in ASCII where the terminal has nothing else."""

    def __init__(self, header: Header, plan: ArenaPlan, results: ArenaResults, seconds: float) -> None:
        self._header = header
        self._plan = plan
        self._results = results
        self._seconds = seconds

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.ascii_only
        yield Text(f"{headline(self._header, self._plan, self._results)} in {self._seconds:.1f} s")
        yield self._bots(plain)
        yield self._pairs(plain)
        for test in self._results.tests:
            yield Text(verdict(test, self._plan.against))
        for bot in self._results.bots:
            if bot.lost:
                yield Text(f"{bot.bot} lost {count(bot.lost, 'decision')}. {bot.fault}", "yellow")

    def _bots(self, plain: bool) -> Table:
        alone = self._plan.players == 1
        measured = [f"mean {self._header.score}", "95% sure"] if alone else ["wins", "95% sure", "x fair"]
        shown = table("Bot", *measured, "rating", "95% sure", "ms a move")
        for bot in self._results.bots:
            cells = _scores(bot, plain) if alone else _wins(bot, plain)
            shown.add_row(bot.bot, *cells, *_rating(bot.rating, plain), f"{bot.milliseconds:.3g}")
        return shown

    def _pairs(self, plain: bool) -> Table:
        shown = table("Of the wins of both", "share", "95% sure", "Elo", "95% sure")
        for pair in self._results.pairs:
            low, middle, high = (
                f"{elo(bound):+.0f}" for bound in (pair.share.low, pair.share.value, pair.share.high)
            )
            share, sure, _ = share_cells(pair.share, plain)
            shown.add_row(f"{pair.bot} against {pair.other}", share, sure, middle, span(low, high, plain))
        return shown


def headline(header: Header, plan: ArenaPlan, results: ArenaResults) -> str:
    """Return one line that says what was played."""
    seats = f"{count(plan.players, 'player')}, " if plan.players > 1 else ""
    return (
        f"{header.title}: {seats}{count(results.games, 'game')} with {count(results.rounds, 'set')} of dice"
    )


def verdict(test: TestVerdict, against: str) -> str:
    """Return a sentence with the result of a test."""
    after = f"after {count(test.rounds, 'round')}"
    wrong = f"wrong in at most {ERROR:.0%} of such tests"
    if test.accepted == "high":
        return f"{test.bot} is better than {against}: at least {test.high:g} Elo, {after} ({wrong})."
    if test.accepted == "low":
        return f"{test.bot} is at most {test.low:g} Elo above {against}, {after} ({wrong})."
    return (
        f"{test.bot} against {against}: still open {after} between {test.low:g} and {test.high:g} Elo "
        f"(log-likelihood ratio {test.ratio:+.2f})."
    )


def _wins(bot: BotStanding, plain: bool) -> list[str]:
    share, sure, _ = share_cells(bot.share, plain)
    return [share, sure, f"{bot.share.value / bot.fair:.2f}"]


def _scores(bot: BotStanding, plain: bool) -> list[str]:
    mean = bot.scores.mean
    return [f"{mean.value:.2f}", span(f"{mean.low:.2f}", f"{mean.high:.2f}", plain)]


def _rating(rating: Estimate | None, plain: bool) -> list[str]:
    if rating is None:
        return ["", ""]
    return [f"{rating.value:.1f}", span(f"{rating.low:.1f}", f"{rating.high:.1f}", plain)]
