"""The encoding of a game for learners: every move as an index, and a seat's view as numbers."""

from typing import Final

from mypy_extensions import mypyc_attr

from quincunx.core.state import IllegalMove, State

NOT_LISTED: Final = -1
"""The index of a move that is not in the list."""


class ObservationWriter:
    """A seat's view as a long row of numbers that are mostly 0; only the others are stored.

    A game's `observe` fills it, always with the same entries in the same order.
    """

    def __init__(self) -> None:
        self.at = 0
        """The position of the next entry."""
        self.ones: list[int] = []
        """The positions of all entries that are 1."""
        self.places: list[int] = []
        """The positions of the other entries that are not 0; their values are in `amounts`."""
        self.amounts: list[float] = []

    def about(self, subject: str) -> None:
        """Name the subject of the next entries; empty for the table as a whole."""

    def number(self, name: str, value: int, unit: int = 1) -> None:
        """Write one entry: `value` divided by `unit`."""
        if value:
            self._write(self.at, value, unit)
        self.at += 1

    def flag(self, name: str, value: bool) -> None:
        """Write one entry: 0 or 1."""
        if value:
            self.ones.append(self.at)
        self.at += 1

    def one_of(self, name: str, chosen: int, options: list[str]) -> None:
        """Write an entry for each option: 1 for the chosen one. Below 0 none is chosen."""
        if chosen >= 0:
            self.ones.append(self.at + chosen)
        self.at += len(options)

    def one_of_each(self, names: list[str], chosen: list[int], options: list[str]) -> None:
        """Write `one_of` for each of several names. If `chosen` is shorter, the remaining names have none
        chosen."""
        at = self.at
        size = len(options)
        for option in chosen:
            if option >= 0:
                self.ones.append(at + option)
            at += size
        self.at += len(names) * size

    def counts(self, name: str, counts: list[int], options: list[str]) -> None:
        """Write an entry for each option: its count. If `counts` is shorter, the remaining options have 0."""
        at = self.at
        for count in counts:
            if count:
                self._write(at, count, 1)
            at += 1
        self.at += len(options)

    def members(self, name: str, members: list[int], options: list[str]) -> None:
        """Write `counts` from a short list that names each option as often as it occurs; below 0 is
        nothing."""
        for index, member in enumerate(members):
            if member >= 0:
                count = 1
                for other in range(index):
                    if members[other] == member:
                        count += 1
                # A member that occurs again is written again with its new count, and the last count stays.
                self._write(self.at + member, count, 1)
        self.at += len(options)

    def _write(self, place: int, value: int, unit: int) -> None:
        if value == unit:
            self.ones.append(place)
        else:
            self.places.append(place)
            self.amounts.append(value / unit)


class ObservationNames(ObservationWriter):
    """An ObservationWriter that records the names of the entries instead of their values."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self._before = ""

    def about(self, subject: str) -> None:
        self._before = f"{subject}: " if subject else ""

    def number(self, name: str, value: int, unit: int = 1) -> None:
        per = f" / {unit}" if unit != 1 else ""
        self.names.append(f"{self._before}{name}{per}")

    def flag(self, name: str, value: bool) -> None:
        self.names.append(self._before + name)

    def one_of(self, name: str, chosen: int, options: list[str]) -> None:
        for option in options:
            self.names.append(f"{self._before}{name} = {option}")

    def counts(self, name: str, counts: list[int], options: list[str]) -> None:
        for option in options:
            self.names.append(f"{self._before}{name} {option}")

    def one_of_each(self, names: list[str], chosen: list[int], options: list[str]) -> None:
        for name in names:
            self.one_of(name, -1, options)

    def members(self, name: str, members: list[int], options: list[str]) -> None:
        self.counts(name, [], options)


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpace:
    """All moves that a seat can ever make, and a seat's view as numbers.

    The list of moves follows from the numbers and the players alone. Its order is a promise: a learned
    policy depends on it, so new moves are only added at the end.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.seats = [f"seat {seat + 1}" for seat in range(players)]
        self.around = ["me", *[f"seat +{step}" for step in range(1, players)]]
        """The names of the seats, from the viewer on, in the order of play."""
        self.moves: list[str] = []
        """Every move by name, in the order of the indices."""

    def add(self, name: str) -> int:
        """Append a move to the list and return its index."""
        self.moves.append(name)
        return len(self.moves) - 1

    def index(self, state: State, seat: int, action: int) -> int:
        """Return the index of a legal move of that seat, or NOT_LISTED."""
        raise NotImplementedError

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        """Write what the seat may know, and nothing else."""
        raise NotImplementedError

    def legal(self, state: State, seat: int) -> list[int]:
        """Return the indices of the seat's legal moves."""
        found: list[int] = []
        for action in state._legal_actions(seat):
            index = self.index(state, seat, action)
            if index != NOT_LISTED:
                found.append(index)
        return found

    def action(self, state: State, seat: int, index: int) -> int:
        """Return the legal move that has that index; IllegalMove if there is none."""
        for action in state._legal_actions(seat):
            if self.index(state, seat, action) == index:
                return action
        name = self.moves[index] if 0 <= index < len(self.moves) else str(index)
        raise IllegalMove(f"`{name}` is not a legal move now.")

    def entries(self, state: State) -> list[str]:
        """Return the names of an observation's entries; they are the same for every state of the game."""
        headings = ObservationNames()
        self.observe(state, 0, headings)
        return headings.names


def relative(seat: int, viewer: int, players: int) -> int:
    """Return how many places after the viewer a seat is; below 0 if there is no seat."""
    return (seat - viewer) % players if seat >= 0 else seat
