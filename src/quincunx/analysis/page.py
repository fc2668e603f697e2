"""An analysis as a page of its own."""

from collections.abc import Callable
from html import escape

from quincunx.analysis.decisions import SURE, Decision
from quincunx.analysis.whole import Analysis
from quincunx.report_page import key, line_chart, page, table

WORST = 12
"""How many decisions are shown before the full list."""


def html(analysis: Analysis, style: str = "", replay: str = "") -> str:
    """The analysis as HTML that needs no other file. A server has the style at an address, and a replay
    that the moments lead to: from there one can play on."""
    form = number_form(analysis)
    body = [
        f"<h1>{escape(analysis.title)}: how the match went</h1>",
        f"<p>{escape(analysis.headline)}</p>",
        *_chances(analysis, form),
        *_moments(analysis, form, replay),
        *_luck(analysis, form),
        *_scores(analysis),
        *_decisions(analysis, form),
        *_reading(analysis),
    ]
    return page(f"{analysis.title}: analysis", body, style)


def number_form(analysis: Analysis) -> Callable[[float], str]:
    """How expectations are written: as chances where a win is shared out, else as they are."""
    return percent if is_shared(analysis) else plain


def is_shared(analysis: Analysis) -> bool:
    """Whether one win is shared out among several."""
    result = analysis.timeline.result
    return len(result) > 1 and all(0 <= value <= 1 for value in result)


def percent(value: float) -> str:
    """
    >>> percent(0.254), percent(-0.001)
    ('25%', '0%')
    """
    return f"{round(value * 100):d}%".replace("-0%", "0%")


def plain(value: float) -> str:
    return f"{value:.1f}"


def signed(form: Callable[[float], str], value: float) -> str:
    """
    >>> signed(percent, 0.25), signed(percent, -0.25), signed(percent, -0.001)
    ('+25%', '-25%', '0%')
    """
    size = form(abs(value))
    return size if size == form(0.0) else ("+" if value > 0 else "-") + size


def _ticks(analysis: Analysis) -> list[tuple[int, str]]:
    """Where about eight turns begin."""
    begins: dict[int, int] = {}
    for point in analysis.timeline.points:
        begins.setdefault(point.turn, point.at)
    every = -(-len(begins) // 8)
    return [(at, f"turn {turn}") for number, (turn, at) in enumerate(begins.items()) if number % every == 0]


def _chances(analysis: Analysis, form: Callable[[float], str]) -> list[str]:
    points = analysis.timeline.points
    series = [[point.expects[seat] for point in points] for seat in range(len(analysis.seats))]
    title = "Chance to win" if is_shared(analysis) else f"Expected result ({analysis.unit})"
    span = (0.0, 1.0) if is_shared(analysis) else None
    marks = [moment.at for moment in analysis.timeline.moments]
    chart = line_chart(title, series, _ticks(analysis), form, span, marks)
    return [f"<h2>{escape(title)}</h2>", key(analysis.seats), chart]


def _moments(analysis: Analysis, form: Callable[[float], str], replay: str) -> list[str]:
    items: list[str] = []
    for moment in analysis.timeline.moments:
        before, after = moment.before, moment.after
        name = escape(analysis.seats[moment.seat])
        where = f"Turn {analysis.timeline.points[moment.at].turn}, move {moment.at + 1}"
        if replay:
            where = f'<a href="{escape(replay)}?at={moment.at}">{where}</a>'
        items.append(
            f"<li>{where}: {escape(moment.words)} <b>{name}: {form(before)} → {form(after)}.</b></li>"
        )
    return ["<h2>What decided it</h2>", f"<ol>{''.join(items)}</ol>"]


def _luck(analysis: Analysis, form: Callable[[float], str]) -> list[str]:
    line = analysis.timeline
    rows = [
        [
            escape(name),
            form(line.start[seat]),
            signed(form, line.luck[seat]),
            signed(form, line.decisions[seat]),
            signed(form, line.others[seat]),
            signed(form, line.revised[seat]),
            f"<b>{form(line.result[seat])}</b>",
            form(line.without_luck[seat]),
        ]
        for seat, name in enumerate(analysis.seats)
    ]
    head = [
        "",
        "at the start",
        "luck",
        "own decisions",
        "others' decisions",
        "judged anew",
        "result",
        "without luck",
    ]
    return [
        "<h2>Luck and skill</h2>",
        table(head, rows),
        '<p class="soft">Every line adds up: the start, luck, and what the decisions of all brought, make '
        "the result. Decisions are compared with those of the game's own bot, by what their player could "
        "know. What is over 100% without luck was more than enough.</p>",
    ]


def _scores(analysis: Analysis) -> list[str]:
    points = analysis.timeline.points
    if not points[0].scores:
        return []
    series = [[point.scores[seat] for point in points] for seat in range(len(analysis.seats))]
    title = f"{analysis.score[:1].upper()}{analysis.score[1:]} over time"
    chart = line_chart(title, series, _ticks(analysis), lambda value: f"{value:g}")
    return [f"<h2>{escape(title)}</h2>", key(analysis.seats), chart]


def _decisions(analysis: Analysis, form: Callable[[float], str]) -> list[str]:
    marks = list(analysis.counts(0))
    rows = []
    for seat, name in enumerate(analysis.seats):
        counts = [str(count) for count in analysis.counts(seat).values()]
        rows.append([escape(name), *counts, form(analysis.losses(seat))])
    marked = [decision for decision in analysis.decisions if decision.mark != "good"]
    worst = sorted(marked, key=lambda decision: decision.loss, reverse=True)[:WORST]
    parts = ["<h2>Decisions</h2>", table(["", *marks, "lost by them"], rows)]
    if worst:
        shown = sorted(worst, key=lambda decision: decision.at)
        parts += ["<h2>What could have been better</h2>", _list(analysis, shown, form)]
    return [
        *parts,
        f"<details><summary>All {len(analysis.decisions)} decisions</summary>"
        f"{_list(analysis, analysis.decisions, form)}</details>",
    ]


def _list(analysis: Analysis, decisions: list[Decision], form: Callable[[float], str]) -> str:
    rows = [
        [
            f"{decision.turn}",
            escape(analysis.seats[decision.seat]),
            escape(decision.played),
            escape(decision.best) if decision.loss else "",
            f"{form(decision.loss)} ± {form(decision.error)}" if decision.loss else "",
            f'<span class="mark {decision.mark}">{decision.mark}</span>',
        ]
        for decision in decisions
    ]
    return table(["turn", "who", "played", "best found", "loss", ""], rows, text=(0, 1, 2, 3, 5))


def _reading(analysis: Analysis) -> list[str]:
    steps = ", ".join(f"{name} from {percent(least)}" for name, least in reversed(analysis.marks.items()))
    return [
        "<h2>How to read this</h2>",
        f"<p>A decision is all that a player did until dice, cards or somebody else moved. A search looked "
        f"for something better for {analysis.milliseconds} ms, with only what the player could know, and "
        f"then tried it against what was played in new worlds. The loss is the difference, with its standard "
        f"error. Marks by the part of the win that was lost: {steps}; less is good. A loss below {SURE:g} "
        f"standard errors could be chance and counts as good.</p>",
    ]
