"""A study as one page that needs no other file."""

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from quincunx.core.voice import count
from quincunx.lab import charts
from quincunx.lab.charts import BLUE, ORANGE, PINK
from quincunx.lab.findings import percent, points, shown
from quincunx.lab.study import PieceStudy, Study
from quincunx.lab.summary import Estimate, Spread
from quincunx.report_page import page, table

MOST_SHOWN = 16
"""How many pieces a chart of worths has room for."""


def html(study: Study) -> str:
    """The whole report."""
    body = [*_head(study), *_findings(study), *_length(study), *_seats(study), *_scores(study)]
    body += [*_course(study), *_choices(study), *_skill(study), *_pieces(study), *_reading(study)]
    return page(f"{study.title}: report", body)


def _section(name: str, title: str, *parts: str) -> list[str]:
    return [f'<section id="{name}"><h2>{escape(title)}</h2>', *parts, "</section>"]


def _p(text: str, kind: str = "") -> str:
    return f"<p{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{text}</p>"


def _head(study: Study) -> list[str]:
    alone = len(set(study.bots)) == 1
    who = f"{study.bots[0]} in every seat" if alone else ", ".join(study.bots)
    games = f"{study.games:,} games with {count(study.players, 'player')}, {who}, seed {study.seed}"
    watched = f"; {study.watched:,} of them watched turn by turn" if study.watched < study.games else ""
    changes = _changes(study.variant)
    what = f"A variant: {', '.join(changes)}." if changes else "The original numbers."
    return [
        f"<h1>{escape(study.title)}</h1>",
        _p(f"{escape(games + watched)}. {escape(what)}", "soft"),
    ]


def _changes(table: dict[str, Any], path: str = "") -> list[str]:
    """What a variant sets, key by key."""
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
        return _section("findings", "What stands out", _p(none))
    items = [
        f'<li>{escape(one.text)} <span class="soft">{escape(one.attempt)}</span> '
        f'<a href="#{one.about}">More</a></li>'
        for one in study.findings
    ]
    return _section("findings", "What stands out", f"<ol>{''.join(items)}</ol>", _card(study))


def _card(study: Study) -> str:
    """All metrics with what they mean."""
    beside = any(one.original is not None for one in study.metrics)
    rows = [
        [
            f"<b>{escape(one.name)}</b><br><span class='soft'>{escape(one.sentence)}</span>",
            *[_cell(one.unit, value) for value in ([one.value, one.original] if beside else [one.value])],
        ]
        for one in study.metrics
        if not math.isnan(one.value.value)
    ]
    head = ["", "this variant", "the original"] if beside else ["", "mean (95% sure)"]
    return f'<div id="metrics"><h2>At a glance</h2>{table(head, rows)}</div>'


def _cell(unit: str, value: Estimate | None) -> str:
    if value is None or math.isnan(value.value):
        return ""
    if unit == "share":
        return escape(percent(value))
    return f"{_number(value.value)} {escape(unit)} ({_number(value.low)} to {_number(value.high)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}"


def _length(study: Study) -> list[str]:
    pace = f"Minutes are at a pace of {study.pace} seconds a decision, talk and all."
    rows = [
        _spread_row("turns", study.turns),
        _spread_row("decisions of all players", study.decisions),
        _spread_row("minutes", study.minutes),
    ]
    chart = charts.histogram(study.turns, "turns", "Turns in a game")
    return _section("length", "Length", chart, _spreads(rows), _p(pace, "soft"))


def _spread_row(name: str, spread: Spread) -> list[str]:
    mean = spread.mean
    sure = f"{_number(mean.value)} ({_number(mean.low)} to {_number(mean.high)})"
    return [escape(name), sure, _number(spread.median), f"{_number(spread.low)} to {_number(spread.high)}"]


def _spreads(rows: Sequence[Sequence[str]]) -> str:
    return table(["", "mean (95% sure)", "median", "9 games in 10"], rows)


def _seats(study: Study) -> list[str]:
    if not study.seats:
        return []
    fair = 1 / study.players
    rows = [(f"seat {seat.seat}", seat.share) for seat in study.seats]
    text = f"Balance, or advantage of a seat: who begins is part of it. Fair is {fair:.1%} (dashed)."
    return _section(
        "seats",
        "Seats",
        _p(escape(text), "soft"),
        charts.intervals(rows, "share of wins", "Wins by seat", fair),
    )


