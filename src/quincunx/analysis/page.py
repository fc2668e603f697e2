"""An analysis as a standalone HTML page, or as the main part of a server's page."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from quincunx.analysis.analyse import Analysis
from quincunx.analysis.decisions import SURE, Decision
from quincunx.analysis.figures import SHARE, Figures
from quincunx.reporting.page import COLOURS, key, page, table
from quincunx.reporting.plot import line_chart

WORST = 12
"""The number of worst decisions shown before the full list."""

READING = (
    "Each line adds up: start, luck, decisions, and what was judged anew make the result. Judged anew is "
    "neither luck nor a decision: when a turn has ended, the judge looks one turn further."
)
COMPARED = (
    "Decisions are compared with what the game's own bot would have done, by what their player could know; "
    "marks compare them with the best found."
)
COMPUTED = "Decisions and marks are compared with the best possible, by what their player could know."
ABOVE = "Above 100% without luck, the decisions were more than enough to win."
BELOW = "Below 0% without luck, the decisions cost more than there was to lose."


@dataclass(frozen=True)
class Links:
    """The links of a server's page: the address of the replay, and buttons of the forms `play-on-SEAT`
    (seats from 1), which play on from a move."""

    replay: str

    def to(self, at: int, words: str) -> str:
        return f'<a href="{escape(self.replay)}?at={at}">{words}</a>'

    def play_on(self, at: int, seat: int, name: str) -> str:
        return (
            f'<button class="small" form="play-on-{seat + 1}" name="at" value="{at}" '
            f'aria-label="Play on as {escape(name)}, after move {at}">Play on</button>'
        )


def html(analysis: Analysis) -> str:
    """Return the analysis as HTML that needs no other file."""
    return page(f"{analysis.title}: analysis", [heading(analysis), *body(analysis)])


def heading(analysis: Analysis) -> str:
    return f"<h1>{escape(analysis.title)}: how the match went</h1>"


def body(analysis: Analysis, colours: Sequence[str] = COLOURS, links: Links | None = None) -> list[str]:
    """Return the parts of the page below its heading."""
    return [
        f"<p>{escape(analysis.headline)}</p>",
        *([f"<p>{escape(note)}</p>"] if (note := analysis.timeline.note) else []),
        *_chances(analysis, colours),
        *_moments(analysis, links),
        *_luck(analysis),
        *_scores(analysis, colours),
        *_decisions(analysis, links),
        *_reading(analysis),
    ]


def _ticks(analysis: Analysis) -> list[tuple[int, str]]:
    """Return the labels of the time axis: the starts of about eight turns."""
    begins: dict[int, int] = {}
    for point in analysis.timeline.points:
        begins.setdefault(point.turn, point.at)
    every = -(-len(begins) // 8)
    return [(at, f"turn {turn}") for number, (turn, at) in enumerate(begins.items()) if number % every == 0]


def _chances(analysis: Analysis, colours: Sequence[str]) -> list[str]:
    figures = analysis.figures
    sign = -1 if figures.fewer else 1
    points = analysis.timeline.points
    series = [[sign * point.expects[seat] for point in points] for seat in range(len(analysis.seats))]
    shared = figures.unit == SHARE
    title = "Chance to win" if shared else f"Expected result ({figures.unit or analysis.unit})"
    marks = [moment.at for moment in figures.moments(analysis.timeline)]
    chart = line_chart(title, series, _ticks(analysis), shared, marks, colours)
    fewer = ['<p class="soft">The lower the line, the better.</p>'] if figures.fewer else []
    return [f"<h2>{escape(title)}</h2>", *fewer, *_key(analysis, colours), chart]


def _key(analysis: Analysis, colours: Sequence[str]) -> list[str]:
    """Return the legend of the seats; none if there is only one."""
    return [key(analysis.seats, colours)] if len(analysis.seats) > 1 else []


def _moments(analysis: Analysis, links: Links | None) -> list[str]:
    figures = analysis.figures
    items: list[str] = []
    for moment in figures.moments(analysis.timeline):
        name = analysis.seats[moment.seat]
        where = (
            f"{analysis.turn.capitalize()} {analysis.timeline.points[moment.at].turn}, move {moment.at + 1}"
        )
        play_on = ""
        if links:
            where = links.to(moment.at, where)
            play_on = " " + links.play_on(moment.at, moment.seat, name)
        change = f"{figures.plain(moment.before)} → {escape(figures.told(moment.after))}"
        if figures.fewer:
            change += ", better" if moment.after > moment.before else ", worse"
        whose = "" if len(analysis.seats) == 1 else f"{escape(name)}: "
        items.append(f"<li>{where}: {escape(moment.words)} <b>{whose}{change}.</b>{play_on}</li>")
    return ["<h2>What decided it</h2>", f"<ol>{''.join(items)}</ol>"] if items else []


def _luck(analysis: Analysis) -> list[str]:
    line, figures = analysis.timeline, analysis.figures
    alone = len(analysis.seats) == 1
    rows = []
    for seat, name in enumerate(analysis.seats):
        row = figures.row(line, seat)
        others = [] if alone else [row.others]
        ends = [row.revised, f"<b>{row.result}</b>", row.without_luck]
        rows.append([escape(name), row.start, row.luck, row.own, *others, *ends])
    others = [] if alone else ["others' decisions"]
    head = ["", "at the start", "luck", "own decisions", *others, "judged anew", "result", "without luck"]
    return [
        "<h2>Luck and skill</h2>",
        table(head, rows),
        f'<p class="soft">{escape(reading(analysis))}</p>',
    ]


def reading(analysis: Analysis) -> str:
    """Return the explanation of the numbers of luck and skill, for the page and the terminal."""
    figures = analysis.figures
    parts = [READING, COMPUTED if analysis.reckoned else COMPARED]
    if figures.unit == SHARE:
        shown = [round(100 * value) for value in analysis.timeline.without_luck]
        parts += [ABOVE] * (max(shown) > 100) + [BELOW] * (min(shown) < 0)
    return " ".join([*parts, *([figures.note] if figures.note else [])])


def _scores(analysis: Analysis, colours: Sequence[str]) -> list[str]:
    points = analysis.timeline.points
    # A score where fewer is better, such as turns, just grows: a line of it says nothing.
    if not points[0].scores or analysis.figures.fewer:
        return []
    series = [[point.scores[seat] for point in points] for seat in range(len(analysis.seats))]
    title = f"{analysis.score[:1].upper()}{analysis.score[1:]} over time"
    chart = line_chart(title, series, _ticks(analysis), colours=colours)
    return [f"<h2>{escape(title)}</h2>", *_key(analysis, colours), chart]


def _decisions(analysis: Analysis, links: Links | None) -> list[str]:
    marks = list(analysis.counts(0))
    rows = []
    for seat, name in enumerate(analysis.seats):
        counts = [str(count) for count in analysis.counts(seat).values()]
        rows.append([escape(name), *counts, _lost(analysis, analysis.losses(seat))])
    marked = [decision for decision in analysis.decisions if decision.mark != "good"]
    worst = sorted(marked, key=lambda decision: decision.loss, reverse=True)[:WORST]
    parts = ["<h2>Decisions</h2>", table(["", *marks, "lost by them"], rows)]
    if worst:
        shown = sorted(worst, key=lambda decision: decision.at)
        parts += ["<h2>What could have been better</h2>", _list(analysis, shown, links)]
    return [
        *parts,
        f"<details><summary>All {len(analysis.decisions)} decisions</summary>"
        f"{_list(analysis, analysis.decisions, links)}</details>",
    ]


def _lost(analysis: Analysis, loss: float) -> str:
    figures = analysis.figures
    return figures.loss(loss) + ("" if figures.unit == SHARE else f" {escape(figures.unit)}".rstrip())


def _list(analysis: Analysis, decisions: list[Decision], links: Links | None) -> str:
    """Return the table of decisions. The mark comes early, so that it is in view on a narrow screen."""
    figures = analysis.figures
    rows = []
    for decision in decisions:
        name = analysis.seats[decision.seat]
        where = f"{decision.turn}"
        rows.append(
            [
                links.to(decision.at, f"{analysis.turn} {where}") if links else where,
                escape(name),
                f'<span class="mark {decision.mark}">{decision.mark}</span>',
                _sentence(decision.played),
                _sentence(decision.best) if decision.loss else "",
                _loss(figures, decision),
                *([_unbroken(links.play_on(decision.at, decision.seat, name))] if links else []),
            ]
        )
    loss = f"loss in {escape(figures.unit)}" if figures.fewer else "loss"
    head = [
        analysis.turn,
        "who",
        "mark",
        "played",
        "best found",
        loss,
        *([_unbroken("from here")] if links else []),
    ]
    return table(head, rows, text=(0, 1, 2, 3, 4, 6))


def _loss(figures: Figures, decision: Decision) -> str:
    if not decision.loss:
        return ""
    loss = figures.loss(decision.loss)
    return _unbroken(f"{loss} ± {figures.loss(decision.error)}") if decision.rollouts else loss


def _unbroken(cell: str) -> str:
    return f'<span class="whole">{cell}</span>'


def _sentence(words: str) -> str:
    """Return a cell of words, which keeps a least width on narrow screens."""
    return f'<span class="sentence">{escape(words)}</span>'


def _reading(analysis: Analysis) -> list[str]:
    marks = analysis.figures.thresholds(analysis.marks, analysis.stake)
    computed = any(not decision.rollouts for decision in analysis.decisions)
    searched = any(decision.rollouts for decision in analysis.decisions)
    parts = ["A decision is all that a player did until dice, cards or somebody else moved."]
    if computed:
        parts.append(
            "The best was computed over all ways that the dice may fall, with only what the player could "
            "know. The loss is how much less the player could expect of the turn."
        )
    if searched:
        parts.append(
            f"{'Elsewhere a' if computed else 'A'} search looked for something better for "
            f"{analysis.milliseconds} ms each time, with only what the player could know, and then tried it "
            f"against what was played in new worlds. The loss is the difference, with its standard error; "
            f"below {SURE:g} standard errors it could be chance, and counts as good."
        )
    parts.append(f"Marks compare with the best found: {escape(marks)}; less is good.")
    return ["<h2>How to read this</h2>", f"<p>{' '.join(parts)}</p>"]
