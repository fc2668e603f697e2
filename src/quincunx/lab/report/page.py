"""The HTML page of a report, and the parts of it that other pages share."""

import math
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from quincunx.lab.report import charts
from quincunx.lab.report.findings import shown
from quincunx.lab.report.measure import Measured, PieceStudy, Study
from quincunx.lab.report.piece_value import OFTEN
from quincunx.lab.stats.estimate import Estimate, Spread
from quincunx.lab.stats.format import number, percent, points
from quincunx.reporting.page import page, table
from quincunx.reporting.plot import intervals
from quincunx.text.grammar import count, listed

SLOW = "What was not measured takes too long for a report; `quincunx arena` takes its time."
MOST_CHANGES = 6
"""The most changed numbers that are shown unfolded."""
MOST_SHOWN = 16
"""The most pieces in a chart of worths."""


def html(study: Study) -> str:
    """Return the report as HTML that needs no other file."""
    body = [*_head(study), *_findings(study), *_length(study), *_seats(study), *_scores(study)]
    body += [*_course(study), *_choices(study), *_skill(study), *_pieces(study), *_reading(study)]
    return page(f"{study.title}: report", body)


def section(name: str, title: str, *parts: str) -> list[str]:
    """Return a section of a page with an id to link to."""
    return [f'<section id="{name}"><h2>{escape(title)}</h2>', *parts, "</section>"]


def coded(text: str) -> str:
    """Return a sentence as HTML, with the text between backticks as code.

    >>> coded("`hard` < 1")
    '<code>hard</code> &lt; 1'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def paragraph(text: str, kind: str = "") -> str:
    """Return a paragraph; `text` is HTML already."""
    return f"<p{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{text}</p>"


def _head(study: Study) -> list[str]:
    alone = len(set(study.bots)) == 1
    who = f"{study.bots[0]} in every seat" if alone else ", ".join(study.bots)
    games = f"{study.games:,} games with {count(study.players, 'player')}, {who}, seed {study.seed}"
    watched = f"; {study.watched:,} of them watched turn by turn" if study.watched < study.games else ""
    name = f"{study.title}: {study.called}" if study.called else study.title
    return [
        f"<h1>{escape(name)}</h1>",
        paragraph(f"{escape(games + watched)}.", "soft"),
        *_variant(study),
    ]


def _variant(study: Study) -> list[str]:
    """Return the changes of the variant from the original, and the command to play it."""
    changes = _changes(study.variant)
    if not changes:
        return [paragraph("The original numbers.", "soft")]
    told = escape(", ".join(changes))
    if len(changes) > MOST_CHANGES:
        summary = f"A variant that changes {len(changes)} numbers"
        told = f"<details><summary>{summary}</summary><p>{told}</p></details>"
    else:
        told = paragraph(f"A variant: {told}.")
    play = f"quincunx play {study.game} --variant {study.called}"
    return [told, *([paragraph(f"To play it: <code>{escape(play)}</code>")] if study.called else [])]


def _changes(table: dict[str, Any], path: str = "") -> list[str]:
    """Return each key that a variant sets, with its value."""
    found: list[str] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _changes(value, f"{path}{key}.")
        else:
            found.append(f"{path}{key} = {value}")
    return found


def _findings(study: Study) -> list[str]:
    if not study.findings:
        none = "Nothing does: no seat, piece, ending or length is clearly out of line in these games."
        return section("findings", "What stands out", paragraph(none))
    items = [
        f'<li>{coded(one.text)} <span class="soft">{coded(one.attempt)}</span> '
        f'<a href="#{one.about}">More</a></li>'
        for one in study.findings
    ]
    return section("findings", "What stands out", f"<ol>{''.join(items)}</ol>", _card(study))


def _card(study: Study) -> str:
    """Return the table of all metrics with their explanations."""
    beside = any(one.original is not None for one in study.metrics)
    rows = [
        [
            metric_title(one),
            *[
                metric_cell(one.unit, value)
                for value in ([one.value, one.original] if beside else [one.value])
            ],
        ]
        for one in study.metrics
        if not math.isnan(one.value.value)
    ]
    head = ["", "this variant", "the original"] if beside else ["", "mean (95% sure)"]
    return f'<div id="metrics"><h2>At a glance</h2>{table(head, rows)}</div>'


def metric_title(one: Measured) -> str:
    """Return a metric's name and explanation as HTML."""
    return f"<b>{escape(one.name)}</b><br><span class='soft sentence'>{escape(one.sentence)}</span>"