def _scores(study: Study) -> list[str]:
    rows = [_spread_row(f"{study.score} of all", study.scores)]
    if study.players > 1:
        rows.append(_spread_row(f"{study.score} of winners", study.winners))
    parts = [charts.histogram(study.scores, study.score, "Scores of all players"), _spreads(rows)]
    if study.players > 1:
        close, margin = study.of("closeness"), study.of("margin")
        parts.append(_p(f"Closeness: {escape(shown(close, close.value))}. {escape(close.sentence)}"))
        parts.append(_p(f"Score difference: {escape(shown(margin, margin.value))}."))
        parts.append(_p(f"Shared wins: {escape(percent(study.shared))} of the games."))
    ends = [(one.reason, one.share.value) for one in study.endings[:10]]
    told = [[escape(one.reason), f"{one.games:,}", escape(percent(one.share))] for one in study.endings[:10]]
    endings = [charts.bars(ends, "share of games", "How games end", across=True)] if len(ends) > 1 else []
    return [
        *_section("scores", "Scores", *parts),
        *_section("endings", "Endings", *endings, table(["", "games", "share (95% sure)"], told)),
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
    return _section(
        "course",
        "Who leads, and when it is decided",
        _p(
            "How often whoever is ahead alone goes on to win. A curve that is high early is a runaway leader."
        ),
        charts.runaway(study),
        "<h3>Lead changes and drama</h3>",
        _p(escape(f"Lead change: {shown(passes, passes.value)} a game. {passes.sentence}")),
        charts.bars(changes, "lead changes in a game", "Lead changes"),
        _p(escape(f"Drama: {far}. {drama.sentence}")),
        "<h3>When it is decided</h3>",
        _p(escape(f"After {shown(settled, settled.value)} of the turns the winner leads for good.")),
        charts.bars(decided, "share of the turns played when decided", "When games are decided"),
    )


def _choices(study: Study) -> list[str]:
    keys = ["branching", "forced", "idle", "wait", "longest-wait"]
    rows = [
        [
            f"<b>{escape(one.name)}</b><br><span class='soft'>{escape(one.sentence)}</span>",
            _cell(one.unit, one.value),
        ]
        for one in map(study.of, keys)
        if not math.isnan(one.value.value)
    ]
    rows += [
        [f"decisions of seat {seat}", f"{_number(each.value)} ({_number(each.low)} to {_number(each.high)})"]
        for seat, each in enumerate(study.each, 1)
    ]
    wait = study.of("longest-wait").value
    longest = ""
    if not math.isnan(wait.value):
        minutes = wait.value * study.pace / 60
        longest = _p(f"The longest wait of a game is about {minutes:.1f} minutes at the stated pace.", "soft")
    return _section("choices", "Choices and idle time", table(["", "mean (95% sure)"], rows), longest)


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
        parts += [_p(escape(text)), charts.shares(study), table(["", "share (95% sure)"], rows)]
    if study.steps:
        parts += ["<h3>Strength steps</h3>", *_steps(study)]
    return _section("skill", "Skill and luck", *parts) if parts else []


def _steps(study: Study) -> list[str]:
    alone = study.players == 1
    measured = [step for step in study.steps if step.share is not None]
    parts: list[str] = []
    if measured and not alone:
        rows = [(f"{step.level} against {step.below}", step.share) for step in measured if step.share]
        parts.append(
            charts.intervals(rows, "share of wins of the stronger", "Strength steps", measured[0].fair)
        )
    elif measured:
        rows = [(step.level, step.share) for step in measured if step.share]
        parts.append(charts.intervals(rows, f"mean {study.score}", "Strength steps", None, ".1f"))
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
        parts.append(
            _p("What was not measured takes too long for a report; `quincunx arena` takes its time.", "soft")
        )
    return parts


def _step_cell(share: Estimate, alone: bool) -> str:
    if alone:
        return f"{share.value:.1f} ({share.low:.1f} to {share.high:.1f})"
    return escape(percent(share))


def _pieces(study: Study) -> list[str]:
    if not study.pieces:
        return []
    ranked = sorted(study.pieces, key=lambda one: (-(one.worth.value if one.worth else -9), -one.taken))
    parts: list[str] = []
    known = [one for one in ranked if one.worth is not None]
    if len(known) > 2:
        parts.append(charts.pieces(study))
        some = known if len(known) <= MOST_SHOWN else known[: MOST_SHOWN // 2] + known[-MOST_SHOWN // 2 :]
        rows = [(one.title, one.worth) for one in some if one.worth is not None]
        colours = [
            {"must have": ORANGE, "strong": ORANGE, "weak": PINK}.get(one.verdict, BLUE) for one in some
        ]
        which = "" if some is known else f" The {MOST_SHOWN // 2} at either end."
        parts.append(_p(f"Worth with its interval, wide enough for all {len(known)} at once.{which}", "soft"))
        parts.append(charts.intervals(rows, "worth, in shares of a win", "Worth", 0.0, "+%", colours))
    head = [
        study.noun,
        "offered a game",
        "taken a game",
        "by those who could",
        "when",
        "they win",
        "worth",
        "without it",
        "",
    ]
    if study.players == 1:
        head = head[:5]
    lines = [_piece_row(one, study.players > 1) for one in ranked]
    return _section("pieces", _plural(study.noun).capitalize(), *parts, table(head, lines, (0, 8)))


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def _piece_row(one: PieceStudy, several: bool) -> list[str]:
    used = one.taken > 0
    row = [
        escape(one.title),
        f"{one.offered:.2f}",
        f"{one.taken:.2f}",
        f"{one.rate.value:.0%}",
        f"{one.when:.0%}" if used else "",
    ]
    if not several:
        return row
    return [
        *row,
        f"{one.wins.value:.0%}" if used else "",
        escape(points(one.worth)) if one.worth is not None else "",
        escape(points(one.without)) if one.without is not None else "",
        f'<b class="{"mistake" if one.verdict else ""}">{escape(one.verdict)}</b>' if one.verdict else "",
    ]


def _reading(study: Study) -> list[str]:
    notes = [
        "Every value stands with the bounds that hold the truth 95 times in 100. They say how sure the "
        "figure is for these bots, not how people play.",
        f"A {study.noun} is on offer to a player in every turn in which a legal move takes it; “when” is "
        "the median share of the game that has passed when somebody first takes it.",
        "Worth is by a logit regression of the win on having taken it and on the lead at that time, among "
        "those to whom it was on offer: so it does not count that those ahead can afford more. "
        "“Without it” is restricted play (Jaffe et al. 2012): one player may never take it, and loses "
        "so much of a win.",
        "The same seed and number of games give the same games; skill, levels and restricted play take as "
        "many further games as their time allows.",
    ]
    if study.players == 1:
        del notes[2]
    items = "".join(f"<li>{escape(note)}</li>" for note in notes)
    made = f"Made by Quincunx in {study.seconds:.0f} s."
    return _section("reading", "How to read this", f"<ul>{items}</ul>", _p(escape(made), "soft"))
