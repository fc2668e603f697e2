"""The results of an arena as a standalone HTML page."""

from collections.abc import Callable
from html import escape

from quincunx.core.game import Header
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.arena.results import ArenaResults, BotStanding
from quincunx.lab.arena.screen import headline, verdict
from quincunx.lab.arena.shares import elo
from quincunx.lab.stats.estimate import Estimate
from quincunx.reporting.page import page, table
from quincunx.reporting.plot import intervals
from quincunx.text.grammar import count


def html(header: Header, plan: ArenaPlan, results: ArenaResults) -> str:
    """Return the results as HTML that needs no other file."""
    against = f" Each bot alone against {plan.against} in all other seats." if plan.against else ""
    tests = [f"<p>{escape(verdict(test, plan.against))}</p>" for test in results.tests]
    body = [
        f"<h1>{escape(headline(header, plan, results))}</h1>",
        f'<p class="soft">Seed {escape(plan.seed)}.{escape(against)}</p>',
        *tests,
        *_bots(header, plan, results),
        *_pairs(results),
        *_ratings(results),
        *_reading(plan),
    ]
    return page(f"{header.title}: arena", body)


def _bots(header: Header, plan: ArenaPlan, results: ArenaResults) -> list[str]:
    rows = [_row(plan, bot) for bot in results.bots]
    head = [
        "",
        "games",
        "wins a seat",
        "95% sure",
        "x fair",
        f"mean {header.score}",
        "ms a move",
        "lost moves",
    ]
    if plan.players == 1:
        means = [(bot.bot, [bot.scores.mean]) for bot in results.bots]
        chart = intervals(means, header.score, "Mean score", share=False)
        title = f"Mean {header.score}"
    else:
        wins = [(bot.bot, [bot.share]) for bot in results.bots]
        chart = intervals(wins, "share of wins", "Wins a seat", 1 / plan.players)
        title = "Wins for each seat"
    return [f"<h2>{escape(title)}</h2>", chart, table(head, rows)]


def _row(plan: ArenaPlan, bot: BotStanding) -> list[str]:
    alone = plan.players == 1
    return [
        escape(bot.bot),
        f"{bot.games:,}",
        "" if alone else f"{bot.share.value:.1%}",
        "" if alone else _bounds(bot.share, _percent),
        "" if alone else f"{bot.share.value / bot.fair:.2f}",
        f"{bot.scores.mean.value:.2f}",
        f"{bot.milliseconds:.3g}",
        f"{bot.lost:,}" if bot.lost else "",
    ]


def _pairs(results: ArenaResults) -> list[str]:
    rows = [
        [
            f"{escape(pair.bot)} against {escape(pair.other)}",
            f"{pair.share.value:.1%}",
            _bounds(pair.share, _percent),
            f"{elo(pair.share.value):+.0f}",
            f"{elo(pair.share.low):+.0f} to {elo(pair.share.high):+.0f}",
        ]
        for pair in results.pairs
    ]
    return [
        "<h2>Pair by pair</h2>",
        table(["of the wins of both", "share", "95% sure", "Elo", "95% sure"], rows),
    ]


def _ratings(results: ArenaResults) -> list[str]:
    if any(bot.rating is None for bot in results.bots):
        return []
    rows = [(bot.bot, [bot.rating]) for bot in results.bots]
    return ["<h2>Ratings</h2>", intervals(rows, "", "Ratings", share=False)]


def _reading(plan: ArenaPlan) -> list[str]:
    seats = f"through all {count(plan.players, 'seat')} " if plan.players > 1 else ""
    return [
        "<h2>How to read this</h2>",
        f"<p>Every line-up is rotated {seats}with the same dice: that is a round. Intervals are Wilson's, "
        "for as many independent games as vary as much as the rounds did. Ratings are openskill's: everybody "
        "starts at 25, and the interval is what it believes, which is wider than what the shares show.</p>",
    ]


def _percent(value: float) -> str:
    return f"{value:.1%}"


def _bounds(estimate: Estimate, form: Callable[[float], str]) -> str:
    return f"{form(estimate.low)} to {form(estimate.high)}"
