"""The findings of a study: sentences about what stands out, each with an interval and a suggestion."""

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.lab.report.measure import Measured, PieceStudy, Study
from quincunx.lab.report.piece_value import OFTEN
from quincunx.lab.stats.estimate import Estimate, picked_z
from quincunx.lab.stats.format import number, percent, points

UNFAIR = 0.02
"""The least distance of a seat from its fair share that is reported, if it is certain."""
RUNAWAY = 0.7
"""A game has a runaway leader if whoever leads at half-time surely wins more often than this."""
EARLY = 0.6
"""A game is decided early if the winner leads for good before this share of the turns."""
NO_CHOICE = 0.4
"""The share of decisions with one legal move above which that is reported."""
SHARED = 0.1
"""The share of games with several winners above which that is reported."""
RARE = 0.02
"""The share of games below which an ending counts as rare."""
EVEN = 0.05
"""A stronger level counts as no stronger if it surely wins less than this above its fair share."""
LUCK = 0.1
"""A game counts as one of luck if skill explains surely less than this share of the results."""
USED = 0.02
"""A piece counts as never used if surely fewer than this share of those who can take it do."""
MUCH = 0.05
"""The share of a win, gained or lost, from which a piece counts as strong or weak."""
ALWAYS = 0.6
"""The share of takers from which a strong piece counts as a must-have."""
CHANGED = 0.1
"""The relative difference of a metric from the original's that is reported."""


class Finding(msgspec.Struct):
    """A sentence about something that stands out, with a suggestion."""

    about: str
    """The section of the report that shows it: `seats`, `length`, `pieces`."""
    text: str
    attempt: str
    """The change to try next."""


def findings(study: Study, game: Game[Any]) -> list[Finding]:
    """Judge the pieces, and return the findings by part, the most certain first."""
    judge(study)
    found: list[Finding] = []
    for look in (_seats, _against_original, _length, _course, _endings, _choices, _skill):
        found += look(study, game)
    return [*found, *_pieces(study, game)]


def judge(study: Study) -> None:
    """Set each piece's verdict. A solo game has no win to lose: only `never used` is judged there."""
    for piece in study.pieces:
        piece.verdict = _verdict(piece, study.watched)
        if study.players == 1 and piece.verdict != "never used":
            piece.verdict = ""


def _verdict(piece: PieceStudy, watched: int) -> str:
    if piece.rate.high < USED and piece.offered * watched > 50:
        return "never used"
    for sign, word in ((1, "strong"), (-1, "weak")):
        if word == "strong" and piece.rate.value >= ALWAYS:
            word = "must have"
        worth, without = (
            _turned(one, sign) if one is not None else None for one in (piece.worth, piece.without)
        )
        if without is not None and without.low > 0 and without.value >= MUCH and _agrees(worth, without):
            return word
        denied = without is not None and without.high < MUCH
        if worth is not None and worth.low > 0 and worth.value >= MUCH and not denied:
            return f"looks {word}"
    return ""


def _agrees(worth: Estimate | None, without: Estimate) -> bool:
    """Whether the regression agrees with play without the piece: surely above 0, or within its interval.

    Pieces that every player takes have no regression, and count as agreeing.
    """
    if worth is None or worth.low > 0:
        return True
    return worth.value > 0 and worth.high >= without.low


def _turned(one: Estimate, sign: int) -> Estimate:
    return one if sign > 0 else Estimate(-one.value, -one.high, -one.low)


# Findings by part of the report


def _seats(study: Study, game: Game[Any]) -> Iterator[Finding]:
    if len(study.seats) < 2:
        return
    fair, z = 1 / study.players, picked_z(study.players)
    for seat in sorted(study.seats, key=lambda seat: -abs(seat.share.value - fair)):
        share = seat.share.value
        reach = z * math.sqrt(max(share * (1 - share), 1e-9) / study.games)
        if abs(share - fair) - reach > 0 and abs(share - fair) >= UNFAIR:
            kind = "more" if share > fair else "less"
            yield Finding(
                "seats",
                f"Seat {seat.seat} wins {percent(seat.share)}, {kind} than its fair {fair:.0%}.",
                "Give the seats different starts (money, cards, the order of the first round) until the "
                "shares meet; `quincunx compare` tells whether it helped.",
            )
            return