def metric_cell(unit: str, value: Estimate | None) -> str:
    """Return a metric's value with its bounds as HTML; empty if there is none."""
    if value is None or math.isnan(value.value):
        return ""
    if unit == "share":
        return escape(percent(value))
    return f"{number(value.value)} {escape(unit)} ({number(value.low)} to {number(value.high)})"


def bounded(one: Estimate) -> str:
    """Return a value with its bounds as text."""
    return f"{number(one.value)} ({number(one.low)} to {number(one.high)})"


def _length(study: Study) -> list[str]:
    pace = f"Minutes are at a pace of {study.pace} seconds a decision, talk and all."
    rows = [
        spread_row("turns", study.turns),
        spread_row("decisions of all players", study.decisions),
        spread_row("minutes", study.minutes),
    ]
    chart = charts.histogram(study.turns, "turns", "Turns in a game")
    return section("length", "Length", chart, _spreads(rows), paragraph(pace, "soft"))


def spread_row(name: str, spread: Spread) -> list[str]:
    """Return the cells of a table row: name, mean, median and range."""
    return [
        escape(name),
        bounded(spread.mean),
        number(spread.median),
        f"{number(spread.low)} to {number(spread.high)}",
    ]


def _spreads(rows: Sequence[Sequence[str]]) -> str:
    return table(["", "mean (95% sure)", "median", "9 games in 10"], rows)


def _seats(study: Study) -> list[str]:
    if not study.seats:
        return []
    fair = 1 / study.players
    rows = [(f"seat {seat.seat}", [seat.share]) for seat in study.seats]
    text = f"Balance: how often each seat wins; who begins is part of it. Fair is {fair:.1%} (dashed)."
    return section(
        "seats",
        "Seats",
        paragraph(escape(text), "soft"),
        intervals(rows, "share of wins", "Wins by seat", fair),
    )


def score_is_turns(study: Study) -> bool:
    """Whether the score of a solo game is its number of turns, so that one table shows both."""
    return study.players == 1 and study.scores == study.turns


def _scores(study: Study) -> list[str]:
    rows = [spread_row(f"{study.score} of all", study.scores)]
    if study.players > 1:
        rows.append(spread_row(f"{study.score} of winners", study.winners))
    parts = [charts.histogram(study.scores, study.score, "Scores of all players"), _spreads(rows)]
    if study.players > 1:
        close, margin = study.of("closeness"), study.of("margin")
        parts.append(paragraph(f"Closeness: {escape(shown(close, close.value))}. {escape(close.sentence)}"))
        parts.append(paragraph(f"Score difference: {escape(shown(margin, margin.value))}."))
        parts.append(paragraph(f"Drawishness, or shared wins: {escape(percent(study.shared))} of the games."))
    ends = [(one.reason, one.share.value) for one in study.endings[:10]]
    told = [[escape(one.reason), f"{one.games:,}", escape(percent(one.share))] for one in study.endings[:10]]
    endings = [charts.bars(ends, "share of games", "How games end", across=True)] if len(ends) > 1 else []
    return [
        *([] if score_is_turns(study) else section("scores", "Scores", *parts)),
        *section("endings", "Endings", *endings, table(["", "games", "share (95% sure)"], told)),
    ]


