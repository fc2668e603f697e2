"""What stands out in a study, in words, with its interval, and what to try next."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.lab.metrics import picked_z
from quincunx.lab.study import Measured, PieceStudy, Study
from quincunx.lab.summary import Estimate

UNFAIR = 0.02
"""A seat so far from its fair share is named, if that is sure."""
RUNAWAY = 0.7
"""The leader at half-time wins so often: what follows matters little."""
EARLY = 0.6
NO_CHOICE = 0.4
SHARED = 0.1
RARE = 0.02
EVEN = 0.05
"""A stronger level that surely wins no more than so much above its fair share is no stronger here."""
LUCK = 0.1
"""Less skill than this between the game's bot and random play."""
USED = 0.02
"""A piece that fewer of those take who could is never used."""
MUCH = 0.05
"""So much of a win makes a piece strong, or weak."""
ALWAYS = 0.6
CHANGED = 0.1
"""A metric that differs so much from the original's is named."""


class Finding(msgspec.Struct):
    """Something that stands out."""

    about: str
    """`seats`, `length`, `pieces`: the part of the report that shows it."""
    text: str
    attempt: str
    """What to try next."""


def findings(study: Study, game: Game[Any]) -> list[Finding]:
    """The most certain things first in each part; none if nothing stands out."""
    judge(study)
    found: list[Finding] = []
    for look in (_seats, _against_original, _length, _course, _endings, _choices, _skill):
        found += look(study, game)
    return [*found, *_pieces(study, game)]


def judge(study: Study) -> None:
    """Give each piece its verdict."""
    for piece in study.pieces:
        piece.verdict = _verdict(piece, study.watched)


def _verdict(piece: PieceStudy, watched: int) -> str:
    if piece.rate.high < USED and piece.offered * watched > 50:
        return "never used"
    known = [one for one in (piece.worth, piece.without) if one is not None]
    # Sure by one way to measure it, and not denied by the other.
    if any(one.low > 0 and one.value >= MUCH for one in known) and all(one.value > 0 for one in known):
        return "must have" if piece.rate.value >= ALWAYS else "strong"
    high = piece.worth.high if piece.worth is not None else math.inf
    if high < 0 and piece.worth is not None and piece.worth.value <= -MUCH:
        return "weak"
    return ""


# The parts


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
    forced = study.of("forced").value
    if forced.low > NO_CHOICE:
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
    def certain(piece: PieceStudy) -> float:
        return -max((one.low for one in (piece.worth, piece.without) if one is not None), default=0.0)

    noun = study.noun
    for piece in sorted(study.pieces, key=certain):
        if piece.verdict in ("must have", "strong"):
            often = f"taken by {percent(piece.rate)} of those who could"
            yield Finding(
                "pieces",
                f"{piece.title} is a {piece.verdict.replace('must have', 'must-have')} {noun}: "
                f"{_worth(piece)}; {often}.",
                _price(game, piece.id, 1),
            )
    for piece in study.pieces:
        if piece.verdict == "weak":
            yield Finding("pieces", f"{piece.title} is weak: {_worth(piece)}.", _price(game, piece.id, -1))
    never = [piece.title for piece in study.pieces if piece.verdict == "never used"]
    if never:
        yield Finding(
            "pieces",
            f"Never used by `{study.bots[0]}`, though on offer: {', '.join(never)}.",
            "Look at their cost and effect; and ask whether people see what the bot does not.",
        )


def _worth(piece: PieceStudy) -> str:
    parts: list[str] = []
    if piece.worth is not None:
        parts.append(f"{points(piece.worth)} of a win to those who take it, given the lead at that time")
    if piece.without is not None:
        parts.append(f"{points(piece.without)} lost by a player who may not take it")
    return ", ".join(parts)


def _price(game: Game[Any], piece: str, up: int) -> str:
    """What could be changed about a piece: its price, where game.toml has one."""
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


# Words for numbers


def percent(share: Estimate) -> str:
    """A share with its bounds.

    >>> percent(Estimate(0.5, 0.478, 0.5219))
    '50.0% (47.8 to 52.2)'
    """
    return f"{share.value:.1%} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def points(change: Estimate) -> str:
    """A change of a share, in points of a hundred.

    >>> points(Estimate(0.05, 0.02, 0.08))
    '+5 points (+2 to +8)'
    """
    return f"{100 * change.value:+.0f} points ({100 * change.low:+.0f} to {100 * change.high:+.0f})"


def shown(one: Measured, value: Estimate) -> str:
    """A metric's value with its bounds and unit."""
    if math.isnan(value.value):
        return "none"
    if one.unit == "share":
        return percent(value)
    digits: Callable[[float], str] = lambda number: f"{number:,.1f}" if number < 100 else f"{number:,.0f}"  # noqa: E731
    return f"{digits(value.value)} {one.unit} ({digits(value.low)} to {digits(value.high)})"


def _span(low: int, high: int) -> str:
    return f"{low} to {high} minutes" if low < high else f"{low} minutes"