def _against_original(study: Study, game: Game[Any]) -> Iterator[Finding]:
    for one in study.metrics:
        before, now = one.original, one.value
        if before is None or math.isnan(before.value) or one.key in ("minutes", "seat-advantage", "margin"):
            continue
        apart = now.low > before.high or now.high < before.low
        change = (now.value - before.value) / abs(before.value) if before.value else math.inf
        if apart and abs(change) >= CHANGED:
            by = f" ({change:+.0%})" if one.unit != "share" and math.isfinite(change) else ""
            yield Finding(
                "length" if one.key in ("turns", "decisions") else "metrics",
                f"{one.name}: {shown(one, now)}, while the original has {shown(one, before)}{by}.",
                "If that is what the change was for, keep it; if not, go half of the way.",
            )


def _length(study: Study, game: Game[Any]) -> Iterator[Finding]:
    low, high = game.header.minutes
    minutes = study.of("minutes").value
    if minutes.low > high * 1.25 or minutes.high < low * 0.75:
        kind = "longer" if minutes.value > high else "shorter"
        yield Finding(
            "length",
            f"At {study.pace} seconds a decision a game takes {minutes.value:.0f} minutes, {kind} than the "
            f"{_span(low, high)} that its rulebook says.",
            "Time a few decisions at a real table first: the pace is an assumption. Then change what ends "
            "the game.",
        )
    spread = study.turns
    if spread.low > 0 and spread.high / spread.low >= 3:
        yield Finding(
            "length",
            f"Games differ much: one in twenty is over after {spread.low:.0f} turns, one in twenty takes "
            f"more than {spread.high:.0f}.",
            "A last round at a fixed time would bound it.",
        )


def _course(study: Study, game: Game[Any]) -> Iterator[Finding]:
    half = next((one for one in study.leading if one.after == 0.5), None)
    if half is not None and half.wins.low > RUNAWAY:
        yield Finding(
            "course",
            f"Whoever leads at half-time wins {percent(half.wins)}: a runaway leader.",
            "Let those behind catch up (income, turn order, prices), or pay more for what comes late.",
        )
    elif half is not None and half.wins.high < 1 / study.players + 0.1:
        yield Finding(
            "course",
            f"Whoever leads at half-time wins only {percent(half.wins)}: the first half decides little.",
            "Shorten it, or let what is built early count at the end.",
        )
    decided = study.of("decided").value
    if study.players > 1 and decided.high < EARLY:
        yield Finding(
            "course",
            f"The winner leads for good after {percent(decided)} of the turns.",
            "End the game earlier, or hide scores until the end.",
        )
    if study.shared.low > SHARED:
        yield Finding(
            "scores",
            f"{percent(study.shared)} of the games have several winners.",
            "Add a way to break ties.",
        )


def _endings(study: Study, game: Game[Any]) -> Iterator[Finding]:
    for ending in study.endings:
        if ending.share.high < RARE and len(study.endings) > 1:
            yield Finding(
                "endings",
                f"“{ending.reason}” ends only {percent(ending.share)} of the games.",
                "Make it easier to reach, or leave the rule out: players learn it for nothing.",
            )


def _choices(study: Study, game: Game[Any]) -> Iterator[Finding]:
    free = study.of("decision-moves").value
    if free.high < 1 - NO_CHOICE:
        forced = Estimate(1 - free.value, 1 - free.high, 1 - free.low)
        yield Finding(
            "choices",
            f"{percent(forced)} of the decisions leave one legal move.",
            "Let such moves happen by themselves, or give players something to weigh.",
        )


def _skill(study: Study, game: Game[Any]) -> Iterator[Finding]:
    shares = study.shares
    if shares is not None and shares.skill.high < LUCK:
        yield Finding(
            "skill",
            f"Who plays explains {percent(shares.skill)} of the result between `{shares.strong}` and "
            f"`{shares.weak}`; the same dice in the same seat explain {percent(shares.luck)}.",
            "Luck decides. Give choices that answer the dice: rerolls, insurance, several goals.",
        )
    for step in study.steps:
        if step.share is not None and study.players > 1 and step.share.high < step.fair + EVEN:
            yield Finding(
                "skill",
                f"`{step.level}` wins {percent(step.share)} against `{step.below}`, where {step.fair:.0%} "
                "is even: better play is not rewarded, or the bots do not differ here.",
                "Play more games of that step with `quincunx arena`.",
            )


def _pieces(study: Study, game: Game[Any]) -> Iterator[Finding]:
    if study.players == 1:
        yield from _alone(study)
    else:
        yield from _judged(study, game)
    never = [piece.title for piece in study.pieces if piece.verdict == "never used"]
    if never:
        yield Finding(
            "pieces",
            f"Never used by `{study.bots[0]}`, though on offer: {', '.join(never)}.",
            "Look at their cost and effect; and ask whether people see what the bot does not.",
        )