def _course(study: Study) -> list[str]:
    if not study.leading:
        return []
    total = max(1, sum(study.lead_changes.values()))
    changes = [(str(number), games / total) for number, games in study.lead_changes.items() if number <= 15]
    decided = [
        (f"{10 * at}-{10 * at + 10}%", games / max(1, sum(study.decided)))
        for at, games in enumerate(study.decided)
    ]
    passes, drama, settled = (study.of(key) for key in ("lead-changes", "drama", "decided"))
    far = f"{drama.value.value:.2f} ({drama.value.low:.2f} to {drama.value.high:.2f})"
    return section(
        "course",
        "Who leads, and when it is decided",
        paragraph(
            "How often whoever is ahead alone goes on to win. A curve that is high early is a runaway leader."
        ),
        charts.runaway([study.title], [study]),
        "<h3>Lead changes and drama</h3>",
        paragraph(escape(f"Lead changes: {shown(passes, passes.value)} a game. {passes.sentence}")),
        charts.bars(changes, "lead changes in a game", "Lead changes"),
        paragraph(escape(f"Drama: {far}. {drama.sentence}")),
        "<h3>When it is decided</h3>",
        paragraph(escape(f"After {shown(settled, settled.value)} of the turns the winner leads for good.")),
        charts.bars(decided, "share of the turns played when decided", "When games are decided"),
    )


def _choices(study: Study) -> list[str]:
    keys = ["branching", "decision-moves", "idle", "wait", "longest-wait"]
    rows = [
        [metric_title(one), metric_cell(one.unit, one.value)]
        for one in map(study.of, keys)
        if not math.isnan(one.value.value)
    ]
    if study.players > 1:
        rows += [[f"decisions of seat {seat}", bounded(each)] for seat, each in enumerate(study.each, 1)]
    wait = study.of("longest-wait").value
    longest = ""
    if not math.isnan(wait.value):
        minutes = wait.value * study.pace / 60
        longest = paragraph(
            f"The longest wait of a game is about {minutes:.1f} minutes at the stated pace.", "soft"
        )
    return section("choices", "Choices and idle time", table(["", "mean (95% sure)"], rows), longest)


def _skill(study: Study) -> list[str]:
    parts: list[str] = []
    found = study.shares
    if found is not None:
        text = (
            f"{found.deals:,} deals, each played with the same dice and the bots moved on by one seat "
            f"(`{found.strong}` and `{found.weak}`). What who plays explains is skill; what the same dice "
            "bring to the same seat, whoever sits there, is luck; the rest grows from both, move by move."
        )
        if study.players == 1:
            text = (
                f"{found.deals:,} deals, each played with the same dice by `{found.strong}` and by "
                f"`{found.weak}`. What who plays explains is skill; what is the same for both is luck."
            )
        rows = [
            ["skill: who plays", escape(percent(found.skill))],
            ["luck: the dice a seat gets", escape(percent(found.luck))],
            ["both together", escape(percent(found.rest))],
        ]
        parts += [paragraph(coded(text)), charts.shares(study), table(["", "share (95% sure)"], rows)]
    if study.steps:
        parts += ["<h3>Strength steps</h3>", *_steps(study)]
    return section("skill", "Skill and luck", *parts) if parts else []


def _steps(study: Study) -> list[str]:
    alone = study.players == 1
    measured = [step for step in study.steps if step.share is not None]
    parts: list[str] = []
    if measured and not alone:
        rows = [(f"{step.level} against {step.below}", [step.share]) for step in measured]
        parts.append(intervals(rows, "share of wins of the stronger", "Strength steps", measured[0].fair))
    elif measured:
        rows = [(step.level, [step.share]) for step in measured]
        parts.append(intervals(rows, f"mean {study.score}", "Strength steps", share=False))
    told = [
        [
            escape(f"{step.level} against {step.below}" if step.below else step.level),
            f"{step.games:,}" if step.share else "",
            _step_cell(step.share, alone)
            if step.share
            else f"not measured: about {step.seconds:.1f} s a game",
        ]
        for step in study.steps
    ]
    parts.append(table(["", "games", f"mean {escape(study.score)}" if alone else "wins"], told))
    if any(step.share is None for step in study.steps):
        parts.append(paragraph(coded(SLOW), "soft"))
    return parts


def _step_cell(share: Estimate, alone: bool) -> str:
    if alone:
        return f"{share.value:.1f} ({share.low:.1f} to {share.high:.1f})"
    return escape(percent(share))


