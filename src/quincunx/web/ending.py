"""How a match ended: the ranking, by how much it was won, and how it came to it."""

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quincunx.core.game import Result
from quincunx.core.voice import WATCHER
from quincunx.match import Match
from quincunx.web.chart import Chart, chart
from quincunx.web.new_match import COLOURS

if TYPE_CHECKING:
    from quincunx.analysis import Timeline
    from quincunx.web.live_match import LiveMatch


@dataclass
class Place:
    """A player in the final ranking."""

    place: int
    """From 1; those who have the same score share it."""
    name: str
    colour: str
    score: str
    won: bool
    is_you: bool
    luck: str = ""
    """How kind the dice were, in words."""


@dataclass
class Moment:
    """A step that turned the match."""

    at: int
    name: str
    colour: str
    words: str


@dataclass
class EndingShown:
    ranking: list[Place]
    margin: str
    """By how much it was won; empty if the scores do not say."""
    won: bool | None
    """Whether the viewer won; None for those who watch, and for several people at one screen."""
    rematch: str
    """The match in which the same people play again; empty if nobody has asked for one."""
    chart: Chart | None
    """The scores over the match. It takes a moment to find out."""
    moments: list[Moment]


def how_it_ended(live: "LiveMatch", match: Match, mine: list[int]) -> EndingShown | None:
    """All that the page tells of the end, besides who won; None while the match goes on."""
    ended = match.result
    if ended is None:
        return None
    found = live.timelines.get(_reader(mine))
    return EndingShown(
        ranking=_ranking(live, match, ended, mine, found),
        margin=margin(match, ended),
        won=mine[0] in ended.winners if len(mine) == 1 else None,
        rematch=live.head.rematch,
        chart=chart(live.seats, match.game.header.score, found) if found else None,
        moments=[_moment(live, each.at, each.seat, each.words) for each in found.moments] if found else [],
    )


def _reader(mine: list[int]) -> int:
    """To whom the moments speak."""
    return mine[0] if len(mine) == 1 else WATCHER


def _moment(live: "LiveMatch", at: int, seat: int, words: str) -> Moment:
    whose = live.seats[seat] if seat >= 0 else None
    return Moment(at, whose.name if whose else "", COLOURS[whose.colour] if whose else "", words)


async def look_back(live: "LiveMatch", mine: list[int]) -> None:
    """Find out how a finished match came to its end, beside the loop, once for each reader."""
    match, reader = live.match, _reader(mine)
    if match is None or not match.over or reader in live.timelines:
        return
    import importlib.util  # TEMPORARY

    if importlib.util.find_spec("quincunx.analysis") is None:
        return
    from quincunx.analysis import timeline  # Most requests have no use for it.

    live.timelines[reader] = await asyncio.to_thread(timeline, match, reader)
    live.changed()


def _ranking(
    live: "LiveMatch", match: Match, ended: Result, mine: list[int], found: "Timeline | None"
) -> list[Place]:
    def rank(seat: int) -> tuple[bool, float]:
        return seat not in ended.winners, -ended.scores[seat]

    ranks = sorted(rank(seat.number) for seat in live.seats)
    return [
        Place(
            place=ranks.index(rank(seat.number)) + 1,
            name=seat.name,
            colour=COLOURS[seat.colour],
            score=f"{ended.scores[seat.number]:g} {match.game.header.score}",
            won=seat.number in ended.winners,
            is_you=seat.number in mine,
            luck=lucky(found.luck[seat.number]) if found else "",
        )
        for seat in sorted(live.seats, key=lambda seat: rank(seat.number))
    ]


def margin(match: Match, ended: Result) -> str:
    """By how much the only winner is ahead: "by 3 points"."""
    if len(ended.winners) != 1 or len(ended.scores) < 2:
        return ""
    winner = ended.winners[0]
    lead = ended.scores[winner] - max(score for seat, score in enumerate(ended.scores) if seat != winner)
    return f"by {amount(lead, match.game.header.score)}" if lead > 0 else ""


def amount(number: float, things: str) -> str:
    """
    >>> amount(1, "steps on the track"), amount(3, "points"), amount(2, "BTC")
    ('1 step on the track', '3 points', '2 BTC')
    """
    one = re.sub(r"^([a-z]+)s\b", r"\1", things)
    return f"{number:g} {one if number == 1 else things}"


def lucky(luck: float) -> str:
    return f"{luck:+.2f}"