def _judged(study: Study, game: Game[Any]) -> Iterator[Finding]:
    def certain(piece: PieceStudy) -> float:
        lows = [max(one.low, -one.high) for one in (piece.worth, piece.without) if one is not None]
        return -max(lows, default=0.0)

    ranked = sorted(study.pieces, key=certain)
    for piece in ranked:
        if piece.verdict in KINDS:
            word, up = KINDS[piece.verdict]
            often = f"; taken by {percent(piece.rate)} of those who could" if up > 0 else ""
            text = f"{piece.title} is a {word} {study.noun}: {_worth(piece)}{often}."
            yield Finding("pieces", text, _price(game, piece.id, up))
    for kinds, word in ((("looks must have", "looks strong"), "strong"), (("looks weak",), "weak")):
        unproved = [piece for piece in ranked if piece.verdict in kinds]
        if unproved:
            shown = [f"{piece.title} {points(piece.worth)}" for piece in unproved if piece.worth is not None]
            more = f"; and {len(shown) - MOST_NAMED} more" if len(shown) > MOST_NAMED else ""
            yield Finding(
                "pieces",
                f"By the regression alone these look {word}: {'; '.join(shown[:MOST_NAMED])}{more}.",
                "Play without them did not prove it, or there was no time for it: give `--budget` more "
                "seconds before you change anything.",
            )


MOST_NAMED = 6
KINDS = {"must have": ("must-have", 1), "strong": ("strong", 1), "weak": ("weak", -1)}
"""The word for each verdict, and whether the piece should cost more (1) or less (-1)."""


def _alone(study: Study) -> Iterator[Finding]:
    """Yield the findings on pieces of a solo game: needed, most helpful, useless."""
    needed = [piece.title for piece in study.pieces if piece.endless > OFTEN]
    if needed:
        yield Finding(
            "pieces",
            f"Needed to come to an end: {', '.join(needed)}. Without one of them many games go on and on.",
            "If there should be several ways to win, let another card do the same.",
        )
    measured = [piece for piece in study.pieces if piece.without is not None]
    best = max(measured, key=lambda piece: _lost(piece).low, default=None)
    if best is not None and _lost(best).low > 0:
        yield Finding(
            "pieces",
            f"{best.title} helps most: without it a game is {_amount(_lost(best))} {study.score} worse.",
            f"If every game should begin with another {study.noun}, make this one dearer.",
        )
    for piece in measured:
        if _lost(piece).high < 0:
            yield Finding(
                "pieces",
                f"{piece.title} does more harm than good: without it a game is "
                f"{_amount(_turned(_lost(piece), -1))} {study.score} better.",
                "Make it cheaper or better; or the bot buys it at the wrong time.",
            )


def _lost(piece: PieceStudy) -> Estimate:
    assert piece.without is not None
    return piece.without


def _amount(one: Estimate) -> str:
    return f"{one.value:.1f} ({one.low:.1f} to {one.high:.1f})"


def _worth(piece: PieceStudy) -> str:
    parts: list[str] = []
    if piece.worth is not None:
        parts.append(f"{points(piece.worth)} of a win to those who take it, given the lead at that time")
    if piece.without is not None:
        parts.append(f"{points(piece.without)} lost by those who took it, if they may not")
    return ", ".join(parts)


def _price(game: Game[Any], piece: str, up: int) -> str:
    """Return a suggestion for a piece: another price, if game.toml has one, or a look at its numbers."""
    for key, cost in _costs(game.toml, piece):
        if cost + up >= 0:
            return f"Try `{key}` = {cost + up} instead of {cost}."
    return f"Look at its numbers: `quincunx schema {game.name}`."


def _costs(table: dict[str, Any], piece: str, path: str = "") -> Iterator[tuple[str, int]]:
    for key, value in table.items():
        if isinstance(value, dict):
            here = f"{path}{key}"
            if key == piece:
                for word in ("cost", "price"):
                    if isinstance(value.get(word), int):
                        yield f"{here}.{word}", value[word]
            yield from _costs(value, piece, f"{here}.")


def shown(one: Measured, value: Estimate) -> str:
    """Return a metric's value with its bounds and unit."""
    if math.isnan(value.value):
        return "none"
    if one.unit == "share":
        return percent(value)
    return f"{number(value.value)} {one.unit} ({number(value.low)} to {number(value.high)})"


def _span(low: int, high: int) -> str:
    return f"{low} to {high} minutes" if low < high else f"{low} minutes"
