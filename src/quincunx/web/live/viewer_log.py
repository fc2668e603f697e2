"""The log of a match as one viewer may read it, and what happened since their own last move."""

from dataclasses import dataclass, field

from quincunx.match.match import Match
from quincunx.match.narration import Line, line
from quincunx.text.grammar import Look
from quincunx.web.matches import match_events
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import COLOURS

MOST_SINCE = 3
"""How many recent lines a board gets."""
MOST_NOTES = 6
"""How many notes a line of the log shows, the last ones."""
MOST_NEWS = 12
"""How many sentences of each kind are told of what happened since one's last move."""


@dataclass
class LogLine:
    """A step in words. `text` is all of it."""

    number: int
    """Counts the steps that the reader may know of; at the end, all steps."""
    who: str
    colour: str
    text: str
    move: str
    """The move's name, for programs; empty if it would give a secret away."""
    told: str
    seat: int | None
    events: list[dict[str, object]]
    """What happened, as data; only what the reader may know."""
    subject: int | None
    """The seat whose name, or "You", `told` begins with."""
    notes: list[str] = field(default_factory=list)
    """What happened around the moves since the line before: who left, came back, took back."""
    begins: int | None = None
    """The seat that this line is the first of, if the line before told of another's."""


@dataclass
class RecentEvents:
    """What happened since the viewer's own last move, in sentences: to them, and all else."""

    mine: list[str] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)


def log(live: LiveMatch, match: Match, reader: int, look: Look, first: int = 0) -> list[LogLine]:
    """The log after its first lines, as far as this reader may know it: all of it when the match is over."""
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
    """Whose turn a line tells of: who moved, or whom the dice were rolled for."""
    return shown.seat if shown.seat is not None else shown.subject


def since(live: LiveMatch, match: Match, reader: int, look: Look) -> list[LogLine]:
    """The last lines since the reader's own last move, with that move."""
    known = live.known(reader)
    lines: list[LogLine] = []
    for number in range(len(known), max(0, len(known) - MOST_SINCE), -1):
        lines.insert(0, log_line(live, match, reader, look, number, known[number - 1]))
        if match.steps[known[number - 1] - 1].seat == reader:
            break
    return lines


def news(live: LiveMatch, match: Match, seat: int, look: Look) -> RecentEvents:
    """What happened since that seat's own last move, the newest last."""
    found = RecentEvents()
    for number in reversed(live.known(seat)):
        step = match.steps[number - 1]
        if step.seat == seat or min(len(found.mine), len(found.rest)) >= MOST_NEWS:
            break
        told = line(match, step, seat, look)
        assert told is not None
        for event, sentence in reversed(list(zip(told.events, told.told, strict=False))):
            (found.mine if match.game.is_about(event, seat) else found.rest).insert(0, sentence)
        if not told.events and told.told:
            found.rest.insert(0, told.told[0])
    return RecentEvents(found.mine[-MOST_NEWS:], found.rest[-MOST_NEWS:])


def log_line(live: LiveMatch, match: Match, reader: int, look: Look, number: int, step: int) -> LogLine:
    """One step that the reader may know of."""
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
    """What a reader may know of what happened between the line of the log before that number and it."""
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
