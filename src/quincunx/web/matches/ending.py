"""The ending of a match as pages show it: ranking, margin, turning points and luck."""

from dataclasses import dataclass

from quincunx.analysis.figures import SHARE, FigureRow, Figures, figures
from quincunx.analysis.timeline import Timeline, words
from quincunx.core.game import Result
from quincunx.match import narration
from quincunx.match.match import Match
from quincunx.match.narration import amount
from quincunx.text.grammar import WATCHER
from quincunx.web.matches.chart import Chart, chart
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import COLOURS


@dataclass
class Place:
    """A player in the final ranking."""

    place: int
    """The rank, from 1; equal scores share it."""
    name: str
    colour: str
    score: str
    won: bool
    gave_up: bool
    is_you: bool


@dataclass
class TurningPoint:
    """A step that turned the match."""

    at: int
    """Moves made so far, this one included."""
    words: str
    swing: str
    """The player whose expectation changed most, and by how much."""


@dataclass
class Fortune:
    """A seat's result, split into luck, its own choices and those of others."""

    name: str
    row: FigureRow


@dataclass
class EndingShown:
    ranking: list[Place]
    margin: str
    """The winner's lead as a sentence; "" if the scores do not tell."""
    won: bool | None
    """Whether the viewer won. None for spectators, and for several people at one screen."""
    rematch: str
    """The id of the rematch; "" if nobody has asked for one."""
    chart: Chart | None
    """The scores over the match; None until it has been computed."""
    moments: list[TurningPoint]
    fortunes: list[Fortune]
    note: str
    """A remark that the numbers of `fortunes` need; "" if they speak for themselves."""


def how_it_ended(live: LiveMatch, match: Match, mine: list[int]) -> EndingShown | None:
    """Return all that the page says of the ending besides the winner, or None while the match goes on."""
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
        moments=_moments(live, match, found, reader) if found else [],
        fortunes=_fortunes(live, match, found) if found else [],
        note=_note(match, found),
    )


def _moments(live: LiveMatch, match: Match, found: Timeline, reader: int) -> list[TurningPoint]:
    told = figures(match)
    return [
        TurningPoint(
            turned.at + 1,
            words(match, turned.at, reader, turned.seat, turned.gained),
            _swing(live, turned.seat, told, told.swing(turned), reader),
        )
        for turned in told.moments(found)
    ]


def _swing(live: LiveMatch, seat: int, told: Figures, swing: float, reader: int) -> str:
    name = live.seats[seat].name
    if told.unit == SHARE:
        whose = "your" if seat == reader else f"{name}'s"
        return f"{whose} chances: {swing:+g} in 100"
    whose = f"{name}: " if len(live.seats) > 1 else ""
    return f"{whose}{amount(abs(swing), told.unit).rstrip()} {'better' if swing > 0 else 'worse'}"


def _fortunes(live: LiveMatch, match: Match, found: Timeline) -> list[Fortune]:
    return [Fortune(seat.name, figures(match).row(found, seat.number)) for seat in live.seats]


def _note(match: Match, found: Timeline | None) -> str:
    notes = [found.note if found else "", figures(match).note]
    return " ".join(note for note in notes if note)


def _ranking(live: LiveMatch, match: Match, ended: Result, mine: list[int]) -> list[Place]:
    lost = match.stood_in.gave_up[::-1]

    def rank(seat: int) -> tuple[bool, int, float]:
        return seat not in ended.winners, lost.index(seat) + 1 if seat in lost else 0, -ended.scores[seat]

    ranks = sorted(rank(seat.number) for seat in live.seats)
    return [
        Place(
            place=ranks.index(rank(seat.number)) + 1,
            name=seat.name,
            colour=COLOURS[seat.colour],
            score=narration.score(ended.scores[seat.number], match.game.header),
            won=seat.number in ended.winners,
            gave_up=seat.number in lost,
            is_you=seat.number in mine,
        )
        for seat in sorted(live.seats, key=lambda seat: rank(seat.number))
    ]


def margin(match: Match, ended: Result, reader: int = WATCHER) -> str:
    """Return the winner's lead, or the reader's distance to it, as a sentence; "" if the scores do not
    tell."""
    if len(ended.winners) != 1 or len(ended.scores) < 2 or not match.game.result(match.state).by_score:
        return ""
    winner, header = ended.winners[0], match.game.header
    if reader not in (WATCHER, winner):
        behind = ended.scores[winner] - ended.scores[reader]
        return f"You were {narration.score(behind, header)} behind." if behind > 0 else ""
    lead = ended.scores[winner] - max(score for seat, score in enumerate(ended.scores) if seat != winner)
    whose = match.voice(reader).whose(winner, first=True)
    return f"{whose} lead was {narration.score(lead, header)}." if lead > 0 else ""
