"""Events between moves: a person leaves, comes back, resigns, runs out of time, or takes a move back.

The log shows them before the next move.
"""

from collections.abc import Iterable
from typing import get_args

from quincunx.match.record import Absence, AbsenceKind, Hinted
from quincunx.match.stand_ins import rewound
from quincunx.text.grammar import Voice
from quincunx.web.storage.models import Happening

TIME_UP, LEFT, REPLACED, BACK, RESIGNED = get_args(AbsenceKind)
TOOK_BACK, HINT, DELETE = "took-back", "hint", "delete"


def tell(happening: Happening, voice: Voice) -> str:
    """Return a sentence for the voice's reader."""
    seat, by = happening.seat, happening.by
    match happening.kind:
        case "time-up":
            return f"{voice.whose(seat, first=True)} time was up: a bot made this move."
        case "left":
            return f"{voice.does(seat, 'steps')} away: a bot plays on."
        case "replaced":
            return f"{voice.does(by, 'lets')} a bot play for {voice.whom(seat)}."
        case "resigned":
            return f"{voice.does(seat, 'gives')} up: a bot plays on to the end."
        case "back":
            return f"{voice.does(seat, 'is')} back at the table."
        case "delete":
            return f"{voice.does(seat, 'asks')} to delete this match. It is gone when all who sat here ask."
    return f"{voice.does(seat, 'takes')} back a move."


def placed(happenings: Iterable[Happening]) -> list[tuple[int, Happening]]:
    """Return each event with the number of steps that it follows in the log. An event among steps taken back
    later moves to where the match went on; a clock that ran out there is dropped with its move."""
    standing: list[tuple[int, Happening]] = []
    for each in happenings:
        if each.kind == TOOK_BACK:
            standing = [
                (min(after, each.after), other)
                for after, other in standing
                if other.kind != TIME_UP or after < each.after
            ]
        standing.append((each.after, each))
    return standing


def count(happened: Iterable[Happening], kind: str, seat: int) -> int:
    """Return how often that happened to a seat."""
    return sum(each.kind == kind and each.seat == seat for each in happened)


def notes(happened: Iterable[Happening]) -> tuple[list[Hinted], list[Absence]]:
    """Return the hints taken and the moves made for people, as a record lists them."""
    hints = [Hinted(after, each.seat) for after, each in placed(happened) if each.kind == HINT]
    absences: list[Absence] = []
    for each in happened:
        if each.kind == TOOK_BACK:
            absences = rewound(absences, each.after)
        kinds = [kind for kind in get_args(AbsenceKind) if kind == each.kind]
        absences += [Absence(each.after, each.seat, kind) for kind in kinds]
    return hints, absences


def may_know(happening: Happening, reader: int, secrets: bool) -> bool:
    """Whether a reader may know of it during the match. Where there are secrets, a clock that ran out would
    tell that somebody had not moved yet."""
    return not secrets or happening.kind != TIME_UP or happening.seat == reader
