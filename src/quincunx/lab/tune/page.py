"""The results of a tuning search as a standalone HTML page."""

from html import escape

from quincunx import games
from quincunx.lab.report.page import coded
from quincunx.lab.tune.charts import compromises, goal, sensitivity
from quincunx.lab.tune.results import Tuned
from quincunx.reporting.page import page, table
from quincunx.text.grammar import count


def html(tuned: Tuned) -> str:
    """Return the results as HTML that needs no other file."""
    title = games.load(tuned.game).header.title
    body = [
        f"<h1>{escape(title)}: {count(len(tuned.candidates) - 1, 'good compromise')}</h1>",
        f'<p class="soft">{escape(headline(tuned))}</p>',
        *[f"<p>{coded(words)}</p>" for words in tuned.words],
        "<h2>The compromises</h2>",
        _candidates(tuned),
        *[goal(tuned, at) for at in range(len(tuned.labels))],
        "<h2>What each changes</h2>",
        *_changes(tuned),
        "<h2>All that was tried</h2>",
        "<p>A circle for each candidate; the compromises have their numbers.</p>",
        compromises(tuned),
        "<h2>What matters</h2>",
        "<p>Each number alone at both ends of its range, everything else as in the original; the change that "
        "made, with its 95% interval on the same seeds. The value at that end stands beside its bar. What "
        "matters most comes first.</p>",
        *[sensitivity(tuned, at) for at in range(len(tuned.labels))],
        "<h2>How to read this</h2>",
        f"<p>{escape(reading(tuned))}</p>",
    ]
    return page(f"{title}: tuned", body)


def headline(tuned: Tuned) -> str:
    """Return one line that says how many candidates were tried and in how many games."""
    return (
        f"{count(len(tuned.tried), 'candidate')} tried in {tuned.goals.games:,} games each; the best played "
        f"{tuned.goals.again:,} more with new seeds, and those are the figures shown. Seed {tuned.seed}."
    )


def reading(tuned: Tuned) -> str:
    return (
        "Misses are counted in tolerances. Compromises are ordered by their weighted sum, plus "
        f"{tuned.goals.keep:g} for each changed number. None of them is beaten by another in one goal "
        "without losing in another or changing more. Intervals are 95%."
    )


def _candidates(tuned: Tuned) -> str:
    head = ["", *[escape(label) for label in tuned.labels]]
    wanted = ["wanted", *[escape(tuned.wanted(at)) for at in range(len(tuned.labels))]]
    rows = [wanted]
    for place, one in enumerate(tuned.candidates):
        cells = [_name(tuned, place)]
        for at, found in enumerate(one.tried.measures):
            lack = tuned.goals.goals[at].missing(found.value)
            kind, sign = ("mistake", "✗") if lack else ("good", "✓")
            value = f"{tuned.say(at, found.value)} ± {tuned.say(at, found.reach)}"
            cells.append(f'<span class="whole"><span class="{kind}">{sign}</span> {value}</span>')
        rows.append(cells)
    return table(head, rows)


def _name(tuned: Tuned, place: int) -> str:
    return f'<span class="whole">{tuned.name(place)}</span>'


def _changes(tuned: Tuned) -> list[str]:
    rows = [
        [_name(tuned, place), "<br>".join(escape(change) for change in tuned.changes(place))]
        for place in range(1, len(tuned.candidates))
    ]
    if not rows:
        return ["<p>There is none.</p>"]
    play = coded(
        f"To play one: `quincunx play {tuned.game} --variant tuned-1.toml`, in the folder of this page."
    )
    return [table(["", "changes"], rows, text=(0, 1)), f"<p>{play}</p>"]
