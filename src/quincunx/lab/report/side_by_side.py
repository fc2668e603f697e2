"""The sections of a report that shows several variants, with a column or a line for each."""

import math
from collections.abc import Callable, Sequence
from html import escape

from quincunx.lab.report import charts
from quincunx.lab.report.measure import PieceStudy, Study
from quincunx.lab.report.page import (
    MOST_SHOWN,
    bounded,
    coded,
    metric_cell,
    metric_title,
    paragraph,
    plural,
    score_is_turns,
    section,
    spread_row,
)
from quincunx.lab.stats.estimate import Estimate, Spread
from quincunx.lab.stats.format import percent, points
from quincunx.reporting.page import table
from quincunx.reporting.plot import intervals

Studies = Sequence[Study]
Names = Sequence[str]


def sections(names: Names, studies: Studies) -> list[str]:
    """Return all sections. The studies must be of the same game, players and seeds."""
    return [
        *_findings(names, studies),
        *_glance(names, studies),
        *_length(names, studies),
        *_seats(names, studies),
        *_scores(names, studies),
        *_endings(names, studies),
        *_course(names, studies),
        *_choices(names, studies),
        *_skill(names, studies),
        *_steps(names, studies),
        *_pieces(names, studies),
    ]


def _head(names: Names, first: str = "") -> list[str]:
    return [first, *map(escape, names)]


def _findings(names: Names, studies: Studies) -> list[str]:
    parts: list[str] = []
    for name, study in zip(names, studies, strict=True):
        items = "".join(f"<li>{coded(one.text)}</li>" for one in study.findings)
        parts += [f"<h3>{escape(name)}</h3>", f"<ol>{items}</ol>" if items else paragraph("Nothing does.")]
    return section("findings", "What stands out", *parts)


def _metric_rows(keys: Sequence[str], studies: Studies) -> list[list[str]]:
    rows: list[list[str]] = []
    for key in keys:
        found = [study.of(key) for study in studies]
        if not all(math.isnan(one.value.value) for one in found):
            rows.append([metric_title(found[0]), *[metric_cell(one.unit, one.value) for one in found]])
    return rows


def _glance(names: Names, studies: Studies) -> list[str]:
    rows = _metric_rows([one.key for one in studies[0].metrics], studies)
    return section("metrics", "At a glance", table(_head(names), rows))


def _spreads(names: Names, studies: Studies, of: Callable[[Study], Spread]) -> str:
    rows = [spread_row(name, of(study)) for name, study in zip(names, studies, strict=True)]
    return table(["", "mean (95% sure)", "median", "9 games in 10"], rows)


RANGES = "The point is the median, the thick line holds nine games in ten, the thin one all."


def _length(names: Names, studies: Studies) -> list[str]:
    pace = f"Minutes are at a pace of {studies[0].pace} seconds a decision, talk and all."
    return section(
        "length",
        "Length",
        charts.ranges(names, [study.turns for study in studies], "turns", "Turns in a game"),
        paragraph(RANGES, "soft"),
        "<h3>Turns</h3>",
        _spreads(names, studies, lambda study: study.turns),
        "<h3>Decisions of all players</h3>",
        _spreads(names, studies, lambda study: study.decisions),
        "<h3>Minutes</h3>",
        _spreads(names, studies, lambda study: study.minutes),
        paragraph(pace, "soft"),
    )


def _seats(names: Names, studies: Studies) -> list[str]:
    if not studies[0].seats:
        return []
    fair = 1 / studies[0].players
    rows = [
        (f"seat {seat + 1}", [study.seats[seat].share for study in studies])
        for seat in range(studies[0].players)
    ]
    chart = intervals(rows, "share of wins", "Wins by seat", fair, names=names)
    return section("seats", "Seats", paragraph(f"Fair is {fair:.1%} (dashed).", "soft"), chart)


def _scores(names: Names, studies: Studies) -> list[str]:
    if all(score_is_turns(study) for study in studies):
        return []
    score = studies[0].score
    parts = [
        charts.ranges(names, [study.scores for study in studies], score, "Scores of all players"),
        f"<h3>{escape(score.capitalize())} of all players</h3>",
        _spreads(names, studies, lambda study: study.scores),
    ]
    if studies[0].players > 1:
        shared = [["Drawishness, or shared wins", *[escape(percent(study.shared)) for study in studies]]]
        parts += [
            f"<h3>{escape(score.capitalize())} of winners</h3>",
            _spreads(names, studies, lambda study: study.winners),
            "<h3>How close</h3>",
            table(_head(names), _metric_rows(["closeness", "margin"], studies) + shared),
        ]
    return section("scores", "Scores", *parts)


