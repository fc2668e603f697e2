"""Stand-ins: who gave a match up, and for whom bots moved. The record says so, and who gave up has not
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
    """The moves that bots made for people in a match, and who gave up."""

    how: dict[int, str]
    """How each seat gave up, in the order in which their people were last there: it `resigned`, it `left`
    though it still had to move, or it was `idle`: bots made more of its moves than its person."""
    moves: Counter[int]
    """The number of moves bots made for each seat."""

    @property
    def gave_up(self) -> list[int]:
        return list(self.how)


def read(movers: Sequence[int], absences: Iterable[Absence]) -> StandIns:
    """Read the notes of a match in which these seats have moved, one after the other.

    >>> read([0, 1, 0, 1, 0], [Absence(1, 1, "resigned"), Absence(2, 0, "left"), Absence(4, 0, "back")])
    StandIns(how={1: 'resigned'}, moves=Counter({1: 2, 0: 1}))
    >>> read([0, 1, 0, 1], [Absence(1, 1, "time-up"), Absence(2, 0, "left")])
    StandIns(how={0: 'left'}, moves=Counter({1: 1, 0: 1}))
    """
    notes, made, own, last = list(absences), Counter[int](), Counter[int](), dict[int, int]()
    resigned, gone, house, late = set[int](), dict[int, tuple[int, int]](), set[int](), set[int]()
    for number in range(len(movers) + 1):
        while notes and notes[0].after <= number:
            note = notes.pop(0)
            if note.kind == "time-up":
                late.add(note.seat)
            elif note.kind == "back":
                house.discard(note.seat)
                if note.seat not in resigned:
                    gone.pop(note.seat, None)
            else:
                house.add(note.seat)
                if note.kind != "replaced":
                    gone.setdefault(note.seat, (number, made[note.seat]))
                if note.kind == "resigned":
                    resigned.add(note.seat)
        if number < len(movers):
            mover = movers[number]
            if mover in house or mover in late:
                made[mover] += 1
                late.discard(mover)
            else:
                own[mover] += 1
                last[mover] = number + 1
    how = dict[int, str]()
    for seat in sorted(gone | +made, key=lambda seat: gone.get(seat, (last.get(seat, 0),))[0]):
        if seat in resigned:
            how[seat] = "resigned"
        elif seat in gone and made[seat] > gone[seat][1]:
            how[seat] = "left"
        elif made[seat] > own[seat]:
            how[seat] = "idle"
    return StandIns(how, +made)


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
    before, last = (
        record.branch.moves if record.branch else 0,
        len(record.moves) - (record.result is not None),
    )
    away, resigned = set[int](), set[int]()
    for each in record.absences:
        seat, says = each.seat, f"It says that seat {each.seat + 1}"
        if not 0 <= seat < len(record.seats) or record.seats[seat].bot:
            raise UserError(f"It says that a bot moved for seat {seat + 1}, where no person sits.")
        if not before <= each.after <= last:
            raise UserError(f"It says that a bot moved after move {each.after}, which is not the next.")
        before = each.after
        if each.kind == "time-up":
            if not "".join(record.moves[before : before + 1]).startswith(f"{seat + 1}:"):
                raise UserError(f"{says} ran out of time before move {before + 1}, which is not its own.")
        elif each.kind == "back":
            if seat not in away:
                raise UserError(f"{says} came back, but it had not left.")
            away.discard(seat)
        elif seat in (resigned if each.kind == "resigned" else away):
            raise UserError(f"{says} left or gave up, but it had done so before.")
        else:
            away.add(seat)
            resigned |= {seat} if each.kind == "resigned" else set()


def all_back(absences: Sequence[Absence], length: int) -> list[Absence]:
    """Return the notes of a match that its people go on with themselves, after `length` moves."""
    away = dict[int, None]()
    for each in absences:
        if each.kind == "back":
            away.pop(each.seat, None)
        elif each.kind != "time-up":
            away[each.seat] = None
    return [*absences, *(Absence(length, seat, "back") for seat in away)]


def in_words(found: StandIns, voice: Voice) -> str:
    """Return sentences on who gave up and for whom bots have moved; empty if for nobody.

    >>> found = StandIns({1: "resigned", 2: "left"}, Counter({1: 2, 2: 1, 0: 3}))
    >>> in_words(found, Voice(["Ann", "Bob", "Cid"], reader=0))
    'Bob gave up. Cid left. Bots played on for Bob and Cid. Bots made 3 of your moves.'
    """
    told: list[str] = []
    for kind, what in (("resigned", "gave up"), ("left", "left")):
        seats = [seat for seat, how in found.how.items() if how == kind]
        told += [f"{listed([voice.who(seat) for seat in seats])} {what}."] * bool(seats)
    for_good = [voice.whom(seat) for seat, how in found.how.items() if how != "idle" and found.moves[seat]]
    told += [f"Bots played on for {listed(for_good)}."] * bool(for_good)
    for seat, number in sorted(found.moves.items()):
        how = found.how.get(seat, "")
        if how in ("", "idle"):
            most = ", more than half of them: that loses" * (how == "idle")
            told.append(f"Bots made {number} of {voice.whose(seat)} moves{most}.")
    return " ".join(told)
