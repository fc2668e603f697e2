"""An analysis as a page of its own, or as the main part of a server's page."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from quincunx.analysis.analyse import Analysis
from quincunx.analysis.decisions import SURE, Decision
from quincunx.analysis.figures import SHARE, Figures
from quincunx.reporting.page import COLOURS, key, line_chart, page, table

WORST = 12
"""How many decisions are shown before the full list."""

READING = (
    "Each line adds up: start, luck, decisions, and what was judged anew make the result. Judged anew is "
    "neither luck nor anybody's doing: when a turn has ended, the judge looks one turn further."
)
COMPARED = (
    "Decisions are compared with what the house would have done, by what their player could know; marks "
    "compare them with the best found."
)
RECKONED = "Decisions and marks compare with the best that was reckoned, by what their player could know."
ABOVE = "What is above 100% without luck was more than enough."
BELOW = "What is below 0% without luck: the decisions cost more than there was."


@dataclass(frozen=True)
class Links:
    """What a server has beside the page: a replay, and for each seat a form `play-on-SEAT`, counted from 1,
    that plays on from the move a button of it names."""

    replay: str

    def to(self, at: int, words: str) -> str:
        return f'<a href="{escape(self.replay)}?at={at}">{words}</a>'

    def play_on(self, at: int, seat: int, name: str) -> str:
        return (
            f'<button class="small" form="play-on-{seat + 1}" name="at" value="{at}" '
            f'aria-label="Play on as {escape(name)}, after move {at}">Play on</button>'
        )


def html(analysis: Analysis) -> str:
    """The analysis as HTML that needs no other file."""
    return page(f"{analysis.title}: analysis", [heading(analysis), *body(analysis)])


def heading(analysis: Analysis) -> str:
    return f"<h1>{escape(analysis.title)}: how the match went</h1>"


def body(analysis: Analysis, colours: Sequence[str] = COLOURS, links: Links | None = None) -> list[str]:
    """All that the page says below its heading, with the colours of the seats."""
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
    """Where about eight turns begin."""
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
    written, span = (figures.plain, (0.0, 1.0)) if shared else (_whole, None)
    chart = line_chart(title, series, _ticks(analysis), written, span, marks, colours)
    fewer = ['<p class="soft">The lower the line, the better.</p>'] if figures.fewer else []
    return [f"<h2>{escape(title)}</h2>", *fewer, *_key(analysis, colours), chart]


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _key(analysis: Analysis, colours: Sequence[str]) -> list[str]:
    """Whose line is which; there is nothing to tell apart where there is but one."""
    return [key(analysis.seats, colours)] if len(analysis.seats) > 1 else []


def _moments(analysis: Analysis, links: Links | None) -> list[str]:
    figures = analysis.figures
    items: list[str] = []
    for moment in figures.moments(analysis.timeline):
        name = analysis.seats[moment.seat]
        where = f"Turn {analysis.timeline.points[moment.at].turn}, move {moment.at + 1}"
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
    """How the numbers of luck and skill are read, on the page and in the terminal."""
    figures = analysis.figures
    parts = [READING, RECKONED if analysis.reckoned else COMPARED]
    if figures.unit == SHARE:
        shown = [round(100 * value) for value in analysis.timeline.without_luck]
        parts += [ABOVE] * (max(shown) > 100) + [BELOW] * (min(shown) < 0)
    return " ".join([*parts, *([figures.note] if figures.note else [])])


def _scores(analysis: Analysis, colours: Sequence[str]) -> list[str]:
    points = analysis.timeline.points
    # What one alone needs as few of as possible, such as turns, grows by itself: a line of it says nothing.
    if not points[0].scores or analysis.figures.fewer:
        return []
    series = [[point.scores[seat] for point in points] for seat in range(len(analysis.seats))]
    title = f"{analysis.score[:1].upper()}{analysis.score[1:]} over time"
    chart = line_chart(title, series, _ticks(analysis), _whole, colours=colours)
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
    """The mark stands before what was played, so that it is in view on a narrow screen."""
    figures = analysis.figures
    rows = []
    for decision in decisions:
        name = analysis.seats[decision.seat]
        where = f"{decision.turn}"
        rows.append(
            [
                links.to(decision.at, f"turn {where}") if links else where,
                escape(name),
                f'<span class="mark {decision.mark}">{decision.mark}</span>',
                _sentence(decision.played),
                _sentence(decision.best) if decision.loss else "",
                _loss(figures, decision),
                *([_unbroken(links.play_on(decision.at, decision.seat, name))] if links else []),
            ]
        )
    loss = f"loss in {escape(figures.unit)}" if figures.fewer else "loss"
    head = ["turn", "who", "mark", "played", "best found", loss, *([_unbroken("from here")] if links else [])]
    return table(head, rows, text=(0, 1, 2, 3, 4, 6))


def _loss(figures: Figures, decision: Decision) -> str:
    if not decision.loss:
        return ""
    loss = figures.loss(decision.loss)
    return _unbroken(f"{loss} ± {figures.loss(decision.error)}") if decision.rollouts else loss


def _unbroken(cell: str) -> str:
    return f'<span class="whole">{cell}</span>'


def _sentence(words: str) -> str:
    """Words that need some room, however narrow the screen."""
    return f'<span class="sentence">{escape(words)}</span>'


def _reading(analysis: Analysis) -> list[str]:
    marks = analysis.figures.thresholds(analysis.marks, analysis.stake)
    reckoned = any(not decision.rollouts for decision in analysis.decisions)
    searched = any(decision.rollouts for decision in analysis.decisions)
    parts = ["A decision is all that a player did until dice, cards or somebody else moved."]
    if reckoned:
        parts.append(
            "The house reckoned what was best, over all ways that the dice may fall and with only what the "
            "player could know. The loss is how much less the player could expect of the turn."
        )
    if searched:
        parts.append(
            f"{'Where it could not, a' if reckoned else 'A'} search looked for something better for "
            f"{analysis.milliseconds} ms each time, with only what the player could know, and then tried it "
            f"against what was played in new worlds. The loss is the difference, with its standard error; "
            f"below {SURE:g} standard errors it could be chance, and counts as good."
        )
    parts.append(f"Marks compare with the best found: {escape(marks)}; less is good.")
    return ["<h2>How to read this</h2>", f"<p>{' '.join(parts)}</p>"]
