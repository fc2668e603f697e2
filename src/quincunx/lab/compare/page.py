"""The results of a comparison as a standalone HTML page."""

import time
from html import escape

from quincunx import games
from quincunx.lab.compare.comparison import Comparison, MetricDifference
from quincunx.lab.compare.screen import cells, headline, reading, verdict
from quincunx.lab.progress import Told, nobody
from quincunx.lab.report.findings import findings
from quincunx.lab.report.measure import Study, look_closer, measured
from quincunx.lab.report.side_by_side import sections
from quincunx.lab.variant_file import variant_file
from quincunx.reporting.page import page, table
from quincunx.reporting.plot import intervals


def html(
    found: Comparison,
    jobs: int | None = None,
    budget: float = 0.0,
    told: Told = nobody,
    on: str = "",
) -> str:
    """Return the results as HTML that needs no other file. `budget` bounds the seconds for further games."""
    studies = _studies(found, jobs, budget, told, on)
    told("drawing the page", 0, 1)
    title = games.load(found.game).header.title
    first, *others = found.contenders
    seats = ", ".join(found.bots)
    body = [
        f"<h1>{escape(headline(found))}</h1>",
        f'<p class="soft">Bots: {escape(seats)}. Seed {escape(found.seed)}.</p>',
    ]
    for other, differences in zip(others, found.findings, strict=True):
        rows = [[*map(escape, cells(one, False)), escape(verdict(one))] for one in differences]
        head = ["", escape(first.name), escape(other.name), "difference", "95% sure", "verdict"]
        body += [
            f"<h2>{escape(other.name)} beside {escape(first.name)}</h2>",
            table(head, rows, text=(0, 5)),
            *_charts(first.name, differences),
        ]
    body += sections([one.name for one in found.contenders], studies)
    body += ["<h2>What is compared</h2>"]
    for one in found.contenders:
        text = (
            variant_file(one.variant, one.name) if one.variant else f"# {one.name}\n# The game's own numbers."
        )
        body.append(f"<pre>{escape(text)}</pre>")
    body += [
        "<h2>How to read this</h2>",
        f"<p>{escape(reading(found))}</p>",
        "<p>All variants played the same seeds, and a difference is that of games with the same seed. Its "
        "bounds are a confidence sequence: they hold however often one looks and whenever one stops.</p>",
    ]
    return page(f"{title}: comparison", body)


def _studies(found: Comparison, jobs: int | None, budget: float, told: Told, on: str) -> list[Study]:
    """Return a report's study of each variant, from the games that were compared."""
    game = games.load(found.game)
    studies: list[Study] = []
    each = budget / len(found.contenders)
    begun = time.monotonic()
    for at, (contender, watched) in enumerate(zip(found.contenders, found.watched, strict=True), 1):
        one = measured(game, watched)
        of_this = _one_of_several(told, contender.name, time.monotonic() - begun, budget - at * each)
        look_closer(one, watched, jobs, each, of_this, on)
        one.findings = list(findings(one, game))
        studies.append(one)
    return studies


def _one_of_several(told: Told, name: str, before: float, after: float) -> Told:
    """Return a progress callback for one variant that counts the seconds of the others as well."""
    return lambda what, done, total: told(f"{name}, {what}", before + done, before + total + after)


def _charts(first: str, findings: list[MetricDifference]) -> list[str]:
    """Draw the differences: shares in percentage points, the rest relative to the first variant."""
    found = [(one, one.difference) for one in findings if one.difference is not None]
    parts = [
        (one.name, [gap.over(abs(one.first))]) for one, gap in found if one.unit != "share" and one.first
    ]
    shares = [(one.name, [gap]) for one, gap in found if one.unit == "share"]
    titles = {f"Difference, as a part of {first}": parts, "Difference of shares, in points": shares}
    return [
        f"<h3>{escape(title)}</h3>{intervals(rows, '', title, 0.0, signed=True)}"
        for title, rows in titles.items()
        if rows
    ]
