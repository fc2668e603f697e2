"""Stand-ins: who gave a match up, and for whom the house moved. The record says so, and who gave up has not
won."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from quincunx.core.errors import UserError
from quincunx.core.game import Game, Result
from quincunx.core.state import State
from quincunx.match.record import Absence, Record
from quincunx.text.grammar import Voice, listed


class StandIns(NamedTuple):
    """The moves that the house made for people in a match, and who gave up."""

    resigned: list[int]
    """The seats whose people resigned, the earliest first."""
    gave_up: list[int]
    """The seats that resigned, and those whose people left and did not come back though they still had to
    move, in the order in which they were last there."""
    moves: Counter[int]
    """The number of moves the house made for each seat."""


def read(movers: Sequence[int], absences: Iterable[Absence]) -> StandIns:
    """Read the notes of a match in which these seats have moved, one after the other.

    >>> read([0, 1, 0, 1, 0], [Absence(1, 1, "resigned"), Absence(2, 0, "left"), Absence(4, 0, "back")])
    StandIns(resigned=[1], gave_up=[1], moves=Counter({1: 2, 0: 1}))
    >>> read([0, 1, 0, 1], [Absence(1, 1, "time-up"), Absence(2, 0, "left")])
    StandIns(resigned=[], gave_up=[0], moves=Counter({1: 1, 0: 1}))
    """
    notes, made = list(absences), Counter[int]()
    resigned, gone = list[int](), dict[int, int]()
    house, late = set[int](), set[int]()
    for number in range(len(movers) + 1):
        while notes and notes[0].after <= number:
            note = notes.pop(0)
            if note.kind == "time-up":
                late.add(note.seat)
            elif note.kind == "back":
                house.discard(note.seat)
                gone.pop(note.seat, None)
            else:
                house.add(note.seat)
                if note.kind != "replaced":
                    gone.setdefault(note.seat, made[note.seat])
                if note.kind == "resigned":
                    resigned.append(note.seat)
        mover = movers[number] if number < len(movers) else None
        if mover in house or mover in late:
            made[mover] += 1
            late.discard(mover)
    gave_up = [seat for seat, before in gone.items() if seat in resigned or made[seat] > before]
    return StandIns(resigned, gave_up, +made)


def result(game: Game[Any], state: State, gave_up: Sequence[int]) -> Result:
    """Return the result of a finished match: if the winners gave up, the best of those who stayed have
    won."""
    ended = game.result(state)
    winners = [seat for seat in ended.winners if seat not in gave_up]
    stayed = [seat for seat in range(state.players) if seat not in gave_up]
    if ended.winners and stayed and not winners:
        winners = game.best_of(state, stayed)
    return ended._replace(winners=winners)


def rewound(absences: Iterable[Absence], length: int) -> list[Absence]:
    """Return the notes of a match that goes back to where `length` moves had been made. A single move of the
    house that was taken back leaves none."""
    return [
        Absence(min(each.after, length), each.seat, each.kind)
        for each in absences
        if each.kind != "time-up" or each.after < length
    ]


def check(record: Record) -> None:
    """Raise UserError if a record's notes are impossible."""
    before = 0
    for each in record.absences:
        if not 0 <= each.seat < len(record.seats) or record.seats[each.seat].bot:
            raise UserError(f"It says that the house moved for seat {each.seat + 1}, where no person sits.")
        if not before <= each.after <= len(record.moves):
            raise UserError(f"It says that the house moved after move {each.after}, which is not the next.")
        before = each.after


def in_words(found: StandIns, voice: Voice) -> str:
    """Return sentences on who gave up and for whom the house has moved; empty if it moved for nobody.

    >>> found = StandIns([1], [1, 2], Counter({1: 2, 2: 1, 0: 3}))
    >>> in_words(found, Voice(["Ann", "Bob", "Cid"], reader=0))
    'Bob gave up. Cid left. The house played on for Bob and Cid. The house made 3 of your moves.'
    """
    told: list[str] = []
    left = [seat for seat in found.gave_up if seat not in found.resigned]
    for seats, what in ((found.resigned, "gave up"), (left, "left")):
        told += [f"{listed([voice.who(seat) for seat in seats])} {what}."] * bool(seats)
    for_good = [voice.whom(seat) for seat in found.gave_up if found.moves[seat]]
    told += [f"The house played on for {listed(for_good)}."] * bool(for_good)
    for seat, number in sorted(found.moves.items()):
        if seat not in found.gave_up:
            told.append(f"The house made {number} of {voice.whose(seat)} moves.")
    return " ".join(told)
