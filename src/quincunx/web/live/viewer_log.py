"""The log of a match as one viewer may read it, and the events since their own last move."""

from dataclasses import dataclass, field

from quincunx.match.match import Match
from quincunx.match.narration import Line, line
from quincunx.text.grammar import Look
from quincunx.web.matches import match_events
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import COLOURS

MOST_SINCE = 3
"""Most recent lines that a board gets."""
MOST_NOTES = 6
"""How many notes a line of the log shows, the last ones."""
MOST_NEWS = 12
"""Most sentences of each kind about the time since one's last move."""


@dataclass
class LogLine:
    """A step in words; `text` is the whole line."""

    number: int
    """Counted among the steps that the reader may know of; at the end, among all."""
    who: str
    colour: str
    text: str
    move: str
    """The move's name, for programs; "" if it would reveal a secret."""
    told: str
    seat: int | None
    events: list[dict[str, object]]
    """The step's events as data, as far as the reader may know them."""
    subject: int | None
    """The seat whose name, or "You", begins `told`."""
    notes: list[str] = field(default_factory=list)
    """Events since the line before that are no moves: people who left, came back or took back."""
    begins: int | None = None
    """The seat whose turn begins with this line, if the line before was another's."""


@dataclass
class RecentEvents:
    """Sentences about events since the viewer's own last move: those about them, and the rest."""

    mine: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)


def log(live: LiveMatch, match: Match, reader: int, look: Look, first: int = 0) -> list[LogLine]:
    """Return the log after its first lines, as far as the reader may know it: all of it after the end."""
    known = range(1, live.stored + 1) if match.over else live.known(reader)
    before = log_line(live, match, reader, look, first, known[first - 1]) if first else None
    owner = _owner(before) if before else None
    lines = []
    for number, step in enumerate(known[first:], first + 1):
        shown = log_line(live, match, reader, look, number, step)
        if _owner(shown) not in (None, owner):
            shown.begins = owner = _owner(shown)
        lines.append(shown)
    return lines


def _owner(shown: LogLine) -> int | None:
    """Return the seat whose turn a line belongs to: the mover, or the one the dice were rolled for."""
    return shown.seat if shown.seat is not None else shown.subject


def since(live: LiveMatch, match: Match, reader: int, look: Look) -> list[LogLine]:
    """Return the last lines back to the reader's own last move, at most `MOST_SINCE`."""
    known = live.known(reader)
    lines: list[LogLine] = []
    for number in range(len(known), max(0, len(known) - MOST_SINCE), -1):
        lines.insert(0, log_line(live, match, reader, look, number, known[number - 1]))
        if match.steps[known[number - 1] - 1].seat == reader:
            break
    return lines


def news(live: LiveMatch, match: Match, seat: int, look: Look) -> RecentEvents:
    """Return the events since that seat's own last move, oldest first."""
    found = RecentEvents()
    for number in reversed(live.known(seat)):
        step = match.steps[number - 1]
        if step.seat == seat or min(len(found.mine), len(found.rest)) >= MOST_NEWS:
            break
        told = line(match, step, seat, look)
        assert told is not None
        for event, sentence in reversed(list(zip(told.events, told.told, strict=False))):
            (found.mine if match.game.phrases.is_about(event, seat) else found.rest).insert(0, sentence)
        if not told.events and told.told:
            found.rest.insert(0, told.told[0])
    return RecentEvents(found.mine[-MOST_NEWS:], found.rest[-MOST_NEWS:])


def log_line(live: LiveMatch, match: Match, reader: int, look: Look, number: int, step: int) -> LogLine:
    """Return the line for one step that the reader may know of."""
    told = line(match, match.steps[step - 1], reader, look)
    assert told is not None
    shown = worded(live, number, told)
    shown.notes = notes_before(live, match, reader, number)
    return shown


def worded(live: LiveMatch, number: int, known: Line) -> LogLine:
    seat = live.seats[known.seat] if known.seat >= 0 else None
    return LogLine(
        number,
        known.who,
        COLOURS[seat.colour] if seat else "",
        known.text,
        known.move,
        " ".join(known.told),
        seat.number + 1 if seat else None,
        [event.to_dict() for event in known.events],
        None if known.subject is None else known.subject + 1,
    )


def notes_before(live: LiveMatch, match: Match, reader: int, number: int) -> list[str]:
    """Return the notes between that line of the log and the one before it, as the reader may know them."""
    if not live.happenings:
        return []  # As nearly always.
    voice, secrets = match.voice(reader), match.game.header.secrets
    known = [
        each
        for after, each in match_events.placed(live.happenings)
        # The move itself says that it came after a hint.
        if each.kind != match_events.HINT
        and (after if match.over else live.position(reader, after)) == number - 1
        and (match.over or match_events.may_know(each, reader, secrets))
    ]
    return [match_events.tell(each, voice) for each in known[-MOST_NOTES:]]
