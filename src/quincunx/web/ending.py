"""How a match ended: the ranking, by how much it was won, and how it came to it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quincunx.analysis.timeline import words
from quincunx.core.game import Result
from quincunx.core.voice import WATCHER
from quincunx.match import Match
from quincunx.narration import amount
from quincunx.web.chart import Chart, chart
from quincunx.web.new_match import COLOURS

if TYPE_CHECKING:
    from quincunx.analysis import Moment as Turned
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


@dataclass
class Moment:
    """A step that turned the match."""

    at: int
    """How many moves had been made with it."""
    words: str
    swing: str
    """Whose expectation it changed most, and by how much."""


@dataclass
class Fortune:
    """What a seat could expect at the start, and what came to it by luck, by its own decisions, by others."""

    name: str
    colour: str
    start: str
    luck: str
    decisions: str
    others: str
    result: str


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
    fortunes: list[Fortune]
    unit: str
    """What fortunes and swings are counted in."""


def how_it_ended(live: "LiveMatch", match: Match, mine: list[int]) -> EndingShown | None:
    """All that the page tells of the end, besides who won; None while the match goes on."""
    ended = match.result
    if ended is None:
        return None
    back = live.look_back
    found = back.timeline if back else None
    reader = mine[0] if len(mine) == 1 else WATCHER
    return EndingShown(
        ranking=_ranking(live, match, ended, mine),
        margin=margin(match, ended, reader),
        won=mine[0] in ended.winners if len(mine) == 1 else None,
        rematch=live.head.rematch,
        chart=chart(live.seats, match.game, back.progress) if back else None,
        moments=[_moment(live, match, each, reader) for each in found.moments] if found else [],
        fortunes=_fortunes(live, found) if found else [],
        unit=match.game.header.score if len(live.seats) == 1 else "hundredths of a win",
    )


def _moment(live: "LiveMatch", match: Match, turned: "Turned", reader: int) -> Moment:
    whose = live.seats[turned.seat]
    alone = len(live.seats) == 1
    change = _amount(turned.swing, alone)
    swing = f"{change} {match.game.header.score}" if alone else f"{whose.name}'s chances: {change} in 100"
    return Moment(turned.at + 1, words(match, turned.at, reader, turned.seat), swing)


def _fortunes(live: "LiveMatch", found: "Timeline") -> list[Fortune]:
    alone = len(live.seats) == 1
    return [
        Fortune(
            seat.name,
            COLOURS[seat.colour],
            *(
                _amount(part[seat.number], alone, signed)
                for part, signed in (
                    (found.start, False),
                    (found.luck, True),
                    (found.decisions, True),
                    (found.others, True),
                    (found.result, False),
                )
            ),
        )
        for seat in live.seats
    ]


def _amount(share: float, alone: bool, signed: bool = True) -> str:
    """A part of what a seat could expect: whoever plays alone counts in turns, the others in hundredths."""
    number = share if alone else share * 100
    return f"{number:+.0f}" if signed else f"{abs(number):.0f}"


def _ranking(live: "LiveMatch", match: Match, ended: Result, mine: list[int]) -> list[Place]:
    def rank(seat: int) -> tuple[bool, float]:
        return seat not in ended.winners, -ended.scores[seat]

    ranks = sorted(rank(seat.number) for seat in live.seats)
    return [
        Place(
            place=ranks.index(rank(seat.number)) + 1,
            name=seat.name,
            colour=COLOURS[seat.colour],
            score=amount(ended.scores[seat.number], match.game.header.score),
            won=seat.number in ended.winners,
            is_you=seat.number in mine,
        )
        for seat in sorted(live.seats, key=lambda seat: rank(seat.number))
    ]


def margin(match: Match, ended: Result, reader: int = WATCHER) -> str:
    """By how much it was won, or lost by the reader, as a sentence; empty if the scores do not say."""
    if len(ended.winners) != 1 or len(ended.scores) < 2:
        return ""
    winner, scored = ended.winners[0], match.game.header.score
    if reader not in (WATCHER, winner):
        behind = ended.scores[winner] - ended.scores[reader]
        return f"You were {amount(behind, scored)} behind." if behind > 0 else ""
    lead = ended.scores[winner] - max(score for seat, score in enumerate(ended.scores) if seat != winner)
    whose = match.voice(reader).whose(winner, first=True)
    return f"{whose} lead was {amount(lead, scored)}." if lead > 0 else ""