def _endings(names: Names, studies: Studies) -> list[str]:
    found = [{one.reason: one.share for one in study.endings} for study in studies]
    reasons = list(dict.fromkeys(reason for one in found for reason in one))[:12]
    rows = [
        [escape(reason), *[escape(percent(one[reason])) if reason in one else "" for one in found]]
        for reason in reasons
    ]
    return section("endings", "Endings", table(_head(names), rows))


def _course(names: Names, studies: Studies) -> list[str]:
    if not studies[0].leading:
        return []
    return section(
        "course",
        "Who leads, and when it is decided",
        paragraph("How often whoever is ahead alone goes on to win."),
        charts.runaway(names, studies),
        table(_head(names), _metric_rows(["leader-wins", "lead-changes", "drama", "decided"], studies)),
    )


def _choices(names: Names, studies: Studies) -> list[str]:
    rows = _metric_rows(["branching", "decision-moves", "idle", "wait", "longest-wait"], studies)
    for seat in range(studies[0].players if studies[0].players > 1 else 0):
        cells = [study.each[seat] for study in studies]
        rows.append([f"decisions of seat {seat + 1}", *map(bounded, cells)])
    return section("choices", "Choices and idle time", table(_head(names), rows))


def _skill(names: Names, studies: Studies) -> list[str]:
    shares = [study.shares for study in studies]
    if not any(shares):
        return []
    rows = [
        [label, *[escape(percent(getattr(one, part))) if one is not None else "" for one in shares]]
        for label, part in (
            ("skill: who plays", "skill"),
            ("luck: the dice a seat gets", "luck"),
            ("both together", "rest"),
        )
    ]
    return section("skill", "Skill and luck", table(_head(names), rows))


def _steps(names: Names, studies: Studies) -> list[str]:
    if not any(study.steps for study in studies):
        return []
    rows: list[list[str]] = []
    for at, step in enumerate(studies[0].steps):
        cells: list[str] = []
        for study in studies:
            share = study.steps[at].share
            shown = bounded if study.players == 1 else percent
            cells.append(escape(shown(share)) if share is not None else "not measured")
        rows.append([escape(f"{step.level} against {step.below}" if step.below else step.level), *cells])
    return section("steps", "Strength steps", table(_head(names), rows))


def _pieces(names: Names, studies: Studies) -> list[str]:
    by_name = [{one.id: one for one in study.pieces} for study in studies]
    pieces = list(dict.fromkeys(name for found in by_name for name in found))
    if not pieces:
        return []
    alone = studies[0].players == 1
    titles = {name: next(found[name].title for found in by_name if name in found) for name in pieces}

    def worth(one: PieceStudy | None) -> Estimate | None:
        return None if one is None else one.without if alone else one.worth

    def apart(name: str) -> float:
        """Return the gap between the intervals of the two most different variants."""
        known = [found for one in by_name if (found := worth(one.get(name))) is not None]
        if len(known) < 2:
            return -math.inf
        return max(one.low for one in known) - min(one.high for one in known)

    shown = sorted((name for name in pieces if apart(name) > -math.inf), key=apart, reverse=True)
    rows = [
        (titles[name], [worth(found.get(name)) for found in by_name]) for name in shown[: MOST_SHOWN // 2]
    ]
    parts: list[str] = []
    if rows:
        axis = f"without it, in {studies[0].score}" if alone else "worth, in shares of a win"
        if len(shown) > len(rows):
            parts.append(paragraph(f"The {len(rows)} that differ most.", "soft"))
        parts.append(intervals(rows, axis, "Worth", 0.0, not alone, signed=True, names=names))
    head = [studies[0].noun]
    for name in names:
        head += [f"{escape(name)}: taken", "by those who could", "without it" if alone else "worth"]
    lines = [
        [escape(titles[name]), *[cell for found in by_name for cell in _piece_cells(found.get(name), alone)]]
        for name in sorted(pieces, key=titles.__getitem__)
    ]
    return section("pieces", plural(studies[0].noun).capitalize(), *parts, table(head, lines))


def _piece_cells(one: PieceStudy | None, alone: bool) -> list[str]:
    if one is None:
        return ["", "", ""]
    if alone:
        worth = f"{one.without.value:+.1f}" if one.without else ""
    else:
        worth = escape(points(one.worth)) if one.worth else ""
    if one.verdict:
        worth += f' <b class="mistake">{escape(one.verdict)}</b>'
    return [f"{one.taken:.2f}", f"{one.rate.value:.0%}", worth]