def _pieces(study: Study) -> list[str]:
    if not study.pieces:
        return []
    ranked = sorted(study.pieces, key=_rank)
    head = [study.noun, "offered a game", "taken a game", "by those who could", "when"]
    head += ["they win", "worth", "without it", ""] if study.players > 1 else ["without it"]
    lines = [_piece_row(one, study) for one in ranked]
    must = [one.title for one in ranked if one.forced > OFTEN]
    notes = []
    if must:
        words = f"Cannot be forbidden, because often no other move is legal: {listed(must)}."
        notes = [paragraph(escape(words))]
    charts_ = _worth_charts(study, ranked)
    return section("pieces", plural(study.noun).capitalize(), *charts_, table(head, lines, (0, 8)), *notes)


def _rank(one: PieceStudy) -> tuple[float, float]:
    known = one.worth or one.without
    return (-known.value if known else math.inf, -one.taken)


def _worth_charts(study: Study, ranked: list[PieceStudy]) -> list[str]:
    """Return the charts of the pieces' worth; for a solo game, of the loss without each."""
    if study.players == 1:
        rows = [(one.title, [one.without]) for one in ranked if one.without is not None]
        if len(rows) < 2:
            return []
        title = f"What a game without it loses, in {study.score}"
        return [intervals(rows, title, "Worth", 0.0, share=False, signed=True)]
    known = [one for one in ranked if one.worth is not None]
    if len(known) <= 2:
        return []
    some = known if len(known) <= MOST_SHOWN else known[: MOST_SHOWN // 2] + known[-MOST_SHOWN // 2 :]
    which = "" if some is known else f" The {MOST_SHOWN // 2} at either end."
    told = f"Worth by regression with its interval, wide enough for all {len(known)} at once.{which}"
    rows = [(one.title, [one.worth]) for one in some if one.worth is not None]
    colours = [charts.look(one).colour for one in some]
    return [
        charts.pieces(study),
        paragraph(told, "soft"),
        intervals(rows, "worth, in shares of a win", "Worth", 0.0, signed=True, colours=colours),
    ]


def plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural("city"), plural("card")
    ('cities', 'cards')
    """
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def _piece_row(one: PieceStudy, study: Study) -> list[str]:
    used = one.taken > 0
    row = [
        escape(one.title),
        f"{one.offered:.2f}",
        f"{one.taken:.2f}",
        f"{one.rate.value:.0%}",
        f"{one.when:.0%}" if used else "",
    ]
    if study.players == 1:
        return [*row, f"{_signed(one.without)} {escape(study.score)}" if one.without else _no_result(one)]
    return [
        *row,
        f"{one.wins.value:.0%}" if used else "",
        escape(points(one.worth)) if one.worth is not None else "",
        escape(points(one.without)) if one.without is not None else _no_result(one),
        f'<b class="mistake">{escape(one.verdict)}</b>' if one.verdict else "",
    ]


def _signed(one: Estimate) -> str:
    return f"{one.value:+.1f} ({one.low:+.1f} to {one.high:+.1f})"


def _no_result(one: PieceStudy) -> str:
    if one.endless > OFTEN:
        return "no end without it"
    return "must be taken" if one.forced > OFTEN else ""


def _reading(study: Study) -> list[str]:
    notes = [
        "Every value stands with the bounds that hold the truth 95 times in 100. They say how sure the "
        "figure is for these bots, not how people play.",
        f"A {study.noun} is on offer to a player in every turn in which a legal move takes it; “when” is "
        "the median share of the game that has passed when somebody first takes it.",
        "Worth is by a logit regression of the win on having taken it and on the lead at that time, among "
        "those to whom it was on offer: so it does not count that those ahead can afford more. "
        "“Without it” is restricted play (Jaffe et al. 2012): games in which somebody took it are played "
        "again, the same up to that move, and that player may not take it; so much of a win is lost. A "
        "verdict needs both to agree; one that rests on the regression alone says “looks”.",
        "The same seed and number of games give the same games; skill, levels and restricted play take as "
        "many further games as their time allows.",
    ]
    if study.players == 1:
        notes[2] = (
            f"“Without it” is restricted play (Jaffe et al. 2012): games in which the {study.noun} was taken "
            "are played again, the same up to that move, without it; the result is worse by so many "
            f"{study.score}."
        )
    items = "".join(f"<li>{escape(note)}</li>" for note in notes)
    made = f"Made by Quincunx in {study.seconds:.0f} s."
    return section("reading", "How to read this", f"<ul>{items}</ul>", paragraph(escape(made), "soft"))
